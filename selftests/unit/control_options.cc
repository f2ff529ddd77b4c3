// SPDX-License-Identifier: GPL-2.0
// trace_options and options/, as a stock kernel has them.
#include "control/top.hh"

#include "control_user.hh"
#include "trace_rig.hh"

namespace spile::trace_test {
namespace {

// The top level and, on demand, an instance, with their files.
struct At {
    Box<Rig> rig = Rig::create(4);
    Instances instances;
    Instance *top = nullptr;
    Instance *other = nullptr;
    EventTypes types{20};
    EventTree events{types};

    At() { fakes::reset(); }
    void show()
    {
        top = instances.add(rig->registry, "").take();
        EXPECT(add_instance_files(Node::root(), *top, events));
    }
    void show_other()
    {
        other = instances.add(rig->registry, "other").take();
        EXPECT(add_instance_files(Node::root().add_directory("other").take(), *other, events));
    }
    ~At()
    {
        Node::root().remove();
        if (other)
            instances.remove(*other);
        instances.remove(*top);
        fakes::reset();
    }
    bool takes(Text file, Text text) { return put(file, text) == static_cast<long>(text.size()); }
    bool refuses(Text file, Text text) { return put(file, text) == -22; }
    bool shows(Text file, Text text)
    {
        Printer out;
        read_all(file, out);
        return out.view() == text;
    }
};

#define BEFORE_FIELDS                                                                              \
    "print-parent\nnosym-offset\nnosym-addr\nnoverbose\nnoraw\nnohex\nnobin\nnoblock\n"
#define AFTER_FIELDS                                                                               \
    "trace_printk\nannotate\nnouserstacktrace\nnosym-userobj\nnoprintk-msg-only\n"                 \
    "context-info\nnolatency-format\nrecord-cmd\nnorecord-tgid\noverwrite\n"                       \
    "nodisable_on_free\nirq-info\nmarkers\nnoevent-fork\n"
#define AT_THE_END                                                                                 \
    "nopause-on-trace\nhash-ptr\nfunction-trace\nnofunction-fork\nnodisplay-graph\nnostacktrace\n"
#define OF_NOP "notest_nop_accept\nnotest_nop_refuse\n"
#define OF_FUNCTION "nofunc_stack_trace\nnofunc-no-repeats\n"

SPILE_TEST(control_options, the_list_of_6_1)
{
    At at;
    at.show();
    EXPECT(at.shows("trace_options", BEFORE_FIELDS AFTER_FIELDS AT_THE_END OF_NOP));
    EXPECT(at.top->set_tracer("function"));
    EXPECT(at.shows("trace_options", BEFORE_FIELDS AFTER_FIELDS AT_THE_END OF_FUNCTION));
    EXPECT(!fakes::node_at("options/fields"));
    EXPECT(at.refuses("trace_options", "fields"));
}

SPILE_TEST(control_options, the_list_of_6_12)
{
    At at;
    fakes::kernel().has_fields = fakes::kernel().has_trace_printk_dest = 1;
    at.show();
    EXPECT(at.shows("trace_options", BEFORE_FIELDS "nofields\n" AFTER_FIELDS
                                     "trace_printk_dest\n" AT_THE_END OF_NOP));
    EXPECT(at.takes("trace_options", "fields"));
    EXPECT(at.shows("options/fields", "1\n"));
    at.show_other();
    EXPECT(at.shows("other/options/trace_printk_dest", "0\n"));
}

SPILE_TEST(control_options, each_has_a_file)
{
    At at;
    at.show();
    at.show_other();
    for (const OptionRow &row : option_rows) {
        Printer path;
        path.text("options/").text(row.name);
        bool is_there = row.option != Option::fields && row.option != Option::trace_printk_dest;
        EXPECT_EQ(fakes::node_at(path.view()) != nullptr, is_there);
        if (!is_there)
            continue;
        EXPECT(at.shows(path.view(), row.initially ? "1\n" : "0\n"));
        EXPECT_EQ(at.takes(path.view(), row.initially ? "0" : "1"),
                  row.option != Option::test_nop_refuse);
        EXPECT_EQ(at.top->options().get(row.option) == row.initially,
                  row.option == Option::test_nop_refuse);
        EXPECT(at.refuses(path.view(), "2"));
        EXPECT(at.refuses(path.view(), "on"));

        // The top has files of its own.
        path.clear();
        path.text("other/options/").text(row.name);
        EXPECT_EQ(fakes::node_at(path.view()) != nullptr, row.of != OptionOf::top);
    }
}

SPILE_TEST(control_options, words)
{
    At at;
    at.show();
    EXPECT(at.takes("trace_options", "  sym-addr \n"));
    EXPECT(at.shows("options/sym-addr", "1\n"));
    EXPECT(at.takes("trace_options", "nosym-addr"));
    EXPECT(at.shows("options/sym-addr", "0\n"));
    for (Text wrong : (Text[]){"", "no", "nonosym-addr", "sym-add", "sym-addr x", "Sym-addr"})
        EXPECT(at.refuses("trace_options", wrong));
    // 64 bytes are too many.
    EXPECT(at.refuses("trace_options", "sym-addr                                                        "));
}

SPILE_TEST(control_options, of_a_tracer_by_name_while_it_is_the_current_one)
{
    At at;
    at.show();
    EXPECT(at.takes("trace_options", "test_nop_accept"));
    EXPECT(at.refuses("trace_options", "func-no-repeats"));
    EXPECT(at.takes("options/func-no-repeats", "1"));
    EXPECT(at.top->set_tracer("function"));
    EXPECT(at.refuses("trace_options", "notest_nop_accept"));
    EXPECT(at.takes("options/test_nop_accept", "0"));
    EXPECT(at.takes("trace_options", "nofunc-no-repeats"));
    EXPECT(at.shows("options/func-no-repeats", "0\n"));
}

SPILE_TEST(control_options, one_that_refuses)
{
    At at;
    at.show();
    EXPECT(at.refuses("options/test_nop_refuse", "1"));
    EXPECT(at.takes("options/test_nop_refuse", "0")); // which it is
    EXPECT(at.refuses("trace_options", "test_nop_refuse"));
    EXPECT(at.refuses("trace_options", "notest_nop_refuse"));
    EXPECT(at.shows("options/test_nop_refuse", "0\n"));
}

SPILE_TEST(control_options, an_instance_starts_as_the_top_is)
{
    At at;
    at.show();
    EXPECT(at.takes("trace_options", "sym-offset"));
    EXPECT(at.takes("trace_options", "nooverwrite"));
    EXPECT(at.takes("trace_options", "function-fork"));
    EXPECT(at.takes("trace_options", "event-fork"));
    EXPECT(at.takes("trace_options", "norecord-cmd"));
    at.show_other();
    EXPECT(at.shows("other/options/sym-offset", "1\n"));
    EXPECT(at.shows("other/options/overwrite", "0\n"));
    EXPECT_EQ(at.other->target().ring().when_full(), WhenFull::drop);
    EXPECT(at.shows("other/options/function-fork", "0\n"));
    EXPECT(!at.other->pids().follows_fork());
    EXPECT(at.shows("other/options/event-fork", "0\n"));
    EXPECT(!at.other->options().get(Option::record_cmd));
    // From then on each has its own.
    EXPECT(at.takes("other/trace_options", "nosym-offset"));
    EXPECT(at.takes("other/trace_options", "record-cmd")); // without a file
    EXPECT(at.shows("options/sym-offset", "1\n"));
    EXPECT(at.shows("options/record-cmd", "0\n"));
}

} // namespace

SPILE_SUITE(control_options, the_list_of_6_1, the_list_of_6_12, each_has_a_file, words,
            of_a_tracer_by_name_while_it_is_the_current_one, one_that_refuses,
            an_instance_starts_as_the_top_is)

} // namespace spile::trace_test
