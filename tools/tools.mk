# SPDX-License-Identifier: GPL-2.0
# The user-space tool: `make tools`, `make check-tools`, `make bench-tools`.
# Self-contained; runs in the top directory, by include or as make -f tools/tools.mk.

TOOLS_CXX ?= g++
TOOLS_WARN := -Wall -Wextra -Wshadow -Wconversion -Wno-missing-field-initializers
TOOLS_CXXFLAGS ?= -O2 -g
TOOLS_ALL_CXXFLAGS := -std=c++20 $(TOOLS_WARN) -DFMT_HEADER_ONLY -Itools $(TOOLS_CXXFLAGS)
# Static: the tool's start-up and memory are part of what it costs in a pipeline.
TOOLS_LDFLAGS ?= -static -Wl,--gc-sections
TOOLS_LIBS := -lzstd -llzma -lz

TOOLS_LIB_SRC := $(wildcard tools/perfdata/*.cc tools/buildid/*.cc tools/inject/*.cc tools/bench/*.cc)
TOOLS_SRC := $(TOOLS_LIB_SRC) $(wildcard tools/spile/*.cc)
tools_obj = $(patsubst %.cc,build/tools/$(1)/%.o,$(2))

.PHONY: tools clean-tools
tools: build/tools/spile

clean-tools:
	rm -rf build/tools

# The packages of scripts/packages/tools, before anything is compiled.
build/tools/set-up: scripts/packages/tools
	@scripts/setup tools
	@mkdir -p $(@D)
	@touch $@

build/tools/obj/%.o: %.cc | build/tools/set-up
	@mkdir -p $(@D)
	$(TOOLS_CXX) $(TOOLS_ALL_CXXFLAGS) -ffunction-sections -fdata-sections -MMD -MP -c -o $@ $<

build/tools/spile: $(call tools_obj,obj,$(TOOLS_SRC))
	$(TOOLS_CXX) $(TOOLS_CXXFLAGS) $(TOOLS_LDFLAGS) -o $@ $^ $(TOOLS_LIBS)

# Tests. The same sources again, under the sanitizers.
TOOLS_SAN := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
TOOLS_TEST_SRC := $(wildcard selftests/tools/support/*.cc selftests/tools/unit/*.cc)
TOOLS_TEST_OBJ := $(call tools_obj,san,$(TOOLS_LIB_SRC) $(TOOLS_TEST_SRC))

build/tools/san/%.o: %.cc | build/tools/set-up
	@mkdir -p $(@D)
	$(TOOLS_CXX) $(filter-out -W%,$(TOOLS_ALL_CXXFLAGS)) -Wall -Iselftests/tools $(TOOLS_SAN) -MMD -MP -c -o $@ $<

build/tools/unit-tests: $(TOOLS_TEST_OBJ)
	$(TOOLS_CXX) $(TOOLS_SAN) -o $@ $^ $(TOOLS_LIBS) -lelf -lgtest -lgtest_main -lpthread

# Fuzz targets, by clang's libFuzzer: build/tools/fuzz/tools_NAME. Run one with a
# folder of inputs as its argument; build/tools/make-corpus FOLDER makes seeds.
TOOLS_CLANG ?= clang++
TOOLS_FUZZ := $(patsubst selftests/fuzz/%.cc,%,$(wildcard selftests/fuzz/tools_*.cc))
TOOLS_FUZZ_OBJ := $(call tools_obj,fuzzobj,$(filter-out %/command_line.cc tools/bench/%,$(TOOLS_LIB_SRC)))

build/tools/fuzzobj/%.o: %.cc | build/tools/set-up
	@mkdir -p $(@D)
	$(TOOLS_CLANG) -std=c++20 -DFMT_HEADER_ONLY -Itools -O1 -g -fsanitize=fuzzer-no-link,address,undefined \
		-fno-sanitize-recover=all -MMD -MP -c -o $@ $<

build/tools/fuzz/%: build/tools/fuzzobj/selftests/fuzz/%.o $(TOOLS_FUZZ_OBJ)
	@mkdir -p $(@D)
	$(TOOLS_CLANG) -fsanitize=fuzzer,address,undefined -o $@ $^ $(TOOLS_LIBS)

build/tools/make-corpus: $(call tools_obj,san,selftests/tools/corpus/make_corpus.cc $(wildcard selftests/tools/support/*.cc) $(TOOLS_LIB_SRC))
	$(TOOLS_CXX) $(TOOLS_SAN) -o $@ $^ $(TOOLS_LIBS)

.PRECIOUS: build/tools/fuzzobj/%.o
.PHONY: fuzz-tools check-tools bench-tools
fuzz-tools: $(addprefix build/tools/fuzz/,$(TOOLS_FUZZ)) build/tools/make-corpus

check-tools: tools build/tools/unit-tests fuzz-tools build/tools/inject-generate build/tools/check-recording
	selftests/tools/run

bench-tools: tools build/tools/inject-generate build/tools/inject-parts
	selftests/bench/inject

build/tools/inject-generate: $(call tools_obj,obj,selftests/bench/inject_generate.cc $(filter-out %/command_line.cc %/inject_bench.cc,$(TOOLS_LIB_SRC)))
	$(TOOLS_CXX) $(TOOLS_CXXFLAGS) $(TOOLS_LDFLAGS) -o $@ $^ $(TOOLS_LIBS)

build/tools/inject-parts: $(call tools_obj,obj,selftests/bench/inject_parts.cc $(filter-out %/command_line.cc %/inject_bench.cc,$(TOOLS_LIB_SRC)))
	$(TOOLS_CXX) $(TOOLS_CXXFLAGS) -o $@ $^ $(TOOLS_LIBS) -lbenchmark -lpthread

build/tools/check-recording: $(call tools_obj,obj,selftests/tools/synthetic/check_recording.cc $(filter-out %/command_line.cc tools/bench/%,$(TOOLS_LIB_SRC)))
	$(TOOLS_CXX) $(TOOLS_CXXFLAGS) $(TOOLS_LDFLAGS) -o $@ $^ $(TOOLS_LIBS)

# What each object was made from, as the compilers noted it.
-include $(shell find build/tools -name '*.d' 2>/dev/null)
