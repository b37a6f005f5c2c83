// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/vector_gather.h"

namespace tscope::cpu {

constinit const VectorGatherSet avx512Gather = loopsOfThisSet;

} // namespace tscope::cpu
