// SPDX-License-Identifier: Apache-2.0
#include "cpu/strided/turn_loops.h"

namespace tscope::cpu {

constinit const CopyLoops baselineCopyLoops = loopsOfThisSet;

} // namespace tscope::cpu
