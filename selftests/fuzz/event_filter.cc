// SPDX-License-Identifier: GPL-2.0
// Filters of events: whatever the text, it is refused with a place and a reason, or all
// evaluators say of an entry what a plain walk over the syntax tree says. Expressions made
// from a tree of the fuzzer's own have to mean that tree.
#include "selftests/unit/filter_event.hh"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/glob.hh"
#include "filter/function_filter.hh"
#include "filter/parsed.hh"
#include "fuzz.hh"

namespace spile::fuzz {
namespace {

using namespace filter_test;

constexpr unsigned cpus = 4;
const fakes::FakeString strings[] = {
    {0, false, "kernel"}, {1, false, "/etc/passwd"}, {1, true, "user"}, {2, true, ""}};

// --- What a predicate means, as one would write it down.

std::string_view up_to_nul(std::string_view bytes) { return bytes.substr(0, bytes.find('\0')); }

bool string_holds(const Predicate &term, std::string_view text)
{
    bool same = term.op == FilterOp::glob
                    ? glob_match(term.pattern, text_of(text))
                    : text == std::string_view(term.pattern.data(), term.pattern.size());
    return same != term.inverted;
}

template <typename T> bool number_holds(const Predicate &term, T value)
{
    T constant = static_cast<T>(term.value);
    switch (term.op) {
    case FilterOp::eq:
        return value == constant;
    case FilterOp::ne:
        return value != constant;
    case FilterOp::lt:
        return value < constant;
    case FilterOp::le:
        return value <= constant;
    case FilterOp::gt:
        return value > constant;
    case FilterOp::ge:
        return value >= constant;
    case FilterOp::band:
        return (value & constant) != 0;
    case FilterOp::glob:
        break;
    }
    return false;
}

struct Meaning {
    const ParsedFilter &parsed;
    std::string_view entry;

