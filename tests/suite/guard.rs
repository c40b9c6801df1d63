//! The guard over the output: no script and nothing from another site gets onto a page or into a file, wherever it
//! comes from, and the message names the template or the file.

use crate::fixture::Fixture;

/// A file of the site, its contents, the place in the message, and words of the message.
const BROUGHT: [(&str, &str, &str, &str); 27] = [
    // A footer is on every text page.
    (FOOTER, "<footer><script>a()</script></footer>", FOOTER, "contain `<script>`"),
    (FOOTER, "<footer>{{ \"<script>a()</script>\" | safe }}</footer>", FOOTER, "contain `<script>`"),
    (FOOTER, "<footer>{% set a = \"<\" ~ \"script>\" %}{{ a | safe }}</footer>", CLASSIC, "contain `<script>`"),
    (FOOTER, "<footer>{% set a = \"<p onclick='a()'>b</p>\" %}{{ a | safe }}</footer>", FOOTER, "attribute `onclick`"),
    (FOOTER, "<footer><a href=\"{{ \"java\" ~ \"script:a()\" }}\">b</a></footer>", CLASSIC, "`javascript:`"),
    (FOOTER, "<footer><a href=\"java&#9;script:a()\">b</a></footer>", CLASSIC, "`javascript:`"),
    (FOOTER, "<footer><iframe srcdoc=\"a\"></iframe></footer>", FOOTER, "contain `<iframe>`"),
    (FOOTER, "<footer><meta http-equiv=\"refresh\" content=\"0\"/></footer>", FOOTER, "`http-equiv`"),
    (FOOTER, "<footer><img src=\"https://example.org/a.png\" alt=\"\"/></footer>", FOOTER, "from another site"),
    (FOOTER, "<footer><p style=\"background:url(//example.org/a)\">b</p></footer>", FOOTER, "from another site"),
    (FOOTER, "<footer>{{ \"<style>@import '//a.org/b';</style>\" | safe }}</footer>", FOOTER, "from another site"),
    (FOOTER, "<footer><svg><foreignObject><p>a</p></foreignObject></svg></footer>", CLASSIC, "`<foreignobject>`"),
    // A piece is a part of a board, on pages of positions.
    (PIECE, "{{ \"<script>a()</script>\" | safe }}LINK", PIECE, "contain `<script>`"),
    (
        PIECE,
        "{% if piece.move %}<a href=\"{{ piece.move.label }}\">b</a>{% endif %}LINK",
        PIECE,
        "a text cannot be used as an address",
    ),
    (
        "themes/classic/static/style.css",
        "@import url(//a.org/b.css);",
        "themes/classic/static/style.css",
        "from another site",
    ),
    ("themes/classic/static/a.svg", "<svg onload='a()'/>", "themes/classic/static/a.svg", "`onload`"),
    ("themes/classic/static/a.htm", "<p>a</p>", "themes/classic/static/a.htm", "does not allow `.htm` files"),
    ("content/a.css", "a{background:url(http://a.org/b)}", "content/a.css", "from another site"),
    ("content/a.svg", "<svg><script>a()</script></svg>", "content/a.svg", "contain `<script>`"),
    ("content/a.xsl", "<a/>", "content/a.xsl", "publish = [\"xsl\"]"),
    ("content/a.DTD", "", "content/a.DTD", "publish = [\"dtd\"]"),
    ("content/a.rss", "<rss/>", "content/a.rss", "publish = [\"rss\"]"),
    ("content/a.js", "a()", "content/a.js", "publish = [\"js\"]"),
    ("content/words.md", "[a](javascript:a())", "content/words.md", "`javascript:`"),
    ("content/words.md", "[a][b]\n\n[b]: <java&#x09;script:a()>", "content/words.md", "`javascript:`"),
    ("content/words.md", "![a](https://example.org/a.png)", "content/words.md", "from another site"),
    ("content/words.md", "<img src=\"//example.org/a.png\" alt=\"\">", "content/words.md", "from another site"),
];

const CLASSIC: &str = "themes/classic/templates/";
const FOOTER: &str = "themes/classic/templates/footer.html";
const PIECE: &str = "themes/classic/templates/piece.html";

fn text(path: &str, text: &str) -> String {
    let link = "{% if piece.move %}{% set move = piece.move %}{% include \"link.html\" %}{% endif %}";
    let text = text.replace("LINK", link);
    if path == "content/words.md" { format!("+++\ntitle = \"Words\"\n+++\n\n{text}\n") } else { text }
}

#[test]
fn nothing_brings_a_script_or_anything_from_elsewhere() {
    for (path, brought, place, words) in BROUGHT {
        let site = Fixture::new();
        site.write(path, &text(path, brought));
        let told = site.fail(&[]).split_whitespace().collect::<Vec<_>>().join(" ");
        let told = told.replace(" | ", " ");
        assert!(told.contains(place) && told.contains(words) && told.contains("help:"), "{brought}: {told}");
        assert!(!site.public().exists(), "{brought}: something was written");
    }
}

/// What a browser reads as the text of a title, a reading system reads as markup.
#[test]
fn the_title_of_a_page_of_a_book_brings_none_either() {
    let title = "{% extends \"base.html\" %}{% block title %}<script>a()</script>{% endblock %}";
    for template in ["position.html", "sheet.html", "game.html"] {
        let site = Fixture::new();
        site.write(&format!("themes/book/templates/{template}"), title);
        let compact: &[&str] = if template == "sheet.html" { &["--compact"] } else { &[] };
        let told = site.fail_to("export", &[&["epub", "nim/two-player"], compact].concat());
        assert!(told.contains(template) && told.contains("contain `<script>`"), "{template}: {told}");
    }
}

#[test]
fn files_of_further_kinds_are_published_where_a_line_says_so() {
    let site = Fixture::new();
    site.write("content/site.toml", "title = \"A small site\"\npublish = [\"gpx\", \"HTML\"]\n");
    site.write("content/tour.GPX", "<gpx/>");
    site.write("content/proof.html", "google-site-verification: proof.html");
    site.write("content/CNAME", "example.org");
    site.build(&[]);
    for name in ["tour.GPX", "proof.html", "CNAME"] {
        assert!(site.public().join(name).is_file(), "{name}");
    }
    site.write("content/proof.html", "<script>a()</script>");
    assert!(site.fail(&[]).contains("content/proof.html"));
}

#[test]
fn who_asks_for_scripts_in_themes_gets_them() {
    let site = Fixture::new();
    site.write(FOOTER, "<footer><script>a()</script></footer>");
    site.write("content/site.toml", "title = \"A small site\"\nthemes_may_have_scripts = true\n");
    site.build(&[]);
    let page = site.read("about.html");
    assert!(page.contains("<script>a()</script>"), "{page}");
}
