//! The pages of a game that is not built in: of a table, or of the worked example.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use pageturner::content::EditionSpec;
use pageturner::content::words::Locales;
use pageturner::engine::solve::library::Library;
use pageturner::games::Game;
use pageturner::ground::html::guard::Allowed;
use pageturner::outputs::address::{FolderResolver, Tree};
use pageturner::outputs::data::graph;
use pageturner::pages::chapter::Summary;
use pageturner::pages::edition::{Context, Edition, Neighbour, Neighbours, OpenedEdition};
use pageturner::pages::page::{Around, EditionId, LinkResolver, OpenPage, PageId, PageRef, SectionId};
use pageturner::pages::plan::{Plan, Variant, paths};
use pageturner::pages::theme::{Form, Theme};

use super::table::{Case, EditionCase, TableGame};
use crate::files::themes;
use crate::theme::document;

/// The folder of the game. One of its editions is in a deeper folder than the other.
pub(super) const FOLDER: &str = "table";

/// The name of the game.
pub(crate) const TITLE: &str = "Table & <more>";

/// A theme in one of its forms.
pub(crate) struct Look {
    pub(crate) name: String,
    theme: Theme,
}

/// Every theme for websites.
pub(crate) static LOOKS: LazyLock<Vec<Look>> =
    LazyLock::new(|| themes().iter().map(|name| load(name, Form::Website)).collect());

/// The themes for books and for single files.
static OTHER_LOOKS: LazyLock<[Look; 3]> = LazyLock::new(|| {
    [("book", Form::Book), ("book", Form::CompactBook), ("single", Form::SingleFile)]
        .map(|(name, form)| load(name, form))
});

fn load(name: &str, form: Form) -> Look {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let catalogue = Arc::new(Locales::shipped([]).catalogue("en"));
    let theme = Theme::load(root, name, &catalogue, form, &Allowed::default(), &[])
        .unwrap_or_else(|findings| panic!("{findings:?}"));
    Look { name: name.to_owned(), theme }
}

/// One in this number of pages of an edition is compared with the direct rendering of its templates, and so are the
/// first.
const STEP: usize = 7;
const FIRST: usize = 20;

impl Look {
    /// Checks that a page filled into patterns equals the document that its templates render directly.
    fn compare_with_templates(&self, page: &OpenPage, resolver: &impl LinkResolver) -> Result<(), String> {
        let mut filled = Vec::new();
        self.theme.fill(page, resolver, &mut filled).map_err(|error| error.to_string())?;
        let directly = self.theme.render_directly(page, resolver).map_err(|error| error.to_string())?;
        // Published pages of some forms omit empty ids.
        let named = |html: &str| html.replace(" id=\"\"", "");
        let (filled, directly) = (named(&String::from_utf8_lossy(&filled)), named(&directly));
        let (filled, directly) = (document(filled.as_bytes()), document(directly.as_bytes()));
        match filled.iter().zip(&directly).find(|(filled, directly)| filled != directly) {
            None if filled.len() == directly.len() => Ok(()),
            differs => {
                Err(format!("patterns of the theme {} do not make what its templates do: {differs:?}", self.name))
            }
        }
    }
}

/// The published files of a game.
pub(crate) struct Published {
    /// The HTML of the pages of all editions, by path.
    pub(crate) pages: BTreeMap<String, String>,
    /// The path of each edition's first page.
    pub(crate) doors: Vec<String>,
    /// Each edition's graph, as JSON.
    pub(crate) graphs: Vec<String>,
    pub(crate) look: &'static Look,
}

pub(super) fn folder_of(edition: usize) -> String {
    [format!("{FOLDER}/play"), format!("{FOLDER}/board/two")][edition].clone()
}

/// Publishes a table as the program publishes its own games.
pub(super) fn publish(case: &Case) -> Result<Published, String> {
    publish_game(&TableGame::of(&case.table), case.table.states.len(), &case.editions, &LOOKS[case.look % LOOKS.len()])
}

