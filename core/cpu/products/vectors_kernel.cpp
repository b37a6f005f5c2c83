// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/vector_loops.h"

namespace tscope::cpu {

constinit const VectorSet baselineVectors = vectorsOfThisSet;

} // namespace tscope::cpu
