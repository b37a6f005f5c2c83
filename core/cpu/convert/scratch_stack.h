// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/buffer_pool.h"

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <vector>

namespace tscope::cpu {

// Scratch for the tasks of a kernel: as many pieces as threads, made before the work begins.
class ScratchStack
{
public:
    // False: there is no memory for it.
    bool make(int pieces, std::int64_t bytesEach)
    {
        const auto each = (bytesEach + 63) / 64 * 64;
        m_all = Buffer::unset(each * pieces);
        for (int piece = 0; m_all && piece < pieces; ++piece)
            m_free.push_back(m_all.data() + each * piece);
        return static_cast<bool>(m_all);
    }

    void zero() { std::memset(m_all.data(), 0, static_cast<std::size_t>(m_all.byteSize())); }

    class Piece
    {
    public:
        explicit Piece(ScratchStack& stack) : m_stack(stack), m_data(stack.take()) {}
        ~Piece() { m_stack.give(m_data); }
        Piece(const Piece&) = delete;
        Piece& operator=(const Piece&) = delete;
        std::byte* data() const { return m_data; }

    private:
        ScratchStack& m_stack;
        std::byte* m_data;
    };

private:
    std::byte* take()
    {
        std::unique_lock lock(m_mutex);
        m_given.wait(lock, [this] { return !m_free.empty(); });
        auto* piece = m_free.back();
        m_free.pop_back();
        return piece;
    }
    void give(std::byte* piece)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_free.push_back(piece);
        }
        m_given.notify_one();
    }

    Buffer m_all;
    std::mutex m_mutex;
    std::condition_variable m_given;
    std::vector<std::byte*> m_free;
};

} // namespace tscope::cpu
