// SPDX-License-Identifier: GPL-2.0
#include "token_file.hh"

namespace spile {

namespace {

class OpenTokens final : public OpenFile {
  public:
    explicit OpenTokens(TokenFile &file) : file_(file), parser_(file.word_limit()) {}

    Result<void> begin(OpenMode mode)
    {
        session_ = TRY(file_.begin(mode));
        return Ok{};
    }

    Result<usize> read(Span<char> to, u64 at) override { return reader_.read(file_, to, at); }

    Result<usize> write(Text bytes, usize, u64 at) override
    {
        if (at == 0) { // a new start, also after a seek
            parser_.forget();
            torn_ = false;
        }
        if (torn_ || !session_)
            return Errno::invalid;
        Text rest = bytes;
        usize taken = 0;
        while (!rest.empty()) {
            Result<bool> complete = parser_.next(rest);
            if (!complete.ok()) {
                failed_ = torn_ = true;
                owed_ = Ok{};
                return complete.error();
            }
            if (complete.value()) {
                Result<void> done = session_->word(parser_.word());
                if (!done.ok()) {
                    failed_ = true;
                    parser_.forget();
                    // Short first, so that the writer knows how far it came; its
                    // next write starts with this word and gets the error. But what
                    // failed for want of memory need not fail again.
                    bool now = !taken || done.error() == Errno::no_memory;
                    owed_ = now ? Result<void>(Ok{}) : done;
                    if (now)
                        return done.error();
                    return taken;
                }
            }
            taken = bytes.size() - rest.size();
        }
        return taken;
    }

    void faulted() override { failed_ = torn_ = true; }

    Result<void> closed() override
    {
        Box<TokenSession> session = spile::move(session_);
        if (!session)
            return Ok{};
        Result<void> last = Ok{};
        if (!torn_ && parser_.pending())
            last = session->word(parser_.word());
        Result<void> done = session->commit(failed_ || !last.ok());
        return !owed_.ok() ? owed_ : !last.ok() ? last : done;
    }

    // As much as one read of the user's memory brings; longer writes are short.
    usize write_room() const override { return session_ ? 4096 : 0; }

  private:
    TokenFile &file_;
    Box<TokenSession> session_;
    WordParser parser_;
    ContentReader reader_;
    bool failed_ = false; // something was refused since the file was opened
    Result<void> owed_;   // why, while only a short write has told of it
    bool torn_ = false;   // bytes were lost within a word: what follows is no word
};

} // namespace

Result<void> TokenSession::word(Text)
{
    return Errno::invalid;
}

Result<void> TokenSession::commit(bool)
{
    return Ok{};
}

Result<Box<OpenFile>> TokenFile::open(OpenMode mode)
{
    Box<OpenTokens> opened = TRY(make_box<OpenTokens>(*this));
    if (mode.write)
        TRY(opened->begin(mode));
    return Box<OpenFile>(spile::move(opened));
}

Result<Box<TokenSession>> TokenFile::begin(OpenMode)
{
    return Errno::invalid;
}

} // namespace spile
