// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/report/comparison.h"
#include "timing/session.h"

#include <string>

namespace tscope::timing {

// A report of a session for a browser, or for paper: one page that needs no other file, no script and no network.
// `compared`: two sessions whose comparison comes first; null: none.
std::string sessionHtml(const Session& session, const SessionPair* compared = nullptr);

} // namespace tscope::timing
