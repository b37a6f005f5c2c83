// SPDX-License-Identifier: Apache-2.0
#include "remote/timing_packet.h"

#include "base/say.h"
#include "layouts/registry.h"
#include "timing/session_json.h"

namespace tscope::remote {

namespace {

Json jsonOf(const timing::FormWish& wish)
{
    Json out{{"layout", wish.layout->name}, {"block", wish.block}, {"padded", wish.isPadded}};
    if (wish.dtype)
        out["dtype"] = jsonOfType(*wish.dtype);
    if (wish.indexDType)
        out["index_dtype"] = jsonOfType(*wish.indexDType);
    return out;
}

Result<std::optional<DType>> optionalTypeOf(const Json& from, const char* key)
{
    if (!from.contains(key))
        return std::optional<DType>();
    const auto type = typeIn(from[key]);
    return type ? Result<std::optional<DType>>(*type) : type.error();
}

Result<timing::FormWish> wishIn(const Json& from)
{
    timing::FormWish wish{layoutNamed(from.at("layout").get<std::string>()),
                          from.at("block").get<std::array<std::int64_t, 2>>()};
    if (wish.layout == nullptr || wish.block[0] < 1 || wish.block[1] < 1)
        return notUnderstood(say("a form that is none"));
    wish.isPadded = from.at("padded").get<bool>();
    const auto dtype = optionalTypeOf(from, "dtype"), index = optionalTypeOf(from, "index_dtype");
    if (!dtype || !index)
        return (dtype ? index : dtype).error();
    wish.dtype = *dtype;
    wish.indexDType = *index;
    return wish;
}

} // namespace

Message questionOf(TimingCall call)
{
    auto workloads = Json::array(), forms = Json::array();
    for (const auto& workload : call.plan.workloads)
        workloads.push_back(workload.name);
    for (const auto& form : call.plan.forms)
        forms.push_back(jsonOf(form));
    return {{{"do", "time"},
             {"names", call.names},
             {"workloads", std::move(workloads)},
             {"forms", std::move(forms)},
             {"devices", call.plan.devices},
             {"densities", call.plan.densities},
             {"budget_ns", call.plan.budget.count()},
             {"rounds", call.plan.rounds},
             {"cold", call.plan.isCold},
             {"max_bytes", call.plan.maxBytes},
             {"most_dense_bytes", call.plan.mostDenseBytes}},
            std::move(call.tensors)};
}

Result<TimingCall> timingIn(const Message& question)
try {
    const auto& from = question.told;
    TimingCall call;
    call.names = from.at("names").get<std::vector<std::string>>();
    call.tensors = question.tensors;
    if (call.names.size() != call.tensors.size())
        return notUnderstood(say("tensors without names"));
    for (const auto& name : from.at("workloads")) {
        auto workload = timing::workloadNamed(name.get<std::string>());
        if (!workload)
            return workload.error();
        call.plan.workloads.push_back(std::move(*workload));
    }
    for (const auto& form : from.at("forms")) {
        auto wish = wishIn(form);
        if (!wish)
            return wish.error();
        call.plan.forms.push_back(std::move(*wish));
    }
    call.plan.devices = from.at("devices").get<std::vector<std::string>>();
    call.plan.densities = from.at("densities").get<std::vector<double>>();
    call.plan.budget = std::chrono::nanoseconds(from.at("budget_ns").get<std::int64_t>());
    call.plan.rounds = from.at("rounds").get<int>();
    call.plan.isCold = from.at("cold").get<bool>();
    call.plan.maxBytes = from.at("max_bytes").get<std::int64_t>();
    call.plan.mostDenseBytes = from.at("most_dense_bytes").get<std::int64_t>();
    if (call.plan.rounds < 1)
        return notUnderstood(say("a plan without rounds"));
    return call;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

Message questionOfLimits(const std::vector<std::string>& devices)
{
    return {{{"do", "limits"}, {"devices", devices}}};
}

Result<std::vector<std::string>> limitedDevicesIn(const Message& question)
try {
    return question.told.at("devices").get<std::vector<std::string>>();
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

Message partOf(const timing::Session& begun)
{
    return {{{"part", timing::sessionText(begun)}}};
}

Message partOf(const timing::Session& session, std::size_t row)
{
    timing::Session one;
    one.takenAt = session.takenAt;
    one.limits = session.limits;
    one.tempo = session.tempo;
    one.subjects = session.subjects;
    one.rows = {session.rows[row]};
    one.isPartial = true;
    return {{{"part", timing::sessionText(one)}, {"row", row}}};
}

Message partOf(const Prepared& prepared)
{
    return {{{"part", nullptr}, {"prepared", prepared.done}, {"of", prepared.all}}};
}

bool isPart(const Message& message)
{
    return message.told.contains("part");
}

Result<SessionPart> partIn(const Message& message)
try {
    if (message.told.contains("prepared"))
        return SessionPart{
            {},
            {},
            Prepared{message.told["prepared"].get<std::size_t>(), message.told.at("of").get<std::size_t>()}};
    auto session = timing::readSession(message.told.at("part").get<std::string>());
    if (!session)
        return session.error();
    SessionPart part{std::move(*session), {}, {}};
    if (message.told.contains("row")) {
        part.row = message.told["row"].get<std::size_t>();
        if (part.session.rows.size() != 1)
            return notUnderstood(say("a row that is none"));
    }
    return part;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

Message answerOf(const timing::Session& session)
{
    return {{{"session", timing::sessionText(session)}}};
}

Result<timing::Session> sessionIn(const Message& answer)
try {
    if (answer.error)
        return *answer.error;
    return timing::readSession(answer.told.at("session").get<std::string>());
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

} // namespace tscope::remote
