// SPDX-License-Identifier: GPL-2.0
// Directory: what a directory does when users make, remove or look for names in
// it. A plain directory needs none.
#pragma once

#include "base/result.hh"
#include "base/span.hh"

namespace spile {

class Node;

class Directory {
  public:
    Directory() = default;
    virtual ~Directory() = default;
    Directory(const Directory &) = delete;
    Directory &operator=(const Directory &) = delete;
    static void operator delete(void *) {} // Box frees the storage

    // Which of the calls below the directory has.
    enum : unsigned { does_mkdir = 1, does_look_up = 2, does_fill = 4 };
    virtual unsigned does() const { return 0; }

    // A user's mkdir. Adds the directory `name` and all its content to the tree;
    // after an error nothing of it may be left. Users see it only afterwards,
    // and no second mkdir or rmdir in this directory runs meanwhile.
    virtual Result<void> make(Text name);
    // A user's rmdir of the directory `name`: removes it from the tree, or says
    // busy and leaves it.
    virtual Result<void> remove(Text name);
    // A name that is not there was looked up: add it to the tree, or say
    // not_found. Several names may be looked up at once.
    virtual Result<void> look_up(Text name);
    // Somebody looks into the directory, `node`, for the first time: add what is in it.
    // After an error the next look asks anew. Several may ask at once.
    virtual Result<void> fill(Node node);
};

} // namespace spile
