// SPDX-License-Identifier: Apache-2.0
#include "base/memory_budget.h"
#include "cuda/probe/agreement.h"
#include "cuda/probe/bench_data.h"
#include "cuda/probe/opened.h"
#include "cuda/probe/roofs.h"
#include "cuda/probe/seconds.h"
#include "cuda/probe/timed.h"
#include "dispatch/kernel_call.h"

#include <cmath>

namespace tscope::probe {

namespace {

struct Ready {
    KernelChoice choice;
    std::unique_ptr<KernelCall> call;
};

class Bench
{
public:
    Bench(const Device& device, const Options& options)
        : m_device(device), m_options(options), m_report(options.out)
    {
        tellDevice(device, m_report);
        m_seconds = options.isSmall ? 0.01 : 0.15;
    }

    Exit run()
    {
        const auto roof = measureCopy("copy_roof");
        if (!roof)
            return stopped(roof.error());
        m_roof = *roof;
        const std::vector<std::int64_t> sizes = m_options.isSmall
                                                    ? std::vector<std::int64_t>{4096}
                                                    : std::vector<std::int64_t>{100'000, 1'000'000, 10'000'000};
        for (const auto entries : sizes) // the largest come last: what time is too short for are they
            for (const auto type : {ElementType::f32, ElementType::f64})
                measureAll({type, entries});
        tellNoise();
        if (const auto again = measureCopy("copy_roof_at_the_end"); !again)
            return stopped(again.error());
        return m_report.finish() && m_isFine ? fine : wrong;
    }

private:
    Exit stopped(const Error& error)
    {
        m_report.set("error", error.text);
        m_report.finish();
        say(error.text);
        return wrong;
    }

    // GB/s, bytes that are read and those that are written both counted.
    Result<double> measureCopy(const char* fact)
    {
        const std::int64_t bytes = m_options.isSmall ? 1 << 20 : 1 << 30;
        const auto spread = copyWithin(m_device, bytes);
        if (!spread)
            return spread.error();
        const auto rate = gigabytesPerSecond(2 * bytes, spread->median);
        auto told = jsonOf(*spread);
        told["gb_per_s"] = rounded(rate);
        m_report.set(fact, std::move(told));
        return rate;
    }

    void measureAll(BenchData data)
    {
        Json all = {{"case", "all"}, {"type", data.type().name()}, {"entries", data.entries()}};
        if (!whyLeftOut().empty()) {
            all["status"] = whyLeftOut();
            return addRow(std::move(all));
        }
        const auto workloads = data.workloads();
        if (!workloads) {
            m_isFine = false;
            all["status"] = workloads.error().text;
            return addRow(std::move(all));
        }
        for (const auto& work : *workloads) {
            Json row = {{"case", work.name}, {"type", data.type().name()}, {"entries", data.entries()}};
            auto status = whyLeftOut().empty() ? outcomeOf(work, row) : whyLeftOut();
            row["status"] = std::move(status);
            addRow(std::move(row));
        }
        if (!m_first && !workloads->empty())
            m_first = workloads->front();
    }

    std::string outcomeOf(const Workload& work, Json& row)
    {
        const auto done = measure(work, row);
        m_isFine = m_isFine && static_cast<bool>(done);
        m_isLost = m_isLost || (!done && done.error().reason == deviceLost);
        return done ? "ok" : done.error().text;
    }

    // The first kernel that takes it.
    Result<Ready> ready(const PlannedWork& plan) const
    {
        Error last{};
        for (const auto& choice : plan.choices) {
            DispatchTrace nobody;
            auto call = KernelCall::make(choice, plan.inputs, plan.result, plan.params,
                                         {.maxBytes = memoryBudget(), .device = m_device.number()}, nobody);
            if (call)
                return Ready{choice, std::move(*call)};
            last = call.error();
            if (last.reason != doesNotTake)
                break;
        }
        return last;
    }

    static Result<Agreement> checked(KernelCall& call, const Workload& work, const PlannedWork& plan)
    {
        for (const bool isSpoiled : {false, true}) { // what an earlier run wrote is not to be found again
            if (isSpoiled)
                if (auto done = call.spoil(); !done)
                    return done.error();
            auto done = call.run();
            if (done)
                done = call.wait();
            if (!done)
                return done.error();
        }
        DispatchTrace nobody;
        const auto found = call.take(nobody);
        if (!found)
            return found.error();
        const auto agreement = agreementOf(*found, plan.wanted);
        if (!agreement)
            return Error{ErrorCode::internal, "wrong: " + agreement.error().text};
        const auto allowed = work.isExact ? 0 : toleranceOf(abiType(plan.result.dtype));
        if (!(agreement->difference <= allowed) || (work.isExact && !agreement->isSame))
            return Error{ErrorCode::internal, "wrong: as far as " + std::to_string(agreement->difference) +
                                                  " of the largest magnitude from what the processor makes"};
        return agreement;
    }

    // Nothing is timed before it was right, and it has to be right afterwards.
    Result<void> measure(const Workload& work, Json& row)
    {
        const auto plan = planned(work, m_device.backend().device);
        if (!plan)
            return plan.error();
        row["processor_us"] = rounded(plan->processorSeconds * 1e6);
        auto there = ready(*plan);
        if (!there)
            return there.error();
        row["kernel"] = there->choice.kernel.name;
        row["flops"] = plan->flops;
        auto agreement = checked(*there->call, work, *plan);
        if (!agreement)
            return agreement.error();
        if (auto done = there->call->run(); !done) // so that there is room again
            return done.error();
        row["bytes"] = there->call->bytesRead() + there->call->bytesWritten();
        row["difference"] = rounded(agreement->difference);

        const auto kernel = [&] { return there->call->run(); };
        auto flush = CacheFlush::make(m_device, there->call->stream());
        if (!flush)
            return flush.error();
        const auto cold = timedByEvents(m_device, there->call->stream(), kernel,
                                        {.seconds = m_seconds, .before = [&] { return (*flush)(); }});
        if (!cold)
            return cold.error();
        const auto warm = timedByEvents(m_device, there->call->stream(), kernel, {.seconds = m_seconds});
        if (!warm)
            return warm.error();
        agreement = checked(*there->call, work, *plan);
        if (!agreement)
            return agreement.error();
        const auto whole = timedByClock([&] { return endToEnd(there->choice, *plan); }, {.seconds = m_seconds});
        if (!whole)
            return whole.error();
        tellTimes(row, cold->spread, *warm, *whole);
        return {};
    }

    Result<void> endToEnd(const KernelChoice& choice, const PlannedWork& plan) const
    {
        DispatchTrace trace;
        const auto made = callKernel(choice, plan.inputs, plan.result, plan.params,
                                     {memoryBudget(), {}, m_device.number()}, trace);
        return made ? Result<void>() : Result<void>(made.error());
    }

    void tellTimes(Json& row, const Spread& cold, const Timed& warm, const Spread& whole) const
    {
        const auto rated = [&](const Spread& spread) {
            auto out = jsonOf(spread);
            const auto rate = gigabytesPerSecond(row["bytes"].get<std::int64_t>(), spread.median);
            out["gb_per_s"] = rounded(rate);
            out["of_copy"] = rounded(rate / m_roof);
            return out;
        };
        row["cold"] = rated(cold);
        row["warm"] = rated(warm.spread);
        if (warm.repeats > 1)
            row["warm"]["repeats"] = warm.repeats;
        row["end_to_end"] = jsonOf(whole);
    }

    // The first workload once more: what differs is noise.
    void tellNoise()
    {
        if (!m_first || m_report.rows().empty())
            return;
        const auto& first = m_report.rows().front();
        Json again = {{"case", m_first->name}, {"type", first["type"]}, {"entries", first["entries"]}};
        const auto done = measure(*m_first, again);
        if (!done || !first.contains("warm"))
            return;
        const auto of = [](const Json& row, const char* which) { return row[which]["median_us"].get<double>(); };
        Json noise;
        for (const auto* which : {"cold", "warm", "end_to_end"})
            noise[which] = rounded(std::abs(of(again, which) / of(first, which) - 1));
        m_report.set("noise", {{"case", m_first->name}, {"first_to_last", std::move(noise)}});
    }

    // Empty: there is time, and a device.
    std::string whyLeftOut() const
    {
        const bool isTimeOver = secondsSince(m_begun) > m_options.seconds;
        return m_isLost ? "left out: the device was lost" : isTimeOver ? "left out: no time was left" : "";
    }
    void addRow(Json row)
    {
        auto line = row["case"].get<std::string>() + " of " + row["type"].get<std::string>() + ", " +
                    row["entries"].dump() + ": " + row["status"].get<std::string>();
        if (row.contains("cold"))
            line +=
                ", " + row["cold"]["median_us"].dump() + " us, " + row["cold"]["of_copy"].dump() + " of a copy";
        m_report.add(std::move(row));
        say(line);
    }

    const Device& m_device;
    const Options& m_options;
    ReportFile m_report;
    Clock::time_point m_begun = Clock::now();
    double m_roof = 0;    // GB/s
    double m_seconds = 0; // that one measurement may take
    bool m_isFine = true, m_isLost = false;
    std::optional<Workload> m_first;
};

} // namespace

Exit bench(const Options& options)
{
    const auto device = opened(options);
    return device ? Bench(*device, options).run() : noDevice;
}

} // namespace tscope::probe
