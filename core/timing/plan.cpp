// SPDX-License-Identifier: Apache-2.0
#include "timing/plan.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/utc_time.h"
#include "memory/buffer_pool.h"
#include "tensor/storage_bytes.h"
#include "timing/cell.h"
#include "timing/footprint_rows.h"
#include "timing/limits.h"
#include "timing/machine_watch.h"
#include "timing/noise.h"
#include "timing/own_memory.h"
#include "timing/plan_rows.h"
#include "timing/plan_subjects.h"
#include "timing/tempo.h"
#include "timing/timed_device.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <map>

namespace tscope::timing {

namespace {

class Measuring
{
public:
    Measuring(std::span<const PlanSubject> subjects, const Plan& plan, const PlanListener& listener,
              const Watch& watch)
        : m_given(subjects), m_plan(plan), m_listener(listener), m_watch(watch), m_quiet(watch.withoutProgress()),
          m_maxBytes(plan.maxBytes > 0 ? plan.maxBytes : memoryBudget()), m_tempo(m_maxBytes)
    {
    }

    Session measure()
    {
        m_session.takenAt = utcNow();
        m_session.machine = thisMachine();
        m_session.isPartial = true;
        m_session.rounds = m_plan.rounds;
        const MachineWatch machine;
        refreshLimits();
        m_subjects = measuredSubjects(m_given, m_plan, m_quiet, [this] { tellPrepared(); });
        for (const auto& subject : m_subjects) {
            const auto bytes = subject.isThere() ? storageBytes(subject.tensor.tensor()) : 0;
            m_copies.push_back(bytes <= m_maxBytes ? bytes : 0); // else it is measured where it lies
        }
        describe();
        if (m_listener.begun)
            m_listener.begun(m_session);
        for (int round = 0; round < m_plan.rounds && !m_watch.isStopped(); ++round) {
            if (round > 0)
                refreshLimits();
            beginRound(round);
            for (const auto& group : m_rows.groups())
                measureGroup(group, round);
            std::ranges::reverse(m_rows.groups());
            for (auto& group : m_rows.groups())
                std::ranges::reverse(group.rows);
        }
        m_session.isPartial = m_watch.isStopped();
        if (isOneThreadMissing() && m_session.limitsOf(processorWith(1)) == nullptr)
            refreshLimits();
        for (auto& row : m_session.rows)
            if (row.reason == notYetMeasured)
                row.reason = stoppedBefore;
        m_session.machine.remarks = machine.remarks();
        m_session.machine.others = machine.others().value_or(0);
        if (auto remark = remarkOnTempo(m_session.tempo); !remark.empty())
            m_session.machine.remarks.push_back(std::move(remark));
        m_session.machine.remarks.insert(m_session.machine.remarks.end(), m_remarks.begin(), m_remarks.end());
        m_session.noise = noiseOf(m_session.rows);
        m_session.verdicts = verdictsOf(m_session);
        return std::move(m_session);
    }

private:
    // In each round, as other programs may have been in the way before.
    void refreshLimits()
    {
        // One thread first: what it reaches all threads can reach.
        auto ofOne = isOneThreadMissing() ? limitsOf(processorWith(1), m_quiet) : Error{ErrorCode::cancelled, {}};
        std::vector<Limits> all;
        for (const auto& device : m_plan.devices)
            if (auto limits = limitsOf(device, m_quiet))
                all.push_back(std::move(*limits));
        if (ofOne)
            all.push_back(std::move(*ofOne));
        m_session.limits = std::move(all);
    }

    // Whether a kernel ran on one thread where it might use more, and the plan itself does not measure one thread.
    bool isOneThreadMissing() const
    {
        return std::ranges::find(m_plan.devices, processorWith(1)) == m_plan.devices.end() &&
               std::ranges::any_of(m_session.rows, [&](const Row& row) {
                   return row.threadsUsed == 1 && threadsOf(row.device, m_session.machine.threads) > 1;
               });
    }

    void describe()
    {
        for (std::size_t s = 0; s < m_subjects.size() && !m_watch.isStopped(); ++s) {
            const auto& subject = m_subjects[s];
            m_session.subjects.push_back(described(subject, m_quiet));
            if (subject.isThere())
                addFootprints(m_session, subject.name, subject.tensor, m_plan.forms, m_quiet);
            m_rows.add(m_session, subject, s, m_plan, memoryLeft());
            tellPrepared();
        }
    }

