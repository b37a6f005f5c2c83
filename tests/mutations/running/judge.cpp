// SPDX-License-Identifier: Apache-2.0
#include "mutations/running/judge.h"

#include "base/printable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace tscope::mutations {

namespace {

std::string withOneDigit(double value)
{
    return std::to_string(static_cast<long>(value * 10) / 10) + '.' +
           std::to_string(static_cast<long>(value * 10) % 10);
}

std::string passedLimit(const LimitedRun& run, const Limits& limits)
{
    switch (run.ended) {
    case Ended::notStarted:
        return "it could not be started";
    case Ended::bySignal:
        return std::string("it was ended by a signal (") + ::strsignal(run.code) + ')';
    case Ended::outOfTime:
        return "it took " + withOneDigit(run.cpuSeconds) + " s of CPU time; at most " +
               withOneDigit(limits.cpuSeconds) + " s, and " + withOneDigit(limits.wallSeconds) + " s in all";
    case Ended::outOfMemory:
        return "it took " + std::to_string(run.peakKib >> 10) + " MiB of memory, at most " +
               std::to_string(limits.memoryKib >> 10);
    case Ended::outOfOutput:
        return "it printed more than " + std::to_string(limits.outputBytes) + " bytes";
    case Ended::byItself:
        break;
    }
    return {};
}

std::string reportIn(const std::string& text)
{
    for (const auto* mark : {"ERROR: AddressSanitizer", "ERROR: LeakSanitizer",
                             "runtime error:", "WARNING: ThreadSanitizer", "Assertion"})
        if (text.find(mark) != std::string::npos)
            return std::string("a sanitizer or an assertion reported: ") + mark;
    return {};
}

// Whether an answer for people has no forbidden character, by the core's own rule; line ends are allowed.
bool isHarmless(std::string_view text)
{
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        if (printable(line) != line)
            return false;
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return true;
}

bool hasControls(std::string_view text)
{
    return std::ranges::any_of(text, [](unsigned char c) { return c < ' ' && c != '\n'; });
}

// One value, or one in each line.
bool isJson(const std::string& text)
{
    if (nlohmann::json::accept(text))
        return true;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        if (!nlohmann::json::accept(text.substr(begin, end - begin)))
            return false;
        begin = end + 1;
    }
    return !text.empty();
}

} // namespace

std::string complaintOf(const LimitedRun& run, const Limits& limits, const Expected& expected)
{
    if (auto report = reportIn(run.err); !report.empty())
        return report;
    if (auto limit = passedLimit(run, limits); !limit.empty())
        return limit;
    if (std::ranges::find(expected.codes, run.code) == expected.codes.end())
        return "its exit code is " + std::to_string(run.code) + ", which is none of those that are promised here";
    if (expected.isForPeople && !isHarmless(run.err))
        return "standard error has control characters or is no UTF-8";
    if (expected.isForPeople && (expected.isJson ? hasControls(run.out) : !isHarmless(run.out)))
        return "standard output has control characters or is no UTF-8";
    if (expected.isJson && !run.out.empty() && !isJson(run.out))
        return "standard output is no JSON";
    if (expected.saysWhy && run.code >= 2 && run.err.empty() && run.out.empty())
        return "it failed without a word";
    return {};
}

} // namespace tscope::mutations
