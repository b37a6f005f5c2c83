// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/library/dense_products.h"
#include "cuda/library/sparse_pairs.h"
#include "cuda/library/sparse_products.h"
#include "cuda/library/sparse_sampled.h"
#include "cuda/library/sparse_to_dense.h"

namespace tscope::cuda {

// What the libraries of the toolkit do better than our own kernels; each file is one line. A Room is a StreamRoom
// that says where the libraries are.
template <class Room>
void addLibraryKernels(std::vector<kernels::KernelEntry>& list)
{
    addLibraryProducts<Room>(list);
    addLibrarySampled<Room>(list);
    addLibraryPairs<Room>(list);
    addLibrarySparseToDense<Room>(list);
    addLibraryDenseProducts<Room>(list);
}

} // namespace tscope::cuda
