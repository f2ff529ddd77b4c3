// SPDX-License-Identifier: GPL-2.0
// As in the kernel (6.1): layout, ids and texts are what readers know.
#include "event/ftrace_entries.hh"

#include "event/common_fields.hh"

namespace spile
{

namespace
{

constexpr spile_event_field function_fields[] = {
    {"unsigned long", "ip", 8, 8, 0, SPILE_FIELD_TRACE_FN, 0},
    {"unsigned long", "parent_ip", 16, 8, 0, SPILE_FIELD_TRACE_FN, 0},
};
constexpr spile_event_field context_switch_fields[] = {
    {"unsigned int", "prev_pid", 8, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "next_pid", 12, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "next_cpu", 16, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "prev_prio", 20, 1, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "prev_state", 21, 1, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "next_prio", 22, 1, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "next_state", 23, 1, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field wakeup_fields[] = {
    {"unsigned int", "prev_pid", 8, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "next_pid", 12, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "next_cpu", 16, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "prev_prio", 20, 1, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "prev_state", 21, 1, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "next_prio", 22, 1, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "next_state", 23, 1, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field kernel_stack_fields[] = {
    {"int", "size", 8, 4, 1, SPILE_FIELD_OTHER, 0},
    {"unsigned long[8]", "caller", 16, 64, 0, SPILE_FIELD_OTHER, 8},
};
constexpr spile_event_field print_fields[] = {
    {"unsigned long", "ip", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"char[]", "buf", 16, 0, char_is_signed, SPILE_FIELD_STATIC_STRING, 0},
};
constexpr spile_event_field bprint_fields[] = {
    {"unsigned long", "ip", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"const char *", "fmt", 16, 8, 0, SPILE_FIELD_PTR_STRING, 0},
    {"u32[]", "buf", 24, 0, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field mmiotrace_rw_fields[] = {
    {"resource_size_t", "phys", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long", "value", 16, 8, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long", "pc", 24, 8, 0, SPILE_FIELD_OTHER, 0},
    {"int", "map_id", 32, 4, 1, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "opcode", 36, 1, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "width", 37, 1, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field mmiotrace_map_fields[] = {
    {"resource_size_t", "phys", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long", "virt", 16, 8, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long", "len", 24, 8, 0, SPILE_FIELD_OTHER, 0},
    {"int", "map_id", 32, 4, 1, SPILE_FIELD_OTHER, 0},
    {"unsigned char", "opcode", 36, 1, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field branch_fields[] = {
    {"unsigned int", "line", 8, 4, 0, SPILE_FIELD_OTHER, 0},
    {"char[31]", "func", 12, 31, char_is_signed, SPILE_FIELD_STATIC_STRING, 31},
    {"char[21]", "file", 43, 21, char_is_signed, SPILE_FIELD_STATIC_STRING, 21},
    {"char", "correct", 64, 1, char_is_signed, SPILE_FIELD_OTHER, 0},
    {"char", "constant", 65, 1, char_is_signed, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field funcgraph_exit_fields[] = {
    {"unsigned long", "func", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"int", "depth", 16, 4, 1, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "overrun", 20, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long long", "calltime", 24, 8, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long long", "rettime", 32, 8, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field funcgraph_entry_fields[] = {
    {"unsigned long", "func", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"int", "depth", 16, 4, 1, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field user_stack_fields[] = {
    {"unsigned int", "tgid", 8, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long[8]", "caller", 16, 64, 0, SPILE_FIELD_OTHER, 8},
};
constexpr spile_event_field bputs_fields[] = {
    {"unsigned long", "ip", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"const char *", "str", 16, 8, 0, SPILE_FIELD_PTR_STRING, 0},
};
constexpr spile_event_field hwlat_fields[] = {
    {"u64", "duration", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"u64", "outer_duration", 16, 8, 0, SPILE_FIELD_OTHER, 0},
    {"u64", "nmi_total_ts", 24, 8, 0, SPILE_FIELD_OTHER, 0},
    {"s64", "tv_sec", 32, 8, 1, SPILE_FIELD_OTHER, 0},
    {"long", "tv_nsec", 40, 8, 1, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "nmi_count", 48, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "seqnum", 52, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "count", 56, 4, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field osnoise_fields[] = {
    {"u64", "noise", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"u64", "runtime", 16, 8, 0, SPILE_FIELD_OTHER, 0},
    {"u64", "max_sample", 24, 8, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "hw_count", 32, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "nmi_count", 36, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "irq_count", 40, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "softirq_count", 44, 4, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned int", "thread_count", 48, 4, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field timerlat_fields[] = {
    {"unsigned int", "seqnum", 8, 4, 0, SPILE_FIELD_OTHER, 0},
    {"int", "context", 12, 4, 1, SPILE_FIELD_OTHER, 0},
    {"u64", "timer_latency", 16, 8, 0, SPILE_FIELD_OTHER, 0},
};
constexpr spile_event_field raw_data_fields[] = {
    {"unsigned int", "id", 8, 4, 0, SPILE_FIELD_OTHER, 0},
    {"char[]", "buf", 12, 0, char_is_signed, SPILE_FIELD_STATIC_STRING, 0},
};
constexpr spile_event_field func_repeats_fields[] = {
    {"unsigned long", "ip", 8, 8, 0, SPILE_FIELD_OTHER, 0},
    {"unsigned long", "parent_ip", 16, 8, 0, SPILE_FIELD_OTHER, 0},
    {"u16", "count", 24, 2, 0, SPILE_FIELD_OTHER, 0},
    {"u16", "top_delta_ts", 26, 2, 0, SPILE_FIELD_OTHER, 0},
    {"u32", "bottom_delta_ts", 28, 4, 0, SPILE_FIELD_OTHER, 0},
};

constexpr FormatText entries[] = {
    {"function", 1, function_fields, "\" %ps <-- %ps\", (void *)REC->ip, (void *)REC->parent_ip"},
    {"context_switch", 2, context_switch_fields,
     "\"%u:%u:%u  ==> %u:%u:%u [%03u]\", REC->prev_pid, REC->prev_prio, "
     "REC->prev_state, REC->next_pid, REC->next_prio, REC->next_state, "
     "REC->next_cpu"},
    {"wakeup", 3, wakeup_fields,
     "\"%u:%u:%u  ==+ %u:%u:%u [%03u]\", REC->prev_pid, REC->prev_prio, "
     "REC->prev_state, REC->next_pid, REC->next_prio, REC->next_state, "
     "REC->next_cpu"},
    {"kernel_stack", 4, kernel_stack_fields,
     "\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" \"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" \"\\t=> "
     "%ps\\n\\t=> %ps\\n\", "
     "(void *)REC->caller[0], (void *)REC->caller[1], (void *)REC->caller[2], "
     "(void *)REC->caller[3], (void *)REC->caller[4], (void *)REC->caller[5], "
     "(void *)REC->caller[6], (void *)REC->caller[7]"},
    {"print", 5, print_fields, "\"%ps: %s\", (void *)REC->ip, REC->buf"},
    {"bprint", 6, bprint_fields, "\"%ps: %s\", (void *)REC->ip, REC->fmt"},
    {"mmiotrace_rw", 7, mmiotrace_rw_fields,
     "\"%lx %lx %lx %d %x %x\", (unsigned long)REC->phys, REC->value, REC->pc, "
     "REC->map_id, REC->opcode, REC->width"},
    {"mmiotrace_map", 8, mmiotrace_map_fields,
     "\"%lx %lx %lx %d %x\", (unsigned long)REC->phys, REC->virt, REC->len, "
     "REC->map_id, REC->opcode"},
    {"branch", 9, branch_fields,
     "\"%u:%s:%s (%u)%s\", REC->line, REC->func, REC->file, REC->correct, "
     "REC->constant ? \" CONSTANT\" : \"\""},
    {"funcgraph_exit", 10, funcgraph_exit_fields,
     "\"<-- %ps (%d) (start: %llx  end: %llx) over: %d\", (void *)REC->func, "
     "REC->depth, REC->calltime, REC->rettime, REC->depth"},
    {"funcgraph_entry", 11, funcgraph_entry_fields,
     "\"--> %ps (%d)\", (void *)REC->func, REC->depth"},
    {"user_stack", 12, user_stack_fields,
     "\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" \"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" \"\\t=> "
     "%ps\\n\\t=> %ps\\n\", "
     "(void *)REC->caller[0], (void *)REC->caller[1], (void *)REC->caller[2], "
     "(void *)REC->caller[3], (void *)REC->caller[4], (void *)REC->caller[5], "
     "(void *)REC->caller[6], (void *)REC->caller[7]"},
    {"bputs", 14, bputs_fields, "\"%ps: %s\", (void *)REC->ip, REC->str"},
    {"hwlat", 15, hwlat_fields,
     "\"cnt:%u\\tts:%010llu.%010lu\\tinner:%llu\\touter:%llu\\tcount:%d\\tnmi-ts:%llu\\tnmi-count:%"
     "u\\n\", "
     "REC->seqnum, REC->tv_sec, REC->tv_nsec, REC->duration, REC->outer_duration, "
     "REC->count, REC->nmi_total_ts, REC->nmi_count"},
    {"osnoise", 16, osnoise_fields,
     "\"noise:%llu\\tmax_sample:%llu\\thw:%u\\tnmi:%u\\tirq:%u\\tsoftirq:%u\\tthread:%u\\n\", "
     "REC->noise, REC->max_sample, REC->hw_count, REC->nmi_count, REC->irq_count, "
     "REC->softirq_count, REC->thread_count"},
    {"timerlat", 17, timerlat_fields,
     "\"seq:%u\\tcontext:%d\\ttimer_latency:%llu\\n\", REC->seqnum, REC->context, "
     "REC->timer_latency"},
    {"raw_data", 18, raw_data_fields, "\"id:%04x %08x\", REC->id, (int)REC->buf[0]"},
    {"func_repeats", 19, func_repeats_fields,
     "\" %ps <-%ps\\t(repeats:%u  delta: -%llu)\", (void *)REC->ip, "
     "(void *)REC->parent_ip, REC->count, "
     "(((u64)(REC)->top_delta_ts << 32) | (REC)->bottom_delta_ts)"},
};

} // namespace

constinit const Span<const FormatText> ftrace_entries(entries);

} // namespace spile
