// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/params.h"

namespace tscope {

// Parameters that another process put together: whether all are there that the operation can't do without, each of
// its kind, and no others.
Result<void> checkParams(const Params& params, std::span<const ParamSpec> specs);

} // namespace tscope