    template <typename T> T at(size_t offset) const
    {
        T value;
        std::memcpy(&value, entry.data() + offset, sizeof(T));
        return value;
    }
    bool any_width_holds(const Predicate &term) const
    {
        const FilterField &field = term.field;
        switch (field.size) {
        case 1:
            return field.is_signed ? number_holds(term, at<int8_t>(field.offset))
                                   : number_holds(term, at<uint8_t>(field.offset));
        case 2:
            return field.is_signed ? number_holds(term, at<int16_t>(field.offset))
                                   : number_holds(term, at<uint16_t>(field.offset));
        case 4:
            return field.is_signed ? number_holds(term, at<int32_t>(field.offset))
                                   : number_holds(term, at<uint32_t>(field.offset));
        case 8:
            return field.is_signed ? number_holds(term, at<int64_t>(field.offset))
                                   : number_holds(term, at<uint64_t>(field.offset));
        default:
            return false;
        }
    }
    // What the word in the entry says; false: not within it.
    bool dynamic(const FilterField &field, size_t base, std::string_view &found) const
    {
        uint32_t word = at<uint32_t>(field.offset);
        size_t offset = (word & 0xffff) + base, length = word >> 16;
        if (offset + length > entry.size())
            return false;
        found = entry.substr(offset, length);
        return true;
    }
    bool any_string_holds(const Predicate &term) const
    {
        const FilterField &field = term.field;
        std::string_view found;
        switch (field.kind) {
        case FieldKind::comm:
            return string_holds(term, "fuzzer");
        case FieldKind::static_string:
            return string_holds(term, up_to_nul(entry.substr(field.offset, field.size)));
        case FieldKind::dyn_string:
            return dynamic(field, 0, found) && string_holds(term, up_to_nul(found));
        case FieldKind::rel_string:
            return dynamic(field, field.offset + 4u, found) && string_holds(term, up_to_nul(found));
        default:
            for (const fakes::FakeString &one : strings)
                if (one.address == at<uint64_t>(field.offset) && one.user == term.from_user)
                    return string_holds(term, one.text);
            return false;
        }
    }
    bool cpus_hold(const Predicate &term) const
    {
        const FilterField &field = term.field;
        unsigned wanted = 0, there = 0;
        for (unsigned cpu = 0; cpu < cpus; ++cpu)
            wanted |= unsigned{parsed.masks.has(term.cpus, cpu)} << cpu;
        if (field.kind == FieldKind::cpumask) {
            std::string_view found;
            if (!dynamic(field, 0, found))
                return false;
            if (found.size() >= 8)
                there = static_cast<uint8_t>(found[0]) & ((1u << cpus) - 1);
        } else {
            uint64_t cpu = field.kind == FieldKind::cpu ? spile_current_cpu()
                           : field.size == 1            ? at<uint8_t>(field.offset)
                           : field.size == 2            ? at<uint16_t>(field.offset)
                           : field.size == 4            ? at<uint32_t>(field.offset)
                           : field.size == 8            ? at<uint64_t>(field.offset)
                                                        : ~0ull;
            bool one = wanted && !(wanted & (wanted - 1));
            if (field.size > 8 || (cpu >= cpus && !(one && term.op == FilterOp::ne)))
                return false; // no CPU: unlike one CPU, but not unlike several
            there = cpu < cpus ? 1u << cpu : 0;
            if (field.kind != FieldKind::cpu && !one && term.op == FilterOp::eq)
                return false;
        }
        if (term.op == FilterOp::band)
            return there & wanted;
        return (there == wanted) == (term.op == FilterOp::eq);
    }
    bool holds(const Predicate &term) const
    {
        switch (term.kind) {
        case PredicateKind::string:
            return any_string_holds(term);
        case PredicateKind::cpus:
            return cpus_hold(term);
        case PredicateKind::function: {
            uint64_t address = at<uint64_t>(term.field.offset);
            return (address >= term.value && address < term.end) == (term.op == FilterOp::eq);
        }
        default:
            break;
        }
        if (term.field.kind != FieldKind::cpu)
            return any_width_holds(term);
        return term.op != FilterOp::band &&
               number_holds(term, static_cast<int32_t>(spile_current_cpu()));
    }
    // Trees are deep only when inputs are long, and these are short.
    bool node(u32 index) const
    {
        const SyntaxNode &one = parsed.tree.nodes[index];
        bool verdict = one.kind == SyntaxKind::term ? holds(parsed.tree.terms[one.first_term])
                       : one.kind == SyntaxKind::both ? node(one.left) && node(one.right)
                                                      : node(one.left) || node(one.right);
        return verdict != one.inverted;
    }
};

// --- All evaluators over one entry.

bool run_lazily(const Filter &filter, const Entry &entry)
{
    const spile_filter_step *at = filter.first;
    unsigned asked = 0;
    while (at->ask >= 0) {
        MUST(asked++ <= filter.steps().size());
        at = spile_filter_next(at, entry.value(at->ask));
    }
    if (at->ask != SPILE_FILTER_ENTRY)
        return at->ask == SPILE_FILTER_ACCEPT;
    MUST(filter.needs_entry());
    return spile_filter_finish(&filter, at, entry.bytes().data(), entry.size());
}

// As a probe does that can say where strings come from: no entry is needed for them.
void must_agree_with_sources(std::string_view text, const Entry &entry, bool expected)
{
    FilterTarget target{fields(), false, cpus};
    target.strings = u64{1} << name_field | u64{1} << path_field | u64{1} << rel_field;
    Functions names;
    FilterError error;
    Result<Box<Filter>> made = Filter::create(text_of(text), target, names, error);
    MUST(made.ok());
    std::string_view bytes(reinterpret_cast<const char *>(entry.bytes().data()), entry.size());
    std::string sources[field_count];
    for (int index : {name_field, path_field, rel_field}) {
        const spile_event_field &field = event_fields[index];
        uint64_t word = index == name_field ? 0 : entry.value(index);
        size_t offset = index == name_field ? field.offset : word & 0xffff;
        size_t length = index == name_field ? field.size : word >> 16 & 0xffff;
        offset += index == rel_field ? field.offset + 4u : 0;
        if (offset + length > bytes.size())
            return; // no probe makes such an entry
        sources[index] = up_to_nul(bytes.substr(offset, length));
    }
    const Filter &filter = *made.value();
    const spile_filter_step *at = filter.first;
    while (at->ask >= 0)
        at = spile_filter_next(at, at->ask == name_field || at->ask == path_field ||
                                           at->ask == rel_field
                                       ? reinterpret_cast<uptr>(sources[at->ask].c_str())
                                       : entry.value(at->ask));
    if (at->ask == SPILE_FILTER_ENTRY)
        MUST((spile_filter_finish(&filter, at, bytes.data(), entry.size()) != 0) == expected);
    else
        MUST((at->ask == SPILE_FILTER_ACCEPT) == expected);
    MUST(filter.matches(entry.bytes()) == expected);
}

void must_agree(const Filter &filter, const Entry &entry, bool expected)
{
    MUST(filter.matches(entry.bytes()) == expected);
    MUST(filter.finish(filter.start(), entry.bytes()) == expected);
    MUST(run_lazily(filter, entry) == expected);
    must_agree_with_sources({filter.text().data(), filter.text().size()}, entry, expected);
}

// The fixed part and more, with addresses that may be those of strings.
Entry entry_from(Input &in)
{
    Entry entry;
    std::string bytes(in.bytes(fixed_bytes + 64));
    bytes.resize(std::max<size_t>(bytes.size(), fixed_bytes));
    entry.set_bytes({reinterpret_cast<const u8 *>(bytes.data()), bytes.size()});
    entry.set(kernel_text_field, entry.value(kernel_text_field) % 4);
    entry.set(user_text_field, entry.value(user_text_field) % 4);
    return entry;
}

void must_be_sound(std::string_view text, const FilterError &error, Errno errno_of)
{
    MUST(errno_of == Errno::invalid);
    MUST(error.code != FilterErrorCode::none);
    MUST(error.column <= text.size() + 2);
    MUST(!error.text().empty());
    Printer shown;
    print_filter_error(shown, text_of(text), error);
    MUST(!shown.failed());
}

// --- Texts as they come.

void try_text(std::string_view text, const Entry &entry, unsigned fail_nth)
{
    Functions names;
    FilterTarget target{fields(), false, cpus};
    FilterError error;
    if (fail_nth)
        fakes::fail_allocation(fail_nth);
    Result<Box<Filter>> made = Filter::create(text_of(text), target, names, error);
    bool failed = fail_nth && fakes::failed_allocations();
    fakes::fail_allocation(0);
    if (failed) {
        MUST(!made.ok() && made.error() == Errno::no_memory);
        return;
    }
    if (!made.ok())
        return must_be_sound(text, error, made.error());
    const Filter &filter = *made.value();
    Result<ParsedFilter> parsed = ParsedFilter::parse(text_of(text), target, names, error);
    MUST(parsed.ok());
    MUST(string_of(filter.text()) == text.substr(0, text.find('\0')));
    std::string_view bytes(reinterpret_cast<const char *>(entry.bytes().data()), entry.size());
    Meaning meaning{parsed.value(), bytes};
    must_agree(filter, entry, meaning.node(parsed.value().tree.root()));
}

void try_functions(std::string_view text)
{
    FilterError error;
    Result<FunctionFilter> made = FunctionFilter::create(text_of(text), error);
    if (!made.ok())
        return must_be_sound(text, error, made.error());
    for (const FunctionFilter::Word &word : made.value().words()) {
        MUST(!word.text.empty());
        for (char c : word.text)
            MUST(c != ',' && !Lexer::is_space(c));
    }
}

// --- Expressions that are made: what they mean is known without a parser.

struct Expression {
    std::string text;
    bool verdict;
};

Expression expression_from(Input &in, const Entry &entry, unsigned depth)
{
    unsigned kind = depth ? in.below(8) : 0;
    if (kind < 3) {
        int64_t value = static_cast<int64_t>(entry.value(s32_field));
        int64_t constant = value + static_cast<int8_t>(in.byte());
        if (constant < INT32_MIN || constant > INT32_MAX)
            constant = value;
        std::string number = std::to_string(constant);
        switch (in.below(6)) {
        case 0:
            return {"s32==" + number, value == constant};
        case 1:
            return {"s32 != " + number, value != constant};
        case 2:
            return {"s32 < " + number, value < constant};
        case 3:
            return {"s32>=" + number, value >= constant};
        case 4: {
            std::string name(up_to_nul({reinterpret_cast<const char *>(entry.bytes().data()) + 40, 16}));
            bool quotable = name.find_first_of("'\"") == name.npos;
            return {quotable ? "name == '" + name + "'" : "name ~ \"*\"", true};
        }
        default:
            return {"u8 & 255", entry.value(u8_field) != 0};
        }
    }
    Expression left = expression_from(in, entry, depth - 1);
    if (kind == 3)
        return {"!(" + left.text + ")", !left.verdict};
    if (kind == 4)
        return {"( " + left.text + ")", left.verdict};
    Expression right = expression_from(in, entry, depth - 1);
    // No parentheses around "&&": it comes first by itself, unless an "||" is within.
    if (kind == 5)
        return {left.text + " || " + right.text, left.verdict || right.verdict};
    return {"(" + left.text + ")&&(" + right.text + ")", left.verdict && right.verdict};
}

void try_expression(Input &in, const Entry &entry)
{
    Expression made = expression_from(in, entry, 6);
    Functions names;
    FilterError error;
    Result<Box<Filter>> filter =
        Filter::create(text_of(made.text), {fields(), false, cpus}, names, error);
    MUST(filter.ok());
    must_agree(*filter.value(), entry, made.verdict);
}

} // namespace

// How (T, F, M and the allocation that fails, E), a text up to a newline, an entry. Of E what
// follows is first the entry, then what the expression is made of.
void try_input(Input &in)
{
    fakes::set_current(3, "fuzzer");
    fakes::set_strings(Span<const fakes::FakeString>(strings));
    uint8_t how = in.byte();
    if (how == 'E') {
        Entry entry = entry_from(in);
        return try_expression(in, entry);
    }
    unsigned fail_nth = how == 'M' ? 1 + in.below(40) : 0;
    std::string_view text = in.until('\n');
    if (how == 'F')
        return try_functions(text);
    try_text(text, entry_from(in), fail_nth);
}

} // namespace spile::fuzz
