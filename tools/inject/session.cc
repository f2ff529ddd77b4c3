// SPDX-License-Identifier: GPL-2.0
#include "inject/session.h"

#include <string>

#include "perfdata/abi.h"
#include "perfdata/error.h"

namespace spile::inject {

using perfdata::Chunk;
using perfdata::Error;
using perfdata::Fault;
using perfdata::Record;
using perfdata::RecordStream;
namespace record = perfdata::record;

// Input that may wait for the end of its round. Real rounds take what fits the
// buffers of all CPUs, a few MB as a rule; past this, the older half goes out
// before its round ends.
static constexpr std::size_t window_limit_bytes = 512u * 1024 * 1024;

Session::Session(const Options &options, Log &log, perfdata::InputFile &input, int output_fd, bool output_is_file)
    : options_(options), log_(log), input_(input), output_is_file_(output_is_file), order_(input.order()),
      output_(output_fd), output_file_(output_, order_), marker_(options, log), progress_(input.record_bytes())
{
    marker_.set_follow_callchains(options.callchain != CallchainHits::no);
}

void Session::run()
{
    load_file_features();
    write_beginning();
    std::optional<Error> fault;
    try {
        read_records();
    } catch (const Error &error) {
        if (error.fault() == Fault::io) throw;
        fault = error;
    }
    release_until(~std::uint64_t{0});
    write_run();
    if (!fault) fault = input_.features_fault();
    try {
        write_end();
    } catch (const Error &error) {
        if (error.fault() == Fault::io || !fault) throw;
    }
    output_.flush();
    if (fault) throw *fault;
}

void Session::read_records()
{
    RecordStream stream(input_.records(), pool_, order_, input_.records_at());
    while (stream.fill()) {
        consume(stream);
        write_run();
        output_.settle();
        progress_.update(events_, stream.bytes_read());
    }
    std::uint64_t end = stream.offset() + stream.leftover();
    auto truncated = [end](const std::string &inside) {
        throw Error(Fault::truncated, "truncated at byte " + std::to_string(end) + ": " + inside);
    };
    if (payload_left_ > 0) truncated("the payload of a record lacks " + std::to_string(payload_left_) + " bytes");
    if (stream.leftover() > 0)
        truncated("the record at byte " + std::to_string(stream.offset()) + " is not complete");
    if (inside_ && inside_->leftover() > 0)
        truncated("the last compressed record ends inside a record");
    if (input_.bytes_missing() > 0)
        truncated("the data section should go on for " + std::to_string(input_.bytes_missing()) + " bytes");
}

void Session::consume(RecordStream &stream)
{
    for (;;) {
        if (payload_left_ > 0) {
            const std::uint8_t *bytes;
            std::size_t n = stream.take_raw(payload_left_, bytes);
            write_run();
            output_.put(bytes, n);
            payload_left_ -= n;
            if (payload_left_ > 0) return;
        }
        if (options_.by_hit()) queue_by_time(stream);
        else pass_through(stream);
        if (payload_left_ == 0) return;
    }
}

void Session::pass_through(RecordStream &stream)
{
    Record current;
    std::uint64_t events = 0;
    while (stream.next(current)) {
        ++events;
        if (current.type == record::sample) [[likely]] {
            emit(current);
            continue;
        }
        if (current.type < record::user_start) {
            show(current);
            continue;
        }
        on_tool_record(current);
        if (payload_left_ > 0) break;
    }
    events_ += events;
}

void Session::queue_by_time(RecordStream &stream)
{
    Record current;
    while (stream.next(current)) {
        ++events_;
        if (current.type >= record::user_start) [[unlikely]] {
            on_tool_record(current);
            if (payload_left_ > 0) return;
            continue;
        }
        std::uint64_t time = marker_.layouts().time(current.bytes, current.type, current.size, order_);
        // Without a time (made up at the start of the recording) it is due now.
        if (time == 0 || time == perfdata::Layouts::none) {
            show(current);
            continue;
        }
        pool_.hold(Chunk::of(current.bytes));
        window_.push(time, current.bytes);
    }
    keep_window_bounded();
}

// Lets Marker see a record of the kernel's types, and writes what comes of it.
void Session::show(const Record &shown)
{
    bool keep = true;
    switch (shown.type) {
    case record::sample:
        if (options_.by_hit()) marker_.on_sample(shown, order_);
        break;
    case record::mmap:
    case record::mmap2: keep = marker_.on_mmap(shown, order_).keep; break;
    case record::fork: marker_.on_fork(shown, order_); break;
    default: break;
    }
    if (!marker_.added().empty()) [[unlikely]] write_added();
    if (keep) emit(shown);
}

void Session::release_until(std::uint64_t time)
{
    window_.flush(time, [this](const ReorderWindow::Entry &entry) {
        const std::uint8_t *bytes = entry.bytes;
        show({bytes, order_.u32(bytes), order_.u16(bytes + 6)});
        Chunk *chunk = Chunk::of(bytes);
        if (chunk->refs == 1) {
            write_run();
            output_.settle();
        }
        pool_.drop(chunk);
    });
}

// perf record promises that no record after the end of a round is older than the
// latest one of the round before.
void Session::end_round()
{
    window_.note_latest();
    std::uint64_t limit = round_limit_;
    round_limit_ = window_.latest();
    if (!window_.empty()) release_until(limit);
}

void Session::keep_window_bounded()
{
    if (pool_.bytes_in_use() <= window_limit_bytes) return;
    if (!window_warned_)
        log_.warn("more than " + std::to_string(window_limit_bytes >> 20) +
                  " MB without the end of a round: order of time holds only within that");
    window_warned_ = true;
    // Halving may free nothing when the old half is spread over all chunks.
    while (!window_.empty() && pool_.bytes_in_use() > window_limit_bytes / 2) release_until(window_.median());
}

void Session::emit(const Record &whole)
{
    if (whole.bytes != run_end_) {
        write_run();
        run_begin_ = whole.bytes;
    }
    run_end_ = whole.bytes + whole.size;
}

void Session::write_run()
{
    if (run_begin_ != run_end_) output_.put_stable(run_begin_, static_cast<std::size_t>(run_end_ - run_begin_));
    run_begin_ = run_end_ = nullptr;
}

void Session::write_added()
{
    write_run();
    output_.put(marker_.added());
    marker_.clear_added();
}

}  // namespace spile::inject
