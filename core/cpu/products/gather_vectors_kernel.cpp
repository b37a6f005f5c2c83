// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/vector_gather.h"

namespace tscope::cpu {

constinit const VectorGatherSet baselineGather = loopsOfThisSet;

} // namespace tscope::cpu
