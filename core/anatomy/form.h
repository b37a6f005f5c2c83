// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "element/dtype.h"

#include <array>

namespace tscope {

struct Layout;

// What a tensor that is still to be made will look like, all but how many entries it stores.
struct Form {
    const Layout* layout = nullptr;
    Extents size;
    std::int64_t batchDims = 0, denseDims = 0;
    std::array<std::int64_t, 2> block{1, 1};
    DType dtype, indexDType = ElementType::i64;

    Extents batch() const { return {size.begin(), size.begin() + batchDims}; }
    Extents dense() const { return {size.end() - denseDims, size.end()}; }
};

// One member of it: its element type and its sizes.
struct MemberForm {
    DType dtype;
    Extents sizes;
};

} // namespace tscope
