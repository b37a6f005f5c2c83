// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tscope {

// Where a writer puts a file's bytes, one run after the other. A failure is remembered by who owns the sink, so
// that writers need not ask after each run.
class Sink
{
public:
    virtual ~Sink() = default;

    void put(std::span<const std::byte> bytes)
    {
        take(bytes);
        m_position += static_cast<std::int64_t>(bytes.size());
    }
    void put(std::string_view text) { put(std::as_bytes(std::span(text))); }
    // Nobody wants the bytes any more: a writer of many may end at once, as if all had been put.
    virtual bool isStopped() const { return false; }
    std::int64_t position() const { return m_position; } // how many bytes were put

    // What the file can't keep as it was, a sentence each, for who asked to save it.
    void note(std::string text) { m_notes.push_back(std::move(text)); }
    const std::vector<std::string>& notes() const { return m_notes; }
    // Stored entries that are not in the file, which is then no copy of the tensor.
    void noteLostEntries(std::string text)
    {
        note(std::move(text));
        m_losesEntries = true;
    }
    bool losesEntries() const { return m_losesEntries; }
    void takeNotesOf(const Sink& other)
    {
        m_notes.insert(m_notes.end(), other.m_notes.begin(), other.m_notes.end());
        m_losesEntries = m_losesEntries || other.m_losesEntries;
    }

private:
    virtual void take(std::span<const std::byte> bytes) = 0;

    std::int64_t m_position = 0;
    std::vector<std::string> m_notes;
    bool m_losesEntries = false;
};

// Keeps all of it.
class TextSink final : public Sink
{
public:
    const std::string& text() const { return m_text; }

private:
    void take(std::span<const std::byte> bytes) override
    {
        m_text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    std::string m_text;
};

} // namespace tscope
