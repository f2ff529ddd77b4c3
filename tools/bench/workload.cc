// SPDX-License-Identifier: GPL-2.0
#include "bench/workload.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <ftw.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include "buildid/elf_note.h"
#include "perfdata/abi.h"
#include "perfdata/byte_order.h"
#include "perfdata/file_header.h"
#include "perfdata/output.h"

namespace spile::bench {

namespace record = perfdata::record;
namespace misc = perfdata::misc;

// Whatever nftw() calls has no argument for us.
static std::vector<std::string> *collected;
static std::size_t collect_limit;

static int visit(const char *path, const struct stat *, int type, struct FTW *)
{
    if (type != FTW_F) return 0;
    int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    buildid::FileImage image(fd);
    bool has_id = static_cast<bool>(buildid::read_elf_note(image));
    ::close(fd);
    if (!has_id) return 0;
    char real[PATH_MAX];
    if (::realpath(path, real) != nullptr) collected->emplace_back(real);
    return collected->size() >= collect_limit;
}

std::vector<std::string> collect_libraries(std::size_t limit)
{
    std::vector<std::string> libraries;
    collected = &libraries;
    collect_limit = limit;
    ::nftw("/usr/lib/", visit, 10, FTW_PHYS);
    return libraries;
}

namespace {

constexpr std::size_t trailer_bytes = 32;
constexpr perfdata::ByteOrder native{};

// One record being made, in a buffer for the largest of them.
class Builder {
public:
    Builder(std::uint32_t type, std::uint16_t bits, std::size_t size) : size_(size)
    {
        std::memset(bytes_, 0, size);
        native.store(bytes_, type);
        native.store(bytes_ + 4, bits);
        native.store(bytes_ + 6, static_cast<std::uint16_t>(size));
    }
    template <typename T>
    Builder &put(std::size_t at, T value)
    {
        native.store(bytes_ + at, static_cast<std::make_unsigned_t<T>>(value));
        return *this;
    }
    std::uint8_t *at(std::size_t offset) { return bytes_ + offset; }
    [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {bytes_, size_}; }

private:
    std::size_t size_;
    alignas(8) std::uint8_t bytes_[PATH_MAX + 256];
};

constexpr std::uint64_t sample_type =
    perfdata::sample::identifier | perfdata::sample::ip | perfdata::sample::tid | perfdata::sample::time;

Builder make_attr()
{
    Builder attr(record::header_attr, 0, 8 + sizeof(perf_event_attr) + 8);
    perf_event_attr fields{};
    fields.type = PERF_TYPE_SOFTWARE;
    fields.size = sizeof fields;
    fields.config = PERF_COUNT_SW_TASK_CLOCK;
    fields.exclude_kernel = 1;
    fields.sample_id_all = 1;
    fields.sample_type = sample_type;
    std::memcpy(attr.at(8), &fields, sizeof fields);
    return attr;
}

Builder make_fork(std::int32_t pid)
{
    namespace at = perfdata::fork_at;
    Builder fork(record::fork, misc::fork_exec, at::end + trailer_bytes);
    fork.put(at::ppid, 1).put(at::ptid, 1).put(at::pid, pid).put(at::tid, pid);
    return fork;
}

std::uint64_t address_of(std::size_t library)
{
    return 0x400000 + library * 8192;
}

Builder make_mmap(std::int32_t pid, const std::string &name, std::size_t library, std::uint64_t time)
{
    namespace at = perfdata::mmap2_at;
    namespace first = perfdata::mmap_at;
    std::size_t size = at::filename + (name.size() + 1 + 7) / 8 * 8 + trailer_bytes;
    Builder mmap(record::mmap2, misc::user, size);
    mmap.put(first::pid, pid).put(first::tid, pid);
    mmap.put(first::start, address_of(library)).put(first::len, std::uint64_t{4096});
    mmap.put(at::maj, 8u).put(at::ino, std::uint64_t{library}).put(at::prot, perfdata::prot_exec);
    std::memcpy(mmap.at(at::filename), name.data(), name.size());
    mmap.put(size - 16, time);
    return mmap;
}

Builder make_sample(std::int32_t pid, std::size_t library, std::uint64_t time)
{
    Builder sample(record::sample, misc::user, 40);
    sample.put(16, address_of(library)).put(24, pid).put(28, pid).put(32, time);
    return sample;
}

}  // namespace

void Workload::write(int fd, std::int32_t pid)
{
    perfdata::Output output(fd);
    auto put = [&](const Builder &builder) {
        output.put(builder.bytes());
        if (arguments_.write_each) output.flush();
    };
    output.put(perfdata::Preamble::encode_pipe(native));
    put(make_attr());
    put(make_fork(pid));
    for (unsigned i = 0; i < arguments_.mmaps; ++i) {
        std::size_t library = random_() % libraries_.size();
        std::uint64_t time = random_() % 1000000;
        put(make_mmap(pid, libraries_[library], library, time));
        for (unsigned k = 0; k < arguments_.samples; ++k)
            put(make_sample(pid, library, time + std::uint64_t{k} * 1000));
        if ((i + 1) % 10 == 0) put(Builder(record::finished_round, 0, 8));
    }
    output.flush();
}

}  // namespace spile::bench
