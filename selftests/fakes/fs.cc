// SPDX-License-Identifier: GPL-2.0
// A tree of control files without a kernel's file system, one thread at a time.
#include "fs.hh"

#include "base/box.hh"

using namespace spile;

struct spile_node : ListNode {
    spile_node *parent = nullptr;
    Printer name;
    unsigned mode = 0, does = 0;
    bool directory = true;
    void *object = nullptr;
    List<spile_node> children;
    List<fake::Opened> opened;
};

namespace spile::fake {

static spile_node *tree;

static spile_node *root()
{
    if (!tree)
        tree = make_box<spile_node>().value().release();
    return tree;
}

void close_all(spile_node &node)
{
    while (Opened *opened = node.opened.pop_front()) {
        spile_session_close(opened->session_, 1);
        opened->session_ = nullptr;
    }
}

static void destroy(spile_node *node)
{
    while (spile_node *child = node->children.pop_front())
        destroy(child);
    close_all(*node);
    if (node->object && node->directory)
        spile_directory_drop(node->object);
    else if (node->object)
        spile_file_drop(node->object);
    Box<spile_node> gone(node);
    if (node == tree)
        tree = nullptr;
}

spile_node *find(Text path)
{
    spile_node *at = root();
    while (at && !path.empty()) {
        Text name = path.first(path.find('/'));
        path = path.from(name.size() + 1);
        at = spile_fs_find(at, name.data(), name.size());
    }
    return at;
}

unsigned mode_of(Text path)
{
    spile_node *node = find(path);
    return node ? node->mode : 0;
}

int Opened::open(Text path, unsigned flags)
{
    node_ = find(path);
    if (!node_ || node_->directory)
        return -static_cast<int>(Errno::not_found);
    spile_opened opened{};
    int rc = spile_file_open(node_->object, flags, &opened);
    if (rc)
        return rc;
    session_ = opened.session;
    write_room_ = opened.write_room;
    stream_ = opened.readers != nullptr;
    node_->opened.push_back(*this);
    return 0;
}

long Opened::read(Printer &out, usize room)
{
    char slice[1024]; // a kernel stack is small
    if (!session_)
        return -static_cast<long>(Errno::no_device);
    long bytes = spile_session_read(session_, slice, min(room, sizeof(slice)), position_);
    if (bytes <= 0)
        return bytes;
    out.text({slice, static_cast<usize>(bytes)});
    if (stream_)
        spile_session_consumed(session_, static_cast<usize>(bytes));
    else
        position_ += static_cast<usize>(bytes);
    return bytes;
}

long Opened::write(Text bytes)
{
    if (!session_)
        return -static_cast<long>(Errno::no_device);
    if (!write_room_)
        return -static_cast<long>(Errno::invalid);
    Text slice = bytes.first(write_room_);
    long taken = spile_session_write(session_, slice.data(), slice.size(),
                                     bytes.size() - slice.size(), position_);
    if (taken > 0)
        position_ += static_cast<usize>(taken);
    return taken;
}

long Opened::write_fault()
{
    spile_session_faulted(session_);
    return -static_cast<long>(Errno::bad_address);
}

void Opened::close()
{
    if (!session_)
        return;
    unlink();
    spile_session_close(session_, 0);
    session_ = nullptr;
}

int mkdir(Text parent, Text name)
{
    return spile_directory_mkdir(find(parent)->object, name.data(), name.size());
}

int rmdir(Text parent, Text name)
{
    return spile_directory_rmdir(find(parent)->object, name.data(), name.size());
}

int look_up(Text parent, Text name)
{
    return spile_directory_lookup(find(parent)->object, name.data(), name.size());
}

void read_all(Text path, Printer &out, usize room)
{
    Opened opened;
    if (opened.open(path, SPILE_OPEN_READ))
        return;
    while (opened.read(out, room) > 0) {
    }
}

long put(Text path, Text text, unsigned flags)
{
    Opened opened;
    int rc = opened.open(path, flags);
    return rc ? rc : opened.write(text);
}

} // namespace spile::fake

static int add(spile_node *parent, Text name, bool directory, unsigned mode, unsigned does,
               void *object, spile_node **made)
{
    if (!name.size() || name.find('/') != Text::npos)
        return -static_cast<int>(Errno::invalid);
    if (spile_fs_find(parent, name.data(), name.size()))
        return -static_cast<int>(Errno::exists);
    Result<Box<spile_node>> node = make_box<spile_node>();
    if (!node)
        return -static_cast<int>(node.error());
    Box<spile_node> filled = node.take();
    filled->name.text(name);
    if (filled->name.failed())
        return -static_cast<int>(Errno::no_memory);
    filled->parent = parent;
    filled->directory = directory;
    filled->mode = mode;
    filled->does = does;
    filled->object = object;
    *made = filled.release();
    parent->children.push_back(**made);
    return 0;
}

extern "C" {

int spile_fs_register(void)
{
    return 0;
}

void spile_fs_unregister(void) {}

spile_node *spile_fs_root(void)
{
    return fake::root();
}

int spile_fs_add_directory(spile_node *parent, const char *name, unsigned long length,
                           unsigned int mode, unsigned int does, void *object, spile_node **made)
{
    return add(parent, {name, length}, true, mode, does, object, made);
}

int spile_fs_add_file(spile_node *parent, const char *name, unsigned long length,
                      unsigned int mode, void *object, spile_node **made)
{
    return add(parent, {name, length}, false, mode, 0, object, made);
}

spile_node *spile_fs_find(spile_node *parent, const char *name, unsigned long length)
{
    for (spile_node &child : parent->children)
        if (child.name.view() == Text(name, length))
            return &child;
    return nullptr;
}

int spile_fs_is_directory(const spile_node *node)
{
    return node->directory;
}

unsigned long spile_fs_open_files(spile_node *node)
{
    unsigned long count = 0;
    for (auto at = node->opened.begin(); at != node->opened.end(); ++at)
        ++count;
    for (spile_node &child : node->children)
        count += spile_fs_open_files(&child);
    return count;
}

void spile_fs_remove(spile_node *node)
{
    if (node->parent)
        node->unlink();
    fake::destroy(node);
}

} // extern "C"
