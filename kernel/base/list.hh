// SPDX-License-Identifier: GPL-2.0
// Intrusive doubly linked list: insertion and removal cannot fail. Callers hold
// the lock that protects the list.
#pragma once

#include "types.hh"

namespace spile {

struct ListNode {
    ListNode *prev = nullptr;
    ListNode *next = nullptr;

    bool linked() const { return next != nullptr; }
    void unlink()
    {
        if (!linked())
            return;
        prev->next = next;
        next->prev = prev;
        prev = next = nullptr;
    }
};

// T derives from ListNode (one list at a time).
template <typename T> class List {
  public:
    List() { head_.prev = head_.next = &head_; }
    List(const List &) = delete;
    List &operator=(const List &) = delete;

    bool empty() const { return head_.next == &head_; }
    void push_back(T &item)
    {
        ListNode &node = item;
        node.prev = head_.prev;
        node.next = &head_;
        head_.prev->next = &node;
        head_.prev = &node;
    }
    T *front() { return empty() ? nullptr : static_cast<T *>(head_.next); }
    T *pop_front()
    {
        T *item = front();
        if (item)
            static_cast<ListNode *>(item)->unlink();
        return item;
    }

    class Iterator {
      public:
        explicit Iterator(ListNode *at) : at_(at) {}
        T &operator*() const { return *static_cast<T *>(at_); }
        Iterator &operator++()
        {
            at_ = at_->next;
            return *this;
        }
        bool operator!=(const Iterator &other) const { return at_ != other.at_; }

      private:
        ListNode *at_;
    };
    Iterator begin() { return Iterator(head_.next); }
    Iterator end() { return Iterator(&head_); }

  private:
    ListNode head_;
};

} // namespace spile
