//! The colours of a site: the tables `colors.light` and `colors.dark` of `site.toml`.

use serde::{Deserialize, Deserializer};

use super::located::Located;
use crate::ground::diagnostic::{Diagnostics, refusal};
use crate::ground::html::style::is_color;

/// The colours that a site has in place of those of its theme.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColorsSpec {
    /// The colours of readers whose screens are light, a table `[colors.light]`.
    /// Example: `light = { accent = "#00695c" }`
    #[serde(default)]
    pub light: SchemeSpec,
    /// The colours of readers who chose dark screens, a table `[colors.dark]`.
    /// Example: `dark = { accent = "#7fd1c3" }`
    #[serde(default)]
    pub dark: SchemeSpec,
}

/// The colours of one scheme. What is left out stays as the theme has it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemeSpec {
    /// The colour of links and of what can be touched, in place of that of each game.
    /// Example: `accent = "#00695c"`
    #[serde(default, deserialize_with = "color")]
    accent: Option<Located<String>>,
    /// What everything stands on.
    /// Example: `paper = "#ffffff"`
    #[serde(default, deserialize_with = "color")]
    paper: Option<Located<String>>,
    /// The colour of texts.
    /// Example: `ink = "#222"`
    #[serde(default, deserialize_with = "color")]
    ink: Option<Located<String>>,
    /// The colour of texts that step back.
    /// Example: `soft = "#666"`
    #[serde(default, deserialize_with = "color")]
    soft: Option<Located<String>>,
    /// What lies between the paper and what is marked on it.
    /// Example: `wash = "#e0f2f1"`
    #[serde(default, deserialize_with = "color")]
    wash: Option<Located<String>>,
}

impl SchemeSpec {
    /// Returns the keys, their properties, and the colours that they have.
    fn named(&self) -> impl Iterator<Item = (&'static str, &'static str, &Located<String>)> {
        let Self { accent, paper, ink, soft, wash } = self;
        let all = [
            ("accent", "--a", accent),
            ("paper", "--paper", paper),
            ("ink", "--ink", ink),
            ("soft", "--soft", soft),
            ("wash", "--wash", wash),
        ];
        all.into_iter().filter_map(|(key, property, color)| Some((key, property, color.as_ref()?)))
    }
}

impl ColorsSpec {
    /// Returns rules for a stylesheet that uses some of the properties. They hold for all that is on a page, whatever
    /// else is said of a part of it.
    pub fn rules(&self, is_used: impl Fn(&str) -> bool) -> String {
        let schemes = [("light", &self.light), ("dark", &self.dark)].into_iter();
        let rules = schemes.filter_map(|(name, scheme)| {
            let colors = scheme.named().filter(|(_, property, _)| is_used(property));
            let colors = colors.map(|(_, property, color)| format!("{property}:{}!important", color.value));
            let colors = colors.collect::<Vec<_>>().join(";");
            let rule = format!("@media screen and (prefers-color-scheme:{name}){{*{{{colors}}}}}\n");
            (!colors.is_empty()).then_some(rule)
        });
        rules.collect()
    }

    /// Checks that the themes of the site use the properties of its colours.
    ///
    /// # Errors
    ///
    /// The colours that would change nothing.
    pub fn check(&self, is_used: impl Fn(&str) -> bool) -> Result<(), Diagnostics> {
        let named = [&self.light, &self.dark].into_iter().flat_map(SchemeSpec::named);
        let lost = named.filter(|(_, property, _)| !is_used(property)).map(|(key, property, color)| {
            let hint = format!("remove it, choose a theme such as `classic`, or use `var({property})` in a stylesheet");
            color.diagnostic(format!("no theme of the site has a colour `{key}`")).hint(hint)
        });
        lost.collect::<Diagnostics>().into_result(())
    }
}

fn color<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Located<String>>, D::Error> {
    let color = Located::<String>::deserialize(deserializer)?;
    if is_color(&color.value) {
        return Ok(Some(color));
    }
    let hint = "write three or six hexadecimal digits after `#`, such as `KEY = \"#00695c\"`";
    Err(refusal(format!("`{}` is no colour", color.value), hint))
}
