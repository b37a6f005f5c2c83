// SPDX-License-Identifier: Apache-2.0
#include "remote/serve.h"

#include "base/say.h"
#include "dispatch/backends.h"
#include "dispatch/device_call.h"
#include "dispatch/resident.h"
#include "ops/operations.h"
#include "remote/call_packet.h"
#include "remote/facts_packet.h"
#include "remote/timing_packet.h"
#include "timing/limits.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace tscope::remote {

namespace {

Message failed(Error error)
{
    return {Json::object(), {}, std::move(error)};
}

// What is told before the answer is there.
using Tell = std::function<void(const Message& part)>;

// Tensors are proven here, whatever the other process found.
Result<Sound> provenHere(const Tensor& tensor, const Watch& watch)
{
    return proven(tensor, say("an input of the worker"), watch);
}

Result<RunResult> done(const CallRequest& request, const Watch& watch, DispatchTrace& trace)
{
    const auto op = wantedOperation(request.op);
    if (!op)
        return op.error();
    std::vector<Sound> inputs;
    for (const auto& tensor : request.inputs) {
        auto sound = provenHere(tensor, watch);
        if (!sound)
            return sound.error();
        inputs.push_back(std::move(*sound));
    }
    return run(**op, inputs, request.params,
               {.device = request.device, .maxBytes = request.maxBytes, .watch = watch, .trace = &trace});
}

Message answerCall(const Message& question, const Watch& watch, const Tell&)
{
    const auto request = callIn(question);
    if (!request)
        return failed(request.error());
    DispatchTrace trace;
    return answerOf(done(*request, watch, trace), trace);
}

Result<Converted> done(const ConvertCall& call, const Watch& watch)
{
    const auto device = deviceNamed(call.device);
    if (!device)
        return Error{ErrorCode::unsupported,
                     say("nothing is converted on {0}, {1}", call.device, device.error().text),
                     {},
                     "not built in"};
    const auto sound = provenHere(call.input, watch);
    if (!sound)
        return sound.error();
    return convert(
        *sound, call.request,
        {.maxBytes = call.maxBytes, .watch = watch, .device = device->kind, .deviceNumber = device->number});
}

Message answerConversion(const Message& question, const Watch& watch, const Tell&)
{
    const auto call = conversionIn(question);
    return call ? answerOf(done(*call, watch)) : failed(call.error());
}

Message answerModules(const Message&, const Watch&, const Tell&)
{
    return answerOf(modulesThere());
}

Message answerSupport(const Message& question, const Watch&, const Tell&)
{
    const auto op = supportedOpIn(question);
    if (op == "convert")
        return answerOf(supportOfConversions());
    const auto* spec = operationNamed(op);
    return spec == nullptr ? failed(notUnderstood(say("the operation \"{0}\"", op))) : answerOf(supportOf(*spec));
}

// Results that are measured are nobody else's: they lie where a program has them, not in memory that others see.
class OwnStorages
{
public:
    OwnStorages() : m_before(shareStoragesFrom(-1)) {}
    ~OwnStorages() { shareStoragesFrom(m_before); }
    OwnStorages(const OwnStorages&) = delete;
    OwnStorages& operator=(const OwnStorages&) = delete;

private:
    std::int64_t m_before;
};

Message answerTiming(const Message& question, const Watch& watch, const Tell& tell)
{
    const auto call = timingIn(question);
    if (!call)
        return failed(call.error());
    std::vector<timing::PlanSubject> subjects;
    for (std::size_t i = 0; i < call->tensors.size(); ++i) {
        auto sound = provenHere(call->tensors[i], watch);
        if (!sound)
            return failed(sound.error());
        subjects.push_back({call->names[i], std::move(*sound)});
    }
    const OwnStorages own;
    const timing::PlanListener listener{
        [&](const timing::Session& session) { tell(partOf(session)); },
        [&](const timing::Session& session, std::size_t row) { tell(partOf(session, row)); },
        [&](std::size_t done, std::size_t all) {
            tell(partOf(Prepared{done, all}));
        }};
    return answerOf(timing::measurePlan(subjects, call->plan, listener, watch));
}

Message answerLimits(const Message& question, const Watch& watch, const Tell&)
{
    const auto devices = limitedDevicesIn(question);
    if (!devices)
        return failed(devices.error());
    timing::Session session;
    session.machine = timing::thisMachine();
    for (const auto& device : *devices) {
        if (session.limitsOf(device) != nullptr)
            continue; // named twice, measured once: a long list takes no longer than the devices that there are
        auto limits = timing::limitsMeasuredAgain(device, watch);
        if (!limits)
            return failed(limits.error());
        session.limits.push_back(std::move(*limits));
    }
    return answerOf(session);
}

struct Skill {
    const char* word;
    Message (*answer)(const Message& question, const Watch& watch, const Tell& tell);
};
constexpr std::array skills{Skill{"run", answerCall},        Skill{"convert", answerConversion},
                            Skill{"modules", answerModules}, Skill{"support", answerSupport},
                            Skill{"time", answerTiming},     Skill{"limits", answerLimits}};

std::string wordOf(const Result<Message>& question, const char* key)
{
    const auto what = question ? question->told.find(key) : Json::const_iterator();
    return question && what != question->told.end() && what->is_string() ? what->get<std::string>()
                                                                         : std::string();
}

std::string doOf(const Result<Message>& question)
{
    return wordOf(question, "do");
}

// That of who asks; what is measured is saved, so it is told in English.
void speakAsAsked(const Result<Message>& question)
{
    setLanguage("en");
    if (const auto wish = wordOf(question, "language"); !wish.empty())
        setLanguage(wish);
}

Message answered(const Result<Message>& question, const Watch& watch, const Tell& tell)
{
    if (!question)
        return failed(question.error());
    const auto skill = std::ranges::find(skills, doOf(question), &Skill::word);
    return skill == skills.end() ? failed(notUnderstood(say("one of no kind")))
                                 : skill->answer(*question, watch, tell);
}

} // namespace

