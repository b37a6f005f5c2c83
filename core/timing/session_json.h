// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "facts/answers.h"
#include "timing/session.h"

#include <string>
#include <string_view>

namespace tscope::timing {

inline constexpr std::int64_t sessionVersion = 1;
inline constexpr std::int64_t mostSessionBytes = std::int64_t{1} << 28; // of a saved one; none comes near

// What `time` answers, with its promised keys, and beside them all that a session holds: read again it is the same
// session.
Json jsonOf(const Session& session);
Json jsonOf(const Limits& limits);               // as a session has them
std::string sessionText(const Session& session); // as it is saved

// Nothing in the text is believed: what is too much, of another kind or makes no sense as a number is told.
Result<Session> readSession(std::string_view text, const Watch& watch = {});
// Verdicts are made anew of the samples, so that a session never shows those of two rules.
Result<Session> readSessionFile(const std::string& path, const Watch& watch = {}); // errors name the file
// Whether a file begins as saved sessions do, so that it is one, or a broken one.
bool beginsLikeSession(const std::string& path);

} // namespace tscope::timing
