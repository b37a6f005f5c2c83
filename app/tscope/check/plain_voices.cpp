// SPDX-License-Identifier: Apache-2.0
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
    return titleOf(tensor.name) + ":" + rules + ", " + placesText(places);
}

// What the reader noted, as that something could not be read: the first note, and how many more there are.
Line notesText(const JudgedFile& file)
{
    if (file.warnings.empty())
        return {};
    auto text = "  note: " + file.warnings.front();
    if (file.warnings.size() > 1)
        text += " (and " + std::to_string(file.warnings.size() - 1) + " more)";
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
    std::vector<Line> wordsFor(const JudgedFile& file) override
    {
        if (file.fate == Fate::passedOver)
            return {};
        auto line = markOf(file.fate) + file.input;
        if (file.error)
            line += "  " + sentenceOf(*file.error);
        if (file.error && file.tensors.empty())
            return {line};
        const auto count =
            std::to_string(file.tensors.size()) + (file.tensors.size() == 1 ? " tensor" : " tensors");
        constexpr std::ptrdiff_t most = 3;
        std::ptrdiff_t broken = 0;
        std::string texts;
        for (const auto& tensor : file.tensors)
            if (!tensor.report->valid && ++broken <= most)
                texts += (broken == 1 ? "  " : "; ") + brokenText(tensor);
        if (broken == 0)
            line += inked(Ink::faint, "  " + count);
        else
            line += "  " + std::to_string(broken) + " of " + count + " broken" + texts +
                    (broken > most ? "; ..." : "");
        return {line + notesText(file)};
    }

    bool isForPrograms() const override { return false; }
    void say(const Line& words) override { print(words); }
    void end(const Fates& fates) override { print(inked(Ink::faint, summaryOf(fates))); }
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
    auto line = std::to_string(fates.of(Fate::valid)) + " valid, " + std::to_string(fates.of(Fate::broken)) +
                " broken, " + std::to_string(fates.of(Fate::unreadable)) + " unreadable";
    if (fates.of(Fate::passedOver) > 0)
        line += ", " + std::to_string(fates.of(Fate::passedOver)) + " passed over as no tensor's";
    return line;
}

std::unique_ptr<Voice> makeLinesForPeople()
{
    return std::make_unique<LinesForPeople>();
}

std::unique_ptr<Voice> makeJsonLines(std::string_view contract)
{
    return std::make_unique<JsonLines>(contract);
}

} // namespace tscope::cli
