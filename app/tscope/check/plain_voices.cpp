// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "check/voice.h"
#include "console.h"
#include "facts/wording.h"
#include "rules/check.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tscope::cli {

namespace {

using Fate = JudgedFile::Fate;

// "w: 5.3 5.6, 9 places"
std::string brokenText(const JudgedTensor& tensor)
{
    std::string rules;
    std::int64_t places = 0;
    for (const auto& finding : tensor.report->findings)
        if (finding.level == Level::violation) {
            rules += " " + finding.rule;
            places = places > witnessLimit ? places : places + finding.count;
        }
    return tscope::say("{0}:{1}, {2}", titleOf(tensor.name), rules, placesText(places));
}

// What the reader noted, as that something could not be read: the first note, and how many more there are.
Line notesText(const JudgedFile& file)
{
    if (file.warnings.empty())
        return {};
    auto text = "  " + tscope::say("note: ") + file.warnings.front();
    if (file.warnings.size() > 1)
        text += tscope::say(" (and {0} more)", file.warnings.size() - 1);
    return inked(Ink::faint, text);
}

Line markOf(JudgedFile::Fate fate)
{
    switch (fate) {
    case JudgedFile::Fate::valid:
        return inked(Ink::good, "\u2713 ");
    case JudgedFile::Fate::broken:
        return inked(Ink::bad, "\u25b2 ");
    default:
        return inked(Ink::bad, "\u2717 ");
    }
}

// One line of each file.
class LinesForPeople final : public Voice
{
public:
    explicit LinesForPeople(std::string_view contract) : m_contract(contract) {}

    std::vector<Line> wordsFor(const JudgedFile& file) override
    {
        if (file.fate == Fate::passedOver)
            return {};
        auto line = markOf(file.fate) + file.input;
        if (file.error)
            line += "  " + sentenceOf(*file.error);
        if (file.error && file.tensors.empty())
            return {line};
        const auto count = tscope::say("{0|tensor|tensors}", file.tensors.size());
        constexpr std::ptrdiff_t most = 3;
        std::ptrdiff_t broken = 0;
        std::string texts;
        for (const auto& tensor : file.tensors)
            if (!tensor.report->valid && ++broken <= most)
                texts += (broken == 1 ? "  " : "; ") + brokenText(tensor);
        if (broken == 0)
            line += inked(Ink::faint, "  " + count);
        else
            line +=
                "  " + tscope::say("{0} of {1} broken", broken, count) + texts + (broken > most ? "; ..." : "");
        return {line + notesText(file)};
    }

    bool isForPrograms() const override { return false; }
    void say(const Line& words) override { print(words); }
    void end(const Fates& fates) override { print(inked(Ink::faint, summaryUnder(m_contract, fates))); }

private:
    std::string m_contract;
};

// One object of each file.
class JsonLines final : public Voice
{
public:
    explicit JsonLines(std::string_view contract) : m_contract(contract) {}

    std::vector<Line> wordsFor(const JudgedFile& file) override
    {
        if (file.fate == Fate::passedOver)
            return {};
        Json answer{{"file", file.input}, {"valid", nullptr}, {"contract", m_contract}};
        if (!file.error)
            answer["valid"] = file.fate == Fate::valid;
        auto tensors = Json::array();
        for (const auto& tensor : file.tensors)
            tensors.push_back(jsonOf(*tensor.report, tensor.name, tensor.layout));
        answer["tensors"] = std::move(tensors);
        answer["warnings"] = file.warnings;
        answer["error"] = file.error ? errorJson(*file.error) : Json(nullptr);
        return {dumped(answer)};
    }

    void say(const Line& words) override { printJsonText(words.text()); }

    void end(const Fates& fates) override
    {
        printJson({{"summary",
                    {{"valid", fates.of(Fate::valid)},
                     {"broken", fates.of(Fate::broken)},
                     {"unreadable", fates.of(Fate::unreadable)},
                     {"passed_over", fates.of(Fate::passedOver)}}}});
    }

private:
    std::string m_contract;
};

} // namespace

std::string summaryOf(const Fates& fates)
{
    auto line = tscope::say("{0} valid, {1} broken, {2} unreadable", fates.of(Fate::valid), fates.of(Fate::broken),
                            fates.of(Fate::unreadable));
    if (fates.of(Fate::passedOver) > 0)
        line += tscope::say(", {0} passed over as no tensor's", fates.of(Fate::passedOver));
    return line;
}

std::string summaryUnder(std::string_view contract, const Fates& fates)
{
    return tscope::say("under {0}: {1}", contract, summaryOf(fates));
}

std::unique_ptr<Voice> makeLinesForPeople(std::string_view contract)
{
    return std::make_unique<LinesForPeople>(contract);
}

std::unique_ptr<Voice> makeJsonLines(std::string_view contract)
{
    return std::make_unique<JsonLines>(contract);
}

} // namespace tscope::cli
