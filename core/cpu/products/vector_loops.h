// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/products/vector_gather.h"
#include "cpu/products/vector_scatter.h"
#include "cpu/products/vector_scatter_blocks.h"

namespace tscope::cpu {

namespace {

template <class T, class I>
constexpr VectorLoops<T, I> vectorLoops{vectorSlices<T, I>, vectorPiece<T, I>, vectorScatterSlices<T, I>,
                                        vectorScatterBlocks<T, I>, vectorScatterCoordinates<T, I>};

constexpr VectorSet vectorsOfThisSet{vectorLoops<float, std::int32_t>, vectorLoops<float, std::int64_t>,
                                     vectorLoops<double, std::int32_t>, vectorLoops<double, std::int64_t>};

} // namespace

} // namespace tscope::cpu
