# SPDX-License-Identifier: GPL-2.0
#
# Every target sees to its own set-up (scripts/setup): as root it installs
# the Debian packages that are missing, else it says which.
#
#   KERNEL=6.1|6.12|debug   the kernel to build for and to run (default 6.1)
#   KDIR=DIR          headers of another kernel to build for

KERNEL ?= 6.1
KDIR ?=
export KERNEL KDIR

all: module

help:
	@echo 'make [module]    spile.ko (KERNEL=6.12 or KDIR=DIR for another kernel)'
	@echo 'make demo        boot a VM, load the module, show what it does'
	@echo 'make vm          a shell in the VM, module loaded, spilefs mounted'
	@echo 'make check       all tests:'
	@echo '  check-unit       unit tests on the host, under ASan and UBSan'
	@echo '  check-threads    tests with threads, under the thread sanitizer and without'
	@echo '  check-kunit      the same unit tests in the kernel, under KUnit'
	@echo '  check-functional shell tests of the control files'
	@echo '  check-upstream   the ftrace selftests of the kernel itself'
	@echo '  check-tools      tests of the user-space tool'
	@echo 'make check-debug kunit, functional and upstream tests, broken code and NMIs on a'
	@echo '                 kernel with all checks of itself, which make debug-kernel builds'
	@echo '  check-fuzz       the fuzzers, for a few seconds each'
	@echo 'make fuzz        the fuzzers, for SECONDS=60 each'
	@echo 'make structure   who includes whom, headers alone, no unlisted test'
	@echo 'make bench       spile beside the tracer of the kernel'
	@echo 'make bench-filter  filters of events, on this CPU'
	@echo 'make tools       the user-space tool'
	@echo 'make clean       remove what was built'

module:
	@scripts/build-module >/dev/null

demo:
	@scripts/demo

vm:
	@scripts/vm

# FIRST: more parts, before the tests (.ci/run: structure).
check:
	@scripts/check $(FIRST) unit threads fuzz kunit functional upstream tools

check-unit:
	@selftests/unit/run

check-threads:
	@selftests/tsan/run

check-kunit:
	@selftests/kunit/run

check-functional:
	@selftests/functional/run

check-upstream:
	@selftests/upstream/run

debug-kernel:
	@qemu/debug-kernel/build

check-debug:
	@selftests/debug/run

check-fuzz:
	@selftests/fuzz/run --check 3

SECONDS ?= 60
fuzz:
	@selftests/fuzz/run $(SECONDS)

structure check-structure:
	@scripts/structure

bench:
	@scripts/setup build vm bench
	@selftests/bench/run
	@selftests/bench/ring/run

# Defines: tools, check-tools (which ends with a line of counts), clean-tools.
ifneq ($(wildcard tools/tools.mk),)
include tools/tools.mk
else
tools:
	@echo 'there is no user-space tool yet'
check-tools:
	@echo 'tools: 0 passed, 0 failed, 0 skipped'
clean-tools:
endif

bench-filter:
	@selftests/bench/filter

clean: clean-tools
	@rm -rf build spile.ko

.PHONY: all help bench-filter check-structure check-debug debug-kernel module demo vm check check-unit check-kunit check-functional \
	check-upstream check-tools check-fuzz fuzz structure bench tools clean clean-tools
.DEFAULT_GOAL := all
