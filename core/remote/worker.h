// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert.h"
#include "dispatch/device_list.h"
#include "ops/run.h"
#include "ops/support.h"
#include "remote/channel.h"
#include "remote/tensor_packet.h"
#include "timing/plan.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>

namespace tscope::remote {

struct Message;

// A process that has the modules and their devices, so that what a driver does to it costs a message, not what is
// open. Started when it is first needed, and anew after it ended; its calls come one after the other, from any
// thread. Inputs and results lie in memory that both can see.
class Worker
{
public:
    struct Options {
        std::string program;                          // its path
        std::chrono::milliseconds timeout{0};         // for one call; then it is ended. 0: as long as it takes
        std::chrono::milliseconds stopPatience{2000}; // for a call that was stopped
        std::chrono::milliseconds silence{20'000};    // without a sign of life, while it is at work or starts
        std::chrono::milliseconds packetPause{5'000}; // in the middle of a packet
    };
    explicit Worker(Options options) : m_options(std::move(options)) {}
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // As tscope::run(). What ends the worker is an error with the reason workerEnded; the next call has a new one.
    Result<RunResult> run(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                          const RunOptions& options);
    // As tscope::convert(), on a device by its name ("cuda:1").
    Result<Converted> convert(const Sound& sound, const ConvertRequest& request, const std::string& device,
                              const Watch& watch = {});
    // What modules and devices it has, and what runs on them: the support table of an operation or of "convert".
    Result<std::vector<ModuleFacts>> modules(const Watch& watch = {});
    Result<std::vector<SupportCell>> support(std::string_view op, const Watch& watch = {});

    // As timing::measurePlan(); the listener is called from this thread. Should the worker end meanwhile, rows
    // that were not measured say so.
    timing::Session measure(std::span<const timing::PlanSubject> subjects, const timing::Plan& plan,
                            const timing::PlanListener& listener = {}, const Watch& watch = {});

    // The limits of these devices as plans name them, measured again and kept.
    Result<std::vector<timing::Limits>> measureLimits(const std::vector<std::string>& devices,
                                                      const Watch& watch = {});

    pid_t process() const { return m_process; } // -1: there is none
    // Ends its process at once, with all that it started. May be called by a signal handler.
    void kill() const;
    int starts() const { return m_starts; }
    // Of inputs that did not lie where the worker sees them.
    std::int64_t bytesCopied() const { return m_storages.bytesCopied(); }
    // Of results that its present process did not write there at once, as it does with large ones.
    std::int64_t bytesCopiedBack() const { return m_bytesCopiedBack; }

private:
    Result<void> start();
    // Takes leave of one that ended or is to end; says how it came to that.
    std::string ended(bool isToBeKilled);
    // `part`: is given what comes before the answer; whether it was understood.
    using TakePart = std::function<Result<void>(const Message& part)>;
    struct Waiting;
    // Whether there is a worker to ask: what one says unasked ends it.
    Result<void> makeReady();
    Result<void> sendQuestion(const Message& question, const Watch& watch);
    // Why the worker is waited for no longer; nothing: it is.
    std::optional<Error> patienceEnded(Waiting& waiting);
    Result<Packet> nextPacket(Waiting& waiting);
    Result<Message> nextMessage(Waiting& waiting);
    Result<Message> awaitAnswer(const Watch& watch, const TakePart& takePart);
    Result<Message> ask(const Message& question, const Watch& watch, const TakePart& takePart = {});

    Options m_options;
    std::mutex m_mutex; // one call at a time
    std::optional<Channel> m_channel;
    SharedStorages m_storages;
    std::atomic<pid_t> m_process = -1;
    std::atomic<int> m_starts = 0;
    std::atomic<std::int64_t> m_bytesCopiedBack = 0;
};

inline constexpr const char* workerEnded = "worker ended";

// Where it lies beside this program, or in ../libexec/tscope.
std::string workerProgram();

} // namespace tscope::remote
