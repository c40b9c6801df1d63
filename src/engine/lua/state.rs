//! States of games in Lua, packed into bytes. The prelude packs them, which is faster than reading Lua tables from
//! Rust.
//!
//! A state is a boolean, an integer, a string, a list, or a table with strings as keys. Keys are sorted, so states with
//! the same content have the same bytes.

use std::fmt;

use mlua::{Lua, Result as LuaResult, Table, Value};
use xxhash_rust::xxh3::xxh3_64;

/// A packed state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Packed(pub(super) Box<[u8]>);

/// The deepest nesting of tables. This limit also stops a table that contains itself.
pub(super) const DEEPEST: usize = 16;

/// The maximum number of bytes of a packed state.
pub(super) const LONGEST: usize = 1 << 16;

/// A value of a packed state; the items of a table follow it as further pieces.
enum Piece<'a> {
    Flag(bool),
    Number(i64),
    Text(&'a [u8]),
    List(usize),
    Table(usize),
}

impl Packed {
    /// Splits concatenated packed states. Before each state, four bytes contain its length.
    pub(super) fn split(mut states: &[u8]) -> Vec<Self> {
        let mut found = Vec::new();
        while let Some((length, rest)) = states.split_first_chunk() {
            let (state, others) = rest.split_at(u32::from_le_bytes(*length) as usize);
            found.push(Self(state.into()));
            states = others;
        }
        found
    }

    /// Returns the state as a new Lua value.
    pub(super) fn unpack(&self, lua: &Lua) -> LuaResult<Value> {
        read_value(lua, &mut &*self.0)
    }

    /// Returns a hash of the state, in sixteen hexadecimal digits.
    pub(super) fn number(&self) -> String {
        format!("{:016x}", xxh3_64(&self.0))
    }

    /// Returns the packed value of each field of a table, with its key.
    pub(super) fn fields(&self) -> Vec<(String, &[u8])> {
        let mut rest = &*self.0;
        let Piece::Table(count) = take(&mut rest) else { return Vec::new() };
        let field = |_| {
            let key = String::from_utf8_lossy(take_text(&mut rest)).into_owned();
            let value = rest;
            skip(&mut rest);
            (key, &value[..value.len() - rest.len()])
        };
        (0..count).map(field).collect()
    }
}

/// Returns the value of a key; nil if the table does not contain this key.
pub(super) fn field(table: &Table, key: &str) -> Value {
    table.raw_get(key).unwrap_or(Value::Nil)
}

/// Describes a value in words.
pub(super) fn kind(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::Boolean(flag) => format!("`{flag}`"),
        Value::Integer(number) => format!("the number {number}"),
        Value::Number(number) => format!("the number {number:?}"),
        Value::String(text) => format!("the string \"{}\"", text.to_string_lossy()),
        other => format!("a {}", other.type_name()),
    }
}

fn take<'a>(rest: &mut &'a [u8]) -> Piece<'a> {
    match take_byte(rest) {
        flag @ 0..=1 => Piece::Flag(flag == 1),
        2 => {
            let (number, others) = rest.split_first_chunk().expect("a packed state is whole");
            *rest = others;
            Piece::Number(i64::from_be_bytes(*number))
        }
        3 => Piece::Text(take_text(rest)),
        4 => Piece::List(take_length(rest)),
        5 => Piece::Table(take_length(rest)),
        // Integers from -16 to 231 take one byte.
        small => Piece::Number(i64::from(small) - 24),
    }
}

fn take_byte(rest: &mut &[u8]) -> u8 {
    let (first, others) = rest.split_first().expect("a packed state is whole");
    *rest = others;
    *first
}

fn take_length(rest: &mut &[u8]) -> usize {
    let (mut length, mut shift) = (0, 0);
    loop {
        let byte = take_byte(rest);
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

fn skip(rest: &mut &[u8]) {
    match take(rest) {
        Piece::Flag(_) | Piece::Number(_) | Piece::Text(_) => {}
        Piece::List(count) => (0..count).for_each(|_| skip(rest)),
        Piece::Table(count) => (0..count).for_each(|_| {
            take_text(rest);
            skip(rest);
        }),
    }
}

fn read_value(lua: &Lua, rest: &mut &[u8]) -> LuaResult<Value> {
    Ok(match take(rest) {
        Piece::Flag(flag) => Value::Boolean(flag),
        Piece::Number(number) => Value::Integer(number),
        Piece::Text(text) => Value::String(lua.create_string(text)?),
        Piece::List(count) => {
            let table = lua.create_table_with_capacity(count, 0)?;
            for _ in 0..count {
                table.raw_push(read_value(lua, rest)?)?;
            }
            Value::Table(table)
        }
        Piece::Table(count) => {
            let table = lua.create_table_with_capacity(0, count)?;
            for _ in 0..count {
                let key = lua.create_string(take_text(rest))?;
                table.raw_set(key, read_value(lua, rest)?)?;
            }
            Value::Table(table)
        }
    })
}

/// Writes the state as Lua source.
impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(&mut &*self.0, f)
    }
}

fn show(rest: &mut &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let piece = take(rest);
    match piece {
        Piece::Flag(flag) => write!(f, "{flag}"),
        Piece::Number(number) => write!(f, "{number}"),
        Piece::Text(text) => write!(f, "{:?}", String::from_utf8_lossy(text)),
        Piece::List(0) | Piece::Table(0) => f.write_str("{}"),
        Piece::List(count) | Piece::Table(count) => {
            for number in 0..count {
                f.write_str(if number == 0 { "{ " } else { ", " })?;
                if matches!(piece, Piece::Table(_)) {
                    write!(f, "{} = ", String::from_utf8_lossy(take_text(rest)))?;
                }
                show(rest, f)?;
            }
            f.write_str(" }")
        }
    }
}
