// SPDX-License-Identifier: GPL-2.0
#include "control/event_tree.hh"

#include "control/event_directory.hh"
#include "control/files/event_files.hh"
#include "event/ftrace_entries.hh"

namespace spile
{

// events/SYSTEM
class SystemDirectory final : public Directory, public ListNode
{
  public:
    SystemDirectory(EventTree &tree, EventsDirectory &top, Instance &instance, Text system)
        : tree_(tree), top_(&top), instance_(instance), system_(system)
    {
    }
    ~SystemDirectory() override { leave(); }

    unsigned does() const override { return does_fill; }
    Result<void> fill(Node node) override;

    Text system() const { return system_; }
    const EventsDirectory *top() const { return top_; }
    Node node() const { return node_; }
    Instance &instance() { return instance_; }

    // Off the list of the tree. Who removes the directory with the tree's mutex held has
    // taken it off before.
    void leave()
    {
        if (!load_acquire(listed_))
            return;
        Locked lock(tree_.mutex_);
        leave_locked();
    }
    void leave_locked()
    {
        unlink();
        store_release(listed_, false);
    }

  private:
    EventTree &tree_;
    const EventsDirectory *top_; // to tell by, not to look into
    Instance &instance_;
    Text system_;
    Node node_;
    bool listed_ = false;
};

// events
class EventsDirectory final : public Directory, public ListNode
{
  public:
    EventsDirectory(EventTree &tree, Instance &instance) : tree_(tree), instance_(instance) {}
    ~EventsDirectory() override
    {
        Locked lock(tree_.mutex_);
        unlink();
    }

    unsigned does() const override { return does_fill; }
    Result<void> fill(Node node) override;

    Node node() const { return node_; }
    Result<void> add_system(EventSystem &system)
    {
        Box<Directory> made(TRY(make_box<SystemDirectory>(tree_, *this, instance_, system.name())));
        return if_missing(node_.add_directory(system.name(), spile::move(made)));
    }

  private:
    Result<void> fill_ftrace();

    EventTree &tree_;
    Instance &instance_;
    Node node_;
};

Result<void> SystemDirectory::fill(Node node)
{
    Locked lock(tree_.types_.mutex());
    EventSystem *system = tree_.types_.find_system(system_);
    {
        Locked tree_lock(tree_.mutex_);
        node_ = node;
        if (!listed_) {
            tree_.systems_.push_back(*this);
            store_release(listed_, true);
        }
    }
    if (system_ == "sched")
        TRY(if_missing(node.add_file("enable", 0640, TRY(make_events_enable(instance_)))));
    Result<void> done = Ok{};
    system->for_each_present([&](EventType &type) {
        if (done)
            done = add_event_directory(node, instance_, type);
    });
    return done;
}

Result<void> EventsDirectory::fill_ftrace()
{
    Node ftrace = TRY(node_.directory("ftrace"));
    for (const FormatText &entry : ftrace_entries)
        TRY(add_ftrace_directory(ftrace, entry));
    return Ok{};
}

Result<void> EventsDirectory::fill(Node node)
{
    Locked lock(tree_.types_.mutex());
    {
        Locked tree_lock(tree_.mutex_);
        node_ = node;
        if (!linked())
            tree_.tops_.push_back(*this);
    }
    TRY(populate_missing(node, instance_, events_rows));
    TRY(fill_ftrace());
    for (EventSystem &system : tree_.types_.systems())
        if (system.any_present())
            TRY(add_system(system));
    return Ok{};
}

Result<void> EventTree::add_to(Node node, Instance &instance)
{
    Box<Directory> events(TRY(make_box<EventsDirectory>(*this, instance)));
    (void)TRY(node.add_directory("events", spile::move(events)));
    return Ok{};
}

Result<void> EventTree::came(EventType &type)
{
    Locked lock(mutex_);
    Result<void> done = Ok{};
    auto keep = [&](Result<void> added) {
        if (!added && added.error() != Errno::no_device) // an instance that is being removed
            done = added;
    };
    for (EventsDirectory &top : tops_)
        keep(top.add_system(*types_.find_system(type.system())));
    for (SystemDirectory &system : systems_)
        if (system.system() == type.system())
            keep(add_event_directory(system.node(), system.instance(), type));
    return done;
}

void EventTree::went(EventType &type)
{
    bool last = false;
    {
        Locked lock(types_.mutex());
        last = !types_.find_system(type.system())->any_present();
    }
    Locked lock(mutex_);
    for (SystemDirectory &system : systems_)
        if (system.system() == type.system())
            (void)spile_fs_remove_child(system.node().raw(), type.name().data(),
                                        type.name().size());
    if (!last)
        return;
    for (EventsDirectory &top : tops_) {
        for (SystemDirectory &system : systems_)
            if (system.top() == &top && system.system() == type.system()) {
                system.leave_locked();
                break;
            }
        (void)spile_fs_remove_child(top.node().raw(), type.system().data(), type.system().size());
    }
}

} // namespace spile
