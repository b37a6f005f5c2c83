// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "exit_code.h"
#include "facts/answers.h"
#include "facts/telling.h"

#include <string>
#include <string_view>
#include <vector>

namespace tscope::cli {

// How text answers are set off: colour on a terminal that wants it, nothing elsewhere.
using Ink = Tone;
std::string inked(Ink ink, std::string_view text);

void print(std::string_view line); // to standard output, with a line end
void print(const Telling& telling);

// "graph  csr (3, 4) float32, 8 stored, 112 bytes", set off.
std::string headingOf(const TensorInfo& info);
void printWarnings(const std::vector<std::string>& warnings);

void printJson(const Json& answer);

// What a failure answers to programs: its code, text, where and reason.
Json errorJson(const Error& error);

// The error as a sentence on standard error and, when JSON was asked for, as an answer on standard output.
ExitCode fail(const Error& error, bool json, ExitCode code);
ExitCode fail(const Error& error, bool json, ExitCode code, Json answer); // beside what else is to be answered
ExitCode fail(const Error& error, bool json);

} // namespace tscope::cli
