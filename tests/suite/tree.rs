//! Pages as trees: parsed as browsers parse them, and queried with selectors.

use html5ever::tendril::TendrilSink;
use html5ever::{QualName, local_name, ns, parse_document, parse_fragment};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// The nodes of a page, in order.
pub(crate) struct Html {
    nodes: Vec<Data>,
}

/// What a node is, without comments.
struct Data {
    parent: Option<usize>,
    /// The index of the first node after its contents.
    end: usize,
    kind: Kind,
}

enum Kind {
    Element { name: String, attributes: Vec<Attribute> },
    Text(String),
    Other,
}

struct Attribute {
    name: String,
    value: String,
    /// Whether it belongs to another language than HTML, such as `xlink:href`.
    is_foreign: bool,
}

/// A node of a page.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    page: &'a Html,
    index: usize,
}

impl Html {
    pub(crate) fn parse_document(html: &str) -> Self {
        Self::of(&parse_document(RcDom::default(), <_>::default()).one(html))
    }

    /// Parses what can be in the body of a page.
    pub(crate) fn parse_fragment(html: &str) -> Self {
        let body = QualName::new(None, ns!(html), local_name!("body"));
        Self::of(&parse_fragment(RcDom::default(), <_>::default(), body, Vec::new(), false).one(html))
    }

    fn of(dom: &RcDom) -> Self {
        let mut page = Self { nodes: Vec::new() };
        page.add(&dom.document, None);
        page
    }

    fn add(&mut self, node: &Handle, parent: Option<usize>) {
        let kind = match &node.data {
            NodeData::Text { contents } => Kind::Text(contents.borrow().to_string()),
            NodeData::Element { name, attrs, .. } => {
                let attribute = |attribute: &html5ever::Attribute| Attribute {
                    name: attribute.name.local.to_string(),
                    value: attribute.value.to_string(),
                    is_foreign: attribute.name.ns != ns!(),
                };
                let mut attributes: Vec<_> = attrs.borrow().iter().map(attribute).collect();
                attributes.sort_by(|one, other| one.name.cmp(&other.name));
                Kind::Element { name: name.local.to_string(), attributes }
            }
            _ => Kind::Other,
        };
        let index = self.nodes.len();
        self.nodes.push(Data { parent, end: 0, kind });
        for child in &*node.children.borrow() {
            self.add(child, Some(index));
        }
        self.nodes[index].end = self.nodes.len();
    }

    /// Returns all nodes in order.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.nodes.len()).map(|index| Node { page: self, index })
    }

    /// Returns each node where it begins, with `true`, and where it ends.
    pub(crate) fn edges(&self) -> Vec<(Node<'_>, bool)> {
        let (mut edges, mut open): (Vec<_>, Vec<Node<'_>>) = (Vec::new(), Vec::new());
        for node in self.nodes() {
            while let Some(last) = open.pop_if(|last| last.data().end <= node.index) {
                edges.push((last, false));
            }
            edges.push((node, true));
            open.push(node);
        }
        edges.extend(open.into_iter().rev().map(|node| (node, false)));
        edges
    }

    pub(crate) fn root_element(&self) -> Node<'_> {
        self.nodes().find(|node| node.is_element()).expect("every page has elements")
    }

    /// Returns the elements that a selector finds.
    pub(crate) fn select(&self, selector: &str) -> Vec<Node<'_>> {
        Node { page: self, index: 0 }.select(selector)
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.page, other.page) && self.index == other.index
    }
}

