// SPDX-License-Identifier: Apache-2.0
#include "cpu/rate/multiply_add_loops.h"

namespace tscope::cpu {

constinit const MultiplyAdds baselineMultiplyAdds = multiplyAddsOfThisSet;

} // namespace tscope::cpu
