// SPDX-License-Identifier: Apache-2.0
#include "remote/worker.h"

#include "base/program_folder.h"
#include "dispatch/device_call.h"
#include "remote/call_packet.h"
#include "remote/facts_packet.h"
#include "remote/timing_packet.h"

#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace tscope::remote {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int channelInWorker = 3;

Error endedWorker(const std::string& how)
{
    return {ErrorCode::internal,
            "the worker, which has the devices, " + how + "; the next call has a new one",
            {},
            workerEnded};
}

std::string howItEnded(int status)
{
    if (WIFSIGNALED(status))
        return std::string("was ended by a signal (") + ::strsignal(WTERMSIG(status)) + ')';
    return "ended with code " + std::to_string(WEXITSTATUS(status));
}

} // namespace

std::string workerProgram()
{
    const std::filesystem::path here = programFolder();
    if (here.empty())
        return {};
    const auto beside = here / "tscope-worker";
    std::error_code ignored;
    return std::filesystem::exists(beside, ignored)
               ? beside.string()
               : (here.parent_path() / "libexec" / "tscope" / "tscope-worker").string();
}

Worker::~Worker()
{
    if (m_process >= 0)
        ended(true);
}

Result<void> Worker::start()
{
    if (m_options.program.empty())
        return unsupported("the worker, which has the devices, can't be started: where this program is stored is not "
                           "known, as /proc is not mounted");
    auto ends = Channel::make();
    if (!ends)
        return ends.error();
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends->second.descriptor(), channelInWorker);
    const auto number = std::to_string(channelInWorker);
    std::array<char*, 4> arguments{const_cast<char*>(m_options.program.c_str()), const_cast<char*>("--channel"),
                                   const_cast<char*>(number.c_str()), nullptr};
    pid_t process = -1;
    const auto code =
        ::posix_spawn(&process, m_options.program.c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (code != 0)
        return unsupported("the worker, which has the devices, can't be started: " + m_options.program + ": " +
                           std::strerror(code));
    m_process = process;
    m_channel = std::move(ends->first);
    ++m_starts;
    return {};
}

std::string Worker::ended(bool isToBeKilled)
{
    m_channel.reset(); // it ends by itself when the line does, unless it hangs
    if (isToBeKilled)
        ::kill(m_process, SIGKILL);
    int status = 0;
    while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR)
        ;
    m_process = -1;
    return howItEnded(status);
}

Result<Message> Worker::nextMessage(const Watch& watch)
{
    constexpr int look = 5; // milliseconds between two looks at what was asked for
    const auto begun = Clock::now();
    std::optional<Clock::time_point> stopped;
    while (!m_channel->hasPacket(look)) {
        const auto now = Clock::now();
        if (watch.isStopped() && !stopped) {
            stopped = now;
            (void)send(*m_channel, m_storages, {{{"do", stopWord}}}); // one that is gone is heard of soon
        }
        if (stopped && now - *stopped > m_options.stopPatience) {
            ended(true);
            return Error{ErrorCode::cancelled, "the operation was stopped", {}, {}};
        }
        if (m_options.timeout.count() > 0 && now - begun > m_options.timeout) {
            ended(true);
            return endedWorker("did not answer within " + std::to_string(m_options.timeout.count()) +
                               " ms and was ended");
        }
    }
    auto packet = m_channel->receive();
    if (!packet)
        return endedWorker(ended(false));
    auto answer = messageIn(std::move(*packet));
    if (answer && answer->told.contains("bytes_copied") && answer->told["bytes_copied"].is_number_integer())
        m_bytesCopiedBack = answer->told["bytes_copied"].get<std::int64_t>();
    return answer;
}

Result<Message> Worker::awaitAnswer(const Watch& watch, const TakePart& takePart)
{
    while (true) {
        auto message = nextMessage(watch);
        if (!message || !isPart(*message))
            return message;
        if (!takePart)
            return notUnderstood("a part of an answer where none was asked for");
        if (auto taken = takePart(*message); !taken) {
            ended(true); // whatever else it says is not to be trusted
            return taken.error();
        }
    }
}

