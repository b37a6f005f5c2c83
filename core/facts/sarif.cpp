// SPDX-License-Identifier: Apache-2.0
#include "facts/sarif.h"

#include "base/fnv1a.h"
#include "facts/wording.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace tscope {

namespace {

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
Json locationOf(const std::string& path)
{
    Json artifact{{"uri", path.empty() ? "stdin" : uriOf(path)}};
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

// By this a server knows a result again, and tells tensors of one file apart.
std::string fingerprint(const std::string& uri, std::string_view tensor, std::string_view rule)
{
    auto hash = fnv1aBegin;
    for (const auto part : {std::string_view(uri), tensor, rule})
        hash = fnv1a(std::string(part) + '\0', hash);
    char text[24];
    std::snprintf(text, sizeof text, "%016llx:1", static_cast<unsigned long long>(hash));
    return text;
}

} // namespace

Json sarifResult(const std::string& path, std::string_view rule, const char* level, std::string message,
                 std::string_view subject)
{
    auto location = locationOf(path);
    auto print = fingerprint(location["physicalLocation"]["artifactLocation"]["uri"], subject, rule);
    return {{"ruleId", rule},
            {"level", level},
            {"message", {{"text", withoutLinks(std::move(message))}}},
            {"locations", Json::array({std::move(location)})},
            {"partialFingerprints", {{"primaryLocationLineHash", std::move(print)}}}};
}

Json sarifResult(const std::string& path, const JudgedTensor& tensor, const Finding& finding)
{
    const auto* level = finding.level == Level::violation ? "error" : "warning";
    auto result = sarifResult(path, finding.rule, level, messageOf(tensor, finding), tensor.name);
    result["locations"][0]["logicalLocations"] = logicalLocations(tensor, finding);
    auto details = jsonOf(finding);
    for (const auto* told : {"rule", "level", "statement"})
        details.erase(told);
    result["properties"] = {{"tensor", tensor.name}, {"layout", tensor.layout}};
    result["properties"].update(details);
    return result;
}

std::string sarifClosing(const SarifRules& rules, const SarifTool& tool, std::string_view contract,
                         std::string_view summary)
{
    auto list = Json::array();
    for (const auto& [id, statement] : rules)
        list.push_back({{"id", id}, {"shortDescription", {{"text", statement}}}});
    const Json driver{
        {"driver", {{"name", tool.name}, {"semanticVersion", tool.version}, {"rules", std::move(list)}}}};
    const Json properties{{"contract", contract}, {"summary", summary}};
    return "],\"tool\":" + dumped(driver) + ",\"properties\":" + dumped(properties) + "}]}";
}

std::string sarifText(const std::string& path, const JudgedTensor& tensor, const SarifTool& tool,
                      std::string_view contract)
{
    std::string text(sarifOpening);
    SarifRules rules;
    for (const auto& finding : tensor.report->findings) {
        rules.try_emplace(finding.rule, finding.statement);
        text +=
            (&finding == &tensor.report->findings.front() ? "" : ",") + dumped(sarifResult(path, tensor, finding));
    }
    return text + sarifClosing(rules, tool, contract, verdictText(*tensor.report, {})) + "\n";
}

} // namespace tscope
