# What developers and the continuous integration run. `make site` needs nothing but Rust.

.PHONY: build test quick-test every-page clients lint fmt doc bench site

build:
	cargo build --release

# Everything, with real browsers, which it installs.
test: clients
	cargo test -- --include-ignored

# What needs no other program.
quick-test:
	cargo test

# Text browsers read every page in every theme, and not only a sample. It takes about an hour.
every-page: clients
	EVERY_PAGE=1 cargo test --test suite text_browsers -- --ignored

clients:
	tests/clients/install.sh

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
