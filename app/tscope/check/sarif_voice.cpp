// SPDX-License-Identifier: Apache-2.0
#include "check/build_server.h"
#include "check/voice.h"
#include "console.h"
#include "facts/wording.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <mutex>

namespace tscope::cli {

namespace {

using Fate = JudgedFile::Fate;

// A path as a reference of RFC 3986; bytes that are no plain letters go in as %XX, whatever they mean.
std::string uriOf(const std::string& path)
{
    constexpr std::string_view digits = "0123456789ABCDEF", plain = "/-._~";
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && (std::isalnum(byte) != 0 || plain.find(c) != std::string_view::npos))
            uri += c;
        else
            uri += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return uri;
}

// Brackets with parentheses behind them would be shown as a link, to wherever a file's names say.
std::string withoutLinks(std::string text)
{
    for (auto at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2))
        text.insert(at + 1, 1, ' ');
    return text;
}

// Every result lies in a file, or servers refuse the whole document.
Json locationOf(const JudgedFile& file)
{
    Json artifact{{"uri", file.path.empty() ? "stdin" : uriOf(pathInCheckout(file.path))}};
    if (const auto& uri = artifact["uri"].get_ref<const std::string&>(); !uri.starts_with("file:"))
        artifact["uriBaseId"] = "%SRCROOT%";
    // GitHub asks for a line of every result. Files of tensors have none, so these are told at the first.
    return {{"physicalLocation", {{"artifactLocation", std::move(artifact)}, {"region", {{"startLine", 1}}}}}};
}

std::string placeText(const Slots& place)
{
    const auto member = std::string(place.member) + "[";
    if (place.end <= place.begin + 1)
        return member + std::to_string(place.begin) + "]";
    return member + std::to_string(place.begin) + ".." + std::to_string(place.end) + "]";
}

// The tensor, and the slots in its members at which the rule breaks.
Json logicalLocations(const JudgedTensor& tensor, const Finding& finding)
{
    const auto title = titleOf(tensor.name);
    auto list = Json::array({{{"name", title}, {"fullyQualifiedName", title}, {"kind", "object"}}});
    std::vector<std::string> told; // none twice, says the standard
    for (const auto& witness : finding.witnesses) {
        if (!witness.place)
            continue;
        auto place = placeText(*witness.place);
        if (std::ranges::find(told, place) != told.end())
            continue;
        list.push_back({{"name", place}, {"fullyQualifiedName", title + "/" + place}, {"kind", "value"}});
        told.push_back(std::move(place));
    }
    return list;
}

// By this a server knows a result again, and tells tensors of one file apart. FNV-1a.
std::string fingerprint(const std::string& uri, std::string_view tensor, std::string_view rule)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const auto part : {std::string_view(uri), tensor, rule})
        for (const char c : std::string(part) + '\0')
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    char text[24];
    std::snprintf(text, sizeof text, "%016llx:1", static_cast<unsigned long long>(hash));
    return text;
}

Json resultOf(const JudgedFile& file, std::string_view rule, const char* level, std::string message,
              std::string_view subject)
{
    auto location = locationOf(file);
    auto print = fingerprint(location["physicalLocation"]["artifactLocation"]["uri"], subject, rule);
    return {{"ruleId", rule},
            {"level", level},
            {"message", {{"text", withoutLinks(std::move(message))}}},
            {"locations", Json::array({std::move(location)})},
            {"partialFingerprints", {{"primaryLocationLineHash", std::move(print)}}}};
}

Json resultOf(const JudgedFile& file, const Error& error)
{
    auto result = resultOf(file, unreadableRule, "error", harmless(sentenceOf(error)), "");
    if (const auto place = textPlaceOf(error)) {
        auto& region = result["locations"][0]["physicalLocation"]["region"];
        region["startLine"] = place->line;
        if (place->column)
            region["startColumn"] = *place->column;
    }
    return result;
}

Json resultOf(const JudgedFile& file, const JudgedTensor& tensor, const Finding& finding)
{
    const auto* level = finding.level == Level::violation ? "error" : "warning";
    auto result = resultOf(file, finding.rule, level, messageOf(tensor, finding), tensor.name);
    result["locations"][0]["logicalLocations"] = logicalLocations(tensor, finding);
    auto details = jsonOf(finding);
    for (const auto* told : {"rule", "level", "statement"})
        details.erase(told);
    result["properties"] = {{"tensor", tensor.name}, {"layout", tensor.layout}};
    result["properties"].update(details);
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
        const ToldFindings told(file);
        told.forEach([&](const JudgedTensor& tensor, const Finding& finding) {
            know(finding.rule, finding.statement);
            add(resultOf(file, tensor, finding));
        });
        const auto note = [&](const std::string& text) {
            know(noteRule, "what the reader of a file wants to be known");
            add(resultOf(file, noteRule, "note", harmless(text), text));
        };
        if (const auto rest = told.rest(); !rest.empty())
            note(rest);
        for (const auto& warning : file.warnings)
            note(warning);
        return results;
    }

    void begin() override
    {
        printJsonText(
            R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[)");
    }

    void say(const Line& words) override
    {
        printJsonText((m_hasSaid ? "," : "") + words.text());
        m_hasSaid = true;
    }

    void end(const Fates& fates) override
    {
        auto rules = Json::array();
        for (const auto& [id, statement] : m_rules)
            rules.push_back({{"id", id}, {"shortDescription", {{"text", statement}}}});
        const Json tool{
            {"driver", {{"name", "tscope"}, {"semanticVersion", TSCOPE_VERSION}, {"rules", std::move(rules)}}}};
        const Json properties{{"contract", m_contract}, {"summary", summaryOf(fates)}};
        printJsonText("],\"tool\":" + dumped(tool) + ",\"properties\":" + dumped(properties) + "}]}");
    }

private:
    void know(std::string_view rule, std::string_view statement)
    {
        const std::lock_guard lock(m_mutex);
        m_rules.try_emplace(std::string(rule), statement);
    }

    std::string m_contract;
    std::mutex m_mutex;
    std::map<std::string, std::string> m_rules; // by id: the statement
    bool m_hasSaid = false;
};

} // namespace

std::unique_ptr<Voice> makeSarif(std::string_view contract)
{
    return std::make_unique<Sarif>(contract);
}

} // namespace tscope::cli
