//! Writes the manual of the program into a folder, one page per verb: `cargo run --example manual -- man`.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("the folder for the manual"));
    std::fs::create_dir_all(&folder)?;
    clap_mangen::generate_to(pageturner::command(), folder)
}
