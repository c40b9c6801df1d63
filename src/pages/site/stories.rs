//! The pages of stories, their maps, and their cards.

use std::collections::BTreeMap;

use indexmap::IndexSet;

use super::builder::{PageBuilder, contents};
use crate::content::{Located, is_english};
use crate::engine::game::Message;
use crate::engine::ink::{Line, Passage, StoryLayout, tag_value};
use crate::ground::diagnostic::Diagnostic;
use crate::pages::page::{
    Destination, Dot, EndingPage, Frame, Illustration, Link, MapKind, MapPage, OpenLayer, OpenMap, PageId, PageRef,
    PassagePage, ProseLine, ProseLink, StoryCard, StoryEnd, StoryFilePage, StoryPage,
};
use crate::pages::prose::{first_words, html, html_of_choice, plain};
use crate::pages::story::{OpenedStory, Story};
use crate::pages::theme::PART;

/// The tag that gives a line a class, as in ink's web player.
const CLASS: &str = "class";

/// The tag that names the place of a passage.
const PLACE: &str = "place";

/// The length of a passage's first words in its title, in characters.
const FIRST_WORDS: usize = 48;

const MOST_LISTED: usize = 50;

const STEP: u32 = 2;

/// The number of colours for places on a story's map.
const SHADES: u32 = 8;

