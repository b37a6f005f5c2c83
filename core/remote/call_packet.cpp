// SPDX-License-Identifier: Apache-2.0
#include "remote/call_packet.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace tscope::remote {

namespace {

Error notUnderstood(const char* what)
{
    return corrupt(std::string("a call or its answer was wanted from the other process, found ") + what);
}

std::string numberText(double number)
{
    std::array<char, 40> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

Json jsonOf(const ParamValue& value)
{
    if (const auto* type = std::get_if<DType>(&value))
        return {{"type", type->name()}};
    if (const auto* number = std::get_if<double>(&value)) // as text: JSON has no infinities
        return {{"number", numberText(*number)}};
    if (const auto* flag = std::get_if<bool>(&value))
        return {{"flag", *flag}};
    if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
        return {{"list", *list}};
    return {{"integer", std::get<std::int64_t>(value)}};
}

Result<ParamValue> valueIn(const Json& from)
{
    if (!from.is_object() || from.size() != 1)
        return notUnderstood("a parameter without a value");
    const auto& value = *from.begin();
    const auto kind = from.begin().key();
    if (kind == "type" && value.is_string())
        return ParamValue(DType::parse(value.get<std::string>()));
    if (kind == "number" && value.is_string()) {
        const auto text = value.get<std::string>();
        double number = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (code == std::errc() && end == text.data() + text.size())
            return ParamValue(number);
    }
    if (kind == "flag" && value.is_boolean())
        return ParamValue(value.get<bool>());
    if (kind == "integer" && value.is_number_integer())
        return ParamValue(value.get<std::int64_t>());
    if (kind != "list" || !value.is_array())
        return notUnderstood("a parameter of another kind");
    std::vector<std::int64_t> list;
    for (const auto& number : value) {
        if (!number.is_number_integer())
            return notUnderstood("a list of something else than numbers");
        list.push_back(number.get<std::int64_t>());
    }
    return ParamValue(std::move(list));
}

Json jsonOf(const DispatchTrace& trace)
{
    auto steps = Json::array();
    for (const auto& step : trace.steps)
        steps.push_back({{"kind", static_cast<int>(step.kind)},
                         {"hit", step.hit},
                         {"text", step.text},
                         {"bytes", step.bytesMoved}});
    return {{"steps", std::move(steps)}, {"kernel", trace.kernel}, {"device", trace.device}};
}

Result<DispatchTrace> traceIn(const Json& from)
{
    DispatchTrace trace;
    if (!from.is_object() || !from.contains("steps") || !from["steps"].is_array())
        return notUnderstood("no trace");
    trace.kernel = from.value("kernel", std::string());
    trace.device = from.value("device", std::string());
    for (const auto& step : from["steps"]) {
        const auto kind = step.value("kind", -1);
        if (kind < 0 || kind > static_cast<int>(DispatchStep::Kind::run))
            return notUnderstood("a step of no kind");
        trace.add(static_cast<DispatchStep::Kind>(kind), step.value("hit", false),
                  step.value("text", std::string()), step.value("bytes", std::int64_t{0}));
    }
    return trace;
}

Error errorIn(const Json& from)
{
    const auto code = from.value("code", -1);
    const bool isKnown = code >= 0 && code <= static_cast<int>(ErrorCode::internal);
    return {isKnown ? static_cast<ErrorCode>(code) : ErrorCode::internal, from.value("text", std::string()),
            from.value("where", std::string()), from.value("reason", std::string())};
}

} // namespace

Result<void> send(Channel& channel, SharedStorages& storages, const CallRequest& request)
{
    Outgoing outgoing(storages);
    auto params = Json::array();
    for (const auto& [name, value] : request.params.all())
        params.push_back({{"name", name}, {"value", jsonOf(value)}});
    auto inputs = Json::array();
    for (const auto& tensor : request.inputs) {
        auto added = outgoing.add(tensor);
        if (!added)
            return added.error();
        inputs.push_back(std::move(*added));
    }
    return outgoing.send(channel, {{"do", "run"},
                                   {"op", request.op},
                                   {"device", request.device},
                                   {"max_bytes", request.maxBytes},
                                   {"params", std::move(params)},
                                   {"inputs", std::move(inputs)}});
}

Result<CallRequest> requestIn(Incoming& incoming)
try {
    const auto& from = incoming.description();
    CallRequest request;
    request.op = from.at("op").get<std::string>();
    request.device = from.at("device").get<std::string>();
    request.maxBytes = from.at("max_bytes").get<std::int64_t>();
    for (const auto& param : from.at("params")) {
        auto value = valueIn(param.at("value"));
        if (!value)
            return value.error();
        request.params.set(param.at("name").get<std::string>(), std::move(*value));
    }
    for (const auto& input : from.at("inputs")) {
        auto tensor = incoming.tensor(input);
        if (!tensor)
            return tensor.error();
        request.inputs.push_back(std::move(*tensor));
    }
    return request;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

Result<void> sendAnswer(Channel& channel, SharedStorages& storages, const Result<RunResult>& answer,
                        const DispatchTrace& trace)
{
    Outgoing outgoing(storages);
    if (!answer) {
        const auto& error = answer.error();
        return outgoing.send(channel, {{"error",
                                        {{"code", static_cast<int>(error.code)},
                                         {"text", error.text},
                                         {"where", error.where},
                                         {"reason", error.reason}}},
                                       {"trace", jsonOf(trace)}});
    }
    auto tensor = outgoing.add(answer->tensor);
    if (!tensor)
        return sendAnswer(channel, storages, tensor.error(), trace);
    return outgoing.send(channel, {{"tensor", std::move(*tensor)},
                                   {"trace", jsonOf(answer->trace)},
                                   {"bytes", answer->cost.bytes},
                                   {"flops", answer->cost.flops}});
}

Result<RunResult> answerIn(Incoming& incoming, DispatchTrace& trace)
try {
    const auto& from = incoming.description();
    auto told = traceIn(from.at("trace"));
    if (!told)
        return told.error();
    trace = *told;
    if (from.contains("error"))
        return errorIn(from["error"]);
    auto tensor = incoming.tensor(from.at("tensor"));
    if (!tensor)
        return tensor.error();
    return RunResult{std::move(*tensor),
                     std::move(*told),
                     {from.at("bytes").get<std::int64_t>(), from.at("flops").get<std::int64_t>()}};
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

bool isStop(const Incoming& incoming)
{
    const auto what = incoming.description().find("do");
    return what != incoming.description().end() && *what == "stop";
}

} // namespace tscope::remote
