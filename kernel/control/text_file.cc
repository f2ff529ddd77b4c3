// SPDX-License-Identifier: GPL-2.0
#include "text_file.hh"

namespace spile {

namespace {

usize last_word_end(Text text)
{
    usize end = text.size();
    while (end && !Text::is_space(text[end - 1]))
        --end;
    return end;
}

class OpenText final : public OpenFile {
  public:
    OpenText(TextFile &file, OpenMode mode) : file_(file), mode_(mode) {}

    Result<usize> read(Span<char> to, u64 at) override { return reader_.read(file_, to, at); }

    Result<usize> write(Text bytes, usize left, u64) override
    {
        usize taken = bytes.size();
        if (bytes.size() + left > file_.limit().refused)
            return Errno::invalid;
        if (left) {
            switch (file_.limit().too_long) {
            case TooLong::refuse:
                return Errno::invalid;
            case TooLong::cut:
                taken += left;
                break;
            case TooLong::shorten:
                break;
            case TooLong::shorten_at_space:
                taken = last_word_end(bytes);
                if (!taken)
                    return Errno::invalid;
                bytes = bytes.first(taken);
                break;
            }
        }
        TRY(file_.store(bytes));
        return taken;
    }

    usize write_room() const override { return mode_.write ? file_.limit().bytes : 0; }
    void faulted() override { file_.faulted(); }
    void keep(Box<Held> held) { held_ = spile::move(held); }

  private:
    TextFile &file_;
    OpenMode mode_;
    ContentReader reader_;
    Box<Held> held_;
};

} // namespace

Result<Box<OpenFile>> TextFile::open(OpenMode mode)
{
    Box<OpenText> opened = TRY(make_box<OpenText>(*this, mode));
    if (mode.truncate)
        TRY(truncated());
    opened->keep(TRY(hold(mode)));
    return Box<OpenFile>(spile::move(opened));
}

Result<void> TextFile::store(Text)
{
    return Errno::invalid;
}

Result<void> TextFile::truncated()
{
    return Ok{};
}

Result<Box<Held>> TextFile::hold(OpenMode)
{
    return Box<Held>();
}

void TextFile::faulted() {}

Text command_of(Text written)
{
    return written.first(written.find('\0')).trimmed();
}

} // namespace spile
