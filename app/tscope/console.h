// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "exit_code.h"
#include "facts/answers.h"
#include "line.h"

#include <string>
#include <string_view>
#include <vector>

namespace tscope::cli {

// The only way out: all that tscope writes to standard output and standard error goes through here. Texts of files
// and of the command line are escaped on the way, so that they can't steer a terminal or a build server.

// The same text as it is shown in a line that it begins.
std::string shown(std::string_view text);

void print(const Line& line);
void print(const Telling& telling);
void printLines(std::string_view text); // of which each line is ended
// A line that a build server is to obey: "::error ...". Only what it begins with stays a command.
void printCommand(std::string_view line);

// "graph  csr (3, 4) float32, 8 stored, 112 bytes", set off.
Line headingOf(const TensorInfo& info);
void printWarnings(const std::vector<std::string>& warnings);

void printJson(const Json& answer);
// From now on what is printed is an answer in JSON.
void beginJson();
// A part of a JSON document, as dumped() writes it; the last one with the line end.
void writeJson(std::string_view part);
void printJsonText(std::string_view part);

// An answer with a list that may be as long as a file has tensors: its items are written as they come, and nothing
// before the first of them.
class JsonList
{
public:
    // Precondition: the text of an object's first fields, up to the list: {"valid":true,"tensors":
    explicit JsonList(std::string opening) : m_opening(std::move(opening)) {}

    void next();                // the item that is then written
    void end(const Json& rest); // the fields behind the list, at least one

private:
    void begin();

    std::string m_opening; // until it is written
};

// What a failure answers to programs: its code, text, where and reason.
Json errorJson(const Error& error);

// A sentence on standard error.
void complain(const std::string& sentence);
// The error as a sentence on standard error and, when JSON was asked for, as an answer on standard output.
ExitCode fail(const Error& error, bool json, ExitCode code);
ExitCode fail(const Error& error, bool json, ExitCode code, Json answer); // beside what else is to be answered
ExitCode fail(const Error& error, bool json);
// The same wherever an answer stopped: what was printed of it is ended so that it is JSON all the same.
ExitCode failMidway(const Error& error);

} // namespace tscope::cli
