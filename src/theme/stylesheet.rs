//! Minifies stylesheets: comments go, and blanks where they mean nothing. Every rule and declaration stays as it was,
//! since what looks double or wrong to a new browser may be all that an old one knows.

use cssparser::{ParseError, Parser, Token};

/// What a piece of a stylesheet is, as far as blanks beside it are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    Comment,
    /// A brace that opens a block, or closes one.
    Brace,
    Semicolon,
    Comma,
    Colon,
    /// The sign between a parent and its child in a selector.
    Child,
    /// The sign between parts of a value.
    Slash,
    /// A name without brackets after it.
    Name,
    Other,
}

/// A token as it is written.
#[derive(Clone, Copy, Debug)]
struct Piece<'a> {
    kind: Kind,
    text: &'a str,
    /// How many brackets and braces it stands in.
    depth: usize,
    /// Whether the innermost of these is no brace.
    in_brackets: bool,
}

impl Piece<'_> {
    /// Whether a declaration can stand behind it: one of a block, or one in parentheses, as media queries have them.
    fn precedes_declaration(&self) -> bool {
        match self.kind {
            Kind::Brace | Kind::Semicolon => !self.in_brackets,
            _ => self.text == "(",
        }
    }
}

/// Returns the minified form of a stylesheet; what is not finished or not closed stays as it is written.
pub(super) fn minify(stylesheet: &str) -> String {
    pieces(stylesheet).map_or_else(|| stylesheet.to_owned(), |pieces| write(&pieces))
}

/// Returns the pieces of a stylesheet, unless something in it is open at its end or closed without being open.
fn pieces(stylesheet: &str) -> Option<Vec<Piece<'_>>> {
    // What is still open takes this in.
    const END: &str = " ;";
    let probe = format!("{stylesheet}{END}");
    let mut lengths = Vec::new();
    collect(&mut Parser::new(&probe), (0, false), &mut lengths).ok()?;
    let mut pieces = Vec::with_capacity(lengths.len());
    let mut begin = 0;
    for Measured { kind, end, depth, in_brackets } in lengths {
        let end_of_text = end.min(stylesheet.len());
        // The probe is a blank, alone or with those before it, and then a semicolon outside of all blocks.
        if end > stylesheet.len() && !(depth == 0 && matches!(kind, Kind::Blank | Kind::Semicolon)) {
            return None;
        }
        if begin < end_of_text {
            pieces.push(Piece { kind, text: &stylesheet[begin..end_of_text], depth, in_brackets });
        }
        begin = end;
    }
    Some(pieces)
}

/// A token and the byte at which it ends.
struct Measured {
    kind: Kind,
    end: usize,
    depth: usize,
    in_brackets: bool,
}

/// Adds the tokens of a block, and those of all blocks in it. Fails where they nest deeper than the reader goes.
fn collect(
    parser: &mut Parser<'_>,
    (depth, in_brackets): (usize, bool),
    tokens: &mut Vec<Measured>,
) -> Result<(), ParseError<()>> {
    while let Ok(token) = parser.next_including_whitespace_and_comments() {
        let (kind, opens) = match token {
            Token::WhiteSpace(_) => (Kind::Blank, false),
            Token::Comment(_) => (Kind::Comment, false),
            Token::CurlyBracketBlock => (Kind::Brace, true),
            Token::ParenthesisBlock | Token::SquareBracketBlock | Token::Function(_) => (Kind::Other, true),
            Token::Semicolon => (Kind::Semicolon, false),
            Token::Comma => (Kind::Comma, false),
            Token::Colon => (Kind::Colon, false),
            Token::Delim('>') => (Kind::Child, false),
            Token::Delim('/') => (Kind::Slash, false),
            Token::Ident(_) => (Kind::Name, false),
            token if token.is_parse_error() => return Err(ParseError::unexpected_token()),
            _ => (Kind::Other, false),
        };
        tokens.push(Measured { kind, end: parser.position().byte_index(), depth, in_brackets });
        if opens {
            parser.parse_nested_block(|inside| collect(inside, (depth + 1, kind != Kind::Brace), tokens))?;
            // Where it is not closed, the probe is in it.
            tokens.push(Measured { kind, end: parser.position().byte_index(), depth, in_brackets });
        }
    }
    Ok(())
}

