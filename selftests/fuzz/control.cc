// SPDX-License-Identifier: GPL-2.0
// The whole core under a sequence of what users, the scheduler, modules and hits can
// do to it, beside a model of what every file must read afterwards, of which
// functions are patched, and of where each hit went. Memory may run out, and patching
// may fail, in the middle of anything: then all is as before.
#include "entry/core.hh"

#include <array>
#include <cerrno>
#include <map>
#include <optional>

#include "functions.hh"
#include "glue/module.h"
#include "glue/sched.h"
#include "spile/ops.h"

namespace spile::fuzz {
namespace {

constexpr unsigned cpus[] = {0, 1, 3}; // of the fakes' four, 2 is not possible
constexpr const char *instance_names[] = {"", "one", "two"};
constexpr unsigned instance_count = 3;
constexpr unsigned pid_limit = 1000; // of the fakes

// Where an option is seen, and whether the fuzzer may switch it: not where records would
// become more, fewer or longer than a line.
enum class Of { all, top, function, nop };
enum class Switch { free, left_alone, refused };
constexpr struct {
    const char *name;
    bool initially = false;
    Of of = Of::all;
    Switch can = Switch::free;
    bool inherited = true;
} options[] = {{"print-parent", true},
               {"sym-offset"},
               {"sym-addr"},
               {"verbose"},
               {"raw"},
               {"hex", false, Of::all, Switch::left_alone},
               {"bin", false, Of::all, Switch::left_alone},
               {"block"},
               {"trace_printk", true, Of::top},
               {"annotate", true},
               {"userstacktrace", false, Of::all, Switch::left_alone},
               {"sym-userobj"},
               {"printk-msg-only", false, Of::top},
               {"context-info", true},
               {"latency-format"},
               {"record-cmd", true, Of::top},
               {"record-tgid"},
               {"overwrite", true},
               {"disable_on_free"},
               {"irq-info", true},
               {"markers", true},
               {"event-fork", false, Of::all, Switch::free, false},
               {"pause-on-trace"},
               {"hash-ptr", true},
               {"function-trace", true},
               {"function-fork", false, Of::all, Switch::free, false},
               {"display-graph"},
               {"stacktrace", false, Of::all, Switch::left_alone},
               {"func_stack_trace", false, Of::function, Switch::left_alone},
               {"func-no-repeats", false, Of::function, Switch::left_alone},
               {"test_nop_accept", false, Of::nop},
               {"test_nop_refuse", false, Of::nop, Switch::refused}};
constexpr unsigned option_count = std::size(options);
constexpr unsigned cmd_option = 15, tgid_option = 16, fork_option = 25;
static_assert(options[cmd_option].name[7] == 'c' && options[tgid_option].name[7] == 't' &&
              options[fork_option].name[9] == 'f');

constexpr const char *commands[] = {"traceon", "traceoff", "stacktrace", "dump", "cpudump"};

struct ModelCommand {
    unsigned kind;
    bool counted;
    std::map<uptr, int64_t> left;
};

struct Counts {
    uint64_t recorded = 0, read = 0, off = 0, mask = 0, pid = 0;
    bool operator==(const Counts &) const = default;
};

struct ModelInstance {
    bool there = false;
    bool traces = false;
    bool on = true;
    bool event = false;
    bool stacks = false; // records of more than one line may be in the ring
    ModelList lists[2];
    std::vector<ModelCommand> commands;
    std::optional<std::set<unsigned>> pids[2];
    bool option[option_count];
    bool masked[4] = {}, pid_blocked[4] = {};
    Counts counts[4];

    ModelInstance()
    {
        for (unsigned i = 0; i < option_count; ++i)
            option[i] = options[i].initially;
    }
    // In its trace_options.
    bool names(unsigned i) const
    {
        return options[i].of == Of::function ? traces : options[i].of != Of::nop || !traces;
    }
    bool ignores(unsigned pid) const
    {
        return (pids[0] && !pids[0]->count(pid)) || (pids[1] && pids[1]->count(pid));
    }
    void reset_ring()
    {
        stacks = false;
        for (Counts &one : counts)
            one = Counts();
    }
    bool chooses(uptr site) const
    {
        return traces && (!lists[0].chosen || lists[0].sites.count(site)) &&
               !lists[1].sites.count(site);
    }
    // Pids hold back the function tracer alone.
    void event_on(unsigned cpu, bool function)
    {
        Counts &count = counts[cpu];
        bool held = function && pid_blocked[cpu];
        ++(!on ? count.off : masked[cpu] ? count.mask : held ? count.pid : count.recorded);
    }
};

// Another module's ops.
struct ModelOps {
    bool registered = false;
    bool everything = false;
    std::set<uptr> sites;
    uint64_t hits = 0;
    bool includes(uptr site) const
    {
        return registered && (sites.count(site) != 0) != everything;
    }
};

// A file that stays open.
struct Session {
    fakes::UserFile user;
    bool open = false;
    bool pipe = false;
    unsigned instance = 0;
    unsigned kind = 0;
    ModelList list;
    std::string pending;
    bool touched = false, failed = false;
};

struct Fuzzer {
    explicit Fuzzer(Input &input) : in(input) {}