    // Each tensor is made, and then described.
    void tellPrepared()
    {
        ++m_prepared;
        if (m_listener.preparing)
            m_listener.preparing(m_prepared, 2 * m_given.size() * (1 + m_plan.densities.size()));
    }

    // The memory that measuring may still take, less the copies of the subjects.
    std::int64_t memoryLeft() const
    {
        auto left = m_maxBytes;
        for (const auto copy : m_copies)
            left = saturatingSub(left, copy);
        return std::max<std::int64_t>(left, 1);
    }

    // Cells that said in an earlier round that there is nothing to measure are not asked again.
    bool isOpen(const Row& row, int round) const
    {
        return round == 0 ? row.reason == notYetMeasured : row.status == Status::ok;
    }

    // What is not open in a round is done with it.
    void beginRound(int round)
    {
        moveSubjects(round);
        const auto& rows = m_session.rows;
        m_done = rows.size() * static_cast<std::size_t>(round) +
                 static_cast<std::size_t>(
                     std::ranges::count_if(rows, [&](const Row& row) { return !isOpen(row, round); }));
        tellProgress();
    }

    // How fast memory is depends on which pages it is: each round has others where it can, so that this shows as
    // noise too. The copy of the round before is still there while the next one is made.
    void moveSubjects(int round)
    {
        for (std::size_t s = 0; s < m_subjects.size(); ++s) {
            auto& subject = m_subjects[s];
            if (!subject.isThere() || m_watch.isStopped())
                continue;
            auto own = inOwnMemory(subject.tensor, round == 0 ? m_maxBytes : m_maxBytes / 2, m_quiet);
            if (own)
                subject.tensor = std::move(*own);
            else if (own.error().code != ErrorCode::cancelled)
                remarkOnce('"' + subject.name + "\" is measured where it ",
                           (round == 0 ? "lies: " : "lay in the round before: ") + own.error().text);
            if (round == 0)
                m_copies[s] = own ? storageBytes(subject.tensor.tensor()) : 0;
        }
    }

    void remarkOnce(const std::string& of, const std::string& what)
    {
        if (std::ranges::none_of(m_remarks, [&](const std::string& remark) { return remark.starts_with(of); }))
            m_remarks.push_back(of + what);
    }

    void tellProgress() const
    {
        const auto all = m_session.rows.size() * static_cast<std::size_t>(m_plan.rounds);
        if (m_watch.progress && all > 0)
            m_watch.progress(static_cast<double>(m_done) / static_cast<double>(all));
    }

    void tell(std::size_t row)
    {
        if (m_listener.measured)
            m_listener.measured(m_session, row);
        ++m_done;
        tellProgress();
    }

    void lookAtTempo(const Row& row, int round)
    {
        if (isProcessor(row.device) && m_tempo.look(round, m_quiet))
            m_session.tempo = m_tempo.tempo();
    }

    // In a later round cells keep what they have.
    void refuseAll(const FormRows& group, const Error& error, int round)
    {
        const bool isCancelled = error.code == ErrorCode::cancelled;
        for (const auto r : group.rows) {
            auto& row = m_session.rows[r];
            if (!isOpen(row, round))
                continue;
            if (round == 0) {
                row.status = isCancelled ? Status::cancelled : Status::unsupported;
                row.reason = isCancelled ? std::string(stoppedBefore) : noSuchForm(error.text);
            }
            tell(r);
        }
    }

    // Made anew while that fits into the budget, in nanoseconds: how long each time took is added.
    Result<Sound> madeIn(const Sound& given, const FormWish& wish, std::int64_t left, double budget,
                         std::vector<double>& took) const
    {
        const auto nanoseconds = [](auto time) { return std::chrono::duration<double, std::nano>(time).count(); };
        const auto first = std::chrono::steady_clock::now();
        for (;;) {
            dropKeptBytes(); // so that all conversions begin alike, and with other pages than the one before
            const auto begun = std::chrono::steady_clock::now();
            auto made = inForm(given, wish, left, m_quiet);
            const auto now = std::chrono::steady_clock::now();
            took.push_back(nanoseconds(now - begun));
            if (!made || took.size() >= mostConversions || m_watch.isStopped() ||
                nanoseconds(now - first) + took.back() > budget)
                return made;
        }
    }

