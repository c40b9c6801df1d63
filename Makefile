# What developers and the continuous integration run. `make site` needs nothing but Rust.

.PHONY: build compile-tests test quick-test trust fuzz sweep clients lint fmt doc bench site

build:
	cargo build --release

# What tests with all of the default site take to compile with optimisation, they save many times over. The release is
# built as it always is.
compile-tests test sweep: export CARGO_PROFILE_DEV_OPT_LEVEL = 1

compile-tests:
	cargo test --no-run

# Everything but `make trust`, with all of the default site and real browsers, which it installs. Some of them wait more
# than they work, so more run than there are cores.
test: clients
	WHOLE_SITE=1 cargo test -- --include-ignored --skip trust_ --test-threads=4

# What needs no other program, with a sample of the default site.
quick-test:
	cargo test

# Thousands of kills, system calls that fail, races, manifests of others, mutated inputs and random games; it says how
# many. The program is built as users have it.
trust: clients
	TRUST=1 cargo test --release --test suite -- --include-ignored --nocapture trust mutations properties

# A minute of fuzzing for each target. It needs a nightly compiler and `cargo install cargo-fuzz`.
fuzz:
	for target in address config document manifest template; do \
	  mkdir -p fuzz/corpus/$$target && \
	  cargo +nightly fuzz run $$target fuzz/corpus/$$target tests/trust/site -- -max_total_time=60 || exit 1; \
	done

# What `make test` does with samples, with everything: text browsers and the validators read every page in every theme,
# every edition is played to each of its endings, every theme is proven, and all of every book is compared with the
# website.
sweep: clients
	WHOLE_SITE=1 EVERY_PAGE=1 cargo test --test suite -- --ignored text_browsers validator play the_site_is_proven
	WHOLE_SITE=1 EVERY_PAGE=1 cargo test --test suite -- book shared_files

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
