// SPDX-License-Identifier: Apache-2.0
#include "remote/worker.h"

#include "base/program_folder.h"
#include "base/say.h"
#include "dispatch/device_call.h"
#include "remote/call_packet.h"
#include "remote/facts_packet.h"
#include "remote/timing_packet.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace tscope::remote {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int channelInWorker = 3;

Error endedWorker(const std::string& how)
{
    return {ErrorCode::internal,
            say("the worker, which has the devices, {0}; the next call has a new one", how),
            {},
            workerEnded};
}

Error stoppedCall()
{
    return {ErrorCode::cancelled, say("the operation was stopped"), {}, {}};
}

std::string millisecondsText(std::chrono::milliseconds time)
{
    return std::to_string(time.count()) + " ms";
}

// Packets beyond a rate that parts and signs of life never reach.
constexpr int mostUnbroken = 10'000;
constexpr int forgivenByAPause = 10; // of 5 ms: a sender that floods has pauses where the machine is busy

// How a worker is started. It has a process group of its own: what the terminal sends to end the program (Ctrl+C)
// is the program's to pass on, and a worker that is suspended when the program ends is ended by the system.
struct SpawnSettings {
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};

    SpawnSettings()
    {
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        sigset_t none, usual;
        ::sigemptyset(&none);
        ::sigemptyset(&usual);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
            ::sigaddset(&usual, signal);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &usual);
        ::posix_spawnattr_setflags(&attributes,
                                   POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSettings()
    {
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    // Output that libraries print must not mix with the program's answers.
    void giveChannel(int descriptor)
    {
        ::posix_spawn_file_actions_adddup2(&actions, descriptor, channelInWorker);
        ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        if (::fcntl(STDERR_FILENO, F_GETFD) >= 0)
            ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
        else
            ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    }
};

// The status of a child that has ended within so many looks of 5 ms. Nothing: it has not.
std::optional<int> statusWithin(int looks, pid_t child)
{
    int status = 0;
    for (int i = 0; i < looks; ++i) {
        const auto found = ::waitpid(child, &status, WNOHANG);
        if (found == child)
            return status;
        if (found < 0 && errno != EINTR)
            return 0; // another has taken it
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return std::nullopt;
}

std::string howItEnded(int status)
{
    if (WIFSIGNALED(status))
        return say("was ended by a signal ({0})", ::strsignal(WTERMSIG(status)));
    return say("ended with code {0}", WEXITSTATUS(status));
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

void Worker::kill() const
{
    if (const auto process = m_process.load(); process > 0) {
        ::kill(-process, SIGKILL); // its group
        ::kill(process, SIGKILL);  // which it may have left
    }
}

Result<void> Worker::start()
{
    if (m_options.program.empty())
        return unsupported(say("the worker, which has the devices, can't be started: where this program is stored "
                               "is not known, as /proc is not mounted"));
    auto ends = Channel::make();
    if (!ends)
        return ends.error();
    SpawnSettings settings;
    settings.giveChannel(ends->second.descriptor());
    const auto number = std::to_string(channelInWorker);
    std::array<char*, 4> arguments{const_cast<char*>(m_options.program.c_str()), const_cast<char*>("--channel"),
                                   const_cast<char*>(number.c_str()), nullptr};
    pid_t process = -1;
    const auto code = ::posix_spawn(&process, m_options.program.c_str(), &settings.actions, &settings.attributes,
                                    arguments.data(), environ);
    if (code != 0)
        return unsupported(say("the worker, which has the devices, can't be started: {0}: {1}", m_options.program,
                               std::strerror(code)));
    m_process = process;
    m_channel = std::move(ends->first);
    ++m_starts;
    return {};
}

std::string Worker::ended(bool isToBeKilled)
{
    constexpr int looksToItsEnd = 100, looksToItsDeath = 500; // each of 5 ms
    m_channel.reset(); // it ends by itself when the line does, unless it hangs
    auto status = isToBeKilled ? std::nullopt : statusWithin(looksToItsEnd, m_process);
    const bool isKilled = !status;
    if (isKilled) {
        kill();
        status = statusWithin(looksToItsDeath, m_process); // a driver may keep even a killed one
    }
    m_process = -1;
    return isKilled && !isToBeKilled ? say("closed its line and was ended") : howItEnded(status.value_or(SIGKILL));
}

// The state of one call that waits for its answer.
struct Worker::Waiting {
    const Watch& watch;
    Clock::time_point begun = Clock::now();
    std::optional<Clock::time_point> stopped = {};
    std::chrono::milliseconds silent{0}; // counted while this process runs, which may be suspended
    int unbroken = 0;                    // packets that came, less those that pauses have forgiven
};

std::optional<Error> Worker::patienceEnded(Waiting& waiting)
{
    const auto now = Clock::now();
    if (waiting.watch.isStopped() && !waiting.stopped)
        waiting.stopped = now;
    if (waiting.stopped && now - *waiting.stopped >= m_options.stopPatience)
        return stoppedCall();
    if (m_options.timeout.count() > 0 && now - waiting.begun > m_options.timeout)
        return endedWorker(say("did not answer within {0} and was ended", millisecondsText(m_options.timeout)));
    if (waiting.silent > m_options.silence)
        return endedWorker(say("gave no sign of life for {0} and was ended", millisecondsText(m_options.silence)));
    if (waiting.unbroken > mostUnbroken)
        return endedWorker(say("sent more than anybody asked for and was ended"));
    return std::nullopt;
}

Result<void> Worker::makeReady()
{
    if (m_process >= 0 && m_channel->hasPacket(0)) {
        const bool isGone = m_channel->isAtEnd(); // a packet that was sent unasked need not be whole
        const auto how = ended(!isGone);
        if (isGone)
            return endedWorker(how);
    }
    return m_process < 0 ? start() : Result<void>();
}

Result<void> Worker::sendQuestion(const Message& question, const Watch& watch)
{
    auto sent = send(*m_channel, m_storages, question,
                     {.quiet = m_options.silence, .isStopped = [&watch] { return watch.isStopped(); }});
    if (sent)
        return sent;
    const auto& error = sent.error();
    if (error.reason == otherEndGone)
        return endedWorker(ended(false));
    if (error.reason == otherEndSlow) {
        ended(true);
        return endedWorker(say("took no question for {0} and was ended", millisecondsText(m_options.silence)));
    }
    if (error.code == ErrorCode::cancelled) { // half a question is of no use to it
        ended(true);
        return stoppedCall();
    }
    return error;
}

Result<Packet> Worker::nextPacket(Waiting& waiting)
{
    constexpr std::chrono::milliseconds look{5}; // between two looks at what was asked for
    const auto end = [this](Error error) -> Result<Packet> {
        ended(true);
        return error;
    };
    bool isAtOnce = true;
    while (true) {
        const bool wasStopped = waiting.stopped.has_value();
        if (auto over = patienceEnded(waiting))
            return end(std::move(*over));
        if (waiting.stopped && !wasStopped) // one that is gone, or does not listen, is heard of soon
            (void)send(*m_channel, m_storages, {{{"do", stopWord}}}, {.quiet = look, .all = 20 * look});
        if (m_channel->hasPacket(isAtOnce ? 0 : static_cast<int>(look.count())))
            break;
        if (!std::exchange(isAtOnce, false)) {
            waiting.silent += look;
            waiting.unbroken = std::max(waiting.unbroken - forgivenByAPause, 0);
        }
    }
    ++waiting.unbroken;
    waiting.silent = {};
    std::optional<Error> over;
    auto packet =
        m_channel->receive({.quiet = m_options.packetPause, .all = 12 * m_options.packetPause, .isStopped = [&] {
                                return (over = patienceEnded(waiting)).has_value();
                            }});
    if (packet)
        return packet;
    if (over)
        return end(std::move(*over));
    if (packet.error().reason == otherEndOdd)
        return end(endedWorker(say("sent what is no packet and was ended")));
    if (packet.error().reason == otherEndSlow)
        return end(endedWorker(say("stopped in the middle of a packet and was ended")));
    return endedWorker(ended(false));
}

Result<Message> Worker::nextMessage(Waiting& waiting)
{
    auto packet = nextPacket(waiting);
    if (!packet)
        return packet.error();
    auto answer = messageIn(std::move(*packet));
    if (!answer) {
        ended(true); // what comes next need not be the answer to what is asked next
        return answer;
    }
    if (answer->told.contains("bytes_copied") && answer->told["bytes_copied"].is_number_integer())
        m_bytesCopiedBack = answer->told["bytes_copied"].get<std::int64_t>();
    return answer;
}

Result<Message> Worker::awaitAnswer(const Watch& watch, const TakePart& takePart)
{
    Waiting waiting{watch};
    while (true) {
        auto message = nextMessage(waiting);
        if (!message)
            return message;
        if (isSignOfLife(*message))
            continue;
        if (!isPart(*message))
            return message;
        const auto taken =
            takePart ? takePart(*message) : notUnderstood(say("a part of an answer where none was asked for"));
        if (!taken) {
            ended(true); // whatever else it says is not to be trusted
            return taken.error();
        }
    }
}

Result<Message> Worker::ask(const Message& question, const Watch& watch, const TakePart& takePart)
{
    const std::lock_guard lock(m_mutex);
    if (auto ready = makeReady(); !ready)
        return ready.error();
    if (auto sent = sendQuestion(question, watch); !sent)
        return sent.error();
    auto answer = awaitAnswer(watch, takePart);
    if (answer && answer->error && answer->error->reason == deviceLost) // which it leaves by itself
        ended(false);
    return answer;
}

namespace {

// Sentences of the answer are to be shown here.
Message inOwnLanguage(Message question)
{
    question.told["language"] = language();
    return question;
}

} // namespace

Result<RunResult> Worker::run(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                              const RunOptions& options)
{
    CallRequest request{std::string(op.name), options.device, params, {}, options.maxBytes};
    for (const auto& input : inputs)
        request.inputs.push_back(input.tensor());
    auto answer = ask(inOwnLanguage(questionOf(std::move(request))), options.watch);
    if (!answer)
        return answer.error();
    DispatchTrace own;
    return runResultIn(std::move(*answer), options.trace != nullptr ? *options.trace : own);
}

Result<Converted> Worker::convert(const Sound& sound, const ConvertRequest& request, const std::string& device,
                                  const Watch& watch)
{
    auto answer = ask(inOwnLanguage(questionOf(ConvertCall{sound.tensor(), request, device})), watch);
    return answer ? convertedIn(std::move(*answer)) : answer.error();
}

Result<std::vector<ModuleFacts>> Worker::modules(const Watch& watch)
{
    const auto answer = ask(inOwnLanguage(questionOfModules()), watch);
    return answer ? modulesIn(*answer) : answer.error();
}

Result<std::vector<SupportCell>> Worker::support(std::string_view op, const Watch& watch)
{
    const auto answer = ask(inOwnLanguage(questionOfSupport(op)), watch);
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
        if (part->prepared) {
            if (m_listener.preparing)
                m_listener.preparing(part->prepared->done, part->prepared->all);
            return {};
        }
        if (!part->row) {
            m_session = std::move(part->session);
            if (m_listener.begun)
                m_listener.begun(m_session);
            return {};
        }
        if (*part->row >= m_session.rows.size())
            return notUnderstood(say("a row that nobody asked for"));
        m_session.rows[*part->row] = std::move(part->session.rows.front());
        m_session.tempo = std::move(part->session.tempo);
        if (m_listener.measured)
            m_listener.measured(m_session, *part->row);
        return {};
    }

    // What is left when nothing more comes. A worker that was stopped may die of it, as one that does not listen
    // is killed: that is no failure of what was not measured.
    timing::Session broken(const Error& error, bool isStopped) &&
    {
        m_session.isPartial = true;
        const bool isCancelled = isStopped || error.code == ErrorCode::cancelled;
        for (auto& row : m_session.rows)
            if (row.status == timing::Status::cancelled) {
                row.status = isCancelled ? timing::Status::cancelled : timing::Status::failed;
                row.reason = isCancelled ? timing::stoppedBefore : error.text;
            }
        m_session.machine.remarks.push_back(isCancelled ? stoppedCall().text : error.text);
        m_session.verdicts = timing::verdictsOf(m_session); // on what there is
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
    return session ? std::move(*session) : std::move(growing).broken(session.error(), watch.isStopped());
}

Result<std::vector<timing::Limits>> Worker::measureLimits(const std::vector<std::string>& devices,
                                                          const Watch& watch)
{
    const auto answer = ask(inOwnLanguage(questionOfLimits(devices)), watch);
    auto session = answer ? sessionIn(*answer) : Result<timing::Session>(answer.error());
    if (!session)
        return session.error();
    return std::move(session->limits);
}

} // namespace tscope::remote
