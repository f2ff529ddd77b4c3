// SPDX-License-Identifier: GPL-2.0
#include "stream_file.hh"

namespace spile {

namespace {

class OpenStream final : public OpenFile {
  public:
    explicit OpenStream(Box<StreamSession> session) : session_(spile::move(session)) {}

    Result<usize> read(Span<char> to, u64) override
    {
        if (passed_ == kept_.size()) {
            kept_.clear();
            passed_ = 0;
            Result<void> filled = session_->fill(kept_, to.size());
            // What could be made before memory ran out is not lost.
            if (kept_.size() == 0) {
                TRY(spile::move(filled));
                TRY(kept_.status());
                return usize{0};
            }
            store_relaxed(left_over_, true);
        }
        Text rest = kept_.view().from(passed_).first(to.size());
        __builtin_memcpy(to.data(), rest.data(), rest.size());
        return rest.size();
    }

    void consumed(usize bytes) override
    {
        passed_ += bytes;
        store_relaxed(left_over_, passed_ < kept_.size());
    }

    bool readable() override { return load_relaxed(left_over_) || session_->ready(); }
    bool always_polls() override { return session_->always_polls(); }

  private:
    Box<StreamSession> session_;
    Printer kept_;
    usize passed_ = 0;
    bool left_over_ = false; // passed_ < kept_.size(), for readable() beside read()
};

} // namespace

Result<void> StreamSession::fill(Printer &, usize)
{
    return Errno::invalid;
}

bool StreamSession::ready()
{
    return false;
}

bool StreamSession::always_polls()
{
    return false;
}

Result<Box<OpenFile>> StreamFile::open(OpenMode mode)
{
    // Only the reading side exists: O_RDWR opens, its writes fail.
    if (!mode.read)
        return Box<OpenFile>(TRY(make_box<OpenFile>()));
    return Box<OpenFile>(TRY(make_box<OpenStream>(TRY(begin()))));
}

Result<Box<StreamSession>> StreamFile::begin()
{
    return Errno::not_supported;
}

spile_wait *StreamFile::readers()
{
    return nullptr;
}

} // namespace spile
