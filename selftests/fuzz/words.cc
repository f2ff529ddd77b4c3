// SPDX-License-Identifier: GPL-2.0
// Words are the same however their bytes are split over writes.
#include "control/token_file.hh"

#include <vector>

#include "control/tree.hh"
#include "fuzz.hh"

namespace spile::fuzz {
namespace {

constexpr size_t limit = 12;

struct Seen {
    std::vector<std::string> words;
    bool stopped = false; // a write failed, and its writer gave up
    bool failed = false;  // as commit() is told
    bool operator==(const Seen &) const = default;
};

bool refused(std::string_view word) { return word.starts_with("#"); }

struct Words final : TokenFile {
    Seen seen;
    struct Edit final : TokenSession {
        explicit Edit(Words &words) : file(words) {}
        Result<void> word(Text word) override
        {
            MUST(!word.empty() && word.size() <= limit);
            if (refused(string_of(word)))
                return Errno::not_found;
            file.seen.words.push_back(string_of(word));
            return Ok{};
        }
        Result<void> commit(bool failed) override
        {
            file.seen.failed = failed;
            return Ok{};
        }
        Words &file;
    };
    Result<Box<TokenSession>> begin(OpenMode) override
    {
        return Box<TokenSession>(TRY(make_box<Edit>(*this)));
    }
    usize word_limit() const override { return limit; }
};

bool ends_word(char c) { return !c || Text::is_space(c); }

Seen expected(std::string_view bytes)
{
    Seen seen;
    std::string word;
    for (size_t at = 0; at <= bytes.size(); ++at) {
        bool end = at == bytes.size();
        if (!end && !ends_word(bytes[at])) {
            word += bytes[at];
            continue;
        }
        // A word that is too long, and one that is refused before the file is closed,
        // end the writing; the last one is refused by nobody who could tell.
        bool bad = word.size() > limit || refused(word);
        if (bad) {
            seen.failed = true;
            seen.stopped = !end || word.size() > limit;
            return seen;
        }
        if (!word.empty())
            seen.words.push_back(word);
        word.clear();
    }
    return seen;
}

// As a program does it that knows of short writes.
bool write_all(fakes::UserFile &user, std::string_view bytes)
{
    while (!bytes.empty()) {
        long took = user.write(text_of(bytes));
        if (took < 0)
            return false;
        MUST(took > 0 && static_cast<size_t>(took) <= bytes.size());
        bytes.remove_prefix(static_cast<size_t>(took));
    }
    return true;
}

Seen written(std::string_view bytes, std::string_view sizes)
{
    Node root = Node::root();
    Box<Words> made = make_box<Words>().take();
    Words &file = *made;
    MUST(root.add_file("words", 0640, spile::move(made)));
    fakes::UserFile user;
    MUST(user.open("words", SPILE_OPEN_WRITE) == 0);
    bool stopped = false;
    for (size_t piece = 0; !bytes.empty() && !stopped; ++piece) {
        size_t size = piece < sizes.size() ? static_cast<uint8_t>(sizes[piece]) % 8 + 1
                      : sizes.empty()      ? bytes.size()
                                           : 1;
        stopped = !write_all(user, bytes.substr(0, size));
        bytes.remove_prefix(std::min(size, bytes.size()));
    }
    user.close();
    Seen seen = file.seen;
    seen.stopped = stopped;
    root.remove();
    return seen;
}

// The parser alone, with any limit.
void parse(std::string_view bytes, std::string_view sizes)
{
    WordParser parser(1000);
    std::vector<std::string> words, reference;
    std::string word;
    for (char c : bytes)
        if (!ends_word(c)) {
            word += c;
        } else if (!word.empty()) {
            reference.push_back(word);
            word.clear();
        }
    if (word.size() > 1000)
        return;
    for (const std::string &one : reference)
        if (one.size() > 1000)
            return;
    for (size_t piece = 0; !bytes.empty(); ++piece) {
        size_t size = piece < sizes.size() ? static_cast<uint8_t>(sizes[piece]) + 1u : 1;
        Text rest = text_of(bytes.substr(0, size));
        while (!rest.empty())
            if (parser.next(rest).take())
                words.push_back(string_of(parser.word()));
        bytes.remove_prefix(std::min(size, bytes.size()));
    }
    MUST(words == reference);
    MUST(parser.pending() == !word.empty());
    if (parser.pending())
        MUST(string_of(parser.word()) == word);
}

} // namespace

// SIZES, newline, bytes.
void try_input(Input &in)
{
    std::string_view sizes = in.until('\n');
    std::string_view bytes = in.rest();
    Seen reference = expected(bytes);
    MUST(written(bytes, sizes) == reference);
    MUST(written(bytes, "") == reference);
    parse(bytes, sizes);
}

} // namespace spile::fuzz
