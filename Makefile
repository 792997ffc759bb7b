# What developers and CI run. `make` lists it.

CARGO ?= cargo
# The oldest compiler that is promised.
MSRV = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
FFTGEN = $(CARGO) run --quiet --release --
SAMPLES = generated
export PATH := $(CURDIR)/.venv/bin:$(PATH)

help:
	@echo 'make test           install the tools if they are missing, then lint and all tests'
	@echo 'make test-full      the same with the large grids and the long operator tests: hours'
	@echo 'make wheel          build the Python package as the tests do, and run its short tests: a minute'
	@echo 'make python         install the Python package into .venv and run its tests: minutes'
	@echo 'make slurm          run a sweep on a SLURM of two nodes on this computer, whose workers are killed: root, half a minute'
	@echo 'make product        simulate 1,200 cores of fixed point by Verilator, as a sweep: hours'
	@echo 'make mutants        plant 880 faults in small cores of every kind, and report those that an emitted testbench lets pass'
	@echo 'make fuzz           random inputs for all that the program reads, with checks: FUZZ_SECONDS=60 for each of FUZZ_TARGETS'
	@echo 'make msrv           check with the oldest compiler that is promised'
	@echo 'make lint           format, clippy, documentation'
	@echo 'make bench          measure cores and write BENCHMARKS.md; ROWS=20,2:1024,2,fixed16:operators:noise:accuracy for some'
	@echo 'make bench-arrays   measure arrays of elements in Verilator, and write their section of BENCHMARKS.md: half an hour'
	@echo 'make bench-chains   measure chains beside separate cores, and write their section of BENCHMARKS.md: half an hour'
	@echo 'make bench-route    place and route cores by nextpnr, and write their section of BENCHMARKS.md: an hour'
	@echo 'make speed          speed of the program, and of Verilator beside its simulator'
	@echo 'make web            build the page with the generator as WebAssembly into web/dist: minutes'
	@echo 'make web-test       test the page in a browser: a minute'
	@echo 'make site           build the site into target/site: documents, flags, reports, and the page of make web if it is there'
	@echo 'make generated      write the committed samples anew'
	@echo 'make tools          install verilator, iverilog, yosys, slang, cocotb and nextpnr'

# Examples are compiled by clippy, and need not be linked.
test:
	$(MAKE) -j2 tools lint
	FFTGEN_REQUIRE_TOOLS=1 $(CARGO) test --workspace --lib --tests
	$(MAKE) -j2 examples wheel

# The examples of the library's documentation.
examples:
	FFTGEN_REQUIRE_TOOLS=1 $(CARGO) test --workspace --doc

test-full: tools lint msrv python
	FFTGEN_REQUIRE_TOOLS=1 FFTGEN_GRID=full FFTGEN_PAIRS=50000000 FFTGEN_CONFIGURATIONS=2000 \
	$(CARGO) test --workspace
	$(MAKE) product
	if [ "$$(id -u)" = 0 ]; then $(MAKE) slurm; fi

# Rows of another commit do not count.
PRODUCT = target/product-$(shell git rev-parse --short HEAD)
product:
	$(CARGO) build --workspace --bin fftgen
	target/debug/fftgen sweep testbenches/product.yaml --out $(PRODUCT) --retry
	! grep '"error":"' $(PRODUCT).jsonl

slurm:
	$(CARGO) build --workspace --bin fftgen
	testbenches/slurm.sh target/debug/fftgen

