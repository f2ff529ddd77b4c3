// SPDX-License-Identifier: GPL-2.0
#include "filter/cpu_list.hh"

#include "filter/lexer.hh"

namespace spile
{

namespace
{

// From `start` to `end`, of each `group` the first `used`.
struct Region {
    u32 start = 0, end = 0, used = 0, group = 0;
};

bool separates(char c) { return c == ',' || Lexer::is_space(c); }
bool ends_region(const Lexer &in) { return in.at_end() || separates(in.peek()); }

// Between regions and before the first.
void find_region(Lexer &in)
{
    while (separates(in.peek()))
        in.skip();
}

bool take_number(Lexer &in, u32 last_cpu, u32 &number)
{
    if (in.take("N")) {
        number = last_cpu;
        return true;
    }
    if (!Lexer::is_digit(in.peek()))
        return false;
    u64 value = 0;
    for (; Lexer::is_digit(in.peek()); in.skip()) {
        value = 10 * value + static_cast<u32>(in.peek() - '0');
        if (value > ~u32{0})
            return false;
    }
    number = static_cast<u32>(value);
    return true;
}

bool take_all(Lexer &in)
{
    for (usize i = 0; i < 3; ++i)
        if ((in.peek(i) | 0x20) != "all"[i])
            return false;
    in.skip(3);
    return true;
}

bool take_region(Lexer &in, u32 last_cpu, Region &region)
{
    if (take_all(in)) {
        region.end = last_cpu;
    } else {
        if (!take_number(in, last_cpu, region.start))
            return false;
        region.end = region.start;
        if (!ends_region(in) && !(in.take("-") && take_number(in, last_cpu, region.end)))
            return false;
    }
    region.used = region.group = region.end + 1;
    if (ends_region(in))
        return true;
    return in.take(":") && take_number(in, last_cpu, region.used) && in.take("/") &&
           take_number(in, last_cpu, region.group);
}

bool is_sound(const Region &region, u32 last_cpu)
{
    return region.start <= region.end && region.end <= last_cpu && region.group &&
           region.used <= region.group;
}

} // namespace

Result<u32> CpuMasks::add(Text list)
{
    u32 at = static_cast<u32>(bits_.size());
    TRY(bits_.reserve(at + words()));
    for (usize i = 0; i < words(); ++i)
        bits_.push_reserved(0);
    Lexer in(list);
    u32 last_cpu = cpus_ - 1;
    for (find_region(in); !in.at_end(); find_region(in)) {
        Region region;
        if (!take_region(in, last_cpu, region) || !is_sound(region, last_cpu))
            return Errno::invalid;
        for (u64 cpu = region.start; cpu <= region.end; ++cpu)
            if ((cpu - region.start) % region.group < region.used)
                bits_[at + cpu / bits_per_word] |= usize{1} << cpu % bits_per_word;
    }
    return at;
}

u32 CpuMasks::count(u32 at) const
{
    u32 count = 0;
    for (usize i = 0; i < words(); ++i)
        for (usize left = mask(at)[i]; left; left &= left - 1)
            ++count;
    return count;
}

u32 CpuMasks::first(u32 at) const
{
    u32 cpu = 0;
    while (!has(at, cpu))
        ++cpu;
    return cpu;
}

} // namespace spile
