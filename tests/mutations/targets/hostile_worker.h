// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations/running/raw_packet.h"

#include <span>
#include <string>

namespace tscope::mutations {

// Where a hostile worker finds what it is to answer.
inline constexpr const char* answersVariable = "TSCOPE_MUTATED_ANSWERS";

struct Answer {
    RawPacket packet;                  // its descriptors are numbers of `memories`, or -1
    std::vector<std::string> memories; // what shared memory that travels with it holds
};
// Puts them into that folder, for a hostile worker to send them in turn. `staysAfterwards`: it then waits until
// the line ends; else it ends itself.
void writeAnswers(std::span<const Answer> answers, bool staysAfterwards, const std::string& folder);

// The life of a hostile worker, started as one (--channel 3): takes one question and answers what is in the
// folder.
int beHostileWorker(int channel);

} // namespace tscope::mutations
