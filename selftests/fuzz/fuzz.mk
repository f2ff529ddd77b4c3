# SPDX-License-Identifier: GPL-2.0
#
# The fuzz targets of the core, one program for each .cc beside fuzz.cc (but those of
# the tools: tools/tools.mk), from the project's root: make -f selftests/fuzz/fuzz.mk
include sources.mk

CXX := clang++
out := build/fuzz
targets := $(filter-out fuzz tools_%,$(basename $(notdir $(wildcard selftests/fuzz/*.cc))))
shared := $(SPILE_CORE) $(wildcard selftests/fakes/*.cc selftests/fakes/host/*.cc) \
	selftests/fuzz/fuzz.cc
flags := -std=gnu++20 -g -O1 -Wall -Wextra -Iinclude -Ikernel -I. -DSPILE_HOST=1 \
	-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer -MMD -MP

all: $(targets:%=$(out)/%)
.PHONY: all

$(out)/%: $(out)/selftests/fuzz/%.o $(out)/shared.a
	@echo "  LD      $@"
	$(CXX) $(flags) -fsanitize=fuzzer -o $@ $^

$(out)/shared.a: $(shared:%.cc=$(out)/%.o)
	@rm -f $@
	ar qcs $@ $^

$(out)/%.o: %.cc selftests/fuzz/fuzz.mk
	@mkdir -p $(dir $@)
	@echo "  CXX     $<"
	$(CXX) $(flags) -c -o $@ $<

.SECONDARY:
-include $(shared:%.cc=$(out)/%.d) $(targets:%=$(out)/selftests/fuzz/%.d)
