// SPDX-License-Identifier: Apache-2.0
#include "remote/call_packet.h"

#include "base/say.h"
#include "layouts/registry.h"

#include <array>
#include <charconv>

namespace tscope::remote {

namespace {

std::string numberText(double number)
{
    std::array<char, 40> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

Json jsonOf(const ParamValue& value)
{
    if (const auto* type = std::get_if<DType>(&value))
        return {{"type", jsonOfType(*type)}};
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
        return notUnderstood(say("a parameter without a value"));
    const auto& value = *from.begin();
    const auto kind = from.begin().key();
    if (kind == "type") {
        const auto type = typeIn(value);
        return type ? Result<ParamValue>(*type) : type.error();
    }
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
        return notUnderstood(say("a parameter of another kind"));
    std::vector<std::int64_t> list;
    for (const auto& number : value) {
        if (!number.is_number_integer())
            return notUnderstood(say("a list of something else than numbers"));
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
        return notUnderstood(say("no trace"));
    trace.kernel = from.value("kernel", std::string());
    trace.device = from.value("device", std::string());
    for (const auto& step : from["steps"]) {
        const auto kind = step.value("kind", -1);
        if (kind < 0 || kind > static_cast<int>(DispatchStep::Kind::run))
            return notUnderstood(say("a step of no kind"));
        trace.add(static_cast<DispatchStep::Kind>(kind), step.value("hit", false),
                  step.value("text", std::string()), step.value("bytes", std::int64_t{0}));
    }
    return trace;
}

Json jsonOf(const RouteStep& step)
{
    return {{"op", step.op},     {"kernel", step.kernel}, {"device", step.device}, {"bytes", step.bytesMoved},
            {"view", step.view}, {"why", step.why}};
}

RouteStep stepIn(const Json& from)
{
    return {from.at("op").get<std::string>(),     from.at("kernel").get<std::string>(),
            from.at("device").get<std::string>(), from.at("bytes").get<std::int64_t>(),
            from.at("view").get<bool>(),          from.at("why").get<std::string>()};
}

Result<std::optional<DType>> optionalTypeIn(const Json& from, const char* key)
{
    if (!from.contains(key))
        return std::optional<DType>();
    const auto type = typeIn(from[key]);
    return type ? Result<std::optional<DType>>(*type) : type.error();
}

// What came without an error has the tensor that was made.
Result<Tensor> tensorIn(Message& answer)
{
    if (answer.error)
        return *answer.error;
    if (answer.tensors.size() != 1)
        return notUnderstood(say("an answer without its tensor"));
    return std::move(answer.tensors.front());
}

} // namespace

Message questionOf(CallRequest request)
{
    auto params = Json::array();
    for (const auto& [name, value] : request.params.all())
        params.push_back({{"name", name}, {"value", jsonOf(value)}});
    return {{{"do", "run"},
             {"op", request.op},
             {"device", request.device},
             {"max_bytes", request.maxBytes},
             {"params", std::move(params)}},
            std::move(request.inputs)};
}

Result<CallRequest> callIn(const Message& question)
try {
    const auto& from = question.told;
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
    request.inputs = question.tensors;
    return request;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

Message answerOf(const Result<RunResult>& done, const DispatchTrace& trace)
{
    if (!done)
        return {{{"trace", jsonOf(trace)}}, {}, done.error()};
    return {{{"trace", jsonOf(done->trace)}, {"bytes", done->cost.bytes}, {"flops", done->cost.flops}},
            {done->tensor}};
}

Result<RunResult> runResultIn(Message answer, DispatchTrace& trace)
try {
    if (answer.told.contains("trace")) { // an answer that could not be sent has none
        auto told = traceIn(answer.told["trace"]);
        if (!told)
            return told.error();
        trace = std::move(*told);
    }
    auto tensor = tensorIn(answer);
    if (!tensor)
        return tensor.error();
    return RunResult{std::move(*tensor),
                     trace,
                     {answer.told.at("bytes").get<std::int64_t>(), answer.told.at("flops").get<std::int64_t>()}};
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

Message questionOf(ConvertCall call)
{
    const auto& request = call.request;
    Json told{{"do", "convert"},
              {"device", call.device},
              {"max_bytes", call.maxBytes},
              {"drop_zeros", request.dropZeros},
              {"in_order", request.inOrder}};
    if (request.layout != nullptr)
        told["layout"] = request.layout->name;
    if (request.block)
        told["block"] = *request.block;
    if (request.dtype)
        told["dtype"] = jsonOfType(*request.dtype);
    if (request.indexDType)
        told["index_dtype"] = jsonOfType(*request.indexDType);
    if (request.denseDims)
        told["dense_dims"] = *request.denseDims;
    return {std::move(told), {std::move(call.input)}};
}

Result<ConvertCall> conversionIn(const Message& question)
try {
    const auto& from = question.told;
    if (question.tensors.size() != 1)
        return notUnderstood(say("a conversion of no tensor"));
    ConvertCall call{question.tensors.front(),
                     {},
                     from.at("device").get<std::string>(),
                     from.at("max_bytes").get<std::int64_t>()};
    auto& request = call.request;
    request.dropZeros = from.at("drop_zeros").get<bool>();
    request.inOrder = from.at("in_order").get<bool>();
    if (from.contains("layout")) {
        request.layout = layoutNamed(from["layout"].get<std::string>());
        if (request.layout == nullptr)
            return notUnderstood(say("a layout that is not known"));
    }
    if (from.contains("block"))
        request.block = from["block"].get<std::array<std::int64_t, 2>>();
    if (from.contains("dense_dims"))
        request.denseDims = from["dense_dims"].get<std::int64_t>();
    const auto dtype = optionalTypeIn(from, "dtype"), indexDType = optionalTypeIn(from, "index_dtype");
    if (!dtype || !indexDType)
        return notUnderstood(say("no element type"));
    request.dtype = *dtype;
    request.indexDType = *indexDType;
    return call;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

Message answerOf(const Result<Converted>& done)
{
    if (!done)
        return {Json::object(), {}, done.error()};
    auto route = Json::array();
    for (const auto& step : done->route)
        route.push_back(jsonOf(step));
    return {{{"route", std::move(route)}, {"changes", done->changes}, {"trace", jsonOf(done->trace)}},
            {done->tensor}};
}

Result<Converted> convertedIn(Message answer)
try {
    auto tensor = tensorIn(answer);
    if (!tensor)
        return tensor.error();
    auto trace = traceIn(answer.told.at("trace"));
    if (!trace)
        return trace.error();
    Converted out{
        std::move(*tensor), {}, answer.told.at("changes").get<std::vector<std::string>>(), std::move(*trace)};
    for (const auto& step : answer.told.at("route"))
        out.route.push_back(stepIn(step));
    return out;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

} // namespace tscope::remote
