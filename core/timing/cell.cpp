// SPDX-License-Identifier: Apache-2.0
#include "timing/cell.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "dispatch/backends.h"
#include "ops/run.h"
#include "ops/support.h"
#include "tensor/storage_bytes.h"
#include "timing/noise.h"
#include "timing/stopwatch.h"
#include "timing/timed_device.h"

#include <algorithm>
#include <new>

namespace tscope::timing {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t resultsAtOnce = 2; // that of the kernel, and that of a whole call

// Of the budget of a round.
constexpr double shareOfWarm = 0.45, shareOfCold = 0.2, shareOfCall = 0.2, shareOfEndToEnd = 0.15;

void refuse(Row& row, Status status, std::string reason)
{
    row.status = status;
    row.reason = std::move(reason);
}

// What an error says of the cell: a thing that can't be had, one that was stopped, or one that went wrong.
void refuse(Row& row, const Error& error, bool isRunning)
{
    const bool isCancelled = error.code == ErrorCode::cancelled;
    const bool isMissing = !isRunning || error.code == ErrorCode::unsupported ||
                           error.code == ErrorCode::outOfMemory || error.code == ErrorCode::overflow;
    refuse(row, isCancelled ? Status::cancelled : isMissing ? Status::unsupported : Status::failed, error.text);
}

void add(Figure& figure, const Samples& samples)
{
    figure.samples.insert(figure.samples.end(), samples.nanoseconds.begin(), samples.nanoseconds.end());
    figure.rounds.push_back(samples.nanoseconds.size());
    figure.timesPerSample = samples.timesPerSample;
    figure.isNarrow = samples.isNarrow && (figure.rounds.size() == 1 || figure.isNarrow);
}

// A round of a cell: each kind of time in turn.
class Round
{
public:
    Round(Row& row, const Workload& workload, std::vector<Sound> inputs, const CellOptions& options)
        : m_row(row), m_device(timedDevice(row.device)), m_workload(workload), m_inputs(std::move(inputs)),
          m_options(options)
    {
    }

    Result<void> prepareCall()
    {
        if (auto fine = checkHasKernel(); !fine)
            return fine;
        auto prepared = prepare(*m_workload.op, m_inputs, m_workload.params, runOptions());
        if (!prepared)
            return prepared.error();
        const auto& steps = prepared->trace.steps;
        const auto around = std::ranges::find(steps, DispatchStep::Kind::around, &DispatchStep::kind);
        if (around != steps.end())
            return unsupported(say("no kernel takes this form as it is; {0}", around->text));
        m_prepared = std::move(*prepared);
        m_row.kernel = m_prepared.call->choice().kernel.name;
        return {};
    }

    // The first run, which nobody times.
    Result<void> check(const Gate* gate)
    {
        auto& call = *m_prepared.call;
        if (auto done = runOnce(); !done)
            return done;
        if (gate != nullptr && !gate->how().empty()) {
            if (auto done = call.spoil(); !done) // what an earlier run wrote is not to be found again
                return done;
            if (auto done = runOnce(); !done)
                return done;
        }
        const auto cost = m_prepared.cost(call.bytesWritten());
        m_row.bytes = cost.bytes;
        m_row.flops = cost.flops;
        if (gate == nullptr || gate->how().empty())
            return {};
        DispatchTrace trace;
        auto made = call.take(trace);
        if (made)
            made = m_prepared.finish(std::move(*made));
        if (!made)
            return made.error();
        if (auto why = gate->whyWrong(*made); !why.empty())
            return Error{ErrorCode::internal, std::move(why)};
        m_row.isChecked = true;
        m_row.checkedHow = gate->how();
        return {};
    }

    Result<void> measureAll()
    {
        auto stopwatch = Stopwatch::make(*m_prepared.call);
        if (!stopwatch)
            return stopwatch.error();
        const auto kernel = [&] { return stopwatch->time(); };
        resetThreadsUsed();
        if (auto done = sample(m_row.warm, {kernel, {}}, shareOfWarm); !done)
            return done;
        if (isProcessor(m_row.device))
            m_row.threadsUsed = std::max(m_row.threadsUsed, threadsUsed());
        if (m_options.isCold)
            if (auto done = sampleCold(kernel); !done)
                return done;
        const bool isOnHost = m_prepared.call->choice().backend->devices == nullptr;
        const auto whole = byClock([this] { return runWhole(); });
        if (isOnHost)
            return sample(m_row.call, {whole, {}}, shareOfCall);
        if (auto done = sample(m_row.call, {byClock([this] { return runAnew(); }), {}}, shareOfCall); !done)
            return done;
        return sample(m_row.endToEnd, {whole, {}}, shareOfEndToEnd);
    }

