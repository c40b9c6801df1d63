# What developers and the continuous integration run. `make site` needs nothing but Rust.

.PHONY: build test lint fmt doc bench site

build:
	cargo build --release

test:
	cargo test

lint:
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings

fmt:
	cargo fmt

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items

bench:
	cargo bench --bench site

site:
	cargo run --release -- build
