// SPDX-License-Identifier: GPL-2.0
#include "event/format.hh"

#include "event/common_fields.hh"

namespace spile
{

namespace
{

// "int x", "char comm[16]", "__data_loc char[] name". The length of an array stands
// behind the name; one of dynamic data stays with its type.
void print_declaration(Printer &out, const spile_event_field &field)
{
    Text type = field.type;
    usize bracket = type.starts_with("__data_loc") ? Text::npos : type.find('[');
    out.text(type.first(bracket)).ch(' ').text(field.name);
    if (bracket == Text::npos)
        return;
    out.ch('[');
    if (field.elements)
        out.dec(field.elements);
    out.ch(']');
}

void print_field(Printer &out, const spile_event_field &field)
{
    out.text("\tfield:");
    print_declaration(out, field);
    out.text(";\toffset:").dec(field.offset).text(";\tsize:").dec(field.size);
    out.text(";\tsigned:").dec(field.is_signed).text(";\n");
}

} // namespace

void print_format(Printer &out, const FormatText &format)
{
    out.text("name: ").text(format.name).text("\nID: ").dec(format.id).text("\nformat:\n");
    for (const spile_event_field &field : common_fields)
        print_field(out, field);
    out.ch('\n');
    for (const spile_event_field &field : format.fields)
        print_field(out, field);
    out.text("\nprint fmt: ").text(format.print_fmt).ch('\n');
}

} // namespace spile
