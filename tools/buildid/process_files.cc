// SPDX-License-Identifier: GPL-2.0
#include "buildid/process_files.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

static int open_regular(int dir, const char *path)
{
    // O_PATH touches nothing; only then is the file known to be safe to open.
    struct stat status;
    if (dir < 0) {
        if (::stat(path, &status) != 0) return -1;
        if (!S_ISREG(status.st_mode)) {
            errno = ENOEXEC;
            return -1;
        }
        return ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    }
    struct open_how how {};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT;
    int handle = static_cast<int>(::syscall(SYS_openat2, dir, path, &how, sizeof how));
    if (handle < 0) return -1;
    int fd = -1;
    if (::fstat(handle, &status) == 0 && S_ISREG(status.st_mode)) {
        char self[64];
        std::snprintf(self, sizeof self, "/proc/self/fd/%d", handle);
        fd = ::open(self, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    } else {
        errno = ENOEXEC;
    }
    int saved = errno;
    ::close(handle);
    errno = saved;
    return fd;
}

int ProcessFiles::open(const std::string &path, std::int32_t pid)
{
    const View &seen = view(pid);
    if (seen.root_fd >= 0) return open_regular(seen.root_fd, path.c_str());
    return open_regular(-1, path.c_str());
}

}  // namespace spile::buildid
