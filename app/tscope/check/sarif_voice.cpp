// SPDX-License-Identifier: Apache-2.0
#include "check/build_server.h"
#include "check/voice.h"
#include "console.h"
#include "facts/sarif.h"
#include "facts/telling.h"
#include "facts/wording.h"

#include <nlohmann/json.hpp>

#include <mutex>

namespace tscope::cli {

namespace {

using Fate = JudgedFile::Fate;

std::string pathOf(const JudgedFile& file)
{
    return file.path.empty() ? file.path : pathInCheckout(file.path);
}

Json resultOf(const JudgedFile& file, const Error& error)
{
    auto result = sarifResult(pathOf(file), unreadableRule, "error", harmless(sentenceOf(error)), "");
    if (const auto place = textPlaceOf(error)) {
        auto& region = result["locations"][0]["physicalLocation"]["region"];
        region["startLine"] = place->line;
        if (place->column)
            region["startColumn"] = *place->column;
    }
    return result;
}

// Results are written as they come; the rules that they name are known at the end.
class Sarif final : public Voice
{
public:
    explicit Sarif(std::string_view contract) : m_contract(contract) {}

    std::vector<Line> wordsFor(const JudgedFile& file) override
    {
        std::vector<Line> results;
        const auto add = [&](const Json& result) { results.emplace_back(dumped(result)); };
        if (file.error) {
            know(unreadableRule, "a file of tensors can be read");
            add(resultOf(file, *file.error));
        }
        const auto path = pathOf(file);
        const ToldFindings told(file);
        told.forEach([&](const JudgedTensor& tensor, const Finding& finding) {
            know(finding.rule, finding.statement);
            add(sarifResult(path, tensor, finding));
        });
        const auto note = [&](const std::string& text) {
            know(noteRule, "what the reader of a file wants to be known");
            add(sarifResult(path, noteRule, "note", harmless(text), text));
        };
        if (const auto rest = told.rest(); !rest.empty())
            note(rest);
        for (const auto& warning : file.warnings)
            note(warning);
        return results;
    }

    void begin() override { printJsonText(sarifOpening); }

    void say(const Line& words) override
    {
        printJsonText((m_hasSaid ? "," : "") + words.text());
        m_hasSaid = true;
    }

    void end(const Fates& fates) override
    {
        printJsonText(sarifClosing(m_rules, {"tscope", TSCOPE_VERSION}, m_contract, summaryOf(fates)));
    }

private:
    void know(std::string_view rule, std::string_view statement)
    {
        const std::lock_guard lock(m_mutex);
        m_rules.try_emplace(std::string(rule), statement);
    }

    std::string m_contract;
    std::mutex m_mutex;
    SarifRules m_rules;
    bool m_hasSaid = false;
};

} // namespace

std::unique_ptr<Voice> makeSarif(std::string_view contract)
{
    return std::make_unique<Sarif>(contract);
}

} // namespace tscope::cli
