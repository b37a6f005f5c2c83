// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/tree.h"

#include "base/check.h"

#include <algorithm>
#include <bit>

namespace tscope {

namespace {

constexpr std::uint64_t pairOf(std::uint32_t low, std::uint32_t high)
{
    return std::uint64_t{high} << 32 | low;
}

constexpr std::uint64_t noChildren = pairOf(PickleTree::absent, PickleTree::absent);

} // namespace

PickleTree::PickleTree(std::string_view pickle, std::optional<std::size_t> begin)
    : m_pickle(pickle), m_begin(begin)
{
    add(PickleKind::none, 0);
    add(PickleKind::boolean, 0);
    add(PickleKind::boolean, 1);
}

double PickleTree::real(Id id) const
{
    return std::bit_cast<double>(m_nodes[id].value);
}

std::string_view PickleTree::text(Id id) const
{
    return m_pickle.substr(static_cast<std::size_t>(m_nodes[id].value), m_nodes[id].count);
}

std::string PickleTree::where(Id id) const
{
    return id == absent || m_nodes[id].place == lastPlace ? std::string() : whereByte(m_nodes[id].place);
}

std::string PickleTree::whereByte(std::size_t place) const
{
    return m_begin ? "byte " + std::to_string(*m_begin + place)
                   : "byte " + std::to_string(place) + " of the pickle";
}

std::string PickleTree::fullName(Id global) const
{
    return std::string(module(global)) + '.' + std::string(name(global));
}

bool PickleTree::holdsChildren(Id id) const
{
    switch (kind(id)) {
    case PickleKind::tuple:
    case PickleKind::list:
    case PickleKind::dict:
    case PickleKind::set:
    case PickleKind::persistent:
        return true;
    default:
        return false;
    }
}

PickleTree::Children PickleTree::children(Id id) const
{
    return {this, id != absent && holdsChildren(id) ? low(id) : absent};
}

PickleTree::Id PickleTree::add(PickleKind kind, std::uint64_t value, std::uint32_t count)
{
    static_assert(sizeof(Node) == 16, "there may be millions");
    const auto id = static_cast<Id>(m_nodes.size());
    auto& node = m_nodes.emplace_back();
    node.kind = kind;
    node.place = std::min<std::size_t>(m_place, lastPlace) & lastPlace;
    node.count = count;
    node.value = value;
    return id;
}

PickleTree::Id PickleTree::addInteger(std::int64_t value)
{
    return add(PickleKind::integer, static_cast<std::uint64_t>(value));
}

PickleTree::Id PickleTree::addReal(double value)
{
    return add(PickleKind::real, std::bit_cast<std::uint64_t>(value));
}

PickleTree::Id PickleTree::addText(PickleKind kind, std::string_view part)
{
    const auto begin = part.empty() ? 0 : part.data() - m_pickle.data();
    TSCOPE_CHECK(begin >= 0 && static_cast<std::size_t>(begin) + part.size() <= m_pickle.size(),
                 "a string is a part of its pickle");
    return add(kind, static_cast<std::uint64_t>(begin), static_cast<std::uint32_t>(part.size()));
}

PickleTree::Id PickleTree::addHolder(PickleKind kind)
{
    return add(kind, noChildren);
}

PickleTree::Id PickleTree::addGlobal(Id module, Id name)
{
    return add(PickleKind::global, pairOf(module, name));
}

PickleTree::Id PickleTree::addCall(Id function, Id arguments, Id keywords)
{
    m_calls.push_back({.function = function, .arguments = arguments, .keywords = keywords});
    return add(PickleKind::call, pairOf(static_cast<std::uint32_t>(m_calls.size() - 1), 0));
}

void PickleTree::append(Id holder, Id child)
{
    const auto cell = static_cast<std::uint32_t>(m_cells.size());
    m_cells.push_back({child, absent});
    auto& node = m_nodes[holder];
    if (node.value == noChildren) {
        node.value = pairOf(cell, cell);
    } else {
        m_cells[high(holder)].next = cell;
        node.value = pairOf(low(holder), cell);
    }
    ++node.count;
}

void PickleTree::appendTo(Id call, Id child)
{
    if (this->call(call).appended == absent) {
        const auto list = addHolder(PickleKind::list);
        m_calls[low(call)].appended = list;
    }
    append(this->call(call).appended, child);
}

void PickleTree::enterInto(Id call, Id key, Id value)
{
    if (this->call(call).entries == absent) {
        const auto dict = addHolder(PickleKind::dict);
        m_calls[low(call)].entries = dict;
    }
    append(this->call(call).entries, key);
    append(this->call(call).entries, value);
}

} // namespace tscope