std::vector<std::string_view> questionWords()
{
    std::vector<std::string_view> words;
    for (const auto& skill : skills)
        words.emplace_back(skill.word);
    return words;
}

int serve(Channel channel)
{
    constexpr int looksToASign = 1000; // each of a millisecond
    SharedStorages storages;
    while (true) {
        dropDead(); // while nothing is asked for, others may have the device's memory
        auto packet = channel.receive();
        if (!packet)
            return 0;
        const auto question = messageIn(std::move(*packet));
        if (doOf(question) == stopWord)
            continue; // of what has ended already
        speakAsAsked(question);
        std::stop_source stop;
        std::atomic<bool> isDone = false;
        Message answer;
        // The line is read by this thread and written by both.
        std::mutex writing;
        const auto tell = [&](const Message& part) {
            const std::lock_guard lock(writing);
            (void)send(channel, storages, part);
        };
        std::jthread work([&] {
            answer = answered(question, {.stop = stop.get_token()}, tell);
            isDone = true;
        });
        for (int look = 1; !isDone; ++look) {
            if (!channel.hasPacket(1)) {
                // While the other thread writes, that is sign enough.
                if (const std::unique_lock lock(writing, std::try_to_lock); lock && look % looksToASign == 0)
                    (void)sendSignOfLife(channel);
                continue;
            }
            const auto other = channel.receive();
            stop.request_stop();
            if (!other) // nobody waits for it; what hangs in a driver would keep the process for ever
                std::_Exit(0);
        }
        work.join();
        if (auto sent = send(channel, storages, answer); !sent && !send(channel, storages, failed(sent.error())))
            return 0;
        if (answer.error && answer.error->reason == deviceLost)
            return lostDevice;
    }
}

} // namespace tscope::remote