    // Behind such an error nothing more runs on the device in this process.
    void tellLost(const Error& error) const
    {
        if (error.reason == deviceLost)
            loseDevices(*m_prepared.call->choice().backend, error.text);
    }

private:
    RunOptions runOptions() const
    {
        std::int64_t left = m_options.maxBytes > 0 ? m_options.maxBytes : memoryBudget();
        for (std::size_t i = 1; i < m_inputs.size(); ++i)
            left = saturatingSub(left, storageBytes(m_inputs[i].tensor(), &m_inputs[0].tensor()));
        return {.device = m_device.device,
                .maxBytes = std::max<std::int64_t>(left / resultsAtOnce, 1),
                .watch = m_options.watch};
    }

    // Where there is none for these layouts, inputs would be converted first: nobody asked how long that takes.
    Result<void> checkHasKernel() const
    {
        std::vector<std::string_view> layouts;
        for (const auto& input : m_inputs)
            layouts.push_back(input.tensor().layout->name);
        const auto device = deviceTimed(m_device);
        if (!device)
            return device.error();
        const auto cell = supportOf(*m_workload.op, device->kind, layouts);
        if (cell.answer == SupportCell::Answer::kernel && cell.isSupported())
            return {};
        if (cell.answer == SupportCell::Answer::wayRound)
            return unsupported(say("no kernel is for this form; it would be converted: {0}", cell.reason));
        return unsupported(cell.absent.empty() ? cell.reason : cell.absent);
    }

    Result<void> runOnce()
    {
        if (auto done = m_prepared.call->run(); !done)
            return done;
        return m_prepared.call->wait();
    }

    // With new room for the result.
    Result<void> runAnew()
    {
        m_prepared.call->dropRoom();
        return runOnce();
    }

    Result<void> runWhole() const
    {
        const auto done = run(*m_workload.op, m_inputs, m_workload.params, runOptions());
        return done ? Result<void>() : done.error();
    }

    template <class Body>
    static std::function<Result<double>()> byClock(Body body)
    {
        return [body]() -> Result<double> {
            const auto begun = Clock::now();
            if (auto done = body(); !done)
                return done.error();
            return std::chrono::duration<double, std::nano>(Clock::now() - begun).count();
        };
    }

    Result<void> sampleCold(const std::function<Result<double>()>& kernel)
    {
        auto flush = CacheFlush::on(*m_prepared.call);
        if (!flush)
            return flush.error();
        return sample(m_row.cold, {kernel, [&] { return (**flush)(); }}, shareOfCold);
    }

    Result<void> sample(Figure& figure, const Work& work, double share)
    {
        MeasureOptions options;
        options.budget =
            std::chrono::nanoseconds(static_cast<std::int64_t>(share * double(m_options.budget.count())));
        options.watch = m_options.watch;
        const auto samples = measure(work, options);
        if (!samples)
            return samples.error();
        if (!samples->nanoseconds.empty())
            add(figure, *samples);
        return {};
    }

    Row& m_row;
    const TimedDevice m_device;
    const ThreadsInUse m_threads{m_device};
    const Workload& m_workload;
    std::vector<Sound> m_inputs;
    const CellOptions& m_options;
    PreparedRun m_prepared;
};

} // namespace

void measureRound(Row& row, const Workload& workload, const Sound& tensor, const Gate* gate,
                  const CellOptions& options)
try {
    auto inputs = inputsOf(workload, tensor, options.maxBytes);
    if (!inputs)
        return refuse(row, inputs.error(), false);
    Round round(row, workload, std::move(*inputs), options);
    if (auto done = round.prepareCall(); !done)
        return refuse(row, done.error(), false);
    auto done = round.check(gate);
    if (done)
        done = round.measureAll();
    if (!done && (done.error().code != ErrorCode::cancelled || !row.warm.isThere())) {
        round.tellLost(done.error());
        return refuse(row, done.error(), true);
    }
    row.noise = betweenRounds(row.warm);
    row.status = row.warm.isThere() ? Status::ok : Status::cancelled;
    row.reason = row.warm.isThere() ? "" : stoppedBefore;
} catch (const std::bad_alloc&) {
    refuse(row, Status::unsupported, say("there is no memory to work in"));
}

} // namespace tscope::timing