    Input &in;
    Kernel kernel;
    std::array<ModelInstance, instance_count> instances;
    Session sessions[3];
    spile_ops ops[2] = {};
    ModelOps model_ops[2];
    unsigned running[4] = {};
    bool injecting = false; // something may fail now
    bool wounded = false;   // something may have failed in this step

    void run();
    void start();
    void finish(uint8_t how);
    void step();

    // --- what fails
    void inject();
    bool stop_injecting();
    void heal();

    // --- users
    std::string path(unsigned instance, const char *name)
    {
        std::string dir = instance_names[instance];
        return (dir.empty() ? "" : "instances/" + dir + "/") + name;
    }
    std::string read(const std::string &path, size_t room = 4096);
    std::string filter_text();
    std::string any_text(std::initializer_list<const char *> usual);
    bool process(Session &session, std::string_view bytes);
    bool take_word(Session &session, const std::string &word);
    bool write_all(fakes::UserFile &user, std::string_view bytes);
    bool commit(Session &session);
    void write_filter();
    void write_text();
    void sessions_step();
    void directories();
    void modules_step();
    void ops_step();
    void hits();
    void scheduler();
    void read_pipe(unsigned instance);

    // --- model
    bool change_command(ModelInstance &instance, const ModelWord &word);
    std::string list_text(const ModelInstance &instance, unsigned kind);
    std::map<uptr, unsigned> traced();
    void resync_counts(unsigned instance);
    void resync_commands(unsigned instance, int64_t hits);
    Counts counts_of(const std::string &stats, unsigned cpu, uint64_t &in_buffer);
    void check();
    ModelInstance &pick(unsigned &index)
    {
        index = in.below(instance_count);
        if (!instances[index].there)
            index = 0;
        return instances[index];
    }
};

// --- what fails

void Fuzzer::inject()
{
    uint8_t how = in.byte();
    if (how < 160)
        return;
    injecting = true;
    if (how < 230)
        fakes::fail_allocation(1 + how % 35, how & 1);
    else
        fakes::fail_gate(1 + how % 2, -ENOMEM);
}

// True: something may have failed.
bool Fuzzer::stop_injecting()
{
    bool was = injecting;
    injecting = false;
    wounded |= was;
    fakes::fail_allocation(0);
    fakes::fail_gate(0, 0);
    return was;
}

// What could not be unpatched for want of memory is tried again with the next change.
void Fuzzer::heal()
{
    std::map<uptr, unsigned> now = traced();
    for (const FakeFunction &one : kernel.functions()) {
        if (now.count(one.address))
            continue;
        SiteChoice choice;
        MUST(choice.sites.collect(site_of(one.address)));
        FilterSet *set = core->registry.hold(spile::move(choice)).take();
        Op op;
        op.percpu = spile_alloc_percpu(8, 8);
        MUST(core->registry.attach(op, *set));
        core->registry.detach(op);
        core->registry.release(*set);
        spile_free_percpu(op.percpu);
        return;
    }
}

// --- users

std::string Fuzzer::read(const std::string &path, size_t room)
{
    fakes::UserFile user;
    MUST(user.open(text_of(path), SPILE_OPEN_READ) == 0);
    std::string all;
    char buffer[4096];
    for (;;) {
        long got = user.read(buffer, std::min(room, sizeof(buffer)));
        MUST(got >= 0);
        if (!got)
            return all;
        all.append(buffer, static_cast<size_t>(got));
    }
}

std::string Fuzzer::any_text(std::initializer_list<const char *> usual)
{
    uint8_t which = in.byte();
    if (which >= 230)
        return std::string(in.until('\n').substr(0, 60));
    return usual.begin()[which % usual.size()];
}

std::string Fuzzer::filter_text()
{
    static const char *const patterns[] = {
        "vfs_read", "vfs_*", "*read*", "twin", "*", "?", "a", "*open", "schedule*", "[a-d]*",
        "alpha_*",  "3",     "13",     "0x2",  "",  "nobody", "do_exit", "alps_ride", "12", "*.*"};
    static const char *const ends[] = {
        "",           "",           "",          "",        "",         ":mod:alpha", ":mod:al*",
        ":mod:!alpha", ":mod:beta", ":mod:alps", ":mod:*",  ":mod:!*",  ":traceoff",  ":traceon:3",
        ":stacktrace", ":stacktrace:2", ":dump", ":cpudump", ":traceoff:0", ":mod:", ":nothing",
        ":"};
    uint8_t how = in.byte();
    if (how >= 240)
        return std::string(in.until('\n').substr(0, 80));
    std::string text;
    for (unsigned words = how % 4; ; --words) {
        uint8_t pattern = in.byte(), end = in.byte();
        if (pattern >= 200)
            text += '!';
        text += patterns[pattern % std::size(patterns)];
        text += ends[end % std::size(ends)];
        if (!words)
            break;
        text += end & 0x80 ? "\n" : " ";
    }
    if (how & 0x80)
        text += '\n';
    return text;
}

bool Fuzzer::write_all(fakes::UserFile &user, std::string_view bytes)
{
    while (!bytes.empty()) {
        long took = user.write(text_of(bytes));
        if (took < 0) {
            MUST(took == -EINVAL || took == -ERANGE || (injecting && took == -ENOMEM));
            return false;
        }
        MUST(took > 0 && static_cast<size_t>(took) <= bytes.size());
        bytes.remove_prefix(static_cast<size_t>(took));
    }
    return true;
}

// One word that is complete. False: refused.
bool Fuzzer::take_word(Session &session, const std::string &word)
{
    ModelWord parsed(word);
    ModelInstance &instance = instances[session.instance];
    if (parsed.has_command && parsed.command != "mod") {
        if (session.kind != 0 || !change_command(instance, parsed)) {
            session.failed = true;
            return false;
        }
        return true;
    }
    if (!session.list.change(kernel, word)) {
        session.failed = true;
        return false;
    }
    return session.touched = true;
}

// What a write of `bytes` does to the model. False: a word was refused, and its
// writer gave up.
bool Fuzzer::process(Session &session, std::string_view bytes)
{
    for (char c : bytes) {
        if (c && !Text::is_space(c)) {
            session.pending += c;
            continue;
        }
        std::string word;
        swap(word, session.pending);
        if (!word.empty() && !take_word(session, word))
            return false;
    }
    return true;
}

// False: the last word, which had no end, was refused.
bool Fuzzer::commit(Session &session)
{
    bool last = session.pending.empty() || take_word(session, session.pending);
    session.pending.clear();
    if (session.failed || !session.touched)
        return last;
    std::set<uptr> there;
    for (const FakeFunction &one : kernel.functions())
        there.insert(one.address);
    std::erase_if(session.list.sites, [&](uptr site) { return !there.count(site); });
    instances[session.instance].lists[session.kind] = session.list;
    return last;
}

// open, write, close; memory may run out.
void Fuzzer::write_filter()
{
    Session session;
    ModelInstance &instance = pick(session.instance);
    session.kind = in.below(4) == 3;
    bool truncate = in.below(2);
    std::string text = filter_text();
    bool command = text.find(':') != text.npos && text.find('!') != text.npos;
    if (!command) // removing parts of commands is done in parts
        inject();
    unsigned flags = SPILE_OPEN_WRITE | (truncate ? SPILE_OPEN_TRUNCATE : 0);
    std::string name = path(session.instance, session.kind ? "set_ftrace_notrace"
                                                           : "set_ftrace_filter");
    int rc = session.user.open(text_of(name), flags);
    if (rc) {
        MUST(rc == -ENOMEM);
        MUST(stop_injecting());
        return;
    }
    ModelInstance before = instance;
    if (!truncate)
        session.list = instance.lists[session.kind];
    session.touched = truncate;
    bool wrote = write_all(session.user, text);
    int closed = session.user.close();
    bool told = process(session, text);
    bool last = commit(session);
    if (!stop_injecting()) {
        MUST(wrote == told);
        MUST(closed == (last ? 0 : -EINVAL) || (!last && closed == -ERANGE));
        return;
    }
    // Either all of it or nothing; each command for itself.
    std::string now = read(name);
    if (now == list_text(instance, session.kind))
        return;
    MUST(!wrote || closed);
    std::vector<ModelCommand> with = instance.commands;
    for (const std::vector<ModelCommand> &some : {before.commands, with})
        for (const ModelList &list : {before.lists[session.kind], instance.lists[session.kind]}) {
            ModelInstance as = instance;
            as.lists[session.kind] = list;
            as.commands = some;
            if (list_text(as, session.kind) == now) {
                instance = as;
                return;
            }
        }
    // Some of several commands.
    ModelInstance as = before;
    for (size_t made = before.commands.size(); made < with.size(); ++made) {
        as.commands.push_back(with[made]);
        if (list_text(as, session.kind) == now) {
            instance = as;
            return;
        }
    }
    tell(now, list_text(instance, session.kind));
    MUST(!"all or nothing");
}

void Fuzzer::write_text()
{
    unsigned index;
    ModelInstance &instance = pick(index);
    ModelInstance next = instance;
    unsigned option = 0;
    int expected = 0;
    std::string text, name;
    bool truncate = in.below(2), trunc_only = false;
    unsigned what = in.below(9);
    auto command = [&] {
        std::string_view view = text;
        view = view.substr(0, view.find('\0'));
        return string_of(text_of(view).trimmed());
    };
    auto number = [&](u64 most, bool &to) {
        Result<u64> value = scan_u64(text_of(command()), 10);
        if (!value)
            return -static_cast<int>(value.error());
        if (value.value() > most)
            return -EINVAL;
        to = value.value() != 0;
        return 0;
    };
    switch (what) {
    case 0:
    case 1:
        name = "current_tracer";
        text = any_text({"function", "nop\n", "function\n", "function_graph", " nop "});
        if (command() == "function") {
            if (!next.traces)
                next.reset_ring();
            next.traces = true;
        } else if (command() == "nop") {
            next.traces = false;
        } else {
            expected = -EINVAL;
        }
        break;
    case 2:
        name = "tracing_on";
        text = any_text({"0", "1", "1\n", "7", "-1", "99999999999999999999", "x"});
        expected = number(~0ull, next.on);
        break;
    case 3: {
        name = "tracing_cpumask";
        text = any_text({"f", "b\n", "1", "0", "8", "2", "00000000,00000003", "ffffffff", "0x3",
                         "+1", "1,,2", "", "g", "123456789"});
        // Hexadecimal words of 32 bits, and nothing else.
        std::string words = command() + ',', word;
        uint32_t mask = 0;
        for (char c : words) {
            if (c != ',') {
                word += c;
                continue;
            }
            if (word.empty() || word.size() > 8 ||
                word.find_first_not_of("0123456789abcdefABCDEF") != word.npos)
                expected = -EINVAL;
            else
                mask = static_cast<uint32_t>(strtoul(word.c_str(), nullptr, 16));
            word.clear();
        }
        for (unsigned cpu : cpus)
            next.masked[cpu] = !(mask >> cpu & 1);
        break;
    }
    case 4:
    case 5: {
        name = what == 4 ? "set_ftrace_pid" : "set_ftrace_notrace_pid";
        text = any_text({"1", "7 8\n", "0", "999", "1000", "5 x", "", " ", "-1", "0x10", "3\n4"});
        std::set<unsigned> pids;
        if (instance.pids[what - 4] && !truncate)
            pids = *instance.pids[what - 4];
        std::string word;
        for (char c : text + ' ')
            if (c && !Text::is_space(c)) {
                word += c;
            } else if (!word.empty()) {
                Result<u64> pid = scan_u64(text_of(word));
                if (!pid || pid.value() >= pid_limit)
                    expected = -EINVAL;
                else
                    pids.insert(static_cast<unsigned>(pid.value()));
                word.clear();
            }
        if (truncate) { // at open, whatever is then written
            next.pids[what - 4].reset();
            for (unsigned cpu : cpus)
                next.pid_blocked[cpu] = next.ignores(running[cpu]);
        }
        if (expected)
            pids = truncate ? std::set<unsigned>{} : instance.pids[what - 4].value_or(pids);
        trunc_only = truncate;
        if (!expected && !text.empty()) {
            next.pids[what - 4].reset();
            if (!pids.empty())
                next.pids[what - 4] = pids;
            for (unsigned cpu : cpus)
                next.pid_blocked[cpu] = next.ignores(running[cpu]);
        }
        break;
    }
    case 6: {
        option = in.below(option_count);
        if (options[option].can == Switch::left_alone || (index && options[option].of == Of::top))
            option = 0;
        name = std::string("options/") + options[option].name;
        text = any_text({"0", "1", "1\n", "2", "y"});
        expected = number(1, next.option[option]);
        if (options[option].can == Switch::refused && next.option[option]) {
            next.option[option] = false;
            expected = -EINVAL;
        }
        break;
    }
    case 7: {
        name = "trace_options";
        option = in.below(option_count);
        if (options[option].can == Switch::left_alone)
            option = 0;
        text = any_text({"", "no", "nono", "x"}) + options[option].name;
        expected = -EINVAL;
        for (unsigned i = 0; i < option_count; ++i)
            for (bool on : {true, false})
                if (command() == std::string(on ? "" : "no") + options[i].name &&
                    instance.names(i) && options[i].can == Switch::free) {
                    next.option[i] = on;
                    expected = 0;
                }
        break;
    }
    case 8:
        name = in.below(2) ? "events/enable" : "events/sched/sched_switch/enable";
        text = any_text({"1", "0", "2", ""});
        expected = number(1, next.event);
        break;
    }
    inject();
    fakes::UserFile user;
    unsigned flags = SPILE_OPEN_WRITE | (truncate ? SPILE_OPEN_TRUNCATE : 0);
    int rc = user.open(text_of(path(index, name.c_str())), flags);
    long took = rc ? rc : text.empty() ? 0 : user.write(text_of(text));
    user.close();
    if (stop_injecting()) {
        bool failed = took < 0 && took != expected;
        if (failed) {
            MUST(took == -ENOMEM);
            if (!rc && trunc_only) { // the open has emptied the list
                instance.pids[what - 4].reset();
                for (unsigned cpu : cpus)
                    instance.pid_blocked[cpu] = instance.ignores(running[cpu]);
            }
            return;
        }
    }
    if (took < 0 || expected)
        tell(text, name);
    MUST(took == (text.empty() ? 0 : expected ? expected : static_cast<long>(text.size())));
    if (text.empty() && !trunc_only)
        return;
    if (!expected || trunc_only)
        instance = next;
}

void Fuzzer::sessions_step()
{
    Session &session = sessions[in.below(std::size(sessions))];
    uint8_t how = in.byte();
    if (!session.open) {
        pick(session.instance);
        session.pipe = how >= 200;
        session.kind = how % 2;
        bool truncate = how & 2;
        std::string name = path(session.instance, session.pipe   ? "trace_pipe"
                                                  : session.kind ? "set_ftrace_notrace"
                                                                 : "set_ftrace_filter");
        MUST(session.user.open(text_of(name), session.pipe ? SPILE_OPEN_READ
                                              : truncate   ? SPILE_OPEN_WRITE | SPILE_OPEN_TRUNCATE
                                                           : SPILE_OPEN_WRITE) == 0);
        session.open = true;
        session.touched = truncate;
        session.failed = false;
        session.pending.clear();
        session.list = truncate || session.pipe ? ModelList()
                                                : instances[session.instance].lists[session.kind];
        return;
    }
    if (how < 80) {
        session.open = false;
        int closed = session.user.close();
        MUST((session.pipe || commit(session)) == (closed == 0));
        return;
    }
    if (session.pipe) {
        char buffer[4096];
        long got = session.user.read(buffer, 1 + how * 8);
        MUST(got >= 0 || got == -EAGAIN);
        resync_counts(session.instance);
        return;
    }
    std::string text = filter_text();
    if (session.pending.size() + text.size() > 2000)
        return;
    bool wrote = write_all(session.user, text);
    bool told = process(session, text);
    MUST(wrote == told);
    if (!told)
        session.pending.clear();
}

void Fuzzer::directories()
{
    unsigned which = 1 + in.below(instance_count - 1);
    std::string name = std::string("instances/") + instance_names[which];
    ModelInstance &instance = instances[which];
    if (!instance.there) {
        inject();
        int rc = fakes::make_directory(text_of(name));
        bool failing = stop_injecting();
        MUST(rc == 0 || (failing && rc == -ENOMEM));
        if (rc) {
            MUST(!fakes::node_at(text_of(name)));
            return;
        }
        instance = ModelInstance();
        instance.there = true;
        for (unsigned i = 0; i < option_count; ++i)
            instance.option[i] = options[i].inherited && instances[0].option[i];
        return;
    }
    if (in.below(2)) {
        MUST(fakes::make_directory(text_of(name)) == -EEXIST);
        return;
    }
    bool busy = false;
    for (const Session &session : sessions)
        busy |= session.open && session.instance == which;
    inject();
    int rc = fakes::remove_directory(text_of(name));
    stop_injecting();
    MUST(rc == (busy ? -EBUSY : 0));
    if (!rc)
        instance = ModelInstance();
}

void Fuzzer::modules_step()
{
    unsigned which = in.below(module_count);
    if (kernel.loaded[which]) {
        inject();
        spile_module_going(&modules[which]);
        stop_injecting();
        kernel.go(which);
        for (ModelInstance &instance : instances) {
            instance.lists[0].went(which);
            instance.lists[1].went(which);
            for (ModelCommand &command : instance.commands)
                for (unsigned i = 0; i < modules[which].functions.size(); ++i)
                    command.left.erase(address_in(which, i));
            std::erase_if(instance.commands,
                          [](const ModelCommand &command) { return command.left.empty(); });
        }
        for (ModelOps &one : model_ops)
            for (unsigned i = 0; i < modules[which].functions.size(); ++i)
                one.sites.erase(address_in(which, i));
        return;
    }
    std::vector<unsigned long> sites;
    for (unsigned i = 0; i < modules[which].functions.size(); ++i)
        sites.push_back(address_in(which, i));
    inject();
    spile_module_coming(&modules[which], modules[which].name, sites.data(), sites.size());
    bool failing = stop_injecting();
    if (failing) {
        std::string all = read("available_filter_functions");
        if (all.find(std::string("[") + modules[which].name + "]") == all.npos)
            return; // traced nowhere
    }
    kernel.come(which);
    for (unsigned i = 0; i < instance_count; ++i)
        for (unsigned kind : {0u, 1u}) {
            if (!instances[i].there)
                continue;
            ModelInstance next = instances[i];
            next.lists[kind].came(which);
            if (!failing || read(path(i, kind ? "set_ftrace_notrace" : "set_ftrace_filter")) ==
                                list_text(next, kind))
                instances[i] = next;
        }
}

// Ops of other modules, which count.
void Fuzzer::ops_step()
{
    static const char *const words[] = {"", "vfs_*", "twin a", "*", "nobody", "*:mod:alpha",
                                        "*:mod:!alpha", "!vfs_read", "vfs_* !vfs_read", "read"};
    unsigned which = in.below(std::size(ops));
    ModelOps &model = model_ops[which];
    uint8_t how = in.byte();
    if (model.registered && how < 128) {
        inject();
        spile_unregister_ops(&ops[which]);
        stop_injecting();
        model = ModelOps();
        return;
    }
    const char *filter = words[in.below(std::size(words))];
    const char *exclude = words[in.below(std::size(words))];
    ModelList lists[2];
    bool valid = true;
    for (unsigned i : {0u, 1u}) {
        Text rest(i ? exclude : filter);
        for (Text word = next_word(rest); !word.empty() && valid; word = next_word(rest))
            valid = lists[i].change(kernel, string_of(word));
        valid = valid && lists[i].wishes.empty();
    }
    inject();
    int rc;
    if (model.registered) {
        rc = spile_set_ops_filter(&ops[which], filter, exclude);
    } else {
        ops[which] = {};
        ops[which].filter = filter;
        ops[which].exclude = exclude;
        rc = spile_register_ops(&ops[which]);
    }
    bool failing = stop_injecting();
    if (rc) {
        MUST((!valid && rc == -EINVAL) || (failing && rc == -ENOMEM));
        MUST(model.registered || !ops[which].handle);
        return;
    }
    MUST(valid);
    model.registered = true;
    model.everything = !lists[0].chosen;
    model.sites = model.everything ? lists[1].sites : lists[0].sites;
    if (!model.everything)
        for (uptr site : lists[1].sites)
            model.sites.erase(site);
}

void Fuzzer::hits()
{
    std::vector<FakeFunction> all = kernel.functions();
    uptr site = all[in.below(static_cast<unsigned>(all.size()))].address;
    uint8_t how = in.byte();
    unsigned cpu = cpus[how % 3], level = how / 4 % 4, times = how >= 192 ? 40 : 1 + how / 64;
    bool commanded[instance_count] = {};
    for (unsigned i = 0; i < instance_count; ++i)
        for (const ModelCommand &command : instances[i].commands)
            commanded[i] |= command.left.count(site) != 0;
    for (unsigned i = 0; i < times; ++i)
        fakes::call(site, cpu, level, site + 4);
    for (ModelOps &one : model_ops)
        if (one.includes(site))
            one.hits += times;
    for (unsigned i = 0; i < instance_count; ++i) {
        ModelInstance &instance = instances[i];
        for (unsigned hit = 0; hit < times && !commanded[i] && instance.chooses(site); ++hit)
            instance.event_on(cpu, true);
        if (!commanded[i])
            continue;
        // Whether the tracer or a command comes first is nobody's promise.
        bool was_on = instance.on, may_turn_on = false, may_turn_off = false;
        for (ModelCommand &command : instance.commands) {
            auto found = command.left.find(site);
            if (found == command.left.end())
                continue;
            may_turn_on |= command.kind == 0;
            may_turn_off |= command.kind == 1 || command.kind >= 3;
            instance.stacks |= command.kind == 2;
        }
        instance.on = read(path(i, "tracing_on")) == "1\n";
        MUST(instance.on == was_on || (instance.on ? may_turn_on : may_turn_off));
        resync_commands(i, times);
        resync_counts(i);
    }
}

void Fuzzer::scheduler()
{
    uint8_t how = in.byte();
    unsigned pid = how & 1 ? in.below(10) : static_cast<unsigned>(in.number(2)) % pid_limit;
    unsigned cpu = cpus[how / 2 % 3];
    if (how >= 200) {
        fakes::run_deferred();
        return;
    }
    if (how >= 150) {
        bool exits = how & 1;
        unsigned child = in.below(12);
        if (!fakes::sched_hooks())
            return;
        if (exits)
            spile_on_exit(pid);
        else
            spile_on_fork(pid, child);
        for (ModelInstance &instance : instances) {
            if (!instance.there || !instance.option[fork_option])
                continue;
            for (auto &pids : instance.pids) {
                if (pids && exits)
                    pids->erase(pid);
                else if (pids && pids->count(pid))
                    pids->insert(child);
            }
        }
        return;
    }
    running[cpu] = pid;
    fakes::set_running(cpu, pid);
    if (!fakes::sched_hooks())
        return;
    spile_record_sched_switch what = {};
    what.next_pid = static_cast<int>(pid);
    spile_on_switch(&what, cpu);
    for (ModelInstance &instance : instances) {
        if (!instance.there)
            continue;
        if (instance.event)
            instance.event_on(cpu, false);
        instance.pid_blocked[cpu] = instance.ignores(pid);
    }
}

void Fuzzer::read_pipe(unsigned index)
{
    ModelInstance &instance = instances[index];
    fakes::UserFile user;
    std::string name = path(index, "trace_pipe");
    MUST(user.open(text_of(name), SPILE_OPEN_READ) == 0);
    uint64_t lines = 0, expected = 0;
    char buffer[4096];
    long got;
    while ((got = user.read(buffer, sizeof(buffer))) > 0)
        lines += static_cast<uint64_t>(std::count(buffer, buffer + got, '\n'));
    MUST(got == 0 || got == -EAGAIN);
    for (unsigned cpu : cpus) {
        expected += instance.counts[cpu].recorded - instance.counts[cpu].read;
        instance.counts[cpu].read = instance.counts[cpu].recorded;
    }
    MUST(lines >= expected && (instance.stacks || lines == expected));
}

// --- model

bool Fuzzer::change_command(ModelInstance &instance, const ModelWord &word)
{
    unsigned kind = 0;
    while (kind < std::size(commands) && word.command != commands[kind])
        ++kind;
    if (kind == std::size(commands) || word.pattern.empty())
        return false;
    std::set<uptr> sites;
    for (const FakeFunction &one : kernel.functions())
        if (is_like(one.name, word.pattern))
            sites.insert(one.address);
    bool once = kind >= 3, counted = once || word.has_parameter;
    if (word.remove) {
        bool any = false;
        for (ModelCommand &command : instance.commands)
            if (command.kind == kind && command.counted == counted)
                for (uptr site : sites)
                    any |= command.left.erase(site) != 0;
        std::erase_if(instance.commands,
                      [](const ModelCommand &command) { return command.left.empty(); });
        return any;
    }
    int64_t count = 1;
    if (!once && !word.parameter.empty()) {
        Result<u64> value = scan_u64(text_of(word.parameter));
        if (!value || value.value() > INT64_MAX)
            return false;
        count = static_cast<int64_t>(value.value());
    } else if (!once) {
        counted = false;
    }
    if (sites.empty())
        return false;
    for (const ModelCommand &command : instance.commands)
        if (command.kind == kind && command.counted == counted)
            for (const auto &[site, left] : command.left)
                sites.erase(site);
    if (sites.empty())
        return true;
    ModelCommand made{kind, counted, {}};
    for (uptr site : sites)
        made.left[site] = count;
    instance.commands.push_back(made);
    return true;
}

std::string Fuzzer::list_text(const ModelInstance &instance, unsigned kind)
{
    std::map<uptr, const FakeFunction *> names;
    std::vector<FakeFunction> all = kernel.functions();
    for (const FakeFunction &one : all)
        names[one.address] = &one;
    const ModelList &list = instance.lists[kind];
    std::string text;
    if (!list.chosen && kind == 0)
        text += "#### all functions enabled ####\n";
    if (list.sites.empty() && kind == 1)
        text += "#### no functions disabled ####\n";
    for (uptr site : list.sites) {
        MUST(names.count(site));
        text += names[site]->name;
        text += names[site]->module.empty() ? "\n" : " [" + names[site]->module + "]\n";
    }
    for (const ModelWish &wish : list.wishes)
        text += wish.pattern + ":mod:" + wish.module + "\n";
    for (const ModelCommand &command : instance.commands) {
        if (kind)
            break;
        for (const auto &[site, left] : command.left)
            text += names[site]->name + ":" + commands[command.kind] + ":" +
                    (command.counted ? "count=" + std::to_string(left) : "unlimited") + "\n";
    }
    return text;
}

// Each function that has to be patched, and for how many ops.
std::map<uptr, unsigned> Fuzzer::traced()
{
    std::map<uptr, unsigned> users;
    for (const FakeFunction &one : kernel.functions()) {
        unsigned count = 0;
        for (const ModelInstance &instance : instances) {
            count += instance.chooses(one.address);
            for (const ModelCommand &command : instance.commands)
                count += command.left.count(one.address) != 0;
        }
        for (const ModelOps &ops : model_ops)
            count += ops.includes(one.address);
        if (count)
            users[one.address] = count;
    }
    return users;
}

Counts Fuzzer::counts_of(const std::string &stats, unsigned cpu, uint64_t &in_buffer)
{
    size_t at = stats.find("cpu" + std::to_string(cpu) + ":\n");
    MUST(at != stats.npos);
    auto value = [&](const char *name) {
        size_t found = stats.find(std::string("\n") + name + ": ", at);
        MUST(found != stats.npos);
        return std::stoull(stats.substr(found + std::string(name).size() + 3));
    };
    Counts counts{value("recorded"), value("read"), value("filtered_tracing_off"),
                  value("filtered_cpumask"), value("filtered_pid")};
    in_buffer = value("in_buffer");
    MUST(in_buffer + counts.read == counts.recorded);
    MUST(value("overwritten") + value("lost_commit_overrun") + value("lost_full") +
             value("lost_too_large") == 0);
    MUST(value("hits") == counts.recorded + counts.off + counts.mask + counts.pid);
    return counts;
}

void Fuzzer::resync_counts(unsigned index)
{
    std::string stats = read(path(index, "trace_stats"));
    uint64_t in_buffer;
    for (unsigned cpu : cpus)
        instances[index].counts[cpu] = counts_of(stats, cpu, in_buffer);
}

// Counts only fall, and by no more than there were hits.
void Fuzzer::resync_commands(unsigned index, int64_t hits)
{
    ModelInstance &instance = instances[index];
    ModelInstance without = instance;
    without.commands.clear();
    std::string text = read(path(index, "set_ftrace_filter")), head = list_text(without, 0);
    MUST(text.starts_with(head));
    Input lines{std::string_view(text).substr(head.size())};
    for (ModelCommand &command : instance.commands)
        for (auto &[site, left] : command.left) {
            std::string_view line = lines.until('\n');
            if (!command.counted)
                continue;
            size_t equals = line.find('=');
            MUST(equals != line.npos);
            int64_t now = atoll(std::string(line.substr(equals + 1)).c_str());
            MUST(now <= left && now >= left - hits && (now >= 0));
            left = now;
        }
}

void Fuzzer::check()
{
    for (unsigned i = 0; i < instance_count; ++i) {
        const ModelInstance &instance = instances[i];
        if (!instance.there)
            continue;
        MUST_EQUAL(read(path(i, "set_ftrace_filter")), list_text(instance, 0));
        MUST_EQUAL(read(path(i, "set_ftrace_notrace")), list_text(instance, 1));
        MUST_EQUAL(read(path(i, "current_tracer")), instance.traces ? "function\n" : "nop\n");
        MUST_EQUAL(read(path(i, "tracing_on")), instance.on ? "1\n" : "0\n");
        unsigned mask = 0;
        for (unsigned cpu : cpus)
            mask |= static_cast<unsigned>(!instance.masked[cpu]) << cpu;
        MUST_EQUAL(read(path(i, "tracing_cpumask")),
                   std::string(1, "0123456789abcdef"[mask]) + "\n");
        for (unsigned which : {0u, 1u}) {
            std::string text;
            if (instance.pids[which])
                for (unsigned pid : *instance.pids[which])
                    text += std::to_string(pid) + "\n";
            MUST_EQUAL(read(path(i, which ? "set_ftrace_notrace_pid" : "set_ftrace_pid")),
                       text.empty() ? "no pid\n" : text);
        }
        std::string text;
        for (unsigned option = 0; option < option_count; ++option)
            if (instance.names(option))
                text += std::string(instance.option[option] ? "" : "no") + options[option].name +
                        "\n";
        MUST_EQUAL(read(path(i, "trace_options")), text);
        MUST_EQUAL(read(path(i, "events/enable")), instance.event ? "1\n" : "0\n");
        std::string stats = read(path(i, "trace_stats"));
        for (unsigned cpu : cpus) {
            uint64_t in_buffer;
            Counts now = counts_of(stats, cpu, in_buffer);
            if (!(now == instance.counts[cpu]))
                tell(stats, "recorded " + std::to_string(instance.counts[cpu].recorded));
            MUST(now == instance.counts[cpu]);
        }
    }
    std::string available, enabled;
    std::map<uptr, unsigned> users = traced();
    size_t patched = 0;
    for (const FakeFunction &one : kernel.functions()) {
        available += one.name + (one.module.empty() ? "\n" : " [" + one.module + "]\n");
        MUST(fakes::gate_has(one.address) == (users.count(one.address) != 0));
        patched += users.count(one.address);
    }
    MUST_EQUAL(read("available_filter_functions"), available);
    MUST(fakes::gate_is_open() == !users.empty());
    MUST(fakes::gate_is_everything() || fakes::gate_size() == patched);
    std::map<uptr, FakeFunction> names;
    for (const FakeFunction &one : kernel.functions())
        names[one.address] = one;
    for (auto [site, count] : users)
        enabled += names[site].name +
                   (names[site].module.empty() ? "" : " [" + names[site].module + "]") + " (" +
                   std::to_string(count) + ")\n";
    MUST_EQUAL(read("enabled_functions"), enabled);
    size_t hooks = 0, noting_names = 0, noting_tgids = 0;
    for (const ModelInstance &instance : instances) {
        if (!instance.there)
            continue;
        noting_names += instance.traces || (instance.event && instance.option[cmd_option]);
        noting_tgids += (instance.traces || instance.event) && instance.option[tgid_option];
        hooks += instance.event, hooks += instance.pids[0] || instance.pids[1];
    }
    MUST(fakes::name_users() == noting_names && fakes::tgid_users() == noting_tgids);
    MUST(fakes::sched_hooks() == hooks + noting_names + noting_tgids);
    for (unsigned i = 0; i < std::size(ops); ++i)
        MUST(spile_ops_hits(&ops[i]) == model_ops[i].hits);
}

void Fuzzer::step()
{
    switch (in.below(16)) {
    case 0:
    case 1:
    case 2:
        write_filter();
        break;
    case 3:
    case 4:
    case 5:
        write_text();
        break;
    case 6:
    case 7:
        sessions_step();
        break;
    case 8:
        directories();
        break;
    case 9:
        modules_step();
        break;
    case 10:
        ops_step();
        break;
    case 11:
    case 12:
        hits();
        break;
    case 13:
        scheduler();
        break;
    case 14: {
        unsigned index;
        pick(index);
        read_pipe(index);
        break;
    }
    case 15: { // trace: read, or emptied
        unsigned index;
        ModelInstance &instance = pick(index);
        uint8_t how = in.byte();
        if (how & 1) {
            fakes::UserFile user;
            MUST(user.open(text_of(path(index, "trace")),
                           SPILE_OPEN_WRITE | SPILE_OPEN_TRUNCATE) == 0);
            instance.reset_ring();
        } else {
            std::string text = "\n" + read(path(index, "trace"), 1 + how * 16u);
            size_t lines = 0;
            for (size_t at = 0; at + 1 < text.size(); ++at)
                lines += text[at] == '\n' && text[at + 1] != '#';
            size_t expected = 0;
            for (unsigned cpu : cpus)
                expected += instance.counts[cpu].recorded - instance.counts[cpu].read;
            MUST(lines >= expected && (instance.stacks || lines == expected));
            read(path(index, "error_log"));
        }
        break;
    }
    }
}

void Fuzzer::start()
{
    static const std::vector<fakes::Symbol> with_kernel = [] {
        std::vector<fakes::Symbol> all(all_symbols().begin(), all_symbols().end());
        return all;
    }();
    static const uptr stack[] = {kernel_text + 4, kernel_text + 20};
    fakes::set_symbols({with_kernel.data(), with_kernel.size()});
    fakes::set_stack(stack, 2);
    instances[0].there = true;
    MUST(spile_core_start() == 0);
    static const spile_event_field fields[] = {{"int", "n", 8, 4, 1, SPILE_FIELD_OTHER, 0}};
    const fakes::EventShape shape{"\"%d\", REC->n", fields};
    spile_event sched_switch = fakes::make_event("sched", "sched_switch", shape);
    static char point;
    MUST(spile_event_came(&sched_switch, &point, nullptr) == 0);
    MUST(spile_core_show() == 0);
}

// Whatever is left on: nothing is patched afterwards, and nothing kept.
void Fuzzer::finish(uint8_t how)
{
    for (Session &session : sessions)
        session.user.close();
    if (how & 1)
        fakes::run_deferred();
    if (how & 2) {
        fakes::fail_allocation(1 + how / 8, how & 4);
        spile_ops *all[] = {&ops[0], &ops[1]};
        spile_unregister_ops_batch(all, 2);
    }
    for (spile_ops &one : ops)
        spile_unregister_ops(&one);
    spile_core_stop();
    fakes::fail_allocation(0);
    fakes::run_reaps();
    MUST(!fakes::gate_is_open());
    MUST(fakes::sched_hooks() == 0);
}

void Fuzzer::run()
{
    uint8_t end = in.byte();
    start();
    for (unsigned steps = 0; !in.empty() && steps < 100; ++steps) {
        step();
        if (wounded)
            heal();
        if (wounded || steps % 2 || in.empty())
            check();
        wounded = false;
    }
    finish(end);
}

} // namespace

// How it ends; then steps.
void try_input(Input &in)
{
    Fuzzer fuzzer(in);
    fuzzer.run();
}

} // namespace spile::fuzz
