// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

enum class PickleKind : std::uint8_t {
    none,
    boolean,
    integer,
    bigInteger, // beyond 64 bits: its bytes are kept, least significant first
    real,
    string, // as the pickle has it; may be no UTF-8
    bytes,
    tuple,
    list,
    dict, // children are key, value, key, value ...
    set,
    global,     // a function or class by name
    call,       // what Python would make by calling one: nothing is called here
    persistent, // something that lies outside the pickle; its only child says what
};

// What a pickle holds, as data that does nothing. Values lie in one arena and refer to each other by number, so
// that neither depth nor cycles nor sharing can hurt. Strings are parts of the pickle, which must outlive the
// tree.
class PickleTree
{
public:
    using Id = std::uint32_t;
    static constexpr Id absent = 0xFFFFFFFF;
    static constexpr Id none = 0; // these are in every tree

    // The parts of a call. All but the first two are absent until there is something in them.
    struct Call {
        Id function = absent;
        Id arguments = absent; // a tuple
        Id keywords = absent;  // a dict
        Id state = absent;     // what the object is told about itself afterwards
        Id appended = absent;  // a list: what is put at the end of the object
        Id entries = absent;   // a dict: what is put into it under keys
    };

    // The children of a tuple, list, dict, set or persistent, in order; of all others none.
    class Children
    {
    public:
        class Iterator
        {
        public:
            using iterator_category = std::forward_iterator_tag;
            using value_type = Id;
            using difference_type = std::ptrdiff_t;
            using pointer = const Id*;
            using reference = Id;

            Iterator() = default;
            Iterator(const PickleTree* tree, std::uint32_t cell) : m_tree(tree), m_cell(cell) {}
            Id operator*() const { return m_tree->m_cells[m_cell].value; }
            Iterator& operator++()
            {
                m_cell = m_tree->m_cells[m_cell].next;
                return *this;
            }
            Iterator operator++(int)
            {
                const auto before = *this;
                ++*this;
                return before;
            }
            bool operator==(const Iterator& other) const { return m_cell == other.m_cell; }

        private:
            const PickleTree* m_tree = nullptr;
            std::uint32_t m_cell = absent;
        };

        Children(const PickleTree* tree, std::uint32_t first) : m_tree(tree), m_first(first) {}
        Iterator begin() const { return {m_tree, m_first}; }
        Iterator end() const { return {m_tree, absent}; }

    private:
        const PickleTree* m_tree;
        std::uint32_t m_first;
    };

    // `begin`: where the pickle begins in its file, if places are to be told from there.
    explicit PickleTree(std::string_view pickle, std::optional<std::size_t> begin = {});

    std::size_t size() const { return m_nodes.size(); } // ids are 0 .. size() - 1
    std::size_t pickleBytes() const { return m_pickle.size(); }
    PickleKind kind(Id id) const { return m_nodes[id].kind; }
    // The opcode that made a value, in words for an Error; empty for what is made by none.
    std::string where(Id id) const;
    std::string whereByte(std::size_t place) const; // of the pickle
    bool is(Id id, PickleKind wanted) const { return id != absent && kind(id) == wanted; }

    // Each asks what only its kind has.
    bool flag(Id id) const { return m_nodes[id].value != 0; }
    std::int64_t integer(Id id) const { return static_cast<std::int64_t>(m_nodes[id].value); }
    double real(Id id) const;
    std::string_view text(Id id) const; // string, bytes, bigInteger
    std::string_view module(Id global) const { return text(low(global)); }
    std::string_view name(Id global) const { return text(high(global)); }
    std::string fullName(Id global) const; // "os.system"
    const Call& call(Id id) const { return m_calls[low(id)]; }
    Children children(Id id) const;
    std::size_t count(Id id) const { return m_nodes[id].count; } // of children
    bool holdsChildren(Id id) const;

    // What builds it.
    void setPlace(std::size_t opcodeAt) { m_place = opcodeAt; } // of what is made next
    Id boolean(bool flag) const { return flag ? 2 : 1; }
    Id addInteger(std::int64_t value);
    Id addReal(double value);
    Id addText(PickleKind kind, std::string_view part); // a part of the pickle
    Id addHolder(PickleKind kind);                      // without children
    Id addGlobal(Id module, Id name);                   // two strings
    Id addCall(Id function, Id arguments, Id keywords = absent);
    void append(Id holder, Id child);
    void setState(Id call, Id state) { m_calls[low(call)].state = state; }
    void appendTo(Id call, Id child);
    void enterInto(Id call, Id key, Id value);
    std::size_t used() const
    {
        return m_nodes.size() + m_cells.size() + 2 * m_calls.size();
    } // a measure of memory

private:
    struct Node {
        PickleKind kind : 4;
        std::uint32_t place : 28; // the last one: there, behind it, or nowhere
        std::uint32_t count;
        std::uint64_t value; // the number itself, a place in the pickle, or two numbers of 32 bits
    };
    struct Cell {
        Id value;
        std::uint32_t next;
    };

    std::uint32_t low(Id id) const { return static_cast<std::uint32_t>(m_nodes[id].value); }
    std::uint32_t high(Id id) const { return static_cast<std::uint32_t>(m_nodes[id].value >> 32); }
    static constexpr std::uint32_t lastPlace = (1 << 28) - 1;

    Id add(PickleKind kind, std::uint64_t value, std::uint32_t count = 0);

    std::string_view m_pickle;
    std::optional<std::size_t> m_begin;
    std::size_t m_place = lastPlace;
    std::vector<Node> m_nodes;
    std::vector<Cell> m_cells; // chains of children; a holder knows its first and last
    std::vector<Call> m_calls;
};

} // namespace tscope