    void measureGroup(const FormRows& group, int round)
    {
        const auto anyOpen = [&](std::size_t r) { return isOpen(m_session.rows[r], round); };
        if (m_watch.isStopped() || std::ranges::none_of(group.rows, anyOpen))
            return;
        const auto& given = m_subjects[group.subject].tensor;
        const auto& wish = m_plan.forms[group.form];
        const bool isConverted = variantOf(given.tensor()) != variantOf(given.tensor(), wish);
        const auto ofRows = static_cast<double>(std::ranges::count_if(group.rows, anyOpen)) *
                            static_cast<double>(m_plan.budget.count()) / m_plan.rounds;
        const auto left = memoryLeft();
        std::vector<double> took;
        const auto tensor = madeIn(given, wish, left, isConverted ? shareOfConversions * ofRows : 0, took);
        if (!tensor)
            return refuseAll(group, tensor.error(), round);
        for (const auto r : group.rows) {
            auto& row = m_session.rows[r];
            if (m_watch.isStopped() || !isOpen(row, round))
                continue;
            if (isConverted) {
                row.conversion.samples.insert(row.conversion.samples.end(), took.begin(), took.end());
                row.conversion.rounds.push_back(took.size());
            }
            const auto& work = m_plan.workloads[m_rows.workloadOf(r)];
            if (auto why = wish.isPadded ? whyOtherWhenPadded(work, given.tensor()) : std::string();
                !why.empty()) {
                row.status = Status::unsupported;
                row.reason = std::move(why);
            } else {
                const auto ofForm = storageBytes(tensor->tensor(), &given.tensor());
                measureRow(row, group.subject, m_rows.workloadOf(r), *tensor, saturatingSub(left, ofForm), round);
            }
            tell(r);
        }
    }

    void measureRow(Row& row, std::size_t subject, std::size_t workload, const Sound& tensor,
                    std::int64_t maxBytes, int round)
    {
        const auto& work = m_plan.workloads[workload];
        CellOptions options;
        options.budget = m_plan.budget / m_plan.rounds;
        options.maxBytes = std::max<std::int64_t>(maxBytes, 1);
        options.isCold = m_plan.isCold;
        options.watch = m_quiet;
        lookAtTempo(row, round);
        measureRound(row, work, tensor,
                     round == 0 ? gateFor(subject, workload, tensor, options.maxBytes) : nullptr, options);
    }

    // One for all forms that have the same numbers: null, where it can't be made.
    const Gate* gateFor(std::size_t subject, std::size_t workload, const Sound& tensor, std::int64_t maxBytes)
    {
        const auto key = std::tuple(subject, workload, std::string(tensor.tensor().declaredDType().name()));
        auto there = m_gates.find(key);
        if (there == m_gates.end()) {
            const auto inputs = inputsOf(m_plan.workloads[workload], tensor, maxBytes);
            auto gate =
                inputs ? Gate::make(m_plan.workloads[workload], *inputs, m_quiet) : Result<Gate>(inputs.error());
            there = m_gates.emplace(key, gate ? std::optional(std::move(*gate)) : std::nullopt).first;
        }
        return there->second ? &*there->second : nullptr;
    }

    std::span<const PlanSubject> m_given;
    const Plan& m_plan;
    const PlanListener& m_listener;
    const Watch& m_watch;
    std::vector<MeasuredSubject> m_subjects;
    std::vector<std::int64_t> m_copies; // what those of the subjects take that are made of them
    const Watch m_quiet;                // of parts, whose progress is not that of all
    const std::int64_t m_maxBytes;      // that all of it may take at once
    Session m_session;
    TempoWatch m_tempo;
    std::vector<std::string> m_remarks; // besides those of the machine
    PlannedRows m_rows;
    std::map<std::tuple<std::size_t, std::size_t, std::string>, std::optional<Gate>> m_gates;
    std::size_t m_done = 0, m_prepared = 0;
};

} // namespace

Plan usualPlan(const Sound& tensor, std::vector<std::string> devices, const Watch& watch, bool areBlocksCounted)
{
    Plan plan;
    plan.workloads = usualWorkloads(tensor.tensor());
    const auto footprints = areBlocksCounted ? std::optional(Footprints::of(tensor, watch)) : std::nullopt;
    plan.forms = usualForms(tensor.tensor(), footprints && *footprints ? &**footprints : nullptr);
    plan.devices = std::move(devices);
    return plan;
}

std::size_t cellsOf(const Plan& plan, std::size_t subjects)
{
    return subjects * (1 + plan.densities.size()) * plan.workloads.size() * plan.forms.size() *
           plan.devices.size();
}

Session measurePlan(std::span<const PlanSubject> subjects, const Plan& plan, const PlanListener& listener,
                    const Watch& watch)
{
    return Measuring(subjects, plan, listener, watch).measure();
}

} // namespace tscope::timing
