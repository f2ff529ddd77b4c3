// SPDX-License-Identifier: GPL-2.0
// Results, boxes, arrays and lists: nothing is lost, nothing destroyed twice.
#include "base/vec.hh"

#include "base/box.hh"
#include "base/hash.hh"
#include "base/list.hh"
#include "base/sort.hh"
#include "selftests/fakes/fakes.hh"
#include "selftests/unit/test.hh"

namespace spile {
namespace {

// Counts its living copies; each belongs to one owner at a time.
struct Token {
    static constinit i64 alive;
    u32 value;
    explicit Token(u32 v) : value(v) { ++alive; }
    Token(Token &&other) : value(other.value)
    {
        other.value = 0;
        ++alive;
    }
    Token &operator=(Token &&other)
    {
        swap(value, other.value);
        return *this;
    }
    ~Token() { --alive; }
};
constinit i64 Token::alive = 0;

SPILE_TEST(base_containers, vec)
{
    usize memory = fakes::live_memory();
    {
        Vec<Token> vec;
        EXPECT(vec.empty() && vec.capacity() == 0);
        for (u32 i = 1; i <= 100; ++i)
            EXPECT(vec.push(Token(i)));
        EXPECT_EQ(vec.size(), 100u);
        EXPECT_EQ(Token::alive, 100);
        EXPECT_EQ(vec[0].value, 1u);
        EXPECT_EQ(vec.back().value, 100u);
        vec.remove_at(0);
        vec.remove_at(98); // the last
        vec.remove_at(49);
        EXPECT_EQ(vec.size(), 97u);
        EXPECT_EQ(Token::alive, 97);
        EXPECT_EQ(vec[0].value, 2u);
        EXPECT_EQ(vec[48].value, 50u);
        EXPECT_EQ(vec[49].value, 52u);
        EXPECT_EQ(vec.back().value, 99u);
        vec.shrink();
        EXPECT_EQ(vec.capacity(), 97u);
        Vec<Token> other = spile::move(vec);
        EXPECT(vec.empty() && vec.data() == nullptr);
        EXPECT_EQ(other.size(), 97u);
        EXPECT(vec.push(Token(7)));
        vec = spile::move(other);
        EXPECT_EQ(vec.size(), 97u);
        vec.truncate(10);
        EXPECT_EQ(vec.back().value, 11u);
        vec.truncate(20); // no growth
        EXPECT_EQ(vec.size(), 10u);
        vec.clear();
        vec.shrink();
        EXPECT_EQ(vec.capacity(), 0u);
    }
    EXPECT_EQ(Token::alive, 0);
    EXPECT_EQ(fakes::live_memory(), memory);
}

SPILE_TEST(base_containers, vec_that_cannot_grow_is_as_before)
{
    if (!fakes::memory_is_fake)
        SKIP("the kernel's allocations cannot be made to fail");
    {
        Vec<Token> vec;
        for (u32 i = 1; i <= 8; ++i)
            EXPECT(vec.push(Token(i)));
        EXPECT_EQ(vec.capacity(), 8u);
        fakes::fail_allocation(1, true);
        EXPECT_EQ(vec.push(Token(9)).error(), Errno::no_memory);
        EXPECT_EQ(vec.reserve(1000).error(), Errno::no_memory);
        EXPECT(vec.reserve(8));
        fakes::fail_allocation(0);
        EXPECT_EQ(vec.size(), 8u);
        EXPECT_EQ(Token::alive, 8);
        for (u32 i = 0; i < 8; ++i)
            EXPECT_EQ(vec[i].value, i + 1);
        vec.truncate(3);
        fakes::fail_allocation(1);
        vec.shrink(); // keeps what it has
        fakes::fail_allocation(0);
        EXPECT_EQ(vec.size(), 3u);
        EXPECT_EQ(vec.capacity(), 8u);
        EXPECT_EQ(vec[2].value, 3u);
    }
    EXPECT_EQ(Token::alive, 0);
}

SPILE_TEST(base_containers, vec_refuses_more_than_there_can_be)
{
    Vec<u64> vec;
    EXPECT_EQ(vec.reserve(~usize{0} / 4).error(), Errno::no_memory);
    EXPECT(vec.push(1));
}

struct Base {
    virtual ~Base() { ++gone; }
    void operator delete(void *) {} // the compiler wants one; a Box frees by itself
    u32 in_base = 1;
    static constinit u32 gone;
};
constinit u32 Base::gone = 0;
struct Derived final : Base {
    Token token{5};
};

SPILE_TEST(base_containers, box)
{
    usize memory = fakes::live_memory();
    {
        Box<Token> box = make_box<Token>(3u).take();
        EXPECT(box && box->value == 3);
        Box<Token> other = spile::move(box);
        EXPECT(!box && (*other).value == 3);
        other = make_box<Token>(4u).take();
        EXPECT_EQ(Token::alive, 1);
        Token *raw = other.release();
        EXPECT(!other);
        Box<Token> again(raw);
        again.reset();
        EXPECT_EQ(Token::alive, 0);
        again.reset();
        Box<Base> base = make_box<Derived>().take();
        EXPECT_EQ(Token::alive, 1);
        base = Box<Base>();
        EXPECT_EQ(Token::alive, 0);
        EXPECT_EQ(Base::gone, 1u);
    }
    EXPECT_EQ(fakes::live_memory(), memory);
}

Result<u32> half(u32 value)
{
    if (value % 2)
        return Errno::invalid;
    return value / 2;
}

Result<Token> quarter(u32 value)
{
    u32 once = TRY(half(value));
    return Token(TRY(half(once)));
}

SPILE_TEST(base_containers, results)
{
    EXPECT_EQ(half(8).value(), 4u);
    EXPECT_EQ(half(7).error(), Errno::invalid);
    {
        Result<Token> good = quarter(8);
        EXPECT(good.ok() && good.value().value == 2);
        Result<Token> bad = quarter(6);
        EXPECT(!bad && bad.error() == Errno::invalid);
        EXPECT_EQ(Token::alive, 1);
        Result<Token> moved = spile::move(good);
        EXPECT_EQ(moved.value().value, 2u);
        Token taken = moved.take();
        EXPECT_EQ(taken.value, 2u);
    }
    EXPECT_EQ(Token::alive, 0);
    EXPECT(from_c(0) && from_c(5));
    EXPECT_EQ(from_c(-12).error(), Errno::no_memory);
}

struct Item : ListNode {
    u32 value = 0;
};

SPILE_TEST(base_containers, list)
{
    Item items[4];
    List<Item> list;
    EXPECT(list.empty() && !list.front() && !list.pop_front());
    for (u32 i = 0; i < 4; ++i) {
        items[i].value = i;
        EXPECT(!items[i].linked());
        list.push_back(items[i]);
        EXPECT(items[i].linked());
    }
    u32 sum = 0, last = 0;
    for (Item &item : list) {
        sum = sum * 10 + item.value;
        last = item.value;
    }
    EXPECT_EQ(sum, 123u);
    EXPECT_EQ(last, 3u);
    items[1].unlink();
    items[1].unlink(); // twice is once
    EXPECT(!items[1].linked());
    list.push_back(items[1]);
    EXPECT_EQ(list.pop_front()->value, 0u);
    EXPECT_EQ(list.pop_front()->value, 2u);
    EXPECT_EQ(list.pop_front()->value, 3u);
    EXPECT_EQ(list.front()->value, 1u);
    EXPECT_EQ(list.pop_front()->value, 1u);
    EXPECT(list.empty());
}

SPILE_TEST(base_containers, sorting)
{
    u32 seed = 3;
    for (u32 size = 0; size < 70; ++size) {
        u32 data[70];
        u64 sum = 0;
        for (u32 i = 0; i < size; ++i) {
            seed = seed * 1664525 + 1013904223;
            data[i] = (seed >> 16) % 50;
            sum += data[i] * data[i];
        }
        sort(data, size, [](u32 a, u32 b) { return a < b; });
        for (u32 i = 0; i < size; ++i) {
            EXPECT(i == 0 || data[i - 1] <= data[i]);
            sum -= data[i] * data[i];
        }
        EXPECT_EQ(sum, 0u);
        for (u32 value = 0; value < 52; ++value) {
            usize at = lower_bound(data, size, value);
            EXPECT(at == size || data[at] >= value);
            EXPECT(at == 0 || data[at - 1] < value);
        }
    }
}

SPILE_TEST(base_containers, hashes_spread)
{
    // Neighbouring call sites, as they lie in the text: 16 bytes apart.
    u32 used[64] = {};
    for (u32 i = 0; i < 6400; ++i)
        ++used[hash_u32(0x81000000u + 16 * i) >> 26];
    for (u32 count : used)
        EXPECT(count > 50 && count < 200);
    EXPECT_NE(hash_text("vfs_read"), hash_text("vfs_write"));
    EXPECT_EQ(hash_text(""), 0x811c9dc5u);
    u32 words[] = {1, 2, 3}, other[] = {1, 3, 2};
    EXPECT_NE(hash_words(words), hash_words(other));
    EXPECT_NE(hash_words(words, 1), hash_words(words, 2));
}

SPILE_SUITE(base_containers, vec, vec_that_cannot_grow_is_as_before,
            vec_refuses_more_than_there_can_be, box, results, list, sorting, hashes_spread)

} // namespace
} // namespace spile
