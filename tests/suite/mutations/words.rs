//! What mutations put into files: words that mean something there, and text that no author types.

/// Words of Markdown and its TOML headers.
const CONTENT: [&str; 62] = [
    "0",
    "-1",
    "3",
    "255",
    "65536",
    "99999999999999999999",
    "-9223372036854775808",
    "1e999",
    "nan",
    "0x7FCE",
    "true",
    "\"\"",
    "''",
    "\"\"\"",
    "\" \"",
    "\"\\u0000\"",
    "\"\\uD800\"",
    "\"../../etc\"",
    "\"~\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    "#",
    "[]",
    "{}",
    "[[editions]]",
    "[editions]",
    "[[boards]]",
    "[[variants]]",
    "+++",
    "+++\n",
    "1979-05-27",
    "\ngame = \"hanoi\"",
    "\ncomputer = { policy = \"perfect\" }",
    "\nvolumes = 99",
    "\nparameters = { discs = 20 }",
    "rows = [30, 30, 30, 30]",
    "\nhints = true",
    "\ndraft = true",
    "\ndraft = false",
    "\ngraph = true",
    "\n```board\n",
    "\n```step\n",
    "\n```\n",
    "<script>",
    "</main>",
    "<div>",
    "</a>",
    "&#0;",
    "&#xD800;",
    "[x](../../..)",
    "[x](nim.md)",
    "[x]: y\n[x]",
    "|a|b|\n|-|-|",
    "\\",
    "<!--",
    "-->",
    "<![CDATA[",
    "link:0:",
    "<wbr board0>",
];

/// Words of templates.
const TEMPLATE: [&str; 36] = [
    "{{",
    "}}",
    "{%",
    "%}",
    "{#",
    "#}",
    "{% if page %}",
    "{% else %}",
    "{% endif %}",
    "{% for x in page.board.rows %}",
    "{% endfor %}",
    "{{ page }}",
    "{{ page.title }}",
    "{{ page.title | safe }}",
    "{{ page.title.x }}",
    "{{ page[0] }}",
    "{% include \"position.html\" %}",
    "{% extends \"base.html\" %}",
    "{% extends \"position.html\" %}",
    "{% block body %}",
    "{% endblock %}",
    "{% raw %}",
    "{% set x = page %}",
    "{{ 1 / 0 }}",
    "{{ 9223372036854775807 + 1 }}",
    "{% for i in range(end=1000) %}",
    "<table>",
    "</table>",
    "<a href=\"",
    "<p>",
    "</p>",
    "<!--",
    "-->",
    "<![CDATA[",
    "&nbsp;",
    "&#xD800;",
];

/// Words of stylesheets.
const STYLE: [&str; 17] = [
    "{",
    "}",
    "/*",
    "*/",
    "@media",
    "@import \"x.css\";",
    "url(",
    "url(\"",
    "\"",
    "'",
    "\\",
    "\\\n",
    "}}}}",
    "<!--",
    "!important",
    ";",
    "\\0",
];

/// Words of the files in which the writer remembers what it wrote.
const STATE: [&str; 14] = [
    "end\n",
    "end",
    "/\n",
    "/..\n",
    "/nim\n",
    "../../outside.txt",
    "pageturner manifest 6\n",
    "pageturner manifest 2\n",
    "unfinished\n",
    "0 0 mine.txt\n",
    "ffffffffffffffff 18446744073709551615 x\n",
    "\n",
    " ",
    "-1",
];

/// What opens something that can stand in itself.
const CONTENT_NESTS: [&str; 17] = [
    "> ",
    "- ",
    "1. ",
    "[",
    "![",
    "(",
    "<b>",
    "<div>",
    "<table><tr><td>",
    "**",
    "*_",
    "`",
    "~~",
    "a = [",
    "a = {b=",
    "a.",
    "|",
];
const TEMPLATE_NESTS: [&str; 10] = [
    "<div>",
    "<b><i>",
    "{% if page %}",
    "{{ (",
    "{% for a in page.board.rows %}",
    "{# ",
    "{{ [",
    "{% block a %}",
    "{{ not ",
    "{{ page.",
];
const STYLE_NESTS: [&str; 6] = ["{", "(", "/*", "a{", "[", "@media x{"];
const STATE_NESTS: [&str; 3] = ["a/", "../", "/"];

/// Text that no author types.
pub(super) const ODD: [&[u8]; 24] = [
    b"\0",
    b"\x01",
    b"\x07",
    b"\x1b[31m",
    b"\x7f",
    b"\r",
    b"\t",
    b"\x0c",
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\x80",
    "\u{FEFF}".as_bytes(),
    "\u{202E}".as_bytes(),
    "\u{200D}".as_bytes(),
    "\u{2028}".as_bytes(),
    "e\u{301}\u{301}\u{301}".as_bytes(),
    "\u{FFFF}".as_bytes(),
    "\u{10FFFF}".as_bytes(),
    "\u{F5C4}".as_bytes(),
    "\u{E000}".as_bytes(),
    "👩‍👩‍👧".as_bytes(),
    "ﷺ".as_bytes(),
];

/// Names of files, some of which cannot be addresses.
pub(super) const NAMES: [&str; 16] = [
    "index.html",
    "INDEX.HTML",
    "Nim.md",
    "a b.md",
    "a:b.txt",
    "ünï.md",
    ".hidden",
    "nim/two-player/index.html",
    "con.md",
    "a~b.md",
    "site.toml.md",
    "-.md",
    "nim.html",
    "404.html",
    ".pageturner/manifest",
    "x.md/y.md",
];

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Content,
    Template,
    Style,
    State,
}

impl Kind {
    pub(super) fn of(path: &str) -> Self {
        match path.rsplit_once('.').map(|(_, ending)| ending) {
            _ if path.starts_with("public/") => Self::State,
            Some("html") => Self::Template,
            Some("css") => Self::Style,
            _ => Self::Content,
        }
    }

    pub(super) fn words(self) -> &'static [&'static str] {
        match self {
            Self::Content => &CONTENT,
            Self::Template => &TEMPLATE,
            Self::Style => &STYLE,
            Self::State => &STATE,
        }
    }

    pub(super) fn nests(self) -> &'static [&'static str] {
        match self {
            Self::Content => &CONTENT_NESTS,
            Self::Template => &TEMPLATE_NESTS,
            Self::Style => &STYLE_NESTS,
            Self::State => &STATE_NESTS,
        }
    }
}
