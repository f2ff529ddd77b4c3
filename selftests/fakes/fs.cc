// SPDX-License-Identifier: GPL-2.0
// The tree of nodes, and users who open, read and write its files.
#include "glue/fs.h"

#include "base/span.hh"
#include "fakes.hh"
#include "glue/memory.h"
#include "base/types.hh"
#include "parts.hh"

using namespace spile;

struct spile_node {
    char name[64];
    usize name_length;
    spile_node *parent, *children, *next;
    bool directory;
    unsigned mode, does;
    bool filled;
    void *object;
    spile::fakes::UserFile *users;
};

namespace spile::fakes {
namespace {

constinit spile_node root = {.name = {},
                             .name_length = 0,
                             .parent = nullptr,
                             .children = nullptr,
                             .next = nullptr,
                             .directory = true,
                             .mode = 0700,
                             .does = 0,
                             .filled = false,
                             .object = nullptr,
                             .users = nullptr};

int add(spile_node *parent, Text name, bool directory, unsigned mode, unsigned does, void *object,
        spile_node **made)
{
    if (name.empty() || name.size() >= sizeof(spile_node::name) || name.find('/') != Text::npos)
        return -22;
    if (spile_fs_find(parent, name.data(), name.size()))
        return -17;
    auto *node = static_cast<spile_node *>(spile_alloc(sizeof(spile_node)));
    if (!node)
        return -12;
    for (usize i = 0; i < name.size(); ++i)
        node->name[i] = name[i];
    node->name_length = name.size();
    node->parent = parent;
    node->directory = directory;
    node->mode = mode;
    node->does = does;
    node->object = object;
    spile_node **end = &parent->children; // in the order of their making
    while (*end)
        end = &(*end)->next;
    *end = node;
    *made = node;
    return 0;
}

void unlink(spile_node *node)
{
    spile_node **link = &node->parent->children;
    while (*link != node)
        link = &(*link)->next;
    *link = node->next;
}

} // namespace

namespace {

// Null with an error of 0: there is no such name.
spile_node *walk(Text path, int &error)
{
    spile_node *at = &root;
    while (at && !path.empty()) {
        Text name = path.first(path.find('/'));
        path = path.from(name.size() + 1);
        if (at->does & SPILE_DIR_FILL && !at->filled) {
            error = spile_directory_fill(at->object, at);
            if (error)
                return nullptr;
            at->filled = true;
        }
        spile_node *next = spile_fs_find(at, name.data(), name.size());
        if (!next && at->does & SPILE_DIR_LOOKUP &&
            !spile_directory_lookup(at->object, name.data(), name.size()))
            next = spile_fs_find(at, name.data(), name.size());
        at = next;
    }
    return at;
}

} // namespace

spile_node *node_at(Text path)
{
    int error = 0;
    return walk(path, error);
}

unsigned node_mode(const spile_node *node) { return node->mode; }

namespace {

// The directory that a path's last name is in, if users may change it.
spile_node *changeable(Text &path)
{
    usize slash = path.size();
    while (slash && path[slash - 1] != '/')
        --slash;
    spile_node *parent = node_at(path.first(slash ? slash - 1 : 0));
    path = path.from(slash);
    return parent && parent->does & SPILE_DIR_MKDIR ? parent : nullptr;
}

} // namespace

int make_directory(Text path)
{
    spile_node *parent = changeable(path);
    return parent ? spile_directory_mkdir(parent->object, path.data(), path.size()) : -1;
}

int remove_directory(Text path)
{
    spile_node *parent = changeable(path);
    return parent ? spile_directory_rmdir(parent->object, path.data(), path.size()) : -1;
}

int UserFile::open(Text path, unsigned flags)
{
    int error = 0;
    spile_node *node = walk(path, error);
    if (!node || node->directory)
        return error ? error : -2;
    spile_opened opened = {};
    if (int rc = spile_file_open(node->object, flags, &opened))
        return rc;
    node_ = node;
    session_ = opened.session;
    writing_ = flags & SPILE_OPEN_WRITE;
    room_ = opened.write_room;
    stream_ = opened.readers;
    gives_pages_ = opened.gives_pages;
    position_ = 0;
    next_ = node->users;
    node->users = this;
    return 0;
}

long UserFile::read(char *buffer, usize room)
{
    if (!session_)
        return -19;
    long got = spile_session_read(session_, buffer, room, position_);
    if (got > 0) {
        spile_session_consumed(session_, static_cast<unsigned long>(got));
        position_ += static_cast<u64>(got);
    }
    return got;
}

// As the glue does it: what does not fit into the file's room makes a short write.
long UserFile::write(Text bytes)
{
    if (!session_)
        return -19;
    if (!writing_)
        return -9;
    if (!room_)
        return -22;
    Text taken = bytes.first(room_);
    long took = spile_session_write(session_, taken.data(), taken.size(),
                                    bytes.size() - taken.size(), position_);
    if (took > 0)
        position_ += static_cast<u64>(took);
    return took;
}

long UserFile::write_fault()
{
    spile_session_faulted(session_);
    return -14;
}

bool UserFile::readable() { return spile_session_readable(session_); }

int UserFile::close()
{
    if (!session_)
        return 0;
    void *session = session_;
    int rc = room_ ? spile_session_flush(session) : 0;
    forget();
    spile_session_close(session, 0);
    return rc;
}

void UserFile::forget()
{
    UserFile **link = &node_->users;
    while (*link != this)
        link = &(*link)->next_;
    *link = next_;
    session_ = nullptr;
}

void UserFile::take_away()
{
    void *session = session_;
    forget();
    spile_session_close(session, 1);
}

} // namespace spile::fakes

using namespace spile::fakes;

extern "C" {

int spile_fs_register(void) { return 0; }
void spile_fs_unregister(void) {}
spile_node *spile_fs_root(void) { return &root; }

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
    for (spile_node *node = parent->children; node; node = node->next)
        if (Text(node->name, node->name_length) == Text(name, length))
            return node;
    return nullptr;
}

int spile_fs_is_directory(const spile_node *node) { return node->directory; }

int spile_mapping_add(spile_mapping *into, void *memory)
{
    if (into->count == into->room)
        return -12;
    into->pages[into->count++] = memory;
    return 0;
}

unsigned long spile_fs_open_files(spile_node *node)
{
    unsigned long count = 0;
    for (UserFile *user = node->users; user; user = user->next())
        ++count;
    for (spile_node *child = node->children; child; child = child->next)
        count += spile_fs_open_files(child);
    return count;
}

int spile_fs_remove_child(spile_node *parent, const char *name, unsigned long length)
{
    spile_node *node = spile_fs_find(parent, name, length);
    if (!node)
        return -2;
    spile_fs_remove(node);
    return 0;
}

void spile_fs_remove(spile_node *node)
{
    while (spile_node *child = node->children)
        spile_fs_remove(child);
    if (node == &root)
        return;
    while (UserFile *user = node->users)
        user->take_away();
    unlink(node);
    if (node->object && node->directory)
        spile_directory_drop(node->object);
    else if (node->object)
        spile_file_drop(node->object);
    spile_free(node);
}

} // extern "C"
