// SPDX-License-Identifier: GPL-2.0
#include "buildid/process_files.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace spile::buildid {

// Roots kept open at a time; a recording may name very many containers.
static constexpr std::size_t max_views = 256;

ProcessFiles::~ProcessFiles()
{
    for (auto &[pid, view] : views_)
        if (view.root_fd >= 0) ::close(view.root_fd);
}

static std::uint64_t namespace_inode(const char *path)
{
    struct stat status;
    return ::stat(path, &status) == 0 ? status.st_ino : 0;
}

std::uint64_t ProcessFiles::our_namespace()
{
    if (our_namespace_ == 0) our_namespace_ = namespace_inode("/proc/self/ns/mnt");
    return our_namespace_;
}

// The root of a process, if it lives and its root is not ours; -1 otherwise.
static int open_other_root(std::int32_t pid, bool other_namespace)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/root", pid);
    if (!other_namespace) {
        char target[8];
        ssize_t n = ::readlink(path, target, sizeof target);
        if (n <= 0 || (n == 1 && target[0] == '/')) return -1;
    }
    return ::open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

const ProcessFiles::View &ProcessFiles::view(std::int32_t pid)
{
    if (last_view_ != nullptr && pid == last_pid_) return *last_view_;
    auto found = views_.find(pid);
    if (found == views_.end()) {
        View view;
        if (pid > 0) {
            char path[64];
            std::snprintf(path, sizeof path, "/proc/%d/ns/mnt", pid);
            std::uint64_t theirs = namespace_inode(path);
            bool other = theirs != 0 && theirs != our_namespace();
            if (theirs != 0) view.root_fd = open_other_root(pid, other);
            if (view.root_fd >= 0) view.mount_namespace = theirs;
        }
        if (views_.size() >= max_views) {
            for (auto &[other_pid, other] : views_)
                if (other.root_fd >= 0) ::close(other.root_fd);
            views_.clear();
        }
        found = views_.emplace(pid, view).first;
    }
    last_pid_ = pid;
    last_view_ = &found->second;
    return *last_view_;
}

std::uint64_t ProcessFiles::view_of(std::int32_t pid)
{
    const View &seen = view(pid);
    if (seen.root_fd < 0) return 0;
    // Two roots in one namespace are two views: mix in the root's inode.
    struct stat root;
    std::uint64_t inode = ::fstat(seen.root_fd, &root) == 0 ? root.st_ino ^ (root.st_dev << 40) : 0;
    return ((seen.mount_namespace * 0x9e3779b97f4a7c15) ^ inode) | 1;
}

static constexpr std::uint64_t open_flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

static int open_at(int dir, const char *path, std::uint64_t flags, std::uint64_t resolve)
{
    struct open_how how {};
    how.flags = flags;
    how.resolve = resolve;
    return static_cast<int>(::syscall(SYS_openat2, dir, path, &how, sizeof how));
}

static bool is_regular(int fd)
{
    struct stat status;
    return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

static void close_keeping_errno(int fd)
{
    int saved = errno;
    ::close(fd);
    errno = saved;
}

// Looks first, opens then: O_PATH touches nothing behind the name.
static int open_after_look(int dir, const char *path, std::uint64_t resolve)
{
    int handle = open_at(dir, path, O_PATH | O_CLOEXEC, resolve);
    if (handle < 0) return -1;
    int fd = -1;
    if (is_regular(handle)) {
        char self[64];
        std::snprintf(self, sizeof self, "/proc/self/fd/%d", handle);
        fd = ::open(self, static_cast<int>(open_flags));
    } else {
        errno = ENOEXEC;
    }
    close_keeping_errno(handle);
    return fd;
}

// The kernel records names without links, so a name that resolves without any is
// that of what was mapped, and no device unless it says so. That saves the look;
// a FIFO neither blocks nor gives bytes to pread().
static int open_plain(const std::string &path)
{
    if (path.find("/dev/") == path.npos && path.find("/..") == path.npos) {
        int fd = open_at(AT_FDCWD, path.c_str(), open_flags, RESOLVE_NO_SYMLINKS);
        if (fd >= 0 || errno == ENOENT) return fd;
    }
    return open_after_look(AT_FDCWD, path.c_str(), 0);
}

int ProcessFiles::open_in_namespace(const std::string &path, std::int32_t pid)
{
    char theirs[64];
    std::snprintf(theirs, sizeof theirs, "/proc/%d/ns/mnt", pid);
    int ours_fd = ::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
    int theirs_fd = ::open(theirs, O_RDONLY | O_CLOEXEC);
    int root_fd = ::open("/", O_PATH | O_CLOEXEC);
    int directory_fd = ::open(".", O_PATH | O_CLOEXEC);
    int fd = -1;
    if (ours_fd >= 0 && theirs_fd >= 0 && root_fd >= 0 && directory_fd >= 0 && ::setns(theirs_fd, CLONE_NEWNS) == 0) {
        fd = open_plain(path);
        // Entering a namespace moves root and directory to its root: go back.
        if (::setns(ours_fd, CLONE_NEWNS) != 0 || ::fchdir(root_fd) != 0 || ::chroot(".") != 0 || ::fchdir(directory_fd) != 0)
            throw std::system_error(errno, std::generic_category(), "returning from a mount namespace");
    }
    for (int one : {ours_fd, theirs_fd, root_fd, directory_fd})
        if (one >= 0) close_keeping_errno(one);
    return fd;
}

int ProcessFiles::open(const std::string &path, std::int32_t pid)
{
    const View &seen = view(pid);
    if (seen.root_fd < 0) return open_plain(path);
    // The kernel records names below the process's root; a recorder that lists the
    // mappings of running processes sees them below the root of the namespace.
    int fd = open_after_look(seen.root_fd, path.c_str(), RESOLVE_IN_ROOT);
    if (fd >= 0) return fd;
    if (seen.mount_namespace == our_namespace()) return open_plain(path);
    return open_in_namespace(path, pid);
}

}  // namespace spile::buildid
