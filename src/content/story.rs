//! Stories: Markdown files whose header names a story in ink.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, io, thread};

use serde::{Deserialize, Deserializer};
use toml::value::Date;

use super::body::Body;
use super::document::Document;
use super::editions::Download;
use super::files::{is_picture, no_file, read_source};
use super::links;
use super::located::{Located, Within, aliases, day, entries};
use super::markdown::to_html;
use crate::engine::ink::{Line, Program, StoryError, StoryExploreError, tag_value};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean, refusal};
use crate::ground::files::FoundFile;
use crate::ground::html::characters;

const COMPILED: &str = ".ink.json";

const SOURCE: &str = ".ink";

const MOST_FOLDERS: usize = 100;

const INCLUDE: &str = "INCLUDE";

/// The commands of compilers to try: those of ink and inkjs.
const COMPILERS: [&str; 2] = ["inklecate", "inkjs-compiler"];

/// The time limit of a compiler, and the maximum number of bytes that it can print.
const MOST_SECONDS: u32 = 20;
const MOST_PRINTED: u64 = 16 << 20;

const IMAGE: &str = "IMAGE";

/// The tags with which other players of ink play a sound.
const SOUNDS: [&str; 7] = ["AUDIO", "AUDIOLOOP", "MUSIC", "MUSICLOOP", "SOUND", "SOUNDLOOP", "SFX"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StorySpec {
    /// The title of the story. The default is the tag `title` at the top of the story.
    /// Example: `title = "The Light on the Left Hand"`
    #[serde(default)]
    pub title: String,
    /// One sentence that makes readers curious.
    /// Example: `summary = "A lamp, a tide, and an evening."`
    #[serde(default)]
    pub summary: String,
    /// The author. The default is the tag `author` at the top of the story.
    /// Example: `author = "Ada Writer"`
    pub author: Option<String>,
    /// The licence of the story.
    /// Example: `licence = "CC BY 4.0"`
    pub licence: Option<String>,
    /// A picture for the page of the story and for the cover of the e-book, as a path relative to the page's folder.
    /// Example: `cover = "social.png"`
    pub cover: Option<Located<String>>,
    /// The image for previews of links to the page, as a path relative to the page's folder.
    /// Example: `image = "social.png"`
    pub image: Option<Located<String>>,
    /// The day on which the page was written, for the feed of the site.
    /// Example: `date = 2026-11-22`
    #[serde(default, deserialize_with = "day")]
    pub date: Option<Date>,
    /// The file of the story, as a path relative to the page's folder. This file is either JSON from a compiler of ink,
    /// or the source, which each build compiles with `inklecate` or `inkjs-compiler`.
    /// Example: `story = "tower.ink.json"`
    pub story: Located<String>,
    /// The place of the story in lists: low numbers come first, and stories with the same number are sorted by title.
    /// Example: `order = 10`
    #[serde(default)]
    pub(super) order: i64,
    /// The random seeds. The site contains the story once for each seed. The default is one seed, 0.
    /// Example: `seeds = [1, 2, 3]`
    #[serde(default = "one_seed", deserialize_with = "seeds")]
    pub seeds: Vec<i64>,
    /// Limits for variables, for visits to knots and labelled gathers, and for `TURNS`. `[-5, 20]` sets the smallest
    /// and the largest value; `20` means `[-20, 20]`.
    /// Example: `clamp = { coins = [-5, 20] }`
    #[serde(default, deserialize_with = "entries")]
    pub clamp: Vec<(Located<String>, Clamp)>,
    /// The number of rounds after which shuffles repeat. By default, each round has a new order, so a story that
    /// shuffles in a loop has infinitely many states.
    /// Example: `shuffle_rounds = 1`
    pub shuffle_rounds: Option<Within<u16, 1, 100>>,
    /// Files to offer for download: `epub`, `single`.
    /// Example: `outputs = ["epub", "single"]`
    #[serde(default, rename = "outputs")]
    pub downloads: Vec<Download>,
    /// If `true`, a build leaves the story out, except with `--drafts` or with `--only` and the name of the story.
    /// Example: `draft = true`
    #[serde(default)]
    pub draft: bool,
    /// Earlier addresses of the page, as paths from the root of the site. At each of these addresses, a small page
    /// redirects to this page.
    /// Example: `aliases = ["old-name", "2025/old/"]`
    #[serde(default, deserialize_with = "aliases")]
    pub aliases: Vec<String>,
    #[serde(skip)]
    pub source: String,
    /// The folder of the story's pages on the site, such as `tower`.
    #[serde(skip)]
    pub folder: String,
    #[serde(skip)]
    pub body: Body,
    #[serde(skip)]
    program: Option<Arc<Program>>,
    /// The paths of the pictures in the content.
    #[serde(skip)]
    pictures: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug)]
