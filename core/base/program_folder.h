// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope {

// The absolute folder of the running program, in which its modules and its worker are looked for. Empty where it
// cannot be found out, as without /proc: a relative path would be searched below the current folder, which is the
// user's data.
std::string programFolder();

// `folder` of the program at `path`; empty unless the path is absolute.
std::string programFolder(const std::string& path);

} // namespace tscope
