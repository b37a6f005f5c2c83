// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "io/pickle/tree.h"

#include <optional>
#include <string_view>

namespace tscope {

// Whether no file of numbers has a reason to name this: functions that run programs or code, reach into the system
// or the network, or lead to such functions.
bool isDangerous(std::string_view module, std::string_view name);

// Why a pickle must not be opened, if it names anything of that kind, wherever in it and whether it is used or
// not: the error tells the function and what it would be called with. Or that it was cancelled.
std::optional<Error> dangerIn(const PickleTree& tree, const Watch& watch = {});

} // namespace tscope
