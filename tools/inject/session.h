// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "inject/log.h"
#include "inject/marker.h"
#include "inject/options.h"
#include "inject/progress.h"
#include "inject/reorder_window.h"
#include "perfdata/decompressor.h"
#include "perfdata/input_file.h"
#include "perfdata/output.h"
#include "perfdata/output_file.h"
#include "perfdata/record_stream.h"

namespace spile::inject {

// One run of the tool over one recording: moves its records from input to
// output, in order of time where the style asks for it, and adds what Marker
// says.
//
// Records that stay as they are leave as whole runs from the input's buffer.
// For the styles by hit, records wait in the reorder window for the end of
// their round; the buffer they lie in waits with them.
class Session {
public:
    Session(const Options &options, Log &log, perfdata::InputFile &input, int output_fd, bool output_is_file);

    // Throws perfdata::Error. When the input turns out truncated or damaged, all
    // that came before is written, and the output is complete in itself, before
    // the throw.
    void run();

    [[nodiscard]] std::uint64_t events() const noexcept { return events_; }

private:
    void write_beginning();
    void write_pipe_features();
    void write_end();
    [[nodiscard]] std::vector<perfdata::OutputFile::Feature> output_features();
    void load_file_features();

    void read_records();
    void consume(perfdata::RecordStream &stream);
    void pass_through(perfdata::RecordStream &stream);
    void queue_by_time(perfdata::RecordStream &stream);
    void on_tool_record(const perfdata::Record &record);
    void on_compressed(const perfdata::Record &record, std::size_t data_at, std::size_t data_bytes);
    void show(const perfdata::Record &record);
    void end_round();
    void release_until(std::uint64_t time);
    void keep_window_bounded();

    // The run of untouched input that waits to be written.
    void emit(const perfdata::Record &record);
    void write_run();
    void write_added();

    const Options &options_;
    Log &log_;
    perfdata::InputFile &input_;
    bool output_is_file_;
    perfdata::ByteOrder order_;
    perfdata::ChunkPool pool_;
    perfdata::Output output_;
    perfdata::OutputFile output_file_;
    Marker marker_;
    Progress progress_;

    const std::uint8_t *run_begin_ = nullptr, *run_end_ = nullptr;
    std::uint64_t payload_left_ = 0;  // bytes behind an AUXTRACE or TRACING_DATA record

    ReorderWindow window_;
    std::uint64_t round_limit_ = 0;  // the latest time of the round before
    bool window_warned_ = false;

    perfdata::Decompressor decompressor_;
    std::unique_ptr<perfdata::RecordStream> inside_;  // records inside COMPRESSED ones
    bool in_inside_ = false;

    struct AuxEntry {
        std::uint64_t offset, bytes;
    };
    std::vector<AuxEntry> aux_index_;
    std::uint64_t events_ = 0;
};

}  // namespace spile::inject
