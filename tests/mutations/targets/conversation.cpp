// SPDX-License-Identifier: Apache-2.0
#include "mutations/targets/conversation.h"

#include "layouts/registry.h"
#include "make/generators.h"
#include "mutations/running/limited_run.h"
#include "ops/operations.h"
#include "proof/prove.h"
#include "remote/call_packet.h"
#include "remote/facts_packet.h"
#include "remote/timing_packet.h"
#include "remote/worker.h"
#include "timing/timed_device.h"

#include <functional>
#include <stdexcept>

namespace tscope::mutations {

namespace {

using namespace remote;

template <typename Value>
Value sure(Result<Value> result)
{
    if (!result)
        throw std::runtime_error(result.error().text);
    return std::move(*result);
}

Sound soundMatrix(const std::string& layout)
{
    MakeSpec spec;
    spec.layout = layout;
    spec.size = {12, 9};
    spec.density = 0.3;
    return std::get<Sound>(prove(sure(makeTensorOf(spec))));
}

ConvertRequest toBlocks()
{
    ConvertRequest request;
    request.layout = layoutNamed("bsr");
    request.block = {{4, 3}};
    request.indexDType = ElementType::i32;
    return request;
}

timing::Plan shortPlan()
{
    timing::Plan plan;
    plan.workloads = {sure(timing::workloadNamed("spmv"))};
    plan.forms = {sure(timing::formNamed("csr")), sure(timing::formNamed("coo"))};
    plan.budget = std::chrono::milliseconds(1);
    plan.rounds = 1;
    plan.isCold = false;
    return plan;
}

// A question, as a packet and as a call of the client.
struct Asked {
    const char* name;
    std::function<Message()> question;
    std::function<std::string(Worker&)> ask;
};

template <typename Value>
std::string told(const Result<Value>& result)
{
    return result ? "answered" : result.error().text;
}

CallRequest callOf(const char* op, const char* device, std::vector<Sound> inputs)
{
    CallRequest request{op, device, sure(parseParams(operationNamed(op)->params, {})), {}, 0};
    for (const auto& input : inputs)
        request.inputs.push_back(input.tensor());
    return request;
}

std::string askRun(Worker& worker, const char* op, const char* device, std::vector<Sound> inputs)
{
    RunOptions options;
    options.device = device;
    return told(
        worker.run(*operationNamed(op), inputs, sure(parseParams(operationNamed(op)->params, {})), options));
}

std::vector<Asked> allAsked()
{
    const auto matrix = soundMatrix("csr"), other = soundMatrix("coo");
    return {
        {"modules", [] { return questionOfModules(); }, [](Worker& worker) { return told(worker.modules()); }},
        {"support", [] { return questionOfSupport("sum"); },
         [](Worker& worker) { return told(worker.support("sum")); }},
        {"sum", [=] { return questionOf(callOf("sum", "cuda", {matrix})); },
         [=](Worker& worker) { return askRun(worker, "sum", "cuda", {matrix}); }},
        {"add",
         [=] {
             return questionOf(callOf("add", "cpu", {matrix, other}));
         },
         [=](Worker& worker) {
             return askRun(worker, "add", "cpu", {matrix, other});
         }},
        {"convert",
         [=] {
             return questionOf(ConvertCall{matrix.tensor(), toBlocks(), "cpu"});
         },
         [=](Worker& worker) { return told(worker.convert(matrix, toBlocks(), "cpu")); }},
        {"time",
         [=] {
             return questionOf(TimingCall{{"m"}, {matrix.tensor()}, shortPlan()});
         },
         [=](Worker& worker) {
             const std::vector<timing::PlanSubject> subjects{{"m", matrix}};
             const auto session = worker.measure(subjects, shortPlan());
             return session.isPartial ? "stopped halfway" : std::to_string(session.rows.size()) + " rows";
         }},
        // One thread alone: all of a large machine would take more CPU time than a run may.
        {"limits", [] { return questionOfLimits({timing::processorWith(1)}); },
         [](Worker& worker) { return told(worker.measureLimits({timing::processorWith(1)})); }},
    };
}

Packet packetOf(const Message& message)
{
    auto line = sure(Channel::make());
    static SharedStorages storages; // they live as long as the packets
    if (auto sent = send(line.first, storages, message); !sent)
        throw std::runtime_error(sent.error().text);
    return sure(line.second.receive());
}

std::vector<Packet> answersTo(const Packet& question, const std::string& worker)
{
    auto line = sure(Channel::make());
    RunningProgram program({worker, {"--channel", "3"}, ".", {}, line.second.descriptor()},
                           {.cpuSeconds = 60, .wallSeconds = 60});
    line.second.close();
    std::vector<int> descriptors;
    for (const auto& each : question.descriptors)
        descriptors.push_back(each.number());
    if (auto sent = line.first.send(question.text, descriptors); !sent)
        throw std::runtime_error(sent.error().text);
    std::vector<Packet> answers;
    do {
        auto packet = sure(line.first.receive());
        if (!isSignOfLife(packet.text)) // how many come depends on the time that it takes
            answers.push_back(std::move(packet));
    } while (answers.empty() || Json::parse(answers.back().text).contains("part"));
    line.first.close();
    return answers;
}

} // namespace

bool isSignOfLife(const std::string& text)
{
    const auto told = Json::parse(text, nullptr, false);
    return told.is_object() && told.contains("alive");
}

const std::vector<Conversation>& recordedConversations(const std::string& worker)
{
    static std::vector<Conversation> all;
    if (!all.empty())
        return all;
    for (const auto& asked : allAsked()) {
        auto question = packetOf(asked.question());
        auto answers = answersTo(question, worker);
        all.push_back({asked.name, std::move(question), std::move(answers)});
    }
    return all;
}

std::string askAs(const std::string& name, const std::string& program)
{
    Worker worker({.program = program, .timeout = std::chrono::milliseconds(2000)});
    for (const auto& asked : allAsked())
        if (asked.name == name)
            return asked.ask(worker);
    throw std::runtime_error("nothing is asked as " + name);
}

} // namespace tscope::mutations
