// SPDX-License-Identifier: Apache-2.0
// Uses the installed core as a stranger would: one header per folder, and an answer that can be checked by hand.
#include "array/geometry.h"
#include "element/dtype.h"

#include <cstdio>

int main()
{
    // A 2x3 window into rows of 4: the last element lies at 1*4 + 2*1 = 6, so 7 elements are needed.
    const tscope::Geometry window{{2, 3}, {4, 1}, 0};
    const auto needed = tscope::minStorage(window);
    const bool right = needed && *needed == 7 && tscope::DType::parse("f64").itemSize() == 8;
    std::printf("a (2, 3) window with strides (4, 1) needs %lld elements: %s\n",
                static_cast<long long>(needed.value_or(-1)), right ? "right" : "wrong");
    return right ? 0 : 1;
}
