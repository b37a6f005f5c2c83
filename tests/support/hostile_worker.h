// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tscope::test {

// A program that links this plays a worker when it is started as one (--channel 3) while the variable
// TSCOPE_HOSTILE_WORKER says how it is to misbehave. It writes its process's number into the file that
// TSCOPE_HOSTILE_MARK names as soon as it does.
inline constexpr const char* hostileVariable = "TSCOPE_HOSTILE_WORKER";
inline constexpr const char* hostileMark = "TSCOPE_HOSTILE_MARK";

// Some hang until they are ended; others end it by what they send, or end themselves.
std::vector<std::string> hangingManners();
std::vector<std::string> endingManners();

std::string thisProgram(); // its path

} // namespace tscope::test
