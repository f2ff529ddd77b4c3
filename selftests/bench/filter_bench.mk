# SPDX-License-Identifier: GPL-2.0
#
# build/bench/filter-bench: make -f selftests/bench/filter_bench.mk, from the
# project's root. What is measured is compiled with the code generation flags that
# kbuild gives to a module of Debian's 6.1 (x86-64); the rest as on any host.
include sources.mk

CXX ?= g++
out := build/bench/filter
kernel-flags := -O2 -mindirect-branch=thunk-extern -mindirect-branch-register \
	-mindirect-branch-cs-prefix -mfunction-return=thunk-extern -fno-jump-tables \
	-mharden-sls=all -fcf-protection=none -falign-jumps=1 -falign-loops=1 -mtune=generic \
	-mskip-rax-setup -fno-strict-aliasing -fno-delete-null-pointer-checks -fno-strict-overflow \
	-fno-stack-clash-protection -fstack-protector-strong -ftrivial-auto-var-init=zero \
	-fconserve-stack -fno-PIE -ffreestanding -fno-exceptions -fno-rtti \
	-fno-asynchronous-unwind-tables -fno-threadsafe-statics -fno-weak
flags := -std=gnu++20 -g -Wall -Wextra -Iinclude -Ikernel -I. -Iselftests/bench -DSPILE_HOST=1 \
	-MMD -MP

core := $(SPILE_CORE:%.cc=$(out)/%.o)
fakes := $(patsubst %.cc,$(out)/%.o,$(wildcard selftests/fakes/*.cc selftests/fakes/host/*.cc))
cases := $(out)/selftests/bench/filter_cases.o
others := $(out)/selftests/bench/filter_bench.o $(out)/selftests/bench/filter_thunks.o

build/bench/filter-bench: $(cases) $(others) $(fakes) $(out)/core.a
	@echo "  LD      $@"
	$(CXX) -no-pie -o $@ $(cases) $(others) $(fakes) $(out)/core.a -lbenchmark -lpthread

$(out)/core.a: $(core)
	@rm -f $@
	ar qcs $@ $(core)

$(core) $(cases): flags += $(kernel-flags)
$(others) $(fakes): flags += -O2 -fno-PIE

$(out)/%.o: %.cc selftests/bench/filter_bench.mk
	@mkdir -p $(dir $@)
	@echo "  CXX     $<"
	$(CXX) $(flags) -c -o $@ $<

$(out)/%.o: %.S selftests/bench/filter_bench.mk
	@mkdir -p $(dir $@)
	$(CC) -c -o $@ $<

-include $(core:.o=.d) $(fakes:.o=.d) $(cases:.o=.d) $(others:.o=.d)
