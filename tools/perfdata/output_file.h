// SPDX-License-Identifier: GPL-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "perfdata/input_file.h"
#include "perfdata/output.h"

namespace spile::perfdata {

// A recording in file mode that is being written: header, ids and attributes
// first, then the records, at last the features and the header again with what
// is known only then.
class OutputFile {
public:
    OutputFile(Output &output, ByteOrder order) : output_(output), order_(order) {}

    // Writes all that stands before the records.
    void begin(const std::vector<EventAttr> &attrs);

    // Ends the records and adds the features: for each, its bit and how its bytes
    // get to the output. Throws Error(Fault::io).
    struct Feature {
        unsigned feature;
        std::function<void(Output &)> write;
    };
    void finish(const std::vector<Feature> &features);

private:
    Output &output_;
    ByteOrder order_;
    FileHeader header_;
};

// Writes the attributes of a file as records of pipe mode. An event with more
// ids than a record holds gets several.
void put_attr_records(Output &output, const std::vector<EventAttr> &attrs, ByteOrder order);

// Writes the names that EVENT_DESC gives to events: readers of a pipe take them
// from records. Throws Error(Fault::damaged).
void put_event_name_records(Output &output, std::span<const std::uint8_t> event_desc, ByteOrder order);

// Writes one feature as a record of pipe mode; false when it is too large for one.
bool put_feature_record(Output &output, unsigned feature, std::span<const std::uint8_t> bytes, ByteOrder order);

// Writes the tracing data of a file as a record of pipe mode with its payload.
void put_tracing_data_record(Output &output, std::span<const std::uint8_t> bytes, ByteOrder order);

}  // namespace spile::perfdata