Result<Message> Worker::ask(const Message& question, const Watch& watch, const TakePart& takePart)
{
    const std::lock_guard lock(m_mutex);
    if (m_process < 0)
        if (auto started = start(); !started)
            return started.error();
    if (auto sent = send(*m_channel, m_storages, question); !sent)
        return sent.error().reason == otherEndGone ? endedWorker(ended(false)) : sent.error();
    auto answer = awaitAnswer(watch, takePart);
    if (answer && answer->error && answer->error->reason == deviceLost) // which it leaves by itself
        ended(false);
    return answer;
}

Result<RunResult> Worker::run(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                              const RunOptions& options)
{
    CallRequest request{std::string(op.name), options.device, params, {}, options.maxBytes};
    for (const auto& input : inputs)
        request.inputs.push_back(input.tensor());
    auto answer = ask(questionOf(std::move(request)), options.watch);
    if (!answer)
        return answer.error();
    DispatchTrace own;
    return runResultIn(std::move(*answer), options.trace != nullptr ? *options.trace : own);
}

Result<Converted> Worker::convert(const Sound& sound, const ConvertRequest& request, const std::string& device,
                                  const Watch& watch)
{
    auto answer = ask(questionOf(ConvertCall{sound.tensor(), request, device}), watch);
    return answer ? convertedIn(std::move(*answer)) : answer.error();
}

Result<std::vector<ModuleFacts>> Worker::modules(const Watch& watch)
{
    const auto answer = ask(questionOfModules(), watch);
    return answer ? modulesIn(*answer) : answer.error();
}

Result<std::vector<SupportCell>> Worker::support(std::string_view op, const Watch& watch)
{
    const auto answer = ask(questionOfSupport(op), watch);
    return answer ? supportIn(*answer) : answer.error();
}

namespace {

// A session as it grows, from what the worker tells.
class GrowingSession
{
public:
    explicit GrowingSession(const timing::PlanListener& listener) : m_listener(listener) {}

    Result<void> take(const Message& message)
    {
        auto part = partIn(message);
        if (!part)
            return part.error();
        if (!part->row) {
            m_session = std::move(part->session);
            if (m_listener.begun)
                m_listener.begun(m_session);
            return {};
        }
        if (*part->row >= m_session.rows.size())
            return notUnderstood("a row that nobody asked for");
        m_session.rows[*part->row] = std::move(part->session.rows.front());
        m_session.tempo = std::move(part->session.tempo);
        if (m_listener.measured)
            m_listener.measured(m_session, *part->row);
        return {};
    }

    // What is left when nothing more comes.
    timing::Session broken(const Error& error) &&
    {
        m_session.isPartial = true;
        for (auto& row : m_session.rows)
            if (row.status == timing::Status::cancelled) {
                const bool isCancelled = error.code == ErrorCode::cancelled;
                row.status = isCancelled ? timing::Status::cancelled : timing::Status::failed;
                row.reason = error.text;
            }
        m_session.machine.remarks.push_back(error.text);
        return std::move(m_session);
    }

private:
    const timing::PlanListener& m_listener;
    timing::Session m_session;
};

} // namespace

timing::Session Worker::measure(std::span<const timing::PlanSubject> subjects, const timing::Plan& plan,
                                const timing::PlanListener& listener, const Watch& watch)
{
    TimingCall call{{}, {}, plan};
    for (const auto& subject : subjects) {
        call.names.push_back(subject.name);
        call.tensors.push_back(subject.tensor.tensor());
    }
    GrowingSession growing(listener);
    const auto answer =
        ask(questionOf(std::move(call)), watch, [&](const Message& part) { return growing.take(part); });
    auto session = answer ? sessionIn(*answer) : Result<timing::Session>(answer.error());
    return session ? std::move(*session) : std::move(growing).broken(session.error());
}

} // namespace tscope::remote
