// SPDX-License-Identifier: Apache-2.0
#include "io/torch/arguments.h"

#include "array/dim_limit.h"
#include "base/say.h"
#include "io/pickle/text.h"
#include "io/torch/names.h"

namespace tscope {

namespace {

using enum PickleKind;
using Id = PickleTree::Id;

constexpr std::size_t keysLimit = 100; // of dicts whose keys are known
constexpr std::size_t shownBytes = 80; // bytes of what was found

// The tuple inside torch.Size(...); anything else as it is.
Id insideSize(const PickleTree& tree, Id value)
{
    if (!tree.is(value, call) || torchName(tree, tree.call(value).function) != TorchName::size)
        return value;
    const auto arguments = tree.call(value).arguments;
    return tree.count(arguments) == 1 ? *tree.children(arguments).begin() : arguments;
}

} // namespace

TorchArguments::TorchArguments(const PickleTree& tree, Id tuple, std::string of)
    : m_tree(tree), m_tuple(tuple), m_of(std::move(of))
{
    for (const auto value : tree.children(tuple)) {
        if (m_values.size() == limit)
            break;
        m_values.push_back(value);
    }
}

Error TorchArguments::wanted(std::string_view what, Id found) const
{
    return corrupt(say("wanted {0} in {1}, found {2}", translated(what), translated(m_of),
                       found == PickleTree::absent ? say("nothing") : pickleText(m_tree, found, shownBytes)),
                   m_tree.where(found == PickleTree::absent ? m_tuple : found));
}

Error TorchArguments::wanted(std::size_t i, std::string_view what) const
{
    return wanted(what, orAbsent(i));
}

Result<void> TorchArguments::need(std::size_t least, std::string_view form) const
{
    if (count() >= least)
        return {};
    return corrupt(say("wanted {0} with {1}, found {2|argument|arguments}", translated(m_of), form, count()),
                   m_tree.where(m_tuple));
}

Result<std::int64_t> TorchArguments::integer(std::size_t i, std::string_view what) const
{
    const auto value = orAbsent(i);
    if (!m_tree.is(value, PickleKind::integer))
        return wanted(i, say("{0} as an integer of 64 bits", translated(what)));
    return m_tree.integer(value);
}

Result<bool> TorchArguments::flag(std::size_t i, std::string_view what) const
{
    const auto value = orAbsent(i);
    if (m_tree.is(value, none))
        return false;
    if (m_tree.is(value, PickleKind::integer))
        return m_tree.integer(value) != 0;
    if (!m_tree.is(value, boolean))
        return wanted(i, say("{0} as True or False", translated(what)));
    return m_tree.flag(value);
}

Result<Extents> TorchArguments::extents(std::size_t i, std::string_view what) const
{
    if (const auto value = orAbsent(i); value != PickleTree::absent)
        if (auto read = torchExtents(m_tree, value))
            return read;
    return wanted(i, say("{0} as at most {1} integers of 64 bits", translated(what), dimLimit));
}

Result<DType> TorchArguments::dtype(std::size_t i) const
{
    const auto value = orAbsent(i);
    const auto known = m_tree.is(value, global) ? torchDType(m_tree, value) : std::nullopt;
    return known ? Result<DType>(*known) : wanted(i, say("an element type"));
}

Result<Extents> torchExtents(const PickleTree& tree, Id value)
{
    value = insideSize(tree, value);
    if ((!tree.is(value, tuple) && !tree.is(value, list)) || tree.count(value) > dimLimit)
        return corrupt(say("no list of integers"));
    Extents out;
    for (const auto part : tree.children(value)) {
        if (!tree.is(part, integer))
            return corrupt(say("no list of integers"));
        out.push_back(tree.integer(part));
    }
    return out;
}

Id valueUnder(const PickleTree& tree, Id dict, std::string_view key)
{
    auto found = PickleTree::absent;
    if (!tree.is(dict, PickleKind::dict))
        return found;
    auto name = PickleTree::absent;
    std::size_t seen = 0;
    for (const auto part : tree.children(dict)) {
        if (seen++ == 2 * keysLimit)
            break;
        if (name == PickleTree::absent) {
            name = part;
            continue;
        }
        if (tree.is(name, string) && tree.text(name) == key)
            found = part;
        name = PickleTree::absent;
    }
    return found;
}

} // namespace tscope
