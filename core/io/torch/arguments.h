// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "base/result.h"
#include "element/dtype.h"
#include "io/pickle/tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The arguments of one call in a pickle, each taken for what it has to be. Errors name the function and what it
// was given.
class TorchArguments
{
public:
    using Id = PickleTree::Id;

    // `of` is what the errors speak of: a call, or a tuple inside of one.
    TorchArguments(const PickleTree& tree, Id tuple, std::string of);

    const PickleTree& tree() const { return m_tree; }
    const std::string& name() const { return m_of; }
    std::size_t count() const { return m_values.size(); }
    Id at(std::size_t i) const { return m_values[i]; } // precondition: i < count()
    Id orAbsent(std::size_t i) const { return i < count() ? m_values[i] : PickleTree::absent; }

    // That there are so many; `form` says which.
    Result<void> need(std::size_t least, std::string_view form) const;

    Result<std::int64_t> integer(std::size_t i, std::string_view what) const;
    Result<bool> flag(std::size_t i, std::string_view what) const; // None counts as False
    Result<Extents> extents(std::size_t i, std::string_view what) const;
    Result<DType> dtype(std::size_t i) const;
    Error wanted(std::size_t i, std::string_view what) const;
    Error wanted(std::string_view what, Id found) const;

private:
    static constexpr std::size_t limit = 32; // no function takes more

    const PickleTree& m_tree;
    Id m_tuple;
    std::vector<Id> m_values;
    std::string m_of;
};

// The integers of a tuple, a list or a torch.Size; an error of their kind where they are none.
Result<Extents> torchExtents(const PickleTree& tree, PickleTree::Id value);
// The value under a key of a dict, the last one of that key; absent when there is none.
PickleTree::Id valueUnder(const PickleTree& tree, PickleTree::Id dict, std::string_view key);

} // namespace tscope