pub struct Clamp {
    pub least: i32,
    pub most: i32,
}

impl<'de> Deserialize<'de> for Clamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const MOST: i64 = 65535;
        let value = toml::Value::deserialize(deserializer)?;
        let pair = value.as_array().map(Vec::as_slice);
        let bounds = match (value.as_integer(), pair) {
            (Some(most @ 0..=MOST), _) => Some((-most, most)),
            (_, Some([least, most])) => least.as_integer().zip(most.as_integer()),
            _ => None,
        };
        let fit = bounds.filter(|(least, most)| -MOST <= *least && least <= most && *most <= MOST);
        let (least, most) = fit.ok_or_else(|| {
            let hint = format!("write a whole number from 0 to {MOST}, or the least and the greatest value: `[-3, 5]`");
            let written = value.as_integer().map_or_else(|| "this value".to_owned(), |number| number.to_string());
            refusal(format!("`KEY` cannot be {written}"), hint)
        })?;
        Ok(Self { least: least as i32, most: most as i32 })
    }
}

fn one_seed() -> Vec<i64> {
    vec![0]
}

fn seeds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    let seeds: Vec<i64> = Vec::deserialize(deserializer)?;
    let is_fit = |seed: &i64| i32::try_from(*seed).is_ok_and(|seed| seed >= 0);
    if seeds.is_empty() || !seeds.iter().all(is_fit) {
        return Err(refusal(
            "`KEY` must contain whole numbers from 0 to 2147483647",
            "write one or more, such as `KEY = [1, 2, 3]`",
        ));
    }
    Ok(seeds)
}

pub(super) fn is_story(file: &FoundFile) -> bool {
    file.path.ends_with(COMPILED) || file.path.ends_with(SOURCE)
}

pub(super) struct StoryFiles<'a> {
    root: &'a Path,
    files: BTreeMap<String, PathBuf>,
}

impl<'a> StoryFiles<'a> {
    pub(super) fn among(root: &'a Path, files: Vec<FoundFile>) -> Self {
        let files = files.into_iter().filter(is_story).map(|file| (file.path, file.origin));
        Self { root, files: files.collect() }
    }

    fn read(&self, page: &str, named: &Located<String>) -> Result<Program, Diagnostic> {
        let path = links::path_of(page, &named.value);
        let Some(origin) = self.files.get(&*path) else {
            return Err(no_file(named, &path, self.files.keys().map(String::as_str)));
        };
        let text = if path.ends_with(SOURCE) {
            self.check_includes(&path, named)?;
            self.compile(origin, named)
        } else {
            read_source(self.root, origin)
        };
        let wrong = |error: StoryError| named.diagnostic(format!("{path}: {error}")).hint(error.help);
        Program::read(text?.text()).map_err(wrong)
    }

    /// Checks that a source includes only stories. A compiler would copy the text of any other file onto pages.
    fn check_includes(&self, path: &str, named: &Located<String>) -> Result<(), Diagnostic> {
        let mut known = vec![path.to_owned()];
        for at in 0.. {
            let Some(origin) = known.get(at).map(|path| &self.files[path]) else { break };
            let source = read_source(self.root, origin)?;
            for line in without_comments(source.text()).lines() {
                let Some((before, file)) = line.split_once(INCLUDE) else { continue };
                let (before, file) = (before.trim_end(), file.trim());
                // A labelled gather or a branch can precede it.
                if !before.is_empty() && !before.ends_with(['-', ')', ':']) {
                    continue;
                }
                // Compilers resolve it relative to the folder of the first file, without normalizing the name.
                let target = path.rsplit_once('/').map_or(file.to_owned(), |(folder, _)| format!("{folder}/{file}"));
                if !self.files.contains_key(&*target) {
                    let message = format!("{path} includes `{file}`, which is not a story in the content folder");
                    return Err(named
                        .diagnostic(message)
                        .hint("include only files that end in `.ink`, from the folder of the story or below it"));
                }
                if !known.contains(&target) {
                    known.push(target);
                }
            }
        }
        Ok(())
    }