impl PageBuilder<'_> {
    pub(crate) fn story_cards(&self) -> Vec<StoryCard> {
        let stories = self.site.plan.stories.iter().filter(|story| self.view.variant.has_story(story));
        let card = |story: &Story| StoryCard {
            link: self.story_link(story),
            author: self.author(story),
            summary: story.spec.summary.clone(),
            cover: self.illustration(story.spec.cover.as_ref()),
        };
        stories.map(card).collect()
    }

    fn story_link(&self, story: &Story) -> Link {
        self.link(PageRef::start_of(story.id), &story.spec.title)
    }

    fn author(&self, story: &Story) -> String {
        let by = |author: &String| self.say(&Message::key("story-by").with("author", author.clone()));
        story.spec.author.as_ref().map(by).unwrap_or_default()
    }

    pub(crate) fn story_page(&self, story: OpenedStory<'_>) -> Result<StoryPage, Diagnostic> {
        let (page, spec) = (PageRef::start_of(story.id), &story.spec);
        let map_title = self.say(&Message::key("map-of-story"));
        Ok(StoryPage {
            shared: self.text_page(page, &spec.title),
            author: self.author(&story),
            licence: spec.licence.clone().unwrap_or_default(),
            summary: plain(&spec.summary, self.is_english()),
            cover: self.illustration(spec.cover.as_ref()),
            body: self.body(&spec.body)?,
            begin: self.beginnings(story),
            counted: self.counted(story),
            endings: self.ending_links(story),
            files: self.links.downloads(page, &[]),
            map: self.view.form.is_website().then(|| self.link(PageRef::new(story.id, PageId::MAP), &map_title)),
            contents: contents(&spec.body.headings),
        })
    }

    fn beginnings(&self, story: OpenedStory<'_>) -> Vec<Link> {
        // If random numbers make no difference, several starts are the same passage.
        let starts: IndexSet<usize> = story.layout.graph.starts.iter().copied().collect();
        let begin = |(number, &start): (usize, &usize)| {
            let message = match starts.len() {
                1 => Message::key("story-begin"),
                _ => Message::key("story-begin-number").with_number("number", number),
            };
            self.link(story.passage(start), &self.say(&message))
        };
        (1..).zip(&starts).map(begin).collect()
    }

    /// Returns the HTML before and after the passages of the file with this number.
    pub(crate) fn story_file(&self, story: OpenedStory<'_>, number: usize) -> Result<Vec<String>, Diagnostic> {
        let title = &story.spec.title;
        let numbered = if number == 0 { title.clone() } else { self.site.title_at(&(number + 1).to_string(), title) };
        let file = StoryFilePage {
            frame: self.frame(story.passage(0)),
            title: numbered,
            story: self.story_link(&story),
            author: self.author(&story),
            begin: self.beginnings(story),
            counted: self.counted(story).into_iter().chain(story.spec.licence.clone()).collect(),
            body: PART.to_owned(),
        };
        self.view.theme.render_around(&file, "body", 1)
    }

    /// Returns the frame of a page inside a story. In a shared file, the page has an anchor.
    fn frame_inside(&self, page: PageRef) -> Frame {
        let name = || self.links.address(Destination::Anchor(page));
        Frame { anchor: (!self.view.form.is_website()).then(name), ..self.frame(page) }
    }

    /// Returns the size and the limits of a story, in sentences.
    fn counted(&self, story: OpenedStory<'_>) -> Vec<String> {
        let layout = story.layout;
        let counted =
            Message::key("story-counted").with("pages", self.site.catalogue.grouped(layout.names.len() as u128));
        let limits = story.spec.clamp.iter().map(|(name, clamp)| {
            let message = Message::key("story-limited").with("name", name.value.clone());
            message.with("least", clamp.least.to_string()).with("most", clamp.most.to_string())
        });
        let rounds = story
            .spec
            .shuffle_rounds
            .map(|rounds| Message::key("story-shuffles").with_number("rounds", usize::from(rounds.0)));
        let endings = counted.with_number("endings", layout.endings.len());
        [endings].into_iter().chain(limits).chain(rounds).map(|message| self.say(&message)).collect()
    }

    /// Returns a page inside a story as HTML. In a file that many pages share, returns the part of the file for this
    /// page.
    pub(crate) fn page_of_story(&self, story: OpenedStory<'_>, page: PageId) -> Result<String, Diagnostic> {
        match story.ending_on(page) {
            None => self.view.theme.render(&self.passage_page(story, page.index())),
            Some(number) => self.view.theme.render(&self.ending_page(story, number)),
        }
    }

    fn passage_page(&self, story: OpenedStory<'_>, number: usize) -> PassagePage {
        let layout = story.layout;
        let passage = &layout.graph.passages[number];
        let is_english = self.is_english();
        let choice = |(choice, &to): (&Line, &usize)| {
            let body = html_of_choice(&choice.text, is_english, |source| self.picture(&story, source));
            ProseLink::to(story.passage(to), body, self.links)
        };
        let told = passage.lines.iter().map(|line| &line.text).find(|text| !text.is_empty());
        let words = told.map(|text| first_words(&plain(text, is_english), FIRST_WORDS)).unwrap_or_default();
        let place = place(passage);
        let lines = passage.lines.iter().enumerate();
        let lines = lines.filter_map(|(at, line)| self.prose(&story, line, layout.echoes[number] && at == 0));
        PassagePage {
            title: self.site.title_at(format!("{words} ({})", layout.names[number]).trim_start(), &story.spec.title),
            story: self.story_link(&story),
            place: place.map(|place| plain(place, is_english)).unwrap_or_default(),
            lines: lines.collect(),
            choices: passage.choices.iter().zip(&layout.graph.after[number]).map(choice).collect(),
            end: layout.ending_of[number].map(|ending| self.end(story, number, ending)),
            frame: self.frame_inside(story.passage(number)),
        }
    }

    /// Returns a line of a passage; `None` if it contains neither words nor a picture.
    fn prose(&self, story: &Story, line: &Line, is_choice: bool) -> Option<ProseLine> {
        let image = line.tags.iter().find_map(|tag| story.spec.image(tag));
        let image =
            image.and_then(|(path, words)| Some(Illustration { alt: words, ..self.illustration(Some(&path))? }));
        let body = html(&line.text, self.is_english(), |source| self.picture(story, source));
        let is_there = !body.is_empty() || image.is_some();
        let class = line.tags.iter().find_map(|tag| tag_value(tag, CLASS)).unwrap_or_default().to_owned();
        is_there.then_some(ProseLine { body, is_choice, class, image })
    }

    fn picture(&self, story: &Story, source: &str) -> Option<String> {
        self.links.image_at(&story.spec.picture(source)?.value)
    }

    fn is_english(&self) -> bool {
        is_english(&self.site.content.config.language)
    }

    /// Returns a picture for a place next to a title. The title replaces the alternative text of the picture.
    pub(crate) fn illustration(&self, path: Option<&Located<String>>) -> Option<Illustration> {
        Some(Illustration { src: self.links.image_at(&path?.value)?, alt: String::new() })
    }

    fn end(&self, story: OpenedStory<'_>, number: usize, ending: usize) -> StoryEnd {
        let layout = story.layout;
        let link = |page, message| self.link(page, &self.say(&Message::key(message)));
        let (back, begin) = (layout.fork_before(number), layout.graph.starts[0]);
        StoryEnd {
            ending: link(story.ending(ending), "story-the-end"),
            back: (back != begin).then(|| link(story.passage(back), "story-back")),
            begin: link(story.passage(begin), "begin-again"),
        }
    }

    /// Returns links to the endings in order, unless there are too many.
    fn ending_links(&self, story: OpenedStory<'_>) -> Vec<Link> {
        let count = Some(story.layout.endings.len()).filter(|&count| count <= MOST_LISTED);
        let link = |number: usize| self.link(story.ending(number), &(number + 1).to_string());
        (0..count.unwrap_or_default()).map(link).collect()
    }

    fn ending_page(&self, story: OpenedStory<'_>, number: usize) -> EndingPage {
        let layout = story.layout;
        let counted = Message::key("story-ending-of").with_number("number", number + 1);
        let counted = self.say(&counted.with_number("count", layout.endings.len()));
        let is_english = self.is_english();
        let name = layout.endings[number].title.as_ref().map(|title| plain(title, is_english));
        EndingPage {
            title: self.site.title_at(&counted, &story.spec.title),
            story: self.story_link(&story),
            name: name.unwrap_or_default(),
            counted,
            begin: self.link(story.passage(layout.graph.starts[0]), &self.say(&Message::key("begin-again"))),
            home: self.home(),
            frame: self.frame_inside(story.ending(number)),
        }
    }

    /// Returns the map of a story. Each row contains the passages at the same number of choices from the start.
    pub(crate) fn story_map(&self, story: OpenedStory<'_>) -> MapPage {
        let layout = story.layout;
        let (names, shades) = named_places(layout);
        let mut layers: BTreeMap<(MapKind, usize), Vec<Dot>> = BTreeMap::new();
        for (number, at) in places(layout, &shades).into_iter().enumerate() {
            let is_end = layout.ending_of[number].is_some();
            let layer = if is_end { (MapKind::Second, 0) } else { (MapKind::First, shades[number]) };
            layers.entry(layer).or_default().push(Dot { number, page: story.passage(number), at });
        }
        let title = |kind, shade: usize| match names[shade] {
            _ if kind == MapKind::Second => self.say(&Message::key("map-ends-of-story")),
            Some(place) => plain(place, self.is_english()),
            None => self.say(&Message::key("map-passages")),
        };
        let layer = |((kind, shade), dots)| {
            let title = title(kind, shade);
            OpenLayer { kind, shade: shade as u32 % SHADES, title, dots }
        };
        let layers = layers.into_iter().map(layer).collect();
        let map = OpenMap { summary: self.say(&Message::key("map-of-story-told")), layers, rows: Vec::new() };
        let (page, title) = (PageRef::new(story.id, PageId::MAP), self.say(&Message::key("map-of-story")));
        let shared = self.side_page(page, (&title, &story.spec.title), self.story_link(&story));
        map.close(shared, self.links, &self.site.catalogue)
    }
}

