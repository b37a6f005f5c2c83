// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/judged_file.h"
#include "line.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::cli {

// How the verdicts on several files are told: to people, to programs, to a build server.
class Voice
{
public:
    virtual ~Voice() = default;

    // Returns the text for one file, empty for none. Called by several threads at once.
    virtual std::vector<Line> wordsFor(const JudgedFile& file) = 0;
    // Whether these words are for programs, so that people are told on standard error what can't be read.
    virtual bool isForPrograms() const { return true; }

    // These and the next are called in the order of the files, by one thread at a time.
    virtual void begin() {}
    virtual void say(const Line& words) = 0;
    virtual void end(const Fates& fates) = 0;
};

std::unique_ptr<Voice> makeLinesForPeople(std::string_view contract);
std::unique_ptr<Voice> makeJsonLines(std::string_view contract);
// Workflow commands of GitHub Actions: an annotation for each finding and each file that can't be read.
std::unique_ptr<Voice> makeGithubAnnotations(std::string_view contract);
// One SARIF 2.1.0 document, as code scanners hand their results to build servers.
std::unique_ptr<Voice> makeSarif(std::string_view contract);

// "3 valid, 1 broken, 0 unreadable"
std::string summaryOf(const Fates& fates);
std::string summaryUnder(std::string_view contract, const Fates& fates); // "under pytorch: 3 valid, ..."

} // namespace tscope::cli
