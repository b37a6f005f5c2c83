// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/convert_coo.h"
#include "kernels/convert_dense.h"
#include "kernels/convert_patterns.h"
#include "kernels/copy.h"
#include "kernels/elementwise.h"
#include "kernels/into_dense.h"
#include "kernels/merge.h"
#include "kernels/pad.h"
#include "kernels/products.h"
#include "kernels/reduce.h"
#include "kernels/scan_compressed.h"
#include "kernels/scan_coo.h"
#include "kernels/softmax.h"
#include "kernels/sparse_product.h"

namespace tscope::kernels {

// All kernels that devices have in common; each file is one line. Of two with the same layouts the first is asked
// first.
template <class Queue>
std::vector<KernelEntry> deviceKernels()
{
    std::vector<KernelEntry> list;
    addCopy<Queue>(list);
    addElementwise<Queue>(list);
    addMerges<Queue>(list);
    addIntoDense<Queue>(list);
    addProducts<Queue>(list);
    addSparseProducts<Queue>(list);
    addReductions<Queue>(list);
    addPatternConversions<Queue>(list);
    addDenseConversions<Queue>(list);
    addCooConversions<Queue>(list);
    addSoftmax<Queue>(list);
    addPadding<Queue>(list);
    addScanCompressed<Queue>(list);
    addScanCoo<Queue>(list);
    return list;
}

} // namespace tscope::kernels
