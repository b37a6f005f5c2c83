// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "memory/buffer_pool.h"

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

namespace tscope::cpu {

// Scratch for the tasks of a kernel: as many pieces as threads, made before the work begins. Should more threads
// come meanwhile, each of them gets a piece made for it.
class ScratchStack
{
public:
    // False: there is no memory for it.
    bool make(int pieces, std::int64_t bytesEach)
    {
        m_bytesEach = (bytesEach + 63) / 64 * 64;
        m_all = Buffer::unset(m_bytesEach * pieces);
        for (int piece = 0; m_all && piece < pieces; ++piece)
            m_free.push_back(m_all.data() + m_bytesEach * piece);
        return static_cast<bool>(m_all);
    }

    // All pieces, before any is taken.
    void zero()
    {
        m_isZero = true;
        if (m_all.byteSize() > 0)
            std::memset(m_all.data(), 0, static_cast<std::size_t>(m_all.byteSize()));
    }

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
        if (m_free.empty()) {
            auto more = m_isZero ? Buffer::zeroed(m_bytesEach) : Buffer::unset(m_bytesEach);
            if (more) {
                m_more.push_back(std::move(more));
                return m_more.back().data();
            }
            m_given.wait(lock, [this] { return !m_free.empty(); });
        }
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

    std::int64_t m_bytesEach = 0;
    bool m_isZero = false;
    Buffer m_all;
    std::vector<Buffer> m_more;
    std::mutex m_mutex;
    std::condition_variable m_given;
    std::vector<std::byte*> m_free;
};

} // namespace tscope::cpu
