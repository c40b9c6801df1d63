//! The logo of a site, at the top of every page.

use crate::fixture::Fixture;
use crate::html::{self, values};

const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>";

fn site() -> Fixture {
    let site = Fixture::new();
    site.write("content/art/a logo.svg", DRAWING);
    site.write(
        "content/site.toml",
        "title = \"A & B\"\nlogo = \"art/a logo.svg\"\nlanguages = [\"de\"]\n\
         [[variants]]\nname = \"small\"\ntitle = \"Small\"\ntheme = \"plain\"\n",
    );
    site.write("content/site.de.toml", "title = \"A und B\"\n");
    site.write("content/about.de.md", "+++\ntitle = \"Hier\"\n+++\n");
    site
}

#[test]
fn the_logo_is_on_every_page_of_every_variant_and_language() {
    let site = site();
    site.build(&[]);
    for (path, address, title) in [
        ("index.html", "./art/a%20logo.svg", "A & B"),
        ("nim/two-player/b-0-2.html", "../../art/a%20logo.svg", "A & B"),
        ("small/nim/index.html", "../art/a%20logo.svg", "A & B"),
        ("de/about.html", "./art/a%20logo.svg", "A und B"),
    ] {
        let page = html::page(&site.public().join(path));
        assert_eq!(values(&page, "body > .logo:first-child img", "src"), [address], "{path}");
        assert_eq!(values(&page, ".logo img", "alt"), [title], "{path}");
    }
    site.run(&["check", "--dir", "public"]);
}

#[test]
fn a_theme_can_put_something_else_at_the_top_of_every_page() {
    let site = site();
    site.write("themes/mine/theme.toml", "extends = \"classic\"\n");
    site.write(
        "themes/mine/templates/base.html",
        "{% extends \"classic/base.html\" %}\n\
         {% block header %}<p class=\"mine\">Mine</p>{{ super() }}{% endblock %}\n",
    );
    site.build(&["--theme", "mine"]);
    for path in ["index.html", "nim/index.html", "about.html", "nim/two-player/index.html"] {
        let page = html::page(&site.public().join(path));
        assert_eq!(html::texts(&page, "body > .mine:first-child"), ["Mine"], "{path}");
        assert_eq!(values(&page, ".mine + .logo img", "alt"), ["A & B"], "{path}");
    }
}
