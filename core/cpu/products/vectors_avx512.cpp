// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/vector_loops.h"

namespace tscope::cpu {

constinit const VectorSet avx512Vectors = vectorsOfThisSet;

} // namespace tscope::cpu