/// Publishes a game with a limit on its positions, which need not be a built-in one.
pub(crate) fn publish_game(
    game: &Game,
    max_positions: usize,
    editions: &[EditionCase],
    look: &'static Look,
) -> Result<Published, String> {
    let library = Arc::new(Library::new(max_positions));
    let catalogue = Arc::new(Locales::shipped([]).catalogue("en"));
    let edition = |(index, spec): (usize, &EditionCase)| {
        let mut own = EditionSpec::new(&format!("Edition {index} & <b>"), game.clone(), spec.computer.clone());
        own.keys.hints = spec.hints;
        let id = EditionId::new(index);
        let (library, catalogue) = (Arc::clone(&library), Arc::clone(&catalogue));
        Edition::new(id, SectionId::new(0), folder_of(index), own, library, catalogue)
    };
    let mut plan = Plan::default();
    let all_editions = editions.iter().enumerate().map(edition).collect();
    plan.add_game("table.md", FOLDER.to_owned(), Summary::default(), false, all_editions);

    let mut published = Published { pages: BTreeMap::new(), doors: Vec::new(), graphs: Vec::new(), look };
    for (index, edition) in plan.editions.iter().enumerate() {
        let next = Some(index + 1).filter(|&next| editions[index].leads_on && next < editions.len());
        let next = next.map(|next| Neighbour {
            to: PageRef::new(EditionId::new(next), PageId::FIRST),
            title: "Next game".to_owned(),
        });
        let ways = Neighbours {
            title: edition.title().to_owned(),
            next_after_best: next.clone(),
            next_after_less: next,
            ..Neighbours::default()
        };
        let edition = edition.open().map_err(|error| error.to_string())?;
        render(edition, &ways, &plan, &mut published)?;
        let mut json = Vec::new();
        graph::write(edition, &mut json).expect("a graph");
        published.graphs.push(String::from_utf8(json).map_err(|error| error.to_string())?);
    }
    Ok(published)
}

/// Renders the pages of an edition.
fn render(edition: OpenedEdition<'_>, ways: &Neighbours, plan: &Plan, published: &mut Published) -> Result<(), String> {
    let variant = Variant::main("");
    let first = PageRef::new(edition.id, PageId::FIRST);
    let files = HashMap::new();
    let tree = Tree {
        plan,
        variant: &variant,
        main: &variant,
        folder: "",
        files: &files,
        original: None,
        base_url: None,
        others: &[],
    };
    let resolver = FolderResolver::beside(first, tree);
    let around = Context {
        around: Around { site_title: "Site & sons", is_canonical: false, languages: 0 },
        game_title: TITLE,
        neighbours: ways,
        answers: true,
        form: Form::Book,
    };
    let mut page = OpenPage::default();
    for number in 0..edition.page_count() {
        let reference = PageRef::new(edition.id, PageId::new(number));
        let path = paths::path(plan, reference);
        if paths::page_at(plan, &path) != Some(reference) {
            return Err(format!("{path} is not found by its address: {:?}", paths::page_at(plan, &path)));
        }
        edition.open_page(PageId::new(number), &around, &mut page);
        check_leads(edition, PageId::new(number), &page)?;
        if number < FIRST || number % STEP == 0 {
            let mut looks = OTHER_LOOKS.iter().chain([published.look]);
            looks.try_for_each(|look| look.compare_with_templates(&page, &resolver))?;
        }
        let mut html = Vec::new();
        published.look.theme.fill(&page, &resolver, &mut html).map_err(|error| error.to_string())?;
        let html = String::from_utf8(html).map_err(|error| error.to_string())?;
        if published.pages.insert(path.clone(), html).is_some() {
            return Err(format!("two pages have the address {path}"));
        }
    }
    published.doors.push(paths::path(plan, first));
    Ok(())
}

/// Checks that the links of a page match those that its test expects, which are compared with the table elsewhere.
fn check_leads(edition: OpenedEdition<'_>, page: PageId, open: &OpenPage) -> Result<(), String> {
    let (moves, back) = edition.leads(page);
    let reference = |page| PageRef::new(edition.id, page);
    let mut legal: Vec<_> = moves.into_iter().map(|page| (reference(page), false)).collect();
    legal.extend(back.map(|page| (reference(page), true)));
    let mut offered: Vec<_> = open.board.moves.iter().map(|offer| (offer.to, offer.shape.back)).collect();
    legal.sort_unstable();
    offered.sort_unstable();
    if legal == offered { Ok(()) } else { Err(format!("{legal:?} are legal, and {offered:?} are offered")) }
}
