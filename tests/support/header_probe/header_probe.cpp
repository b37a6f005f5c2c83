// SPDX-License-Identifier: Apache-2.0
// Compiled with debug information and linked nowhere: a debugger reads from it where the attributes are.
#include "tensor/tensor.h"

// Not static, so that the types are not left out.
tscope::Tensor headerProbeTensor;
tscope::Member headerProbeMember;
