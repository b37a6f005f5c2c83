// SPDX-License-Identifier: Apache-2.0
#include "cpu/nested/softmax_line.h"

#include "cpu/arithmetic.h"

#include <cmath>
#include <limits>

namespace tscope::cpu {

template <class T>
void softmaxLine(const T* from, std::int64_t fromStride, T* to, std::int64_t toStride, std::int64_t count,
                 WideSoftmax<T>* scratch)
{
    using Value = WideSoftmax<T>;
    auto largest = -std::numeric_limits<Value>::infinity();
    for (std::int64_t i = 0; i < count; ++i) {
        scratch[i] = Wide<T>::from(from[i * fromStride]);
        largest = scratch[i] > largest || scratch[i] != scratch[i] ? scratch[i] : largest;
    }
    Value sums[8] = {};
    for (std::int64_t i = 0; i < count; ++i) {
        scratch[i] = std::exp(scratch[i] - largest);
        sums[i % 8] += scratch[i];
    }
    const auto sum = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
    for (std::int64_t i = 0; i < count; ++i)
        to[i * toStride] = Wide<T>::to(scratch[i] / sum);
}

template void softmaxLine(const Half*, std::int64_t, Half*, std::int64_t, std::int64_t, float*);
template void softmaxLine(const BFloat16*, std::int64_t, BFloat16*, std::int64_t, std::int64_t, float*);
template void softmaxLine(const float*, std::int64_t, float*, std::int64_t, std::int64_t, float*);
template void softmaxLine(const double*, std::int64_t, double*, std::int64_t, std::int64_t, double*);

} // namespace tscope::cpu
