// SPDX-License-Identifier: GPL-2.0
#include "perfdata/input_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "perfdata/features.h"

namespace spile::perfdata {

InputFile::InputFile(const std::string &path, bool force)
{
    open_path(path, force);
    std::uint8_t head[file_header_bytes];
    std::size_t have = 0;
    auto read_up_to = [&](std::size_t n) {
        FdSource source(fd());
        while (have < n) {
            std::size_t got = source.read(head + have, n - have);
            if (got == 0) break;
            have += got;
        }
    };
    read_up_to(pipe_header_bytes);
    preamble_ = Preamble::parse({head, have});
    if (pipe_mode()) {
        records_at_ = pipe_header_bytes;
        records_ = std::make_unique<FdSource>(fd());
        return;
    }
    if (!seekable_)
        throw Error(Fault::unsupported, "a recording in file format came through a pipe: expected one in pipe format "
                                        "(perf record -o -), or a file name after -i");
    read_up_to(static_cast<std::size_t>(preamble_.header_bytes));
    if (have < preamble_.header_bytes)
        throw Error(Fault::truncated, "truncated at byte " + std::to_string(have) + ": the header should have " +
                                          std::to_string(preamble_.header_bytes) + " bytes");
    header_ = FileHeader::parse({head, have}, order());
    read_file_mode();
}

void InputFile::open_path(const std::string &path, bool force)
{
    fd_ = Descriptor(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status;
    if (fd() < 0 || ::fstat(fd(), &status) != 0) throw Error(Fault::io, std::strerror(errno));
    if (S_ISDIR(status.st_mode))
        throw Error(Fault::unsupported, "is a directory (perf record --threads): expected a single file");
    seekable_ = S_ISREG(status.st_mode);
    if (!seekable_) return;
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    if (bytes_ == 0) throw Error(Fault::not_perf_data, "is empty: expected a perf.data file");
    if (path != "-" && !force && status.st_uid != 0 && status.st_uid != ::geteuid())
        throw Error(Fault::io, "belongs to user " + std::to_string(status.st_uid) +
                                   ", not to you or root: -f reads it all the same");
}

void InputFile::read_file_mode()
{
    attrs_ = read_attrs(fd(), header_, order(), bytes_);
    records_at_ = header_.data.offset;
    std::uint64_t size = header_.data.size;
    if (size == 0) {
        // The recorder writes the length when it ends; it did not get there.
        unfinished_ = true;
        size = bytes_ > records_at_ ? bytes_ - records_at_ : 0;
    } else {
        read_feature_sections();
    }
    auto range = std::make_unique<FileRangeSource>(fd(), records_at_, size);
    range_ = range.get();
    records_ = std::move(range);
    ::posix_fadvise(fd(), 0, 0, POSIX_FADV_SEQUENTIAL);
}

void InputFile::read_feature_sections()
{
    std::uint64_t end = header_.data.offset + header_.data.size;
    try {
        if (end < header_.data.offset)
            throw Error(Fault::damaged, "damaged header at byte 40: the data section reaches past the largest offset");
        Section table{end, std::uint64_t{header_.features.count()} * sizeof(Section)};
        auto bytes = read_section(fd(), table, bytes_, "the table of features");
        const std::uint8_t *p = bytes.data();
        for (unsigned bit = 0; bit < feature_bits; ++bit) {
            if (!header_.features.has(bit)) continue;
            Section section{order().u64(p), order().u64(p + 8)};
            p += sizeof(Section);
            if (section.offset <= bytes_ && section.size <= bytes_ - section.offset) {
                features_.push_back({bit, section});
                continue;
            }
            features_fault_ = Error(Fault::truncated, "truncated at byte " + std::to_string(bytes_) + ": feature " +
                                                          feature_name(bit) + " should span " +
                                                          std::to_string(section.size) + " bytes from byte " +
                                                          std::to_string(section.offset) + "; it is left out");
        }
    } catch (const Error &error) {
        features_fault_ = error;
    }
}

std::vector<std::uint8_t> InputFile::feature_bytes(const FeatureSection &feature) const
{
    std::string what = "feature " + feature_name(feature.feature);
    return read_section(fd(), feature.section, bytes_, what.c_str());
}

std::string parse_feature_string(std::span<const std::uint8_t> bytes, ByteOrder order)
{
    if (bytes.size() < 4) return {};
    std::size_t length = std::min<std::size_t>(order.u32(bytes.data()), bytes.size() - 4);
    auto text = reinterpret_cast<const char *>(bytes.data() + 4);
    return {text, ::strnlen(text, length)};
}

std::string InputFile::feature_string(unsigned feature) const
{
    constexpr std::uint64_t longest = 64 * 1024;
    for (const FeatureSection &one : features_) {
        if (one.feature != feature || one.section.size > longest) continue;
        try {
            return parse_feature_string(feature_bytes(one), order());
        } catch (const Error &) {
            // Reported where the feature is copied.
        }
    }
    return {};
}

std::uint64_t InputFile::record_bytes() const noexcept
{
    if (range_ != nullptr) return range_->left();
    return bytes_;
}

std::uint64_t InputFile::bytes_missing() const noexcept
{
    return range_ == nullptr ? 0 : range_->left();
}

}  // namespace spile::perfdata
