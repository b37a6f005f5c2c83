// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "remote/message.h"
#include "timing/plan.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope::remote {

// What is to be measured, as it travels to a worker.
struct TimingCall {
    std::vector<std::string> names; // of the tensors
    std::vector<Tensor> tensors;
    timing::Plan plan;
};
Message questionOf(TimingCall call);
Result<TimingCall> timingIn(const Message& question);

// The limits of these devices are to be measured again; the answer is a session that has nothing else.
Message questionOfLimits(const std::vector<std::string>& devices);
Result<std::vector<std::string>> limitedDevicesIn(const Message& question);

// What comes back while it goes on: all of a session that is begun, or one row of it; and in the end all of it.
Message partOf(const timing::Session& begun);
Message partOf(const timing::Session& session, std::size_t row);
struct Prepared {
    std::size_t done = 0, all = 0; // steps, before a session begins
};
Message partOf(const Prepared& prepared);
bool isPart(const Message& message);
struct SessionPart {
    timing::Session session;               // of one row: with this row alone, and the tempo until then
    std::optional<std::size_t> row;        // its number; nothing: it is the whole
    std::optional<Prepared> prepared = {}; // then there is no session yet
};
Result<SessionPart> partIn(const Message& message);
Message answerOf(const timing::Session& session);
Result<timing::Session> sessionIn(const Message& answer);

} // namespace tscope::remote
