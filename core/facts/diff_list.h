// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/diff.h"
#include "facts/related.h"

#include <string>
#include <vector>

namespace tscope {

// One kind of difference between two tensors, and how often it is met.
struct DifferenceGroup {
    enum class Kind : std::uint8_t {
        changed, // stored in both, with different values
        close,   // the same, but within the tolerance
        rounded, // the same, once both are rounded to the coarser of the two element types
        onlyA,   // stored in the first only
        onlyB,
        member, // slots of one member, where both tensors have the same members
    };
    Kind kind = Kind::changed;
    std::size_t member = 0; // its number, of Kind::member
    std::int64_t count = 0;
};

// The kinds that there are, with their counts. Members are compared slot by slot where their types and shapes
// agree. Those that say where entries are (pointers, offsets, sizes) come first: one wrong slot of theirs moves
// many elements.
std::vector<DifferenceGroup> differenceGroups(const Difference& difference, const Tensor& a, const Tensor& b,
                                              const Watch& watch = {});

// The differences [skip, skip + most) of a group, as a comparison meets them: in the order of the indices, or in
// stored order. Keeps no others in memory, and stops when it has them; fails as diff() does.
Result<std::vector<DifferentPlace>> differencesOf(const Tensor& a, const Tensor& b, const DifferenceGroup& group,
                                                  std::int64_t skip, std::int64_t most, const Watch& watch = {},
                                                  const DiffOptions& options = {});

// Which few slots explain that many elements differ: "1 slot differs in crow_indices; 101 values are therefore
// elsewhere". Empty where values or other members differ too.
std::string explanationOf(const std::vector<DifferenceGroup>& groups, const Difference& difference,
                          const Tensor& a, const Tensor& b);

// "changed" "close" "rounded" "only_a" "only_b" "member"
std::string_view idOf(DifferenceGroup::Kind kind);
std::string titleOf(const DifferenceGroup& group, const Tensor& a);              // "stored only in the first"
std::string textOf(const DifferentPlace& place, const Tensor& a);                // "(0, 1): 5 against 7"
std::optional<Place> placeIn(const Tensor& tensor, const DifferentPlace& place); // nothing: it has no such place

} // namespace tscope
