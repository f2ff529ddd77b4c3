// SPDX-License-Identifier: GPL-2.0
// The tree of control files. Nodes own their File and Directory objects.
#pragma once

#include "directory.hh"
#include "file.hh"
#include "glue/fs.h"

namespace spile {

// A directory of the tree, borrowed: valid until it or a parent is removed.
class Node {
  public:
    Node() = default;
    explicit Node(spile_node *raw) : raw_(raw) {}
    static Node root() { return Node(spile_fs_root()); }

    explicit operator bool() const { return raw_ != nullptr; }
    spile_node *raw() const { return raw_; }

    // New directory `name`. `handler` may be empty. Errors: exists, no_memory,
    // invalid, no_device (this one is being removed).
    Result<Node> add_directory(Text name, Box<Directory> handler = {}, u16 mode = 0750) const;
    // The directory at `path` ("per_cpu/cpu0"), made where it is missing.
    Result<Node> directory(Text path) const;
    // New file at `path` ("options/function-fork"); missing directories are
    // made, and taken away again on an error. Errors as add_directory().
    Result<void> add_file(Text path, u16 mode, Box<File> file) const;

    // Files open in the subtree.
    usize open_files() const { return spile_fs_open_files(raw_); }
    // This directory (or only its content, for the root) with everything below.
    // Waits for calls inside: so from none of them, nor under a lock they take.
    void remove();

  private:
    Result<Node> directory(Text path, spile_node **first_made) const;
    spile_node *raw_ = nullptr;
};

// A subtree that goes with its owner, for instance a directory in `instances`.
class Branch {
  public:
    Branch() = default;
    explicit Branch(Node node) : node_(node) {}
    Branch(Branch &&other) : node_(other.node_) { other.node_ = {}; }
    Branch &operator=(Branch &&other)
    {
        swap(node_, other.node_);
        return *this;
    }
    ~Branch() { node_.remove(); }
    Node node() const { return node_; }

  private:
    Node node_;
};

// One control file in the table of an owner (the top level, an instance, a CPU).
template <typename Owner> struct FileRow {
    const char *path;
    u16 mode;
    Result<Box<File>> (*make)(Owner &owner);
};

// Makes all files of a table below `node`. After an error the caller removes
// the branch that it was filling.
template <typename Owner, usize N>
Result<void> populate(Node node, Owner &owner, const FileRow<Owner> (&rows)[N])
{
    for (const FileRow<Owner> &row : rows)
        TRY(node.add_file(row.path, row.mode, TRY(row.make(owner))));
    return Ok{};
}

// What is there already, from an attempt that failed half way, is no error.
template <typename T> Result<void> if_missing(const Result<T> &added)
{
    return added.ok() || added.error() == Errno::exists ? Result<void>(Ok{}) : added.error();
}

template <typename Owner, usize N>
Result<void> populate_missing(Node node, Owner &owner, const FileRow<Owner> (&rows)[N])
{
    for (const FileRow<Owner> &row : rows)
        TRY(if_missing(node.add_file(row.path, row.mode, TRY(row.make(owner)))));
    return Ok{};
}

// make() of a row whose file is constructed from its owner alone:
// {"tracing_on", 0640, make_file<TracingOn, Instance>}
template <typename T, typename Owner> Result<Box<File>> make_file(Owner &owner)
{
    return Box<File>(TRY(make_box<T>(owner)));
}

} // namespace spile
