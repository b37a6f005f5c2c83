// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tscope::cpu {

// The loops of one instruction set.
struct MultiplyAdds {
    std::int64_t (*f32)(float* kept, std::int64_t rounds);
    std::int64_t (*f64)(double* kept, std::int64_t rounds);
};
extern const MultiplyAdds baselineMultiplyAdds, avx2MultiplyAdds, avx512MultiplyAdds;

} // namespace tscope::cpu
