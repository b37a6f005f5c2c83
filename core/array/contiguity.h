// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"

namespace tscope {

// The memory formats that PyTorch knows, besides row-major contiguity (geometry.h). Several can hold at once.
// A geometry that is not well formed has none of them.

// 4-D with the strides of a dense N, H, W, C walk; size-1 dims are skipped. Unlike contiguity there is no
// shortcut for empty arrays: their strides have to fit too.
bool isChannelsLast(const Geometry& geometry);
// The same for 5-D and N, D, H, W, C.
bool isChannelsLast3d(const Geometry& geometry);
// The strides that make a 4-D or 5-D size channels-last; saturating. Precondition: 4 or 5 extents.
Extents channelsLastStrides(const Extents& sizes);

// Whether the order of the strides suggests channels-last (padding allowed): how PyTorch guesses the format of
// a result. Neither stricter nor laxer than isChannelsLast: N,1,1,1 is not, a padded one is.
bool hasChannelsLastStrides(const Geometry& geometry);
bool hasChannelsLast3dStrides(const Geometry& geometry);

// Some order of the dims makes it contiguous: as many slots between first and last as elements.
bool isNonOverlappingAndDense(const Geometry& geometry);

} // namespace tscope
