// SPDX-License-Identifier: GPL-2.0
// events/header_page and events/header_event: how a page of trace_pipe_raw is made.
#include "event_files.hh"

#include "control/text_file.hh"
#include "event/common_fields.hh"
#include "glue/memory.h"
#include "uapi/spile/page.h"

namespace spile
{

namespace
{

static_assert(SPILE_PAGE_HEADER_BYTES == 16);
constexpr Text page_head = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
                           "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
                           "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
                           "\tfield: char data;\toffset:16;\tsize:";

static_assert(SPILE_EVENT_TYPE_BITS == 5 && SPILE_EVENT_DELTA_BITS == 27 &&
              SPILE_EVENT_MAX_SMALL == 28);
constexpr Text header_event = "# compressed entry header\n"
                              "\ttype_len    :    5 bits\n"
                              "\ttime_delta  :   27 bits\n"
                              "\tarray       :   32 bits\n"
                              "\n"
                              "\tpadding     : type == 29\n"
                              "\ttime_extend : type == 30\n"
                              "\ttime_stamp : type == 31\n"
                              "\tdata max type_len  == 28\n";

class HeaderPage final : public TextFile
{
  public:
    explicit HeaderPage(Instance &instance) : instance_(instance) {}

    Result<void> show(Printer &out) override
    {
        u32 room = instance_.target().ring().geometry(spile_cpu_next(0)).room_bytes();
        out.text(page_head).dec(room).text(";\tsigned:").dec(char_is_signed).text(";\n");
        return out.status();
    }

  private:
    Instance &instance_;
};

class HeaderEvent final : public TextFile
{
  public:
    explicit HeaderEvent(Instance &) {}

    Result<void> show(Printer &out) override
    {
        out.text(header_event);
        return out.status();
    }
};

} // namespace

Result<Box<File>> make_header_page(Instance &instance) { return make_file<HeaderPage>(instance); }

Result<Box<File>> make_header_event(Instance &instance) { return make_file<HeaderEvent>(instance); }

} // namespace spile
