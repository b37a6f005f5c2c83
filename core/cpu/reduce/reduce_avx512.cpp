// SPDX-License-Identifier: Apache-2.0
#include "cpu/reduce/plain_reduce.h"

namespace tscope::cpu {

constinit const RealReduceLoops avx512ReduceLoops{plainReduceLoops<float>, plainReduceLoops<double>};

} // namespace tscope::cpu
