// SPDX-License-Identifier: Apache-2.0
#include "facts/dispatch_answers.h"

#include <nlohmann/json.hpp>

namespace tscope {

namespace {

Json namesOf(const std::vector<DType>& types)
{
    auto out = Json::array();
    for (const auto& type : types)
        out.push_back(type.name());
    return out;
}

Json textOrNull(const std::string& text)
{
    return text.empty() ? Json(nullptr) : Json(text);
}

} // namespace

Json jsonOf(const DispatchTrace& trace)
{
    auto steps = Json::array();
    for (const auto& step : trace.steps)
        steps.push_back(
            {{"step", name(step.kind)}, {"hit", step.hit}, {"text", step.text}, {"bytes_moved", step.bytesMoved}});
    return {{"device", trace.device}, {"kernel", trace.kernel}, {"steps", std::move(steps)}};
}

Json routeJson(const DispatchTrace& trace, std::string_view op)
{
    auto route = Json::array();
    for (const auto& step : trace.steps) {
        const bool isRun = step.kind == DispatchStep::Kind::run;
        if (!isRun && step.bytesMoved == 0)
            continue;
        route.push_back({{"op", isRun ? std::string(op) : step.text},
                         {"kernel", isRun ? trace.kernel : std::string(name(step.kind))},
                         {"device", trace.device},
                         {"bytes_moved", step.bytesMoved},
                         {"view", false}});
    }
    return route;
}

Json jsonOf(const SupportCell& cell)
{
    auto layouts = Json::array();
    for (const auto layout : cell.layouts)
        layouts.push_back(layout);
    auto needs = Json::array();
    for (const auto& need : cell.needs)
        needs.push_back(need);
    return {{"op", cell.op},
            {"device", cell.device},
            {"layouts", std::move(layouts)},
            {"dtypes", namesOf(cell.dtypes)},
            {"index_dtypes", namesOf(cell.indexDTypes)},
            {"supported", cell.isSupported()},
            {"kernel", textOrNull(cell.kernelText())},
            {"reason",
             cell.isSupported() ? Json(nullptr) : textOrNull(cell.absent.empty() ? cell.reason : cell.absent)},
            {"condition", textOrNull(cell.condition)},
            {"needs", std::move(needs)},
            {"verified_on", cell.verifiedOn.empty() ? Json(nullptr) : Json(cell.verifiedOn)}};
}

} // namespace tscope
