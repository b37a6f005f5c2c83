// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <string>

namespace tscope::timing {

// A report of a session for a browser, or for paper: one page that needs no other file, no script and no network.
std::string sessionHtml(const Session& session);

} // namespace tscope::timing
