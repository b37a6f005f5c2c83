// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "facts/related.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope {

// Two tensors, one made of the other by a conversion or as a view, and how the stored numbers of the first became
// those of the second.

enum class Travel : std::uint8_t {
    stays,       // both tensors read the same bytes
    copied,      // a value, to other bytes
    addedUp,     // a duplicate, into the place of another one
    leftOut,     // a value that the result does not store
    leftUnused,  // a slot of the values that no element used
    filled,      // of the result: a value that was not stored before
    readAgain,   // of the result: bytes from which another of its slots got its value
    replaced,    // a number of an index member or table that the result does not use
    writtenAnew, // of the result: a number of an index member or table
};

// Where a number is: its slot, its bytes, and the first element that it is the value of.
struct MorphEnd {
    Slots slot; // one
    std::optional<BytePlace> bytes = {};
    std::optional<Extents> index = {};
};

struct MorphPiece {
    Travel travel = Travel::stays;
    bool isValue = true;              // else a number of an index member or table
    std::optional<MorphEnd> from, to; // nothing: the tensor does not store the number

    bool travels() const { return from && to; }
};

struct Morph {
    // Each slot of the source is the `from` of one piece, each slot of the result the `to` of one. Duplicates that
    // were added up share the last of these.
    std::vector<MorphPiece> pieces;
    std::int64_t bytesMoved = 0; // that were written for the result

    std::int64_t count(Travel travel, bool areValues) const;
};

// What can still be followed: numbers that one tensor stores.
inline constexpr std::int64_t mostMorphed = 2000;

// Values are matched by their bytes, the others by their index, duplicates in stored order. Fails where the two
// share neither bytes nor size, where the entries can't be read, and where there are more than mostMorphed.
Result<Morph> morphOf(const Tensor& source, const Tensor& result, const Watch& watch = {});

// Sentences: what was written, then what became of the other values and indices.
std::vector<std::string> morphLines(const Morph& morph);

} // namespace tscope
