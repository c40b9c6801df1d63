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
        let next = || {
            let (length, rest) = states.split_first_chunk()?;
            states = rest;
            Some(Self(take_bytes(&mut states, u32::from_le_bytes(*length) as usize).into()))
        };
        std::iter::from_fn(next).collect()
    }

    /// Returns the state as a new Lua value.
    pub(super) fn unpack(&self, lua: &Lua) -> LuaResult<Value> {
        read_value(lua, &mut &*self.0)
    }

    /// Returns a hash of the state, in sixteen hexadecimal digits.
    pub(super) fn number(&self) -> String {
        format!("{:016x}", xxh3_64(&self.0))
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
        2 => Piece::Number(i64::from_be_bytes(take_bytes(rest, 8).try_into().expect("eight bytes"))),
        3 => Piece::Text(take_text(rest)),
        4 => Piece::List(take_length(rest)),
        5 => Piece::Table(take_length(rest)),
        // Integers from -16 to 231 take one byte.
        small => Piece::Number(i64::from(small) - 24),
    }
}

fn take_byte(rest: &mut &[u8]) -> u8 {
    take_bytes(rest, 1)[0]
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
    take_bytes(rest, length)
}

fn take_bytes<'a>(rest: &mut &'a [u8], count: usize) -> &'a [u8] {
    rest.split_off(..count).expect("a packed state is whole")
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
