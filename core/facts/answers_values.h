// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "facts/answers.h"
#include "facts/distribution.h"

namespace tscope {

Json jsonOf(const Result<Distribution>& values); // where they can't be read: {"error": why}

} // namespace tscope
