// SPDX-License-Identifier: GPL-2.0
#include "glue/stack.h"
#include "output/fields.hh"
#include "output/records.hh"

namespace spile {

namespace {

// The program that a record is of, while it is looked at.
class Program {
  public:
    explicit Program(u32 tgid) : program_(spile_program_get(tgid)) {}
    ~Program() { spile_program_put(program_); }
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;

    // Length of the place, 0: it is in no file, or the program is gone.
    usize place(u64 address, char *text) const
    {
        return program_ ? spile_program_place(program_, address, text) : 0;
    }

  private:
    void *program_;
};

// Fn(address) for each that is there.
template <typename Fn> void each_address(const Entry &entry, Fn fn)
{
    const auto *stack = entry.payload<spile_record_user_stack>();
    if (entry.payload_bytes() < sizeof(*stack))
        return;
    for (u64 address : stack->ips) {
        if (!address)
            return;
        fn(address);
    }
}

void print_address(Printer &out, u64 address) { out.text(" <").hex(address, 16).ch('>'); }

} // namespace

void print_user_stack(Printer &out, const Entry &entry, const OutputOptions &options)
{
    out.text("<user stack trace>\n");
    if (entry.payload_bytes() < sizeof(u32))
        return;
    // What is no program of a user.
    Program program(options.sym_userobj ? entry.payload<spile_record_user_stack>()->tgid : 0);
    each_address(entry, [&](u64 address) {
        char place[SPILE_USER_PLACE_ROOM];
        usize size = program.place(address, place);
        out.text(" => ").text(Text(place, size));
        if (!size || options.sym_addr)
            print_address(out, address);
        out.ch('\n');
    });
}

void print_user_stack_fields(Printer &out, const Entry &entry)
{
    out.text("user_stack:");
    if (entry.payload_bytes() >= sizeof(u32))
        print_number_field(out, "tgid", entry.payload<spile_record_user_stack>()->tgid, 4);
    out.text(" caller=");
    each_address(entry, [&](u64 address) { print_address(out, address); });
    out.ch('\n');
}

} // namespace spile
