// SPDX-License-Identifier: Apache-2.0
#include "facts/report_json.h"

#include "facts/answers.h"
#include "rules/places.h"

#include <nlohmann/json.hpp>

namespace tscope {

namespace {

// An object without its closing brace: more of it follows.
std::string openedObject(const Json& object)
{
    auto text = dumped(object);
    text.pop_back();
    return text;
}

} // namespace

void tellReportJson(const Tensor& tensor, const Report& report, const ReportJson& asked,
                    const std::function<void(std::string_view)>& put, const Watch& watch)
{
    // All but the findings, then these with their places one by one.
    auto rest = report;
    rest.findings.clear();
    auto answer = jsonOf(rest, asked.name, tensor.layout->name);
    answer.erase("findings");
    answer["file"] = asked.file;
    if (asked.partly)
        answer["partly"] = *asked.partly;
    put(openedObject(answer) + ",\"findings\":[");
    Places all(tensor, asked.contract, watch);
    for (const auto& finding : report.findings) {
        auto head = finding;
        head.witnesses.clear();
        head.truncated = finding.count > witnessLimit && Places::listed(finding, asked.most) == witnessLimit;
        auto told = jsonOf(head);
        told.erase("witnesses");
        put((&finding == &report.findings.front() ? "" : ",") + openedObject(told) + ",\"witnesses\":[");
        const char* comma = "";
        all.forEach(finding, asked.most, [&](const Witness& witness) {
            put(comma + dumped(jsonOf(witness)));
            comma = ",";
            return true;
        });
        put("]}");
    }
    put("]}");
}

std::string reportJsonText(const Tensor& tensor, const Report& report, const ReportJson& asked, const Watch& watch)
{
    std::string text = R"({"contract":)" + dumped(Json(asked.contract.name())) + R"(,"tensors":[)";
    tellReportJson(
        tensor, report, asked, [&](std::string_view part) { text += part; }, watch);
    const bool isValid = report.valid && !asked.partly; // nobody has judged what was not read
    return text + R"(],"valid":)" + (isValid ? "true" : "false") + R"(,"warnings":[],"errors":[]})" + "\n";
}

} // namespace tscope
