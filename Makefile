# Cue. The commands that matter: make demo, make test, make install PREFIX=/usr/local, make check, make bench.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.SUFFIXES:

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
CONFIG ?= release
# The release build brings its Swift runtime along: it starts in half the time and needs no toolchain.
BUILD := $(SWIFT) build -c $(CONFIG) --static-swift-stdlib
BIN = $(shell $(BUILD) --show-bin-path)

# Plugins whose library is there. flite, espeak and mock are always built; make deps brings what they need.
PLUGINS := mock flite espeak
export CUE_PLUGINS := $(PLUGINS)

.PHONY: all deps
all: stage

deps:
	@./Tools/deps

.PHONY: stage
stage: deps
	$(BUILD) --product host
	$(BUILD) --product cue-worker
	for plugin in $(PLUGINS); do $(BUILD) --product plugin-$$plugin || exit 1; done
	@mkdir -p build/plugins
	install -m 755 $(BIN)/host build/host
	install -m 755 $(BIN)/cue-worker build/cue-worker
	for plugin in $(PLUGINS); do install -m 755 $(BIN)/libplugin-$$plugin.so build/plugins/lib$$plugin.so; done
