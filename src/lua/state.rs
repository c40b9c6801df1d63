//! States: what a game hands out as one, packed into bytes by which it is known, and unpacked again.
//!
//! A state is a boolean, a whole number, a text, a list, or a table with texts as its keys. Keys are sorted, so states
//! with the same content have the same bytes.

use std::fmt;

use mlua::{Lua, Result as LuaResult, Table, Value};
use xxhash_rust::xxh3::xxh3_64;

/// A packed state.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Packed(pub(super) Box<[u8]>);

/// Why a value cannot be a state: where it stands in it, such as `.cars.a1`, what it is, and what to do.
#[derive(Debug)]
pub(super) struct Unfit {
    pub(super) path: String,
    pub(super) what: String,
    pub(super) hint: &'static str,
}

/// How deep tables can be in each other. What refers to itself is deeper.
const DEEPEST: usize = 16;

/// How many bytes a packed state has at most.
const LONGEST: usize = 1 << 16;

const FALSE: u8 = 0;
const TRUE: u8 = 1;
const NUMBER: u8 = 2;
const TEXT: u8 = 3;
const LIST: u8 = 4;
const TABLE: u8 = 5;
/// Numbers from -16 to 231 are one byte.
const FIRST_SMALL: u8 = 8;
const ZERO: u8 = 24;

impl Packed {
    /// Packs a value.
    pub(super) fn pack(value: &Value) -> Result<Self, Unfit> {
        let mut bytes = Vec::with_capacity(32);
        write(value, 0, &mut bytes)?;
        if bytes.len() > LONGEST {
            let hint = "a state is what play depends on, and nothing else: no history, and no text that grows";
            return Err(Unfit { path: String::new(), what: format!("more than {LONGEST} bytes"), hint });
        }
        Ok(Self(bytes.into()))
    }

    /// Returns the value that was packed, as a fresh copy.
    pub(super) fn unpack(&self, lua: &Lua) -> LuaResult<Value> {
        read_value(lua, &mut &*self.0)
    }

    /// Returns a number that it is known by, sixteen digits and letters.
    pub(super) fn number(&self) -> String {
        format!("{:016x}", xxh3_64(&self.0))
    }

    /// Returns the one of two states whose bytes are less.
    pub(super) fn least(self, other: Self) -> Self {
        if other.0 < self.0 { other } else { self }
    }

    /// Returns the bytes of each field of a table, by its key.
    pub(super) fn fields(&self) -> Vec<(String, &[u8])> {
        let mut rest = &*self.0;
        if take(&mut rest) != TABLE {
            return Vec::new();
        }
        let mut fields = Vec::new();
        for _ in 0..take_length(&mut rest) {
            let key = String::from_utf8_lossy(take_text(&mut rest)).into_owned();
            let value = rest;
            skip(&mut rest);
            fields.push((key, &value[..value.len() - rest.len()]));
        }
        fields
    }
}

fn write(value: &Value, depth: usize, out: &mut Vec<u8>) -> Result<(), Unfit> {
    let unfit = |what: String, hint| Err(Unfit { path: String::new(), what, hint });
    if depth > DEEPEST {
        return unfit(
            "a table that refers to itself, or one that is very deep".to_owned(),
            "a state is small and flat",
        );
    }
    match value {
        Value::Boolean(false) => out.push(FALSE),
        Value::Boolean(true) => out.push(TRUE),
        Value::Integer(number) => write_number(*number, out),
        Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => write_number(*number as i64, out),
        value @ Value::Number(_) => return unfit(kind(value), "numbers are whole: divide with `//`"),
        Value::String(text) => {
            out.push(TEXT);
            write_text(&text.as_bytes(), out);
        }
        Value::Table(table) => write_table(table, depth, out)?,
        other => {
            return unfit(kind(other), "a state is made of numbers, texts, `true`, `false` and tables of these");
        }
    }
    Ok(())
}

fn write_table(table: &Table, depth: usize, out: &mut Vec<u8>) -> Result<(), Unfit> {
    let length = table.raw_len();
    if length > 0 {
        out.push(LIST);
        write_length(length, out);
        for index in 1..=length {
            let item: Value = table.raw_get(index).unwrap_or(Value::Nil);
            if item.is_nil() {
                return Err(Unfit {
                    path: String::new(),
                    what: format!("a list with a hole at {index}"),
                    hint: "write `false` where nothing is, or use texts as keys",
                });
            }
            write(&item, depth + 1, out).map_err(|unfit| unfit.inside(&format!("[{index}]")))?;
        }
    }
    let mut fields: Vec<(Vec<u8>, Value)> = Vec::new();

    let mut odd = None;
    let each = |key: Value, value: Value| {
        match key {
            Value::String(text) => fields.push((text.as_bytes().to_vec(), value)),
            Value::Integer(index) if usize::try_from(index).is_ok_and(|index| (1..=length).contains(&index)) => {}
            other => odd = Some(kind(&other)),
        }
        Ok(())
    };
    table.for_each(each).ok();
    let what = match odd {
        Some(key) => Some(format!("a table with {key} as a key")),
        None => (length > 0 && !fields.is_empty()).then(|| "a table that is a list and has names, too".to_owned()),
    };
    if let Some(what) = what {
        return Err(Unfit {
            path: String::new(),
            what,
            hint: "a table is a list from 1 on, or has texts as its keys; `tostring(n)` makes a text of a number",
        });
    }
    if length > 0 {
        return Ok(());
    }
    fields.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    out.push(TABLE);
    write_length(fields.len(), out);
    for (key, value) in fields {
        write_text(&key, out);
        write(&value, depth + 1, out).map_err(|unfit| unfit.inside(&format!(".{}", String::from_utf8_lossy(&key))))?;
    }
    Ok(())
}

