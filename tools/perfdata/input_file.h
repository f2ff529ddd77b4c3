// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "perfdata/byte_source.h"
#include "perfdata/descriptor.h"
#include "perfdata/error.h"
#include "perfdata/feature_id.h"
#include "perfdata/file_header.h"

namespace spile::perfdata {

// One optional section of a recording in file mode: where it is, and which.
struct FeatureSection {
    unsigned feature = 0;
    Section section{};
};

// An open recording: what stands before and behind its records, and a source of
// the records themselves.
class InputFile {
public:
    // Opens `path`, or standard input for "-". Throws Error. With `force`, a file
    // of another user is read too (by default only one's own or root's, since a
    // recording names files that will be opened).
    InputFile(const std::string &path, bool force);
    ~InputFile() = default;
    InputFile(const InputFile &) = delete;
    InputFile &operator=(const InputFile &) = delete;

    [[nodiscard]] ByteOrder order() const noexcept { return preamble_.order; }
    [[nodiscard]] bool pipe_mode() const noexcept { return preamble_.pipe_mode(); }
    [[nodiscard]] int fd() const noexcept { return fd_.get(); }
    // Bytes of the whole file; 0 when it is no regular file.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    // Bytes of records, when known beforehand; 0 otherwise.
    [[nodiscard]] std::uint64_t record_bytes() const noexcept;
    [[nodiscard]] std::uint64_t records_at() const noexcept { return records_at_; }

    // File mode: the parts around the records. Empty in pipe mode.
    [[nodiscard]] const FileHeader &header() const noexcept { return header_; }
    [[nodiscard]] const std::vector<EventAttr> &attrs() const noexcept { return attrs_; }
    [[nodiscard]] const std::vector<FeatureSection> &features() const noexcept { return features_; }
    // Throws Error when the file does not hold it all.
    [[nodiscard]] std::vector<std::uint8_t> feature_bytes(const FeatureSection &feature) const;
    // A feature that is one string; empty when there is none.
    [[nodiscard]] std::string feature_string(unsigned feature) const;
    // Why the features could not be read: the recording ends before them.
    [[nodiscard]] const std::optional<Error> &features_fault() const noexcept { return features_fault_; }
    // The recorder did not finish the file: no length of data, no features.
    [[nodiscard]] bool unfinished() const noexcept { return unfinished_; }

    [[nodiscard]] ByteSource &records() noexcept { return *records_; }
    // Bytes that the header promises and the file does not have, after reading
    // all records.
    [[nodiscard]] std::uint64_t bytes_missing() const noexcept;

private:
    void open_path(const std::string &path, bool force);
    void read_file_mode();
    void read_feature_sections();

    Descriptor fd_;
    bool seekable_ = false;
    std::uint64_t bytes_ = 0;
    Preamble preamble_;
    FileHeader header_;
    std::vector<EventAttr> attrs_;
    std::vector<FeatureSection> features_;
    std::optional<Error> features_fault_;
    bool unfinished_ = false;
    std::uint64_t records_at_ = 0;
    std::unique_ptr<ByteSource> records_;
    const FileRangeSource *range_ = nullptr;
};

// Reads the string of a one-string feature: u32 length, then that many bytes
// with a NUL somewhere.
[[nodiscard]] std::string parse_feature_string(std::span<const std::uint8_t> bytes, ByteOrder order);

}  // namespace spile::perfdata