    fn compile(&self, source: &Path, named: &Located<String>) -> Result<Source, Diagnostic> {
        // The folder for temporary files is shared, so choose a name that does not exist.
        let folders =
            (0..MOST_FOLDERS).map(|number| env::temp_dir().join(format!("pageturner-{}-{number}", process::id())));
        let folder = folders.into_iter().find(|folder| fs::create_dir(folder).is_ok());
        let folder = folder.ok_or_else(|| {
            let message = format!("cannot create a folder in {}", env::temp_dir().display());
            named.diagnostic(message).hint("make that folder writable: the ink compiler needs it")
        })?;
        let compiled = compile_into(&folder, source, named).and_then(|result| read_source(self.root, &result));
        fs::remove_dir_all(&folder).ok();
        compiled
    }
}

/// Removes comments from a source, and keeps its line breaks.
fn without_comments(source: &str) -> String {
    let (mut text, mut rest) = (String::new(), source);
    let start = |text: &str| {
        let mut slashes = text.match_indices('/').map(|(at, _)| at);
        slashes.find(|at| text[at + 1..].starts_with(['/', '*']))
    };
    while let Some(start) = start(rest) {
        let (before, comment) = rest.split_at(start);
        let (mark, inside) = comment.split_at(2);
        let end = if mark == "//" { inside.find('\n') } else { inside.find("*/").map(|end| end + 2) };
        let (comment, after) = comment.split_at(end.map_or(comment.len(), |end| mark.len() + end));
        text += before;
        text.extend(comment.matches('\n'));
        rest = after;
    }
    text + rest
}

fn compile_into(folder: &Path, source: &Path, named: &Located<String>) -> Result<PathBuf, Diagnostic> {
    let (result, printed) = (folder.join(COMPILED), folder.join("printed.txt"));
    for compiler in COMPILERS {
        match run(Command::new(compiler).arg("-o").arg(&result).arg(source), &printed) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                let message = format!("{compiler} cannot compile {}: {error}", named.value);
                return Err(named.diagnostic(message).hint("run the compiler by hand and check that it finishes"));
            }
            // Some compilers report a mistake but exit with success, so check that the result exists.
            Ok(_) if result.is_file() => return Ok(result),
            Ok(printed) => {
                let first = printed.lines().find(|line| !line.trim().is_empty()).unwrap_or("it printed no message");
                let message = format!("{compiler} cannot compile {}: {}", named.value, first.trim());
                return Err(named.diagnostic(message).hint("open the story in Inky to find the mistake"));
            }
        }
    }
    let compiled = named.value.trim_end_matches(SOURCE);
    let message = format!("no ink compiler is installed to compile {}", named.value);
    Err(named.diagnostic(message).hint(format!(
        "export the story from Inky as `{compiled}{COMPILED}` and name that file; or install `inklecate`, from \
         https://github.com/inkle/ink/releases, or `inkjs-compiler`, with `npm install -g inkjs`"
    )))
}

