// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "proof/prove.h"

#include <string_view>

namespace tscope {

// What a device wrote is no more believed than a file: nothing reads by indices that came from there before they
// are proven. The processor's own kernels are tested to be right, and are not asked again.
Result<void> checkCameBackSound(const Tensor& tensor, std::string_view device, const Watch& watch = {});

} // namespace tscope
