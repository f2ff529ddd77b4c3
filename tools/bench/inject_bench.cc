// SPDX-License-Identifier: GPL-2.0
#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "bench/command.h"
#include "bench/statistics.h"
#include "bench/workload.h"
#include "inject/command.h"

namespace spile::bench {

namespace {

constexpr unsigned libraries_per_mmap = 4;

struct Pipe {
    int read_end = -1, write_end = -1;
    Pipe()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
        read_end = ends[0];
        write_end = ends[1];
    }
};

struct Measurement {
    double microseconds = 0;
    double resident_kb = 0;
};

// The child's side: standard input and output are the pipes, the rest is what a
// user's command would run, its own parsing of arguments included.
[[noreturn]] void run_inject(const InjectArguments &arguments, const Pipe &in, const Pipe &out, const Pipe &ready, bool all)
{
    ::dup2(in.read_end, STDIN_FILENO);
    ::dup2(out.write_end, STDOUT_FILENO);
    ::close(in.write_end);
    int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(null, STDERR_FILENO);
    ::close(ready.read_end);
    ::close(ready.write_end);
    if (!arguments.program.empty()) {
        const char *words[] = {arguments.program.c_str(), "inject", "-b", all ? "--buildid-all" : nullptr, nullptr};
        ::execvp(words[0], const_cast<char **>(words));
        ::_exit(127);
    }
    int code = 1;
    try {
        CLI::App app;
        inject::Arguments parsed;
        inject::add_options(app, parsed);
        const char *words[] = {"inject", "-b", "--buildid-all"};
        app.parse(all ? 3 : 2, words);
        code = inject::run(inject::to_options(parsed));
    } catch (...) {
    }
    ::_exit(code);
}

// Empties the output pipe from time to time, as perf's benchmark does: a reader
// that slept in read() would have to be woken by each write of the child.
void discard_all(int fd)
{
    std::array<char, 8192> buffer;
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
    for (;;) {
        ssize_t n = ::read(fd, buffer.data(), buffer.size());
        if (n == 0) return;
        if (n > 0) continue;
        if (errno != EAGAIN && errno != EINTR) return;
        ::usleep(100);
    }
}

Measurement measure_once(const InjectArguments &arguments, Workload &workload, bool all)
{
    Pipe in, out, ready;
    pid_t child = ::fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) run_inject(arguments, in, out, ready, all);
    ::close(in.read_end);
    ::close(out.write_end);
    ::close(ready.write_end);
    std::thread reader(discard_all, out.read_end);
    char byte;
    while (::read(ready.read_end, &byte, 1) < 0 && errno == EINTR) {
    }
    ::close(ready.read_end);

    auto start = std::chrono::steady_clock::now();
    workload.write(in.write_end, child);
    ::close(in.write_end);
    int status = 0;
    struct rusage usage {};
    ::wait4(child, &status, 0, &usage);
    auto end = std::chrono::steady_clock::now();

    reader.join();
    ::close(out.read_end);
    if (arguments.verbosity > 0) std::printf("   Child %d exited with %d after %ld page faults\n", child, WEXITSTATUS(status), usage.ru_minflt);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw std::runtime_error("the injecting child failed with wait status " + std::to_string(status));
    return {std::chrono::duration<double, std::micro>(end - start).count(), static_cast<double>(usage.ru_maxrss)};
}

void measure(const InjectArguments &arguments, Workload &workload, bool all)
{
    const char *suffix = all ? "-all" : "";
    if (arguments.verbosity > 0) std::printf("  Build-id%s injection benchmark\n", suffix);
    Statistics time, memory;
    for (unsigned i = 0; i < arguments.iterations; ++i) {
        if (arguments.verbosity > 0) std::printf("  Iteration #%u\n", i + 1);
        Measurement one = measure_once(arguments, workload, all);
        time.add(one.microseconds);
        memory.add(one.resident_kb);
    }
    // Each mapping stands for an MMAP2, a BUILD_ID and its samples.
    double events = static_cast<double>(arguments.mmaps) * (arguments.samples + 2);
    std::printf("  Average build-id%s injection took: %.3f msec (+- %.3f msec)\n", suffix, time.mean() / 1000, time.error() / 1000);
    std::printf("  Average time per event: %.3f usec (+- %.3f usec)\n", time.mean() / events, time.error() / events);
    std::printf("  Average memory usage: %.0f KB (+- %.0f KB)\n", memory.mean(), memory.error());
    std::fflush(stdout);
}

}  // namespace

int run(const InjectArguments &arguments)
{
    std::printf("# Running 'internals/inject-build-id' benchmark:\n");
    std::fflush(stdout);
    ::signal(SIGPIPE, SIG_IGN);
    auto libraries = collect_libraries(std::size_t{libraries_per_mmap} * arguments.mmaps);
    if (libraries.empty()) {
        std::fprintf(stderr, "spile bench: no library with a build-id below /usr/lib\n");
        return inject::exit_failed;
    }
    if (arguments.verbosity > 0) std::printf("  Collected %zu DSOs\n", libraries.size());
    if (arguments.verbosity > 1)
        for (const std::string &library : libraries) std::printf("   %s\n", library.c_str());
    Workload workload(arguments, std::move(libraries));
    measure(arguments, workload, false);
    measure(arguments, workload, true);
    return inject::exit_ok;
}

}  // namespace spile::bench
