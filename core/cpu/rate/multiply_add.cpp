// SPDX-License-Identifier: Apache-2.0
#include "cpu/rate/multiply_add.h"

#include "cpu/instruction_set.h"
#include "cpu/rate/multiply_add_sets.h"

namespace tscope::cpu {

namespace {

const MultiplyAdds& loops()
{
    switch (instructionSet()) {
    case InstructionSet::avx512:
        return avx512MultiplyAdds;
    case InstructionSet::avx2:
        return avx2MultiplyAdds;
    default:
        return baselineMultiplyAdds;
    }
}

} // namespace

std::int64_t multiplyAdd(float* kept, std::int64_t rounds)
{
    return loops().f32(kept, rounds);
}

std::int64_t multiplyAdd(double* kept, std::int64_t rounds)
{
    return loops().f64(kept, rounds);
}

} // namespace tscope::cpu