/// Returns the pieces with no more between them than they need.
fn write(pieces: &[Piece<'_>]) -> String {
    let mut out = String::new();
    let mut gap = Gap::default();
    // What was written last, and whether it is the colon of a declaration.
    let (mut last, mut after_colon): (Option<Piece<'_>>, bool) = (None, false);
    // The name that can be that of a declaration, while nothing follows it.
    let mut name: Option<Piece<'_>> = None;
    let mut next = 0;
    while let Some(&piece) = pieces.get(next) {
        next += 1;
        match piece.kind {
            Kind::Blank => gap.has_blank = true,
            Kind::Comment => gap.has_comment = true,
            kind => {
                out += gap.shortest(last.as_ref().filter(|_| !after_colon), &piece);
                out += piece.text;
                gap = Gap::default();
                let end = || end_of_statement(pieces, next, piece.depth);
                after_colon = false;
                if let Some(name) = name.filter(|_| kind == Kind::Colon && piece.depth > 0) {
                    if name.text.starts_with("--") {
                        out += &value(&pieces[next..end()]);
                        next = end();
                    } else {
                        after_colon = !pieces[next..end()].iter().any(|piece| piece.kind == Kind::Brace);
                    }
                }
                name = (kind == Kind::Name && last.is_some_and(|last| last.precedes_declaration())).then_some(piece);
                last = Some(piece);
            }
        }
    }
    out
}

/// Returns where the declaration ends in which a piece stands.
fn end_of_statement(pieces: &[Piece<'_>], from: usize, depth: usize) -> usize {
    let ends = |piece: &Piece<'_>| piece.depth < depth || (piece.depth == depth && piece.kind == Kind::Semicolon);
    pieces[from..].iter().position(ends).map_or(pieces.len(), |length| from + length)
}

/// Returns the value of a custom property as it is written. The blanks around it mean nothing, unless there is no more.
fn value(mut pieces: &[Piece<'_>]) -> String {
    let is_empty = pieces.is_empty();
    while let [Piece { kind: Kind::Blank, .. }, rest @ ..] | [rest @ .., Piece { kind: Kind::Blank, .. }] = pieces {
        pieces = rest;
    }
    match pieces {
        [] if !is_empty => " ".to_owned(),
        pieces => pieces.iter().map(|piece| piece.text).collect(),
    }
}

/// What stands between two pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Gap {
    has_blank: bool,
    has_comment: bool,
}

impl Gap {
    /// Returns the shortest text that means the same between two pieces. Nothing before it is what needs no blank.
    fn shortest(self, before: Option<&Piece<'_>>, after: &Piece<'_>) -> &'static str {
        let Some(before) = before else { return "" };
        let ends = |piece: &Piece<'_>| match piece.kind {
            Kind::Brace | Kind::Semicolon => !piece.in_brackets,
            kind => kind == Kind::Comma,
        };
        let is = |piece: &Piece<'_>, kind: Kind| piece.kind == kind && !piece.in_brackets;
        // Two hyphens and the sign of children are the end of a comment of HTML, a slash and a star begin one of CSS.
        let is_joined = is(before, Kind::Child)
            || (is(after, Kind::Child) && !before.text.ends_with('-'))
            || (is(before, Kind::Slash) && after.text != "*")
            || (is(after, Kind::Slash) && before.text != "*");
        match self {
            _ if ends(before) || ends(after) => "",
            Self { has_blank: true, .. } if is_joined => "",
            Self { has_blank: true, .. } => " ",
            // Without a comment the two might be one.
            Self { has_comment: true, .. } => "/**/",
            Self { .. } => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_comments_go_where_they_mean_nothing() {
        let cases = [
            ("p {\n  color: black; /* b */\n}\n", "p{color:black;}"),
            ("a , b > c { margin : 0 auto ; }", "a,b>c{margin :0 auto;}"),
            ("@media ( min-width: 500px ) {\n a { b: c }\n}", "@media ( min-width:500px ){a{b:c}}"),
            ("@view-transition { navigation: auto }", "@view-transition{navigation:auto}"),
            ("/*! kept by nobody */ a{b:rgb(1, 2, 3)}", "a{b:rgb(1,2,3)}"),
            ("a{--x: 1px; --y:  2px  }", "a{--x:1px;--y:2px}"),
            ("@supports (display : grid) and (--x: a  b){}", "@supports (display :grid) and (--x:a  b){}"),
            ("a{font:12px / 1.5 serif;b:1 / calc(1 / 2)}", "a{font:12px/1.5 serif;b:1/calc(1 / 2)}"),
            ("", ""),
        ];
        for (written, small) in cases {
            assert_eq!(minify(written), small);
            assert_eq!(minify(small), small);
        }
    }

    #[test]
    fn what_means_something_stays() {
        let same = [
            "a{width:clamp(1rem, 2vw + 1rem, 3rem)}".replace(", ", ","),
            "a{margin:calc(1px - -2px) -1px}".to_owned(),
            "td ::before{}td::before{}.a .b{}.a.b{}a *{}".to_owned(),
            "a :hover{}@media x{a :hover{}a: hover{}}a: hover{}".to_owned(),
            ".a/**/.b{}a/**/b{}".to_owned(),
            "a{--x: ;--y:;--z:a  b;--w:{a:b};--v:/* c */ 1;--u:{ a: b ; c }}".to_owned(),
            "a{b:\"x  /* y */  z\";c:url(x  y);d:'\\'  '}".replace("x  y", "x"),
            "p{width:300px;width:calc(100% - 3px);}".to_owned(),
            "@media (min-width:500px){p{color:red;}}".to_owned(),
            "a{*zoom:1;_height:1px;color:red\\9;filter:progid:DX.M(a='b', c=1)}".replace(", ", ","),
            "@import url(x.css) screen;@charset \"utf-8\";".to_owned(),
            "a{color:red !important}a[b=c i]{}".to_owned(),
            "a{b:U+0025-00FF,u+4??}".to_owned(),
            "a-- >b{}a{b:1/ *;c:* /1}".to_owned(),
            "a:not(b :hover,b: hover){}".to_owned(),
            "@supports (a:b) and (not (c:d)){}".to_owned(),
        ];
        for written in same {
            assert_eq!(minify(&written), written);
        }
    }

    #[test]
    fn what_is_not_finished_stays_as_it_is_written() {
        let deep = "(".repeat(100_000);
        for written in
            ["a { b : c", "a { b : c } /* d", "a { b : \"c", "a { b : url(c", "a } b { }", "a { b : 'c\n' }", &deep]
        {
            assert_eq!(minify(written), written);
        }
    }

    /// Returns the tokens of a stylesheet, those in blocks included, without blanks and comments.
    fn tokens(css: &str) -> Vec<String> {
        fn add(parser: &mut Parser<'_>, found: &mut Vec<String>) {
            while let Ok(token) = parser.next().cloned() {
                found.push(format!("{token:?}"));
                let closing = match token {
                    Token::CurlyBracketBlock => "}",
                    Token::SquareBracketBlock => "]",
                    Token::ParenthesisBlock | Token::Function(_) => ")",
                    _ => continue,
                };
                let done: Result<(), ParseError<()>> = parser.parse_nested_block(|inside| {
                    add(inside, found);
                    Ok(())
                });
                done.expect("all of it is read");
                found.push(closing.to_owned());
            }
        }
        let mut found = Vec::new();
        add(&mut Parser::new(css), &mut found);
        found
    }

    #[test]
    fn the_tokens_stay_the_same() {
        const PARTS: [&str; 44] = [
            "a", ".b", " ", "\n", "/* c */", "/**/", "{", "}", "{", "}", ";", ":", "::", ",", ">", "+", "-", "--",
            "--x", "--x: ", "1", "2px", "e3", "(", ")", "calc(", ")", "url( x )", "url(", "\"s  s\"", "#f", "@media ",
            "!", "*", "[", "]", "=", "\\9 ", "|", "~", "%", "<!--", "u+26", ".5",
        ];
        let mut chance: u64 = 1;
        for _ in 0..20_000 {
            let mut css = String::new();
            for _ in 0..12 {
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                css += PARTS[(chance >> 33) as usize % PARTS.len()];
            }
            for css in [format!("a{{{css}}}"), css] {
                let small = minify(&css);
                assert_eq!(tokens(&small), tokens(&css), "{css:?} became {small:?}");
                assert!(small.len() <= css.len(), "{css:?} became {small:?}");
            }
        }
    }
}
