// SPDX-License-Identifier: GPL-2.0
#include "tree.hh"

namespace spile {

static_assert(Directory::does_mkdir == SPILE_DIR_MKDIR);
static_assert(Directory::does_look_up == SPILE_DIR_LOOKUP);
static_assert(Directory::does_fill == SPILE_DIR_FILL);

Result<Node> Node::add_directory(Text name, Box<Directory> handler, u16 mode) const
{
    spile_node *made = nullptr;
    unsigned does = handler ? handler->does() : 0;
    TRY(from_c(spile_fs_add_directory(raw_, name.data(), name.size(), mode, does, handler.get(),
                                      &made)));
    (void)handler.release();
    return Node(made);
}

Result<Node> Node::directory(Text path) const
{
    spile_node *first_made = nullptr;
    return directory(path, &first_made);
}

// `first_made` receives the uppermost directory that had to be made.
Result<Node> Node::directory(Text path, spile_node **first_made) const
{
    Node at = *this;
    while (!path.empty()) {
        Text name = path.first(path.find('/'));
        path = path.from(name.size() + 1);
        spile_node *next = spile_fs_find(at.raw_, name.data(), name.size());
        if (next && !spile_fs_is_directory(next))
            return Errno::exists;
        if (!next) {
            Result<Node> made = at.add_directory(name);
            if (!made.ok()) {
                Node(*first_made).remove();
                return made.error();
            }
            next = made.value().raw_;
            if (!*first_made)
                *first_made = next;
        }
        at = Node(next);
    }
    return at;
}

Result<void> Node::add_file(Text path, u16 mode, Box<File> file) const
{
    usize start = path.size(); // of the last component
    while (start && path[start - 1] != '/')
        --start;
    spile_node *first_made = nullptr;
    Node parent = TRY(directory(path.first(start ? start - 1 : 0), &first_made));
    Text name = path.from(start);
    spile_node *made = nullptr;
    Result<void> added = from_c(
        spile_fs_add_file(parent.raw_, name.data(), name.size(), mode, file.get(), &made));
    if (!added.ok()) {
        Node(first_made).remove();
        return added;
    }
    (void)file.release();
    return Ok{};
}

void Node::remove()
{
    if (raw_)
        spile_fs_remove(raw_);
    raw_ = nullptr;
}

} // namespace spile
