// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::cpu {

// A dense matrix as kernels take it: the elements of a row lie side by side, each row `stride` elements behind the
// one before. Aligned as its type asks for; what a kernel writes lies apart from what it reads.
template <class T>
struct Dense {
    T* data = nullptr;
    std::int64_t rows = 0, columns = 0, stride = 0;
};

} // namespace tscope::cpu
