// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::cpu {

// scale * (a . b), or a . b where `scale` is null; summed in several strands and rounded once.
template <class T>
T dot(const T* scale, const T* a, const T* b, std::int64_t count);

} // namespace tscope::cpu
