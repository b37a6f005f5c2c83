// SPDX-License-Identifier: Apache-2.0
#include "facts/answers.h"

#include "base/printable.h"
#include "facts/json_fields.h"

#include <nlohmann/json.hpp>

#include <random>

namespace tscope {

namespace {

// What numbers of more than 64 bits begin with until they are written. No name of a file can be made to begin so.
const std::string& wideMark()
{
    static const std::string mark = "\x01wide" + std::to_string(std::random_device{}()) + ':';
    return mark;
}

Json jsonOf(const Wide& number)
{
    return number.asInt64() ? Json(*number.asInt64()) : Json(wideMark() + number.text());
}

Json jsonOf(const WitnessValue& value)
{
    return std::visit(
        [](const auto& held) {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, Wide>)
                return jsonOf(held);
            else
                return Json(held);
        },
        value);
}

} // namespace

std::string dumped(const Json& answer)
{
    const auto opening = "\"\\u0001" + wideMark().substr(1);
    auto text = printableJson(answer.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::string out;
    std::size_t done = 0; // up to here the text is in `out`
    for (auto at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1)) {
        const auto digits = at + opening.size();
        const auto end = text.find_first_not_of("-0123456789", digits);
        if (end == std::string::npos || end == digits || text[end] != '"')
            continue; // a text from a file that happens to begin like the mark
        out.append(text, done, at - done).append(text, digits, end - digits);
        done = end + 1;
    }
    return done == 0 ? std::move(text) : std::move(out.append(text, done));
}

Json jsonOf(const Witness& witness)
{
    auto out = Json::object();
    for (const auto& field : witness.fields)
        out[std::string(field.key)] = jsonOf(field.value);
    return out;
}

Json jsonOf(const Finding& finding)
{
    Json out{{"rule", finding.rule},
             {"level", finding.level == Level::violation ? "violation" : "advisory"},
             {"count", finding.count},
             {"statement", finding.statement},
             {"consequence_of", finding.consequenceOf},
             {"truncated", finding.truncated}};
    auto witnesses = Json::array();
    for (const auto& witness : finding.witnesses)
        witnesses.push_back(jsonOf(witness));
    out["witnesses"] = std::move(witnesses);
    return out;
}

Json jsonOf(const Report& report, std::string_view name, std::string_view layout)
{
    JsonFields out(11);
    out.add("name", name).add("layout", layout).add("valid", report.valid);
    auto list = [&](const char* key, const auto& items, auto&& each) {
        auto array = Json::array();
        for (const auto& item : items)
            array.push_back(each(item));
        out.add(key, std::move(array));
    };
    list("findings", report.findings, [](const Finding& finding) { return jsonOf(finding); });
    list("skipped", report.skipped, [](const Skipped& skipped) {
        return Json{{"rule", skipped.rule}, {"because", skipped.because}};
    });
    out.add("inferred_size", jsonOf(report.inferredSize));
    out.add("inferred_size_published", jsonOf(report.inferredSizePublished));
    list("causes", report.causes, [](const Cause& cause) {
        return Json{{"text", cause.text},
                    {"rules", cause.rules},
                    {"member", cause.member.empty() ? Json(nullptr) : Json(cause.member)},
                    {"index", cause.index ? Json(*cause.index) : Json(nullptr)}};
    });
    list("misreadings", report.misreadings, [](const Misreading& misreading) {
        return Json{{"id", misreading.id},
                    {"as", misreading.as},
                    {"violations", misreading.violations},
                    {"text", misreading.text}};
    });
    list("remarks", report.remarks, [](const Remark& remark) {
        return Json{{"id", remark.id}, {"count", remark.count}, {"text", remark.text}};
    });
    list("repairs", report.repairs, [](const Repair& repair) {
        return Json{{"id", repair.id},
                    {"title", repair.title},
                    {"lossless", repair.lossless},
                    {"clears", repair.clears},
                    {"effect", repair.effect}};
    });
    return out.object();
}

Json jsonOf(const Difference& difference)
{
    Json out{{"equal",
              {{"values", difference.values},
               {"pattern", difference.pattern},
               {"order", difference.order},
               {"bytes", difference.bytes}}}};
    auto first = Json::array();
    for (const auto& place : difference.first)
        first.push_back({{"level", place.level},
                         {"at", place.at},
                         {"a", place.a ? jsonOf(*place.a) : Json(nullptr)},
                         {"b", place.b ? jsonOf(*place.b) : Json(nullptr)}});
    out["first"] = std::move(first);
    out["max_abs"] = difference.maxAbs ? jsonOfReal(*difference.maxAbs) : Json(nullptr);
    out["max_rel"] = difference.maxRel ? jsonOfReal(*difference.maxRel) : Json(nullptr);
    out["counts"] = {{"only_a", difference.onlyA},
                     {"only_b", difference.onlyB},
                     {"differ", difference.differ},
                     {"close", difference.close},
                     {"rounded", difference.rounded}};
    return out;
}

Json jsonOf(std::span<const RouteStep> route)
{
    auto out = Json::array();
    for (const auto& step : route)
        out.push_back({{"op", step.op},
                       {"kernel", step.kernel},
                       {"device", step.device},
                       {"bytes_moved", step.bytesMoved},
                       {"view", step.view}});
    return out;
}

} // namespace tscope