/// Runs a compiler and returns its output, which goes through a file. Stops the compiler if it takes too long or prints
/// too much.
fn run(compiler: &mut Command, printed: &Path) -> io::Result<String> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(compiler, 0);
    let file = File::create(printed)?;
    let mut child = compiler.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file).spawn()?;
    let mut looks = 0;
    while child.try_wait()?.is_none() {
        let is_late = looks > MOST_SECONDS * 200;
        if is_late || fs::metadata(printed)?.len() > MOST_PRINTED {
            #[cfg(unix)]
            rustix::process::kill_process_group(
                rustix::process::Pid::from_child(&child),
                rustix::process::Signal::KILL,
            )?;
            child.kill()?;
            child.wait()?;
            if is_late {
                return Err(io::Error::other(format!("it did not finish within {MOST_SECONDS} seconds")));
            }
            break;
        }
        looks += 1;
        thread::sleep(Duration::from_millis(5));
    }
    let mut bytes = Vec::new();
    File::open(printed)?.take(MOST_PRINTED).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl StorySpec {
    pub(super) fn read(document: &Document<'_>, files: &StoryFiles<'_>) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let body = findings.keep(to_html(document)).unwrap_or_default();
        let Some(mut story) = findings.keep(document.header::<Self>()) else { return Err(findings) };
        let program = findings.keep(files.read(&document.path, &story.story));
        if let Some(mut program) = program {
            story.limit(&mut program, &mut findings);
            findings.keep(story.take_tags(&program));
            story.program = Some(Arc::new(program));
        }
        (story.image, story.cover) = (document.image(story.image), document.image(story.cover));
        let (source, folder) = (document.path.clone(), document.name.clone());
        let pictures = document.images.paths().filter(|path| is_picture(path)).cloned().collect();
        findings.into_result(Self { source, folder, body, pictures, ..story })
    }

    pub fn program(&self) -> &Arc<Program> {
        self.program.as_ref().expect("it was read")
    }

    fn limit(&self, program: &mut Program, findings: &mut Diagnostics) {
        for (name, Clamp { least, most }) in &self.clamp {
            if let Err(refused) = program.limit(&name.value, *least, *most) {
                let names: Vec<String> = program.names().collect();
                let hint = match refused.help {
                    "" => did_you_mean(&name.value, names.iter().map(String::as_str)),
                    hint => hint.to_owned(),
                };
                findings.push(name.diagnostic(refused.message).hint(hint));
            }
        }
        if let Some(rounds) = self.shuffle_rounds {
            program.limit_shuffles(rounds.0);
        }
    }

    /// Fills in missing keys from the tags at the top of the story.
    fn take_tags(&mut self, program: &Program) -> Result<(), Diagnostic> {
        let begin = program.begin(self.seeds[0]).and_then(|state| program.step(&state));
        let told = begin.map_err(|error| self.refusal(&error.into()))?;
        if let Some(error) = &told.passage.error {
            return Err(self.refusal(&error.clone().into()));
        }
        told.passage.lines.iter().try_for_each(|line| self.check_line(line))?;
        let tags = || told.passage.lines.iter().flat_map(|line| &line.tags);
        let tag =
            |key: &str| tags().find_map(|tag| tag_value(tag, key)).filter(|words| !words.is_empty()).map(str::to_owned);
        self.author = self.author.take().or_else(|| tag("author"));
        if self.title.trim().is_empty() {
            let hint = "write `title = \"…\"` into the header, or `# title: …` at the top of the story";
            self.title = tag("title").ok_or_else(|| self.story.diagnostic("the story has no title").hint(hint))?;
        }
        Ok(())
    }

    /// Returns the finding for a story that cannot be explored.
    pub fn refusal(&self, error: &StoryExploreError) -> Diagnostic {
        let hint = match error {
            StoryExploreError::TooManyStates { remedy, .. } | StoryExploreError::Endless { remedy, .. } => remedy,
            StoryExploreError::Story(error) => error.help,
        };
        match error {
            StoryExploreError::TooManyStates { growth, .. } if !growth.is_empty() => {
                let facts = growth.iter().map(|fact| format!("- {fact}"));
                self.story.diagnostic(format!("{error}; these facts multiply them:")).lines(facts)
            }
            _ => self.story.diagnostic(error.to_string()),
        }
        .hint(hint)
    }

    /// Returns the path and the alternative text of the picture in a tag.
    pub fn image(&self, tag: &str) -> Option<(Located<String>, String)> {
        let named = tag_value(tag, IMAGE)?;
        let (file, words) = named.split_once(char::is_whitespace).unwrap_or((named, ""));
        let path = links::path_of(&self.source, file);
        Some((self.story.with(path), words.trim().to_owned()))
    }

    /// Returns the path of the picture in an `<img>`, if the content contains it.
    pub fn picture(&self, source: &str) -> Option<Located<String>> {
        let path = links::path_of(&self.source, source);
        self.pictures.contains(&path).then(|| self.story.with(path))
    }

    /// Returns the name of a tag that plays a sound.
    pub fn sound(tag: &str) -> Option<&'static str> {
        SOUNDS.into_iter().find(|key| tag_value(tag, key).is_some())
    }

    /// Checks the characters of a line.
    ///
    /// # Errors
    ///
    /// Returns the first character that a text cannot contain.
    pub fn check_line(&self, line: &Line) -> Result<(), Diagnostic> {
        let refused = [&line.text].into_iter().chain(&line.tags).find_map(|text| characters::refused(text));
        refused.map_or(Ok(()), |(told, _)| Err(self.story.locate(told)))
    }
}
