// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace tscope {

// What the core's tables say of options, generators, operations and their parameters, in the language of the
// window.
QString coreWords(std::string_view words);

} // namespace tscope
