# Commands for developers and continuous integration. `make site` needs only Rust.

.PHONY: build compile-tests test quick-test trust fuzz sweep clients lint fmt doc bench site

build:
	cargo build --release

# Tests of the whole default site are compiled with optimisation, which saves much more time than it takes. Releases are
# built as usual.
compile-tests test sweep: export CARGO_PROFILE_DEV_OPT_LEVEL = 1

compile-tests:
	cargo test --no-run

# All tests except `make trust`, with the whole default site and real browsers, which it installs. Some tests mostly
# wait, so it runs more tests in parallel than there are cores.
test: clients
	WHOLE_SITE=1 cargo test -- --include-ignored --skip trust_ --test-threads=4

# The tests that need no other program, with a sample of the default site.
quick-test:
	cargo test

# Thousands of kills, failing system calls, races, foreign manifests, mutated inputs and random games; prints how many.
# The program is built in release mode, as users get it.
trust: clients
	TRUST=1 cargo test --release --test suite -- --include-ignored --nocapture trust mutations properties

# A minute of fuzzing for each target. It needs a nightly compiler and `cargo install cargo-fuzz`.
fuzz:
	for target in address config document manifest template; do \
	  mkdir -p fuzz/corpus/$$target && \
	  cargo +nightly fuzz run $$target fuzz/corpus/$$target tests/trust/site -- -max_total_time=60 || exit 1; \
	done

# Like `make test`, but without sampling: text browsers and validators read every page in every theme, every edition is
# played to each of its endings, every theme is checked, and every page of every book is compared with the website.
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