# With the library that the tests have built.
wheel: tools
	rm -rf target/wheels
	.venv/bin/maturin build --manifest-path python/Cargo.toml --profile dev --out target/wheels
	.venv/bin/pip install --quiet --force-reinstall --no-deps target/wheels/*.whl
	FFTGEN_REQUIRE_TOOLS=1 .venv/bin/python -m pytest -m 'not long' python/tests

# The native part is built with optimisations, which takes minutes.
python: tools
	.venv/bin/pip install './python[test]'
	FFTGEN_REQUIRE_TOOLS=1 .venv/bin/python -m pytest python/tests

mutants: tools
	FFTGEN_REQUIRE_TOOLS=1 FFTGEN_MUTANTS=880 $(CARGO) test --test tools mutants -- --nocapture

# Without a sanitizer the stable compiler builds it. What is found beside the committed inputs stays in target/.
FUZZ_TOOLS = target/fuzz-tools
FUZZ_VERSION = 0.13.2
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= $(patsubst fuzz/fuzz_targets/%.rs,%,$(sort $(wildcard fuzz/fuzz_targets/*.rs)))

fuzz:
	$(FUZZ_TOOLS)/bin/cargo-fuzz --version 2> /dev/null | grep -qF ' $(FUZZ_VERSION)' || \
	$(CARGO) install cargo-fuzz --locked --version $(FUZZ_VERSION) --root $(FUZZ_TOOLS)
	for target in $(FUZZ_TARGETS); do fuzz/run.sh $(FUZZ_TOOLS)/bin/cargo-fuzz $$target $(FUZZ_SECONDS) || exit 1; done

msrv:
	rustup toolchain install $(MSRV) --profile minimal
	cargo +$(MSRV) check --workspace --locked --target-dir target/msrv

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

# Without the Yosys of the recorded figures, the one in the PATH: BENCHMARKS.md says which it was.
bench: tools
	YOSYS="$${YOSYS:-$$(benches/yosys.sh || command -v yosys)}" $(CARGO) bench --bench report

bench-arrays: tools
	YOSYS="$${YOSYS:-$$(benches/yosys.sh || command -v yosys)}" $(CARGO) bench --bench arrays

bench-chains: tools
	YOSYS="$${YOSYS:-$$(benches/yosys.sh || command -v yosys)}" $(CARGO) bench --bench chains

bench-route: tools
	YOSYS="$${YOSYS:-$$(benches/yosys.sh || command -v yosys)}" $(CARGO) bench --bench routes

speed: tools
	$(CARGO) bench --bench speed
	$(CARGO) bench --bench simulators

tools:
	@testbenches/tools.sh

# The tool that writes the JavaScript beside the WebAssembly is of the version of the library.
WASM_TARGET = wasm32-unknown-unknown
WASM_TOOLS = target/web-tools
BINDGEN = $(shell sed -n '/^name = "wasm-bindgen"/{n;s/version = "\(.*\)"/\1/p}' web/Cargo.lock)

web:
	rustup target add $(WASM_TARGET)
	$(WASM_TOOLS)/bin/wasm-bindgen --version 2> /dev/null | grep -qF ' $(BINDGEN)' || \
	$(CARGO) install wasm-bindgen-cli --version $(BINDGEN) --root $(WASM_TOOLS)
	$(CARGO) build --release --locked --manifest-path web/Cargo.toml --target-dir target/web --target $(WASM_TARGET)
	rm -rf web/dist
	$(WASM_TOOLS)/bin/wasm-bindgen --target web --no-typescript --remove-name-section --remove-producers-section --out-dir web/dist target/web/$(WASM_TARGET)/release/fftgen_web.wasm
	cp web/page/* web/dist

# Beside the native program, whose files the page has to write too. Where there is no Chromium, one comes with Playwright.
web-test:
	$(CARGO) build --release
	[ -x .venv/bin/pip ] || python3 -m venv .venv
	.venv/bin/pip install -q pytest playwright
	command -v chromium google-chrome > /dev/null || .venv/bin/playwright install --with-deps chromium
	.venv/bin/python -m pytest web

MDBOOK = target/site-tools/bin/mdbook
MDBOOK_VERSION = 0.5.4

site:
	$(MDBOOK) --version 2> /dev/null | grep -qF ' v$(MDBOOK_VERSION)' || \
	$(CARGO) install mdbook --locked --version $(MDBOOK_VERSION) --root target/site-tools
	$(CARGO) build --release
	docs/site/build.sh $(CURDIR)/$(MDBOOK) $(CURDIR)/target/release/fftgen

# A prime, DFT20 at two widths, and a power of two.
generated:
	$(FFTGEN) --size 5 --width 2 --precision fp32 --out $(SAMPLES)/dft5_w2_fp32
	$(FFTGEN) --size 20 --width 2 --precision fp32 --out $(SAMPLES)/dft20_w2_fp32
	$(FFTGEN) --size 20 --width 4 --precision fp32 --out $(SAMPLES)/dft20_w4_fp32
	$(FFTGEN) --size 1024 --width 4 --precision fp16 --out $(SAMPLES)/dft1024_w4_fp16

.PHONY: help test examples test-full msrv wheel python slurm product mutants fuzz lint bench bench-arrays bench-chains bench-route speed tools web web-test site generated
