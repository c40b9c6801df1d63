# What developers and the continuous integration run. `make site` needs nothing but Rust.

.PHONY: build test quick-test trust fuzz sweep clients lint fmt doc bench site

build:
	cargo build --release

# Everything but `make trust`, with real browsers, which it installs. Some of them wait more than they work, so more run
# than there are cores.
test: clients
	cargo test -- --include-ignored --skip trust_ --test-threads=4

# What needs no other program.
quick-test:
	cargo test

# Thousands of kills, system calls that fail, races, manifests of others and mutated inputs; it says how many. The program
# is built as users have it.
trust: clients
	cargo test --release --test suite -- --ignored --nocapture trust

# A minute of fuzzing for each target. It needs a nightly compiler and `cargo install cargo-fuzz`.
fuzz:
	for target in address config document manifest template; do \
	  mkdir -p fuzz/corpus/$$target && \
	  cargo +nightly fuzz run $$target fuzz/corpus/$$target tests/trust/site -- -max_total_time=60 || exit 1; \
	done

# What `make test` does with samples, with everything: text browsers and the validator read every page in every theme,
# every edition is played to each of its endings in frames, too, and all of every book is compared with the website.
sweep: clients
	EVERY_PAGE=1 cargo test --test suite -- --ignored text_browsers validator play
	EVERY_PAGE=1 cargo test --test suite -- book shared_files

clients:
	tests/clients/install.sh

lint:
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
	cargo clippy --no-default-features -- -D warnings
	cargo clippy --no-default-features --features cli -- -D warnings

fmt:
	cargo fmt

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items

bench:
	cargo bench --bench site

site:
	cargo run --release -- build
