// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tscope {

[[noreturn]] void checkFailed(const char* condition, const char* why, const char* file, int line);

} // namespace tscope

// A broken precondition is a programmer's error: say where and stop, in every build.
#define TSCOPE_CHECK(condition, why)                                                                              \
    ((condition) ? static_cast<void>(0) : ::tscope::checkFailed(#condition, why, __FILE__, __LINE__))
