# SPDX-License-Identifier: GPL-2.0
#
# The core under real threads, with the thread sanitizer (and the portable local
# operations, which it sees through) and without. Read by selftests/tsan/run,
# from the project's root. Each program is one file of selftests/tsan.
include sources.mk

CXX ?= g++
OUT ?= build/tsan
programs := $(basename $(notdir $(wildcard selftests/tsan/*.cc)))
shared := $(SPILE_CORE) $(wildcard selftests/fakes/*.cc selftests/fakes/host/*.cc)
flags := -std=gnu++20 -O2 -g -Wall -Wextra -DSPILE_HOST=1 -Iinclude -Ikernel -I. -MMD -MP
tsan-flags := -fsanitize=thread -DSPILE_ARCH_GENERIC

.PHONY: all
all: $(programs:%=$(OUT)/plain/%) $(programs:%=$(OUT)/tsan/%)

define variant
$(OUT)/$(1)/%: $(OUT)/$(1)/selftests/tsan/%.o $(OUT)/$(1)/shared.a
	@echo "  LD      $$@"
	$(CXX) $(2) -o $$@ $$^ -lgtest -lgtest_main -lpthread
$(OUT)/$(1)/shared.a: $(shared:%.cc=$(OUT)/$(1)/%.o)
	@rm -f $$@
	ar qcs $$@ $$^
$(OUT)/$(1)/%.o: %.cc
	@mkdir -p $$(dir $$@)
	@echo "  CXX     $$<"
	$(CXX) $(flags) $(2) -c -o $$@ $$<
endef
$(eval $(call variant,plain,))
$(eval $(call variant,tsan,$(tsan-flags)))

.SECONDARY:
-include $(patsubst %.cc,$(OUT)/plain/%.d,$(shared)) $(patsubst %.cc,$(OUT)/tsan/%.d,$(shared)) \
	$(programs:%=$(OUT)/plain/selftests/tsan/%.d) $(programs:%=$(OUT)/tsan/selftests/tsan/%.d)
