// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

#include <string_view>

namespace tscope {

enum class Overlap { no, yes, undecided };
std::string_view name(Overlap overlap);

// What PyTorch answers; tooHard covers both a padded row and real overlap.
enum class TorchOverlap { no, yes, tooHard };
std::string_view name(TorchOverlap overlap); // "no", "yes", "too_hard"

// Whether two indices of one geometry read the same slot. Exact, within about a millisecond of work counted in
// steps; "undecided" beyond that and for a geometry that is not well formed.
Overlap overlap(const Geometry& geometry);
TorchOverlap overlapTorch(const Geometry& geometry);

// An array on a storage that two arrays share, as far as overlap is concerned: element offsets times item size.
struct Occupant {
    const Geometry& geometry;
    std::int64_t itemSize = 1;
};

// none: no byte belongs to both. full: they read the same set of bytes. partial: some bytes are shared.
enum class Sharing { none, partial, full, undecided };
std::string_view name(Sharing sharing);
Sharing sharing(const Occupant& a, const Occupant& b);
// Whether some byte belongs to an element of both; decides more than sharing(), which also has to tell partial
// from full.
Overlap sharesElement(const Occupant& a, const Occupant& b);

// PyTorch's answer for two different tensors on one storage: by their byte ranges, only for dense ones.
enum class TorchSharing { no, partial, full, tooHard };
std::string_view name(TorchSharing sharing);
TorchSharing sharingTorch(const Occupant& a, const Occupant& b);

} // namespace tscope
