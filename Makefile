# What building and running need is installed by `make setup`, what the tests need by `make setup-test`; the other targets call them.

SHELL := /bin/bash
REEL := .build/debug/reel
DEMO := demo

.PHONY: setup swift setup-test build demo test install uninstall docs soak fuzz tsan asan bench coverage format lint clean

# Does nothing, quickly, when everything is there.
setup: swift
	@.ci/install .ci/packages.txt

# The other programs that the tests judge Reel by.
setup-test: setup
	@.ci/install .ci/packages-test.txt

# The toolchain, which is not Debian's.
swift:
	@.ci/swift

# The command and libReel.so, side by side.
build: setup
	swift build -c release --product Reel
	swift build -c release --product reel

# Where `make install` puts the command, its library, the descriptions to start from, completions and the manual page. The build is
# that of `make build`, or CONFIGURATION=debug; DESTDIR is put before all, for packages.
PREFIX := /usr/local
CONFIGURATION := release

install:
	@[ -x .build/$(CONFIGURATION)/reel ] && [ -e .build/$(CONFIGURATION)/libReel.so ] || \
	  { echo "error: there is no .build/$(CONFIGURATION)/reel" >&2; echo "   = help: run make build first" >&2; exit 1; }
	@DESTDIR='$(DESTDIR)' .ci/install-reel install '$(PREFIX)' .build/$(CONFIGURATION)

uninstall:
	@DESTDIR='$(DESTDIR)' .ci/install-reel uninstall '$(PREFIX)'

# The articles and the reference of the modules as a website, from the debug build.
docs: setup
	swift build --product Reel
	.ci/docs

# Makes a clip and grades its colours: INPUT=movie.mp4 takes your movie instead. Built without optimisation, which takes a third of
# the time; `make test` goes on from there.
demo: setup
	swift build --product Reel
	swift build --product reel
	@mkdir -p $(DEMO)
ifdef INPUT
	@input='$(INPUT)'; $(MAKE) --no-print-directory demo-run INPUT="$$input"
else
	$(REEL) run Pipelines/test-clip.yaml --overwrite --set output=$(DEMO)/clip.mp4
	@$(MAKE) --no-print-directory demo-run INPUT=$(DEMO)/clip.mp4
endif

.PHONY: demo-run
demo-run:
	$(REEL) run Pipelines/grade.yaml --overwrite --set input='$(INPUT)' --set output=$(DEMO)/movie.mp4
	@echo "The result is $(DEMO)/movie.mp4"

test: setup-test
	swift build --build-tests
	.ci/test

# The tests with all their repeats: every damaged movie, every moment of a kill, every triple of the matrix of real files.
soak: setup-test
	swift build --build-tests
	REEL_SOAK=1 TEST_LIMIT=14400 .ci/test

# Looks for files that the reader of movies trips over: FUZZ_SECONDS of trying what no one has thought of.
FUZZ_SECONDS := 60
FUZZ_BUILD := .build/fuzz

fuzz: setup
	REEL_FUZZ=1 swift build -c release --product MovieFuzz --scratch-path $(FUZZ_BUILD) \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library
	@mkdir -p $(FUZZ_BUILD)/corpus
	$(FUZZ_BUILD)/release/MovieFuzz $(FUZZ_BUILD)/corpus -max_total_time=$(FUZZ_SECONDS) -max_len=16384 \
	  -timeout=5 -rss_limit_mb=128 -artifact_prefix=$(FUZZ_BUILD)/

# Runs the tests of elements and of the engine, live ones too, under the thread sanitizer. Those that weigh the process are
# left out: the sanitizer weighs more than what they look for.
tsan: setup-test
	$(call sanitized,thread,GStreamerTests MediaEngineTests MediaSourceTests,--skip LeakTests)

# Runs the tests of what parses files under the address sanitizer, which weighs more than those of memory look for.
asan: setup-test
	$(call sanitized,address,MovieFileTests MediaSourceTests,--skip MemoryTests)

# The sanitizer, the test targets, further arguments; SANITIZED_TESTS chooses some of the tests.
SANITIZED_TESTS := .
define sanitized
REEL_TESTS='$(2)' swift build --build-tests --sanitize=$(1) --scratch-path .build/$(1)
	TSAN_OPTIONS="suppressions=$(CURDIR)/.ci/tsan-suppressions.txt ignore_noninstrumented_modules=1 exitcode=66" \
	ASAN_OPTIONS="detect_leaks=0" \
	  .build/$(1)/debug/ReelPackageTests.xctest --testing-library swift-testing \
	  --experimental-maximum-parallelization-width 2 --filter '$(SANITIZED_TESTS)' $(3)
endef

# Other editors are wanted here alone.
bench: setup-test build
	@.ci/install .ci/packages-bench.txt
	swift build -c release --product Benchmarks
	Benchmarks/run

# How much of Apple's API there is; these areas are complete and must stay so.
coverage: setup-test
	@.ci/coverage time sample

format:
	swift format format --in-place --recursive --parallel Benchmarks Sources Tests Plugins Package.swift

lint:
	swift format lint --strict --recursive --parallel Benchmarks Sources Tests Plugins Package.swift

clean:
	rm -rf .build $(DEMO)
