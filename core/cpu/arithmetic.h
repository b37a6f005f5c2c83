// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/arithmetic.h"

// The kernels of the processor compute with elements as those of any device do.
namespace tscope::cpu {

using namespace kernels;
using kernels::Complex; // these before others of the name
using kernels::Wide;

} // namespace tscope::cpu