impl<'a> Node<'a> {
    fn data(self) -> &'a Data {
        &self.page.nodes[self.index]
    }

    fn attributes(self) -> &'a [Attribute] {
        if let Kind::Element { attributes, .. } = &self.data().kind { attributes } else { &[] }
    }

    pub(crate) fn is_element(self) -> bool {
        matches!(self.data().kind, Kind::Element { .. })
    }

    /// Returns the name of an element; empty for other nodes.
    pub(crate) fn name(self) -> &'a str {
        if let Kind::Element { name, .. } = &self.data().kind { name } else { "" }
    }

    /// Returns the text of a text node.
    pub(crate) fn as_text(self) -> Option<&'a str> {
        if let Kind::Text(text) = &self.data().kind { Some(text) } else { None }
    }

    pub(crate) fn attr(self, name: &str) -> Option<&'a str> {
        let attribute = self.attributes().iter().find(|attribute| attribute.name == name && !attribute.is_foreign);
        attribute.map(|attribute| &*attribute.value)
    }

    /// Returns the attributes with their values, sorted by name.
    pub(crate) fn attrs(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.attributes().iter().map(|attribute| (&*attribute.name, &*attribute.value))
    }

    pub(crate) fn classes(self) -> impl Iterator<Item = &'a str> {
        self.attr("class").unwrap_or_default().split_ascii_whitespace()
    }

    fn at(self, index: usize) -> Self {
        Self { index, ..self }
    }

    pub(crate) fn parent(self) -> Option<Self> {
        self.data().parent.map(|parent| self.at(parent))
    }

    /// Returns the elements around it, the innermost first.
    pub(crate) fn ancestors(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), |node| node.parent()).filter(|node| node.is_element())
    }

    pub(crate) fn child_nodes(self) -> impl Iterator<Item = Self> {
        let end = self.data().end;
        let child = move |index| (index < end).then(|| self.at(index));
        std::iter::successors(child(self.index + 1), move |node| child(node.data().end))
    }

    pub(crate) fn child_elements(self) -> impl Iterator<Item = Self> {
        self.child_nodes().filter(|node| node.is_element())
    }

    fn inside(self) -> impl Iterator<Item = Self> {
        (self.index + 1..self.data().end).map(move |index| self.at(index))
    }

    /// Returns the elements inside it.
    pub(crate) fn descendent_elements(self) -> impl Iterator<Item = Self> {
        self.inside().filter(|node| node.is_element())
    }

    /// Returns the texts inside it.
    pub(crate) fn text(self) -> impl Iterator<Item = &'a str> {
        self.inside().filter_map(Self::as_text)
    }

    /// Returns the elements inside it that a selector finds.
    pub(crate) fn select(self, selector: &str) -> Vec<Self> {
        let paths = paths(selector);
        self.descendent_elements().filter(|element| paths.iter().any(|path| element.ends(path))).collect()
    }

    /// Returns whether it is at the end of a path.
    fn ends(self, path: &[(char, Vec<Test>)]) -> bool {
        let Some(((way, tests), before)) = path.split_last() else { return true };
        let before_it = || self.parent()?.child_elements().take_while(|element| *element != self).last();
        tests.iter().all(|test| self.passes(test))
            && match way {
                _ if before.is_empty() => true,
                '>' => self.ancestors().next().is_some_and(|parent| parent.ends(before)),
                '+' => before_it().is_some_and(|element| element.ends(before)),
                _ => self.ancestors().any(|outer| outer.ends(before)),
            }
    }

    fn passes(self, test: &Test) -> bool {
        match test {
            Test::Name(name) => name == "*" || self.name() == name,
            Test::Class(class) => self.classes().any(|own| own == class),
            Test::Has(name, None) => self.attr(name).is_some(),
            Test::Has(name, Some(value)) => self.attr(name) == Some(value),
            Test::IsFirst => self.parent().and_then(|parent| parent.child_elements().next()) == Some(self),
            Test::Not(selector) => !paths(selector).iter().any(|path| self.ends(path)),
            Test::Contains(selector) => !self.select(selector).is_empty(),
        }
    }
}

/// A condition on an element.
enum Test {
    Name(String),
    Class(String),
    /// An attribute, optionally with a value.
    Has(String, Option<String>),
    IsFirst,
    Not(String),
    Contains(String),
}

/// Returns the paths of a selector: elements, each with its relation to the one before.
fn paths(selector: &str) -> Vec<Vec<(char, Vec<Test>)>> {
    let mut paths = vec![vec![(' ', Vec::new())]];
    let mut rest = selector;
    while let Some(first) = rest.chars().next() {
        let after = rest.trim_start_matches([' ', '>', '+', ',']);
        if after.len() < rest.len() {
            let way = rest[..rest.len() - after.len()].trim().chars().next().unwrap_or(' ');
            if way == ',' {
                paths.push(Vec::new());
            }
            paths.last_mut().expect("a path").push((way, Vec::new()));
            rest = after;
            continue;
        }
        let word = |from: usize| {
            let ends = |c: char| !(c.is_alphanumeric() || "-_*\\".contains(c));
            let mut end = rest[from..].find(ends).map_or(rest.len(), |end| from + end);
            // A character after a backslash is part of the name.
            while rest[..end].ends_with('\\') {
                end = rest[end + 1..].find(ends).map_or(rest.len(), |more| end + 1 + more);
            }
            (rest[from..end].replace('\\', ""), &rest[end..])
        };
        let (test, after) = match first {
            '.' => {
                let (class, after) = word(1);
                (Test::Class(class), after)
            }
            '[' => {
                let (inside, after) = rest[1..].split_once(']').expect("the end of an attribute");
                let (name, value) = inside.split_once('=').map_or((inside, None), |(name, value)| (name, Some(value)));
                (Test::Has(name.to_owned(), value.map(|value| value.trim_matches(['"', '\'']).to_owned())), after)
            }
            ':' => match word(1) {
                (name, after) if name == "first-child" => (Test::IsFirst, after),
                (name, after) => {
                    let (inside, after) = after[1..].split_once(')').expect("the end of a selector");
                    match &*name {
                        "not" => (Test::Not(inside.to_owned()), after),
                        "has" => (Test::Contains(inside.to_owned()), after),
                        _ => panic!("no test knows what {selector} means"),
                    }
                }
            },
            _ => {
                let (name, after) = word(0);
                assert!(!name.is_empty(), "no test knows what {selector} means");
                (Test::Name(name), after)
            }
        };
        paths.last_mut().and_then(|path| path.last_mut()).expect("an element").1.push(test);
        rest = after;
    }
    paths
}

#[test]
fn selectors_find_elements() {
    let page = Html::parse_document("<p class='a b'>1<ul><li id=x>2<li><a href=y>3</a><b>4</b></ul>");
    let found =
        |selector: &str| page.select(selector).into_iter().map(|node| node.text().collect()).collect::<Vec<String>>();
    for (selector, expected) in [
        ("li", &["2", "34"][..]),
        ("p.b, b", &["1", "4"]),
        ("ul > a", &[]),
        ("ul a", &["3"]),
        ("li > a + b", &["4"]),
        ("li:first-child, [href=y]", &["2", "3"]),
        ("li:not([id]):has(a)", &["34"]),
        ("li[id='x']", &["2"]),
    ] {
        assert_eq!(found(selector), expected, "{selector}");
    }
}
