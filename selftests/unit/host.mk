# SPDX-License-Identifier: GPL-2.0
#
# The unit tests on the host: make -f selftests/unit/host.mk, from the
# project's root. Objects lie under build/host.
include sources.mk

CXX ?= g++
out := build/host

sources := $(SPILE_CORE) $(sort $(wildcard selftests/fakes/*.cc selftests/fakes/host/*.cc selftests/unit/*.cc))
objects := $(sources:%.cc=$(out)/%.o)

flags := -std=gnu++20 -g -O1 -Wall -Wextra -Iinclude -Ikernel -I. \
	-DSPILE_HOST=1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer -MMD -MP

# As in the kernel: nothing of a C++ runtime (GoogleTest itself needs one).
bare-flags := -fno-exceptions -fno-rtti -fno-threadsafe-statics

$(out)/unit: $(objects)
	@echo "  LD      $@"
	$(CXX) $(flags) -o $@ $(objects) -lgtest -lpthread

$(filter-out %/host.o,$(objects)): flags += $(bare-flags)

$(out)/%.o: %.cc selftests/unit/host.mk
	@mkdir -p $(dir $@)
	@echo "  CXX     $<"
	$(CXX) $(flags) -c -o $@ $<

-include $(objects:.o=.d)
