// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/call.h"

#include <memory>
#include <new>
#include <numeric>
#include <vector>

namespace tscope::kernels {

// A Queue is what the host side of a device kernel gives its work to, one piece after the other. This one has no
// device: it does the work itself, so that the very bodies that a GPU runs are tested, debugged and sanitized
// here. Bodies run one by one in an order that nobody would guess, since a GPU promises none either.
//
// After a failure nothing more is done, room is null, and code() says what it was.
class HostQueue
{
public:
    static constexpr const char* prefix = "simulated.";

    HostQueue(const tscope_call& call, tscope_error* error) { answerTo(call, error); }
    // A queue that a kernel keeps from its first step to the second hears another call then.
    void answerTo(const tscope_call& call, tscope_error* error)
    {
        m_call = &call;
        m_error = error;
    }

    bool isGood() const { return m_code == TSCOPE_OK; }
    std::int32_t code() const { return m_code; }
    void fail(std::int32_t code, std::string_view text)
    {
        if (isGood())
            m_code = failed(m_error, code, text);
    }

    // body(i) for all i in [0, count).
    template <class Body>
    void each(std::int64_t count, const Body& body)
    {
        std::int64_t step = count / 3 * 2 + 1;
        while (count > 0 && std::gcd(step, count) != 1)
            ++step;
        std::int64_t at = count / 2;
        for (std::int64_t i = 0; i < count && isGood(); ++i) {
            if ((i & 0xfff) == 0 && m_call->stop != nullptr &&
                __atomic_load_n(m_call->stop, __ATOMIC_RELAXED) != 0)
                fail(TSCOPE_CANCELLED, "");
            else
                body(at);
            at = (at + step % count) % count;
        }
    }

    // Memory of any content that lives as long as the queue.
    template <class T>
    T* room(std::int64_t count)
    {
        return static_cast<T*>(bytes(count, sizeof(T)));
    }
    void clear(void* to, std::int64_t count)
    {
        if (isGood() && count > 0)
            std::memset(to, 0, static_cast<std::size_t>(count));
    }
    // To the host, from the device; waits for it.
    template <class T>
    void read(T* to, const T* from, std::int64_t count)
    {
        if (isGood() && count > 0)
            std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
    }
    template <class T>
    void write(T* to, const T* from, std::int64_t count)
    {
        read(to, from, count);
    }

    // Sorts keys, of which only the lowest bits count, and moves the items along; equal ones stay in their order.
    void sort(std::uint64_t* keys, std::int64_t* items, std::int64_t count, int bits);
    // Makes of counts[0 .. count) the sums of all before; counts[count] becomes the sum of all.
    void addUp(std::int64_t* counts, std::int64_t count)
    {
        if (isGood())
            std::exclusive_scan(counts, counts + count + 1, counts, std::int64_t{0});
    }

private:
    void* bytes(std::int64_t count, std::size_t size)
    {
        std::int64_t wanted = 0;
        if (__builtin_mul_overflow(count, static_cast<std::int64_t>(size), &wanted))
            fail(TSCOPE_OVERFLOW, "the kernel needs more room than 64 bits can count");
        if (!isGood())
            return nullptr;
        auto* memory = new (std::nothrow) std::byte[static_cast<std::size_t>(std::max<std::int64_t>(wanted, 1))];
        if (memory == nullptr) {
            fail(TSCOPE_OUT_OF_MEMORY, "there is no memory for the kernel to work in");
            return nullptr;
        }
        std::memset(memory, 0xff, static_cast<std::size_t>(wanted)); // what nobody wrote is to be seen
        m_room.emplace_back(memory);
        return memory;
    }

    const tscope_call* m_call = nullptr;
    tscope_error* m_error = nullptr;
    std::int32_t m_code = TSCOPE_OK;
    std::vector<std::unique_ptr<std::byte[]>> m_room;
};

inline void HostQueue::sort(std::uint64_t* keys, std::int64_t* items, std::int64_t count, int bits)
{
    if (!isGood())
        return;
    const auto mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    std::vector<std::pair<std::uint64_t, std::int64_t>> pairs;
    for (std::int64_t i = 0; i < count; ++i)
        pairs.emplace_back(keys[i], items[i]);
    std::stable_sort(pairs.begin(), pairs.end(),
                     [mask](const auto& a, const auto& b) { return (a.first & mask) < (b.first & mask); });
    for (std::int64_t i = 0; i < count; ++i)
        std::tie(keys[i], items[i]) = pairs[static_cast<std::size_t>(i)];
}

} // namespace tscope::kernels