/// Returns the map of a story as dots, darker for ends.
pub(crate) fn picture(layout: &StoryLayout) -> Vec<((u32, u32), u8)> {
    let shade = |number: usize| if layout.ending_of[number].is_some() { 0 } else { 0x99 };
    places(layout, &named_places(layout).1).into_iter().enumerate().map(|(number, at)| (at, shade(number))).collect()
}

/// Returns the place that the first tag of a passage names.
fn place(passage: &Passage) -> Option<&str> {
    passage.lines.iter().flat_map(|line| &line.tags).find_map(|tag| tag_value(tag, PLACE))
}

/// Returns the names of a story's places, and the index of each passage's place. A passage that names no place is in
/// the place of the passage before it.
fn named_places(layout: &StoryLayout) -> (IndexSet<Option<&str>>, Vec<usize>) {
    let mut order: Vec<usize> = (0..layout.depths.len()).collect();
    order.sort_by_key(|&number| layout.depths[number]);
    let mut at: Vec<_> = layout.graph.passages.iter().map(|passage| place(passage)).collect();
    for number in order {
        for &next in &layout.graph.after[number] {
            at[next] = at[next].or(at[number]);
        }
    }
    let mut names = IndexSet::new();
    let numbers = at.into_iter().map(|name| names.insert_full(name).0).collect();
    (names, numbers)
}

/// Places passages in rows by their depths, and groups the passages of each place. Rows are centred and have a limited
/// width.
fn places(layout: &StoryLayout, named: &[usize]) -> Vec<(u32, u32)> {
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, &depth) in layout.depths.iter().enumerate() {
        rows.entry(depth).or_default().push(number);
    }
    for row in rows.values_mut() {
        row.sort_by_key(|&number| named[number]);
    }
    // Roughly the proportions of a page.
    let width = (layout.depths.len() * 3 / 2).isqrt().max(1);
    let mut places = vec![(0, 0); layout.depths.len()];
    let mut top = 0;
    for row in rows.values() {
        for line in row.chunks(width) {
            let left = (width - line.len()) as u32;
            for (place, &number) in (0..).zip(line) {
                places[number] = (left + STEP * place, top);
            }
            top += STEP;
        }
        // Rows of several lines need a gap after them.
        top += if row.len() > width { STEP } else { 0 };
    }
    let leftmost = places.iter().map(|&(x, _)| x).min().unwrap_or(0);
    places.into_iter().map(|(x, y)| (x - leftmost, y)).collect()
}