impl Unfit {
    fn inside(self, place: &str) -> Self {
        Self { path: format!("{place}{}", self.path), ..self }
    }
}

/// Returns what a value is, in words.
pub(super) fn kind(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Boolean(flag) => format!("`{flag}`"),
        Value::Integer(number) => format!("the number {number}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text \"{}\"", text.to_string_lossy()),
        other => format!("a {}", other.type_name()),
    }
}

fn write_number(number: i64, out: &mut Vec<u8>) {
    if let Ok(small @ FIRST_SMALL..) = u8::try_from(number.saturating_add(ZERO.into())) {
        out.push(small);
    } else {
        out.push(NUMBER);
        out.extend(number.to_be_bytes());
    }
}

fn write_length(length: usize, out: &mut Vec<u8>) {
    let mut rest = length;
    while rest > 0x7f {
        out.push(0x80 | (rest & 0x7f) as u8);
        rest >>= 7;
    }
    out.push(rest as u8);
}

fn write_text(text: &[u8], out: &mut Vec<u8>) {
    write_length(text.len(), out);
    out.extend(text);
}

fn take(rest: &mut &[u8]) -> u8 {
    let (first, others) = rest.split_first().expect("a packed state is whole");
    *rest = others;
    *first
}

fn take_length(rest: &mut &[u8]) -> usize {
    let (mut length, mut shift) = (0, 0);
    loop {
        let byte = take(rest);
        length |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return length;
        }
        shift += 7;
    }
}

fn take_text<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let length = take_length(rest);
    let (text, others) = rest.split_at(length);
    *rest = others;
    text
}

fn take_number(rest: &mut &[u8]) -> i64 {
    let (number, others) = rest.split_first_chunk().expect("a packed state is whole");
    *rest = others;
    i64::from_be_bytes(*number)
}

fn skip(rest: &mut &[u8]) {
    match take(rest) {
        NUMBER => drop(take_number(rest)),
        TEXT => drop(take_text(rest)),
        LIST => (0..take_length(rest)).for_each(|_| skip(rest)),
        TABLE => (0..take_length(rest)).for_each(|_| {
            take_text(rest);
            skip(rest);
        }),
        _ => {}
    }
}

fn read_value(lua: &Lua, rest: &mut &[u8]) -> LuaResult<Value> {
    Ok(match take(rest) {
        FALSE => Value::Boolean(false),
        TRUE => Value::Boolean(true),
        NUMBER => Value::Integer(take_number(rest)),
        TEXT => Value::String(lua.create_string(take_text(rest))?),
        LIST => {
            let count = take_length(rest);
            let table = lua.create_table_with_capacity(count, 0)?;
            for _ in 0..count {
                table.raw_push(read_value(lua, rest)?)?;
            }
            Value::Table(table)
        }
        TABLE => {
            let count = take_length(rest);
            let table = lua.create_table_with_capacity(0, count)?;
            for _ in 0..count {
                let key = lua.create_string(take_text(rest))?;
                table.raw_set(key, read_value(lua, rest)?)?;
            }
            Value::Table(table)
        }
        small => Value::Integer(i64::from(small) - i64::from(ZERO)),
    })
}

/// Writes the state as Lua writes it.
impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(&mut &*self.0, f)
    }
}

fn show(rest: &mut &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match take(rest) {
        FALSE => f.write_str("false"),
        TRUE => f.write_str("true"),
        NUMBER => write!(f, "{}", take_number(rest)),
        TEXT => write!(f, "{:?}", String::from_utf8_lossy(take_text(rest))),
        kind @ (LIST | TABLE) => {
            let count = take_length(rest);
            if count == 0 {
                return f.write_str("{}");
            }
            f.write_str("{")?;
            for number in 0..count {
                f.write_str(if number == 0 { " " } else { ", " })?;
                if kind == TABLE {
                    write!(f, "{} = ", String::from_utf8_lossy(take_text(rest)))?;
                }
                show(rest, f)?;
            }
            f.write_str(" }")
        }
        small => write!(f, "{}", i64::from(small) - i64::from(ZERO)),
    }
}
