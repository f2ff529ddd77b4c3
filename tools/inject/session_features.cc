// SPDX-License-Identifier: GPL-2.0
// Session's part for what stands around the records: headers and features.
#include "inject/session.h"

#include <algorithm>
#include <string>

#include "perfdata/abi.h"
#include "perfdata/error.h"
#include "perfdata/features.h"

namespace spile::inject {

using perfdata::FeatureSection;
using perfdata::Output;
namespace feature = perfdata::feature;

void Session::load_file_features()
{
    if (input_.pipe_mode()) return;
    if (input_.unfinished()) log_.warn("the recorder did not finish this file: reading records up to its end");
    for (const auto &attr : input_.attrs()) marker_.add_event(attr);
    marker_.set_release(input_.feature_string(feature::osrelease));
    marker_.set_recorder(input_.feature_string(feature::version));
    for (const FeatureSection &one : input_.features()) {
        if (one.feature != feature::build_id) continue;
        try {
            marker_.add_table(input_.feature_bytes(one), order_);
        } catch (const perfdata::Error &error) {
            log_.warn(std::string("the table of build-ids is ignored: ") + error.what());
        }
    }
}

void Session::write_beginning()
{
    if (output_is_file_) {
        output_file_.begin(input_.attrs());
        return;
    }
    output_.put(perfdata::Preamble::encode_pipe(order_));
    if (input_.pipe_mode()) return;
    perfdata::put_attr_records(output_, input_.attrs(), order_);
    write_pipe_features();
}

void Session::write_pipe_features()
{
    for (const FeatureSection &one : input_.features()) {
        // These speak of the file: ids go into records, offsets and compression
        // do not hold any more.
        if (one.feature == feature::build_id || one.feature == feature::auxtrace || one.feature == feature::compressed)
            continue;
        if (one.feature == feature::tracing_data) {
            perfdata::put_tracing_data_record(output_, input_.feature_bytes(one), order_);
            continue;
        }
        if (one.feature == feature::event_desc) {
            try {
                perfdata::put_event_name_records(output_, input_.feature_bytes(one), order_);
            } catch (const perfdata::Error &error) {
                log_.warn(std::string("the names of events are ignored: ") + error.what());
            }
        }
        if (one.section.size > perfdata::record_max_bytes ||
            !perfdata::put_feature_record(output_, one.feature, input_.feature_bytes(one), order_))
            log_.detail("feature " + perfdata::feature_name(one.feature) + " of " + std::to_string(one.section.size) +
                        " bytes is left out: a pipe's records hold at most 65519");
    }
}

// Copies a section of the input in pieces.
static void copy_section(const perfdata::InputFile &input, const FeatureSection &one, Output &output)
{
    constexpr std::uint64_t piece = 1024 * 1024;
    for (std::uint64_t done = 0; done < one.section.size;) {
        std::uint64_t n = std::min(piece, one.section.size - done);
        output.put(input.feature_bytes({one.feature, {one.section.offset + done, n}}));
        done += n;
    }
}

std::vector<perfdata::OutputFile::Feature> Session::output_features()
{
    bool had_table = false;
    for (const FeatureSection &one : input_.features()) had_table = had_table || one.feature == feature::build_id;
    if (!aux_index_.empty()) marker_.keep_all();
    auto table = had_table || options_.add_table ? marker_.table(order_) : std::vector<std::uint8_t>();
    bool table_done = table.empty();

    std::vector<perfdata::OutputFile::Feature> features;
    auto add_table = [&] {
        features.push_back({feature::build_id, [table](Output &output) { output.put(table); }});
        table_done = true;
    };
    for (const FeatureSection &one : input_.features()) {
        if (!table_done && one.feature >= feature::build_id) add_table();
        if (one.feature == feature::build_id) continue;
        if (one.feature == feature::compressed && inside_) continue;
        if (one.feature == feature::auxtrace) {
            features.push_back({one.feature, [this](Output &output) {
                std::uint8_t bytes[16];
                order_.store(bytes, std::uint64_t{aux_index_.size()});
                output.put(bytes, 8);
                for (const AuxEntry &entry : aux_index_) {
                    order_.store(bytes, entry.offset);
                    order_.store(bytes + 8, entry.bytes);
                    output.put(bytes, sizeof bytes);
                }
            }});
            continue;
        }
        features.push_back({one.feature, [this, one](Output &output) { copy_section(input_, one, output); }});
    }
    if (!table_done) add_table();
    return features;
}

void Session::write_end()
{
    if (!output_is_file_) return;
    output_file_.finish(output_features());
}

}  // namespace spile::inject
