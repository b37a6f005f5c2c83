// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/trace.h"
#include "facts/answers.h"
#include "ops/support.h"

namespace tscope {

// How a call went, as commands answer it.
Json jsonOf(const DispatchTrace& trace);
// What it moved: conversions, copies, the kernel.
Json routeJson(const DispatchTrace& trace, std::string_view op);
Json jsonOf(const SupportCell& cell);

} // namespace tscope
