// SPDX-License-Identifier: GPL-2.0
// tracing_cpumask: hexadecimal words of 32 bits, most significant first, as
// bitmap_parse() and "%*pb" have them: "3", "ff,00000001".
#include "files.hh"

#include "base/scan.hh"
#include "control/text_file.hh"

namespace spile {

namespace {

constexpr unsigned most_words = 256; // 8192 CPUs

class TracingCpumask final : public TextFile {
  public:
    explicit TracingCpumask(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        unsigned words = (spile_cpu_limit() + 31) / 32;
        for (unsigned word = words; word-- > 0;) {
            u32 bits = 0;
            for (unsigned bit = 0; bit < 32; ++bit)
                bits |= static_cast<u32>(traced(word * 32 + bit)) << bit;
            bool first = word + 1 == words;
            unsigned used = first ? (spile_cpu_limit() + 31) % 32 + 1 : 32;
            out.hex(bits, (used + 3) / 4);
            out.ch(word ? ',' : '\n');
        }
        return out.status();
    }

    Result<void> store(Text written) override
    {
        Vec<u32> words = TRY(parse(command_of(written)));
        for (unsigned cpu = spile_cpu_next(0); cpu < spile_cpu_limit();
             cpu = spile_cpu_next(cpu + 1)) {
            unsigned word = cpu / 32;
            // words[0] is the most significant
            bool on = word < words.size() && words[words.size() - 1 - word] >> cpu % 32 & 1;
            instance_.set_cpu_traced(cpu, on);
        }
        return Ok{};
    }

  private:
    bool traced(unsigned cpu) const
    {
        return cpu < spile_cpu_limit() && spile_cpu_next(cpu) == cpu &&
               !instance_.target().is_blocked(cpu, Block::mask);
    }

    // Digits alone: scan_u64() takes "+3", "0x3" and a newline, too.
    static bool is_hex(Text word)
    {
        for (char c : word)
            if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F'))
                return false;
        return true;
    }

    // Errors: invalid (no hexadecimal words, or a CPU that cannot exist: overflow).
    static Result<Vec<u32>> parse(Text text)
    {
        Vec<u32> words;
        for (;;) {
            usize comma = text.find(',');
            Text word = text.first(comma);
            if (!is_hex(word) || word.size() > 8 || words.size() == most_words)
                return Errno::invalid;
            u64 value = TRY(scan_u64(word, 16));
            TRY(words.push(static_cast<u32>(value)));
            if (comma == Text::npos)
                return words;
            text = text.from(comma + 1);
        }
    }

    Instance &instance_;
};

} // namespace

Result<Box<File>> make_tracing_cpumask(Instance &instance)
{
    return make_file<TracingCpumask>(instance);
}

} // namespace spile
