// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "remote/channel.h"

#include <string_view>
#include <vector>

namespace tscope::remote {

// The life of a worker: does what is asked for over the line, one thing after the other, and listens meanwhile
// whether it is to give up. Returns the exit code of the process when the other end is gone, or when a device was
// lost: another process can have it again.
int serve(Channel channel);

inline constexpr int lostDevice = 3;

// The kinds of questions that a worker answers, by their words: "run", "time".
std::vector<std::string_view> questionWords();

} // namespace tscope::remote
