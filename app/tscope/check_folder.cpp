// SPDX-License-Identifier: Apache-2.0
#include "check_folder.h"

#include "base/thread_pool.h"
#include "console.h"
#include "facts/wording.h"
#include "inputs.h"
#include "io/folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>

namespace tscope::cli {

namespace {

namespace fs = std::filesystem;

// Larger files are taken one by one, with all threads for each.
constexpr std::uint64_t largeFile = std::uint64_t{64} << 20;

enum class Fate { valid, broken, unreadable, passedOver };

struct Candidate {
    std::string path;
    bool isNamed = false; // by the user, who means it to be read
    bool isLarge = false;
};

struct Verdict {
    Fate fate = Fate::passedOver;
    std::string line; // for people or for programs
};

std::vector<Candidate> candidates(const std::vector<std::string>& inputs)
{
    std::vector<Candidate> found;
    for (const auto& input : inputs) {
        std::error_code unknown;
        if (!fs::is_directory(input, unknown)) {
            found.push_back({input, true, false});
            continue;
        }
        for (auto& file : filesBelow(input))
            found.push_back({std::move(file.path), false, file.size >= largeFile});
    }
    return found;
}

// "w: 5.3 5.6, 9 places"
std::string brokenText(const std::string& name, const Report& report)
{
    std::string rules;
    std::int64_t places = 0;
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation) {
            rules += " " + finding.rule;
            places = places > witnessLimit ? places : places + finding.count;
        }
    return harmless(titleOf(name)) + ":" + rules + ", " + placesText(places);
}

std::string lineFor(const std::string& path, const std::vector<std::string>& broken, std::size_t tensors)
{
    constexpr std::size_t most = 3;
    const auto count = std::to_string(tensors) + (tensors == 1 ? " tensor" : " tensors");
    if (broken.empty())
        return inked(Ink::good, "\u2713 ") + harmless(path) + inked(Ink::faint, "  " + count);
    auto line = inked(Ink::bad, "\u25b2 ") + harmless(path) + "  " + std::to_string(broken.size()) + " of " +
                count + " broken";
    for (std::size_t i = 0; i < std::min(broken.size(), most); ++i)
        line += (i == 0 ? "  " : "; ") + broken[i];
    return line + (broken.size() > most ? "; ..." : "");
}

Json jsonFor(const std::string& path, const CheckOptions& checking)
{
    return {{"file", path}, {"valid", nullptr}, {"contract", checking.contract->name()}};
}

Verdict unreadableVerdict(const Candidate& file, const Error& error, const CheckOptions& checking, bool json)
{
    if (!file.isNamed && !seemsToHoldTensors(file.path))
        return {};
    if (!json)
        return {Fate::unreadable,
                inked(Ink::bad, "\u2717 ") + harmless(file.path) + "  " + harmless(sentenceOf(error))};
    auto answer = jsonFor(file.path, checking);
    answer["tensors"] = Json::array();
    answer["warnings"] = Json::array();
    answer["error"] = errorJson(error);
    return {Fate::unreadable, dumped(answer)};
}

Verdict judged(const Candidate& file, const CheckOptions& checking, bool json)
{
    const auto document = openInput(file.path);
    if (!document)
        return unreadableVerdict(file, document.error(), checking, json);
    std::vector<std::string> broken;
    auto tensors = Json::array();
    for (const auto& [name, tensor] : document->tensors) {
        const auto report = check(tensor, checking);
        if (!report.valid)
            broken.push_back(brokenText(name, report));
        if (json)
            tensors.push_back(jsonOf(report, name, tensor.layout->name));
    }
    const auto fate = broken.empty() ? Fate::valid : Fate::broken;
    if (!json)
        return {fate, lineFor(file.path, broken, document->tensors.size())};
    auto answer = jsonFor(file.path, checking);
    answer["valid"] = broken.empty();
    answer["tensors"] = std::move(tensors);
    answer["warnings"] = document->warnings;
    answer["error"] = nullptr;
    return {fate, dumped(answer)};
}

// Says verdicts in the order of the files, each as soon as all before it are known.
class Teller
{
public:
    explicit Teller(std::size_t files) : m_waiting(files) {}

    void tell(std::size_t file, Verdict verdict)
    {
        const std::lock_guard lock(m_mutex);
        m_waiting[file] = std::move(verdict);
        for (; m_next < m_waiting.size() && m_waiting[m_next]; ++m_next) {
            ++m_counts[static_cast<std::size_t>(m_waiting[m_next]->fate)];
            if (!m_waiting[m_next]->line.empty())
                print(m_waiting[m_next]->line);
            m_waiting[m_next]->line = {};
        }
    }

    std::int64_t count(Fate fate) const { return m_counts[static_cast<std::size_t>(fate)]; }

private:
    std::mutex m_mutex;
    std::vector<std::optional<Verdict>> m_waiting;
    std::size_t m_next = 0;
    std::array<std::int64_t, 4> m_counts{};
};

void printSummary(const Teller& told, bool json)
{
    if (json) {
        printJson({{"summary",
                    {{"valid", told.count(Fate::valid)},
                     {"broken", told.count(Fate::broken)},
                     {"unreadable", told.count(Fate::unreadable)},
                     {"passed_over", told.count(Fate::passedOver)}}}});
        return;
    }
    std::string line = std::to_string(told.count(Fate::valid)) + " valid, " +
                       std::to_string(told.count(Fate::broken)) + " broken, " +
                       std::to_string(told.count(Fate::unreadable)) + " unreadable";
    if (told.count(Fate::passedOver) > 0)
        line += ", " + std::to_string(told.count(Fate::passedOver)) + " passed over as no tensor's";
    print(inked(Ink::faint, line));
}

} // namespace

ExitCode checkFolders(const std::vector<std::string>& inputs, const CheckOptions& checking, bool json)
{
    const auto files = candidates(inputs);
    Teller teller(files.size());
    const auto judge = [&](std::size_t i) {
        try {
            teller.tell(i, judged(files[i], checking, json));
        } catch (const std::bad_alloc&) { // one file too large does not keep the others from being judged
            const Error error{ErrorCode::outOfMemory, "this needs more memory than there is", {}, {}};
            teller.tell(i, unreadableVerdict(files[i], error, checking, json));
        }
    };
    parallelFor(std::ssize(files), [&](std::int64_t part) {
        if (const auto i = static_cast<std::size_t>(part); !files[i].isLarge)
            judge(i);
    });
    for (std::size_t i = 0; i < files.size(); ++i)
        if (files[i].isLarge)
            judge(i);
    printSummary(teller, json);
    if (teller.count(Fate::passedOver) == std::ssize(files))
        return fail(corrupt("there is no tensor's file in " + inputs.front()), false, unreadable);
    return teller.count(Fate::unreadable) > 0 ? unreadable : teller.count(Fate::broken) > 0 ? no : fine;
}

} // namespace tscope::cli
