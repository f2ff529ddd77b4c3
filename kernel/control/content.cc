// SPDX-License-Identifier: GPL-2.0
#include "content.hh"

namespace spile {

namespace {

class OnePiece final : public Pieces {
  public:
    explicit OnePiece(ReadableFile &file) : file_(file) {}

    Result<bool> next(Printer &out) override
    {
        if (shown_)
            return false;
        shown_ = true;
        TRY(file_.show(out));
        return true;
    }

  private:
    ReadableFile &file_;
    bool shown_ = false;
};

} // namespace

Result<bool> Pieces::next(Printer &)
{
    return Errno::invalid;
}

Result<void> ReadableFile::show(Printer &)
{
    return Errno::invalid;
}

Result<Box<Pieces>> ReadableFile::pieces()
{
    return Box<Pieces>(TRY(make_box<OnePiece>(*this)));
}

Result<void> ContentReader::restart(ReadableFile &file)
{
    pieces_.reset();
    window_.clear();
    start_ = 0;
    at_end_ = false;
    pieces_ = TRY(file.pieces());
    return Ok{};
}

// Pieces into the window until it has `wanted` bytes. After an error the next
// read starts over, rather than in the middle of a piece.
Result<void> ContentReader::fill(usize wanted)
{
    while (window_.size() < wanted && !at_end_) {
        Result<bool> more = pieces_->next(window_);
        Result<void> printed = window_.status();
        if (!more.ok() || !printed.ok()) {
            pieces_.reset();
            return more.ok() ? printed.error() : more.error();
        }
        at_end_ = !more.value();
    }
    return Ok{};
}

Result<usize> ContentReader::read(ReadableFile &file, Span<char> to, u64 at)
{
    if (at == 0 || at < start_ || !pieces_)
        TRY(restart(file));

    // Pieces that end at or before `at` are passed over.
    while (start_ + window_.size() <= at && !at_end_) {
        start_ += window_.size();
        window_.clear();
        TRY(fill(to.size()));
    }

    if (start_ + window_.size() <= at)
        return usize{0};
    Text rest = window_.view().from(at - start_).first(to.size());
    __builtin_memcpy(to.data(), rest.data(), rest.size());
    return rest.size();
}

} // namespace spile
