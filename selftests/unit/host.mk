# SPDX-License-Identifier: GPL-2.0
#
# The unit tests on the host: make -f selftests/unit/host.mk, from the
# project's root. Objects lie under build/host.
include sources.mk

CXX ?= g++
out := build/host

# The core is an archive: a test brings in what it uses, and needs fakes for
# what that uses.
core := $(SPILE_CORE:%.cc=$(out)/%.o)
sources := $(sort $(wildcard selftests/fakes/*.cc selftests/fakes/host/*.cc selftests/unit/*.cc))
objects := $(sources:%.cc=$(out)/%.o)

flags := -std=gnu++20 -g -O1 -Wall -Wextra -Iinclude -Ikernel -I. \
	-DSPILE_HOST=1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer -MMD -MP

# As in the kernel: nothing of a C++ runtime (GoogleTest itself needs one).
bare-flags := -fno-exceptions -fno-rtti -fno-threadsafe-statics

$(out)/unit: $(objects) $(out)/core.a
	@echo "  LD      $@"
	$(CXX) $(flags) -o $@ $(objects) $(out)/core.a -lgtest -lpthread

$(out)/core.a: $(core)
	@rm -f $@
	ar qcs $@ $(core)

$(core) $(filter-out %/host.o,$(objects)): flags += $(bare-flags)

$(out)/%.o: %.cc selftests/unit/host.mk
	@mkdir -p $(dir $@)
	@echo "  CXX     $<"
	$(CXX) $(flags) -c -o $@ $<

-include $(objects:.o=.d) $(core:.o=.d)
