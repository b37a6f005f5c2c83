// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/abi.h"
#include "dispatch/params.h"

#include <vector>

namespace tscope {

// The parameters of a call as backends see them; names and lists are those of `params`, which must outlive them.
std::vector<tscope_param> abiParams(const Params& params);

} // namespace tscope
