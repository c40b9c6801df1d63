//! The tests of the program from outside, in one crate, so that they are linked once and share what they read.
//!
//! `cargo test` runs what needs no other program. Tests with real clients are ignored until `make test` asks for them.

mod accessibility;
mod architecture;
mod archive;
mod ataxx;
mod bad_input;
mod boards;
mod book;
mod book_validators;
mod chance;
mod clients;
mod conformance;
mod default_site;
mod drafts;
mod driver;
mod faults;
mod files;
mod fixture;
mod graph_file;
mod guide;
mod hints;
mod injections;
mod layout;
mod lessons;
mod many_pages;
mod mutations;
mod old_browsers;
mod opponents;
mod pages;
mod peg_solitaire;
mod play;
mod properties;
mod reading;
mod readme;
mod shared_files;
mod single_file_clients;
mod solver;
mod telling;
mod text_browsers;
mod theme;
mod trust;
mod updates;
mod website;
mod whole_site;
mod wrong_types;
