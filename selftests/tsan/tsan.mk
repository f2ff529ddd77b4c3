# SPDX-License-Identifier: GPL-2.0
#
# The ring under real threads, with the thread sanitizer and without. Included by
# the host tests' makefile, or by itself from the project's root:
#   make -f selftests/tsan/tsan.mk check-threads

OUT ?= build/tsan
FAKES ?= selftests/fakes/clock.cc selftests/fakes/host/memory.cc selftests/fakes/host/lock.cc
THREAD_SOURCES = $(wildcard kernel/ring/*.cc) selftests/tsan/ring_threads.cc $(wildcard $(FAKES))
THREAD_FLAGS = -std=gnu++20 -O2 -g -Wall -Wextra -DSPILE_HOST=1 -Iinclude -Ikernel -I.

.PHONY: check-threads
check-threads: $(OUT)/ring_threads $(OUT)/ring_threads_tsan
	$(OUT)/ring_threads
	$(OUT)/ring_threads_tsan

$(OUT)/ring_threads: $(THREAD_SOURCES) $(wildcard kernel/ring/*.hh)
	@mkdir -p $(OUT)
	$(CXX) $(THREAD_FLAGS) $(THREAD_SOURCES) -o $@ -lgtest -lgtest_main -lpthread

$(OUT)/ring_threads_tsan: $(THREAD_SOURCES) $(wildcard kernel/ring/*.hh)
	@mkdir -p $(OUT)
	$(CXX) $(THREAD_FLAGS) -fsanitize=thread -DSPILE_ARCH_GENERIC $(THREAD_SOURCES) -o $@ \
		-lgtest -lgtest_main -lpthread
