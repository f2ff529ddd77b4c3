// SPDX-License-Identifier: GPL-2.0
// printk_formats: strings of which entries hold only the address, for readers of
// trace_pipe_raw: "0xffffffff82345678 : \"text\"".
#include "files.hh"

#include "control/text_file.hh"
#include "glue/events.h"

namespace spile
{

namespace
{

void print_escaped(Printer &out, Text text)
{
    for (char c : text)
        switch (c) {
        case '\n':
            out.text("\\n");
            break;
        case '\t':
            out.text("\\t");
            break;
        case '"':
            out.text("\\\"");
            break;
        default:
            out.ch(c);
        }
}

int print_one(void *context, const char *string)
{
    Printer &out = *static_cast<Printer *>(context);
    out.text("0x").hex(reinterpret_cast<uptr>(string)).text(" : \"");
    print_escaped(out, string);
    out.text("\"\n");
    return -static_cast<int>(out.status().error());
}

class PrintkFormats final : public TextFile
{
  public:
    explicit PrintkFormats(Top &) {}

    Result<void> show(Printer &out) override
    {
        return from_c(spile_printk_formats(print_one, &out));
    }
};

} // namespace

Result<Box<File>> make_printk_formats(Top &top) { return make_file<PrintkFormats>(top); }

} // namespace spile
