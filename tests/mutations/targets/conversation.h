// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "remote/channel.h"

#include <string>
#include <vector>

namespace tscope::mutations {

// A question to a worker as it goes over the line, and what a worker answers to it.
struct Conversation {
    std::string name; // "run"
    remote::Packet question;
    std::vector<remote::Packet> answers; // parts, and the last one
};

// Whether a packet says only that the worker is still running.
bool isSignOfLife(const std::string& text);

// One of each kind, with what this worker says. Recorded once.
const std::vector<Conversation>& recordedConversations(const std::string& worker);

// Asks the same by a remote::Worker that starts this program; what it came to in one sentence.
std::string askAs(const std::string& name, const std::string& program);

} // namespace tscope::mutations
