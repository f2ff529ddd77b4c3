// SPDX-License-Identifier: GPL-2.0
#include "inject/command.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inject/session.h"
#include "perfdata/descriptor.h"
#include "perfdata/error.h"

namespace spile::inject {

using perfdata::Error;
using perfdata::Fault;

namespace {

// The descriptor to write to, and whether it becomes a recording in file mode.
class Target {
public:
    Target(const Options &options, const perfdata::InputFile &input)
    {
        if (options.output == "-") {
            fd_ = perfdata::Descriptor(STDOUT_FILENO);
            if (::isatty(fd()) != 0)
                throw Error(Fault::io, "standard output is a terminal: expected -o FILE or a pipe");
            refuse_input(input);
            return;
        }
        // Opened without O_TRUNC first: it may be the input.
        fd_ = perfdata::Descriptor(::open(options.output.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        if (fd() < 0 && errno != ENOENT) fd_ = perfdata::Descriptor(::open(options.output.c_str(), O_WRONLY | O_CLOEXEC));
        if (fd() < 0) throw Error(Fault::io, options.output + ": " + std::strerror(errno));
        refuse_input(input);
        struct stat status;
        bool regular = ::fstat(fd(), &status) == 0 && S_ISREG(status.st_mode);
        if (regular && ::ftruncate(fd(), 0) != 0) throw Error(Fault::io, options.output + ": " + std::strerror(errno));
        is_file_ = regular && !input.pipe_mode();
    }
    [[nodiscard]] int fd() const noexcept { return fd_.get(); }
    [[nodiscard]] bool is_file() const noexcept { return is_file_; }

    // Where the operating system reports what it put off.
    void close()
    {
        int fd = fd_.release();
        if (fd > STDERR_FILENO && ::close(fd) != 0)
            throw Error(Fault::io, std::string("closing the output: ") + std::strerror(errno));
    }

private:
    void refuse_input(const perfdata::InputFile &input) const
    {
        struct stat ours, theirs;
        if (::fstat(fd(), &ours) != 0 || ::fstat(input.fd(), &theirs) != 0) return;
        if (S_ISREG(ours.st_mode) && ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino)
            throw Error(Fault::io, "is the output too: expected another file");
    }

    perfdata::Descriptor fd_;
    bool is_file_ = false;
};

// A pipe that holds more means fewer switches between its two ends.
void enlarge_pipe(int fd)
{
    static_cast<void>(::fcntl(fd, F_SETPIPE_SZ, 1024 * 1024));
}

// Ctrl-C goes to all of a pipeline. The recorder then writes its last records:
// read on until it closes the pipe. A second one ends this too.
void drain_on_interrupt()
{
    struct sigaction action {};
    action.sa_handler = [](int) {};
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(SIGINT, &action, nullptr);
}

}  // namespace

int run(const Options &options)
{
    std::string name = options.input == "-" ? "standard input" : options.input;
    Log log(name, options.verbosity);
    // A reader that went away is an error to tell, not a death without a word.
    ::signal(SIGPIPE, SIG_IGN);
    try {
        if (options.input == "-" && ::isatty(STDIN_FILENO) != 0)
            throw Error(Fault::io, "is a terminal: expected -i FILE or a pipe");
        enlarge_pipe(STDIN_FILENO);
        perfdata::InputFile input(options.input, options.force);
        Target target(options, input);
        enlarge_pipe(target.fd());
        if (input.pipe_mode() && options.input == "-") drain_on_interrupt();
        int code = exit_ok;
        {
            Session session(options, log, input, target.fd(), target.is_file());
            try {
                session.run();
            } catch (const Error &error) {
                if (error.fault() != Fault::truncated && error.fault() != Fault::damaged) throw;
                log.warn(std::string(error.what()) + "; what came before is written");
                code = exit_truncated;
            }
            log.detail(std::to_string(session.events()) + " events");
        }
        target.close();
        log.summary();
        return code;
    } catch (const Error &error) {
        log.warn(error.what());
    } catch (const std::bad_alloc &) {
        log.warn("out of memory");
    }
    return exit_failed;
}

}  // namespace spile::inject
