//! The build script: how the program is linked.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    // The tables of the HTML minifier are 9 MB of pointers. In a program that can be loaded at any address, all of them
    // are computed at each start, which takes longer than a small build.
    let target = |part| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
