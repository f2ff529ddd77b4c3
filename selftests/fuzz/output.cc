// SPDX-License-Identifier: GPL-2.0
// Lines of any records: no byte behind the record is read, every line ends, and no
// record makes more text than its size allows.
#include "output/line.hh"

#include <cstring>
#include <vector>

#include "fuzz.hh"
#include "output/header.hh"
#include "output/ring_stats.hh"

namespace spile::fuzz {
namespace {

const fakes::Symbol symbols[] = {
    {0xffffffff81000000, 0x100, "vfs_read"},
    {0xffffffff81000100, 0x10,
     "a_name_of_more_than_sixty_four_bytes_which_is_looked_up_each_time_anew"},
    {0xffffffff81000200, 0x80, "arch_rethook_trampoline"},
    {0xffffffffc0000000, 0x80, "ext4_sync_fs", "ext4", symbols},
};

OutputOptions options_of(unsigned bits)
{
    OutputOptions options;
    bool *all[] = {&options.print_parent,    &options.sym_offset,   &options.sym_addr,
                   &options.verbose,         &options.annotate,     &options.printk_msg_only,
                   &options.context_info,    &options.record_tgid,  &options.irq_info,
                   &options.clock_in_ns,     &options.raw,          &options.hex,
                   &options.bin,             &options.fields,       &options.sym_userobj,
                   &options.find_names};
    for (bool *one : all) {
        *one = bits & 1;
        bits >>= 1;
    }
    return options;
}

// Addresses that have a name are hard to come by.
void name_addresses(uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (words[i] >> 56 == 'S')
            words[i] = symbols[(words[i] & 0xff) % 4].address + (words[i] >> 8 & 0xff);
}

} // namespace

// Two bytes of options, one of annotation and layout; then records: type, CPU, loss, pid, size
// in words, payload.
void try_input(Input &in)
{
    fakes::set_symbols(symbols);
    fakes::name_task(1, "init");
    fakes::name_task(2, "a comm too long for it");
    OutputOptions options = options_of(static_cast<unsigned>(in.number(2)));
    unsigned layout = in.below(4);
    LineFormat format = layout & 2 ? LineFormat::latency : LineFormat::plain;
    Box<LinePrinter> printer =
        LinePrinter::create(layout & 1 ? AnnotateCpus::yes : AnnotateCpus::no, format).take();
    Printer out;
    while (!in.empty()) {
        uint64_t type = in.byte() % 32;
        unsigned cpu = in.below(4);
        uint64_t lost = in.byte();
        uint64_t context = in.number(6);
        uint64_t time_ns = in.number(in.below(9));
        size_t words = 1 + (in.byte() == 255 ? in.number(2) % 511 : in.below(24));
        // On the heap, so that a byte too far is seen.
        std::vector<uint64_t> record(words);
        auto *head = reinterpret_cast<spile_entry *>(record.data());
        std::string_view payload = in.bytes((words - 1) * 8);
        if (!payload.empty())
            memcpy(head + 1, payload.data(), payload.size());
        name_addresses(record.data() + 1, words - 1);
        head->word = context << 16 | type;
        Entry entry;
        entry.record = head;
        entry.bytes = static_cast<uint32_t>(words * 8);
        entry.time_ns = time_ns;
        entry.cpu = cpu;
        entry.lost = lost;
        out.clear();
        printer->print(out, entry, options);
        MUST(!out.failed());
        MUST(out.view().ends_with("\n") || options.bin);
        usize before = out.size();
        printer->follow(out, in.number(in.below(9)), options);
        MUST(!out.failed() && out.size() + 60 > before && out.size() < before + 60);
        // For each 8 bytes an address with all its trimmings, at most.
        MUST(out.size() < 400 + words * 200);
    }
    out.clear();
    RingStats stats;
    stats.overrun = stats.oldest_ns = ~0ull;
    print_ring_stats(out, stats, options.clock_in_ns);
    HeaderFacts facts{"function", ~0ull, ~0ull, 4};
    print_header(out, facts, options, format);
    MUST(out.size() < 2000);
}

} // namespace spile::fuzz
