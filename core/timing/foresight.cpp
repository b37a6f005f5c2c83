// SPDX-License-Identifier: Apache-2.0
#include "timing/foresight.h"

#include "base/checked_math.h"
#include "cpu/tasks.h"
#include "element/dtype.h"
#include "timing/gate.h"
#include "timing/timed_device.h"
#include "timing/variant_words.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tscope::timing {

namespace {

constexpr double usedShare = 0.8;       // of the time of a cell: some intervals are narrow before it ends
constexpr double limitsNs = 400e6;      // of a device, in each round that takes a second
constexpr double tempoShare = 0.05;     // of the time of a cell, at the most
constexpr double leastCallNs = 5e3;     // of a call, however little it does
constexpr double nsPerEntry = 30;       // to count blocks of 64 widths, rows and tiles, on one thread
constexpr double nsPerConverted = 6;    // of each element, beside its bytes
constexpr double nsPerCheckedEntry = 8; // to find the checked rows
constexpr double coldShare = 0.2;       // of the time of a cell
constexpr double kindsOfTime = 3;       // of times, each of two runs at the least
constexpr double resultsKept = 2;

double asDouble(std::int64_t number)
{
    return static_cast<double>(number);
}

// A form of a subject, as far as its footprint tells.
struct FormSize {
    double bytes = 0, elements = 0; // fill among them
};

// What an operation needs beside the tensor and makes of it.
struct WorkSize {
    double bytesBeside = 0, bytesResult = 0;
    double products =
        0; // of single numbers that are fetched from anywhere; products of whole rows count for fewer
};

class Estimating
{
public:
    Estimating(const Session& session, const Plan& plan, const Pace& pace)
        : m_session(session), m_plan(plan), m_pace(pace),
          m_budget(static_cast<double>(plan.budget.count()) / plan.rounds)
    {
    }

    Foresight all()
    {
        m_out.rounds = m_plan.rounds;
        m_out.rowNs.resize(m_session.rows.size());
        double copies = 0;
        for (const auto& subject : m_session.subjects) {
            copies += sizeOf(subject.name, subject.given).bytes;
            m_out.beforeNs += nsPerEntry * asDouble(subject.stored) / m_pace.threads;
        }
        for (std::size_t i = 0; i < m_session.rows.size(); ++i)
            addRow(i);
        addConversions();
        addCopies(copies);
        addLimits();
        m_out.bytesAtOnce = static_cast<std::int64_t>(std::min(copies + m_mostBeside, 9e18));
        m_out.totalNs = m_out.beforeNs;
        for (const auto each : m_out.rowNs)
            m_out.totalNs += each * m_plan.rounds;
        for (auto* time : {&m_out.beforeNs, &m_out.totalNs})
            *time *= m_pace.correction;
        for (auto& each : m_out.rowNs)
            each *= m_pace.correction;
        return std::move(m_out);
    }

private:
    // The time of one round over all rows.
    double roundNs() const
    {
        double out = 0;
        for (const auto each : m_out.rowNs)
            out += each;
        return out;
    }

    // Spreads what comes between rows over them, as progress counts rows.
    void addToRows(double ofAllRounds)
    {
        const auto round = roundNs();
        if (round > 0)
            for (auto& each : m_out.rowNs)
                each *= 1 + ofAllRounds / m_plan.rounds / round;
    }

    // Each round has copies of the tensors, which are proven sound.
    void addCopies(double bytes)
    {
        addToRows(m_plan.rounds * bytes * (2 / m_pace.moveRate + 1 / m_pace.streamRate));
    }

    // The limits are measured before each round, but not twice in a second. Only the first time comes before all
    // rows. Those of one thread follow as soon as a kernel has used no more.
    void addLimits()
    {
        constexpr double notTwiceWithinNs = 1e9;
        const auto once = limitsNs * asDouble(std::ssize(m_plan.devices));
        m_out.beforeNs += once;
        const auto later = roundNs() > notTwiceWithinNs ? m_plan.rounds - 1 : 0;
        addToRows(later * once + (m_isOneThreadMissing ? std::max(later, 1) * limitsNs : 0));
    }

    const Subject* subjectNamed(const std::string& name) const
    {
        const auto found = std::ranges::find(m_session.subjects, name, &Subject::name);
        return found == m_session.subjects.end() ? nullptr : &*found;
    }

    FormSize sizeOf(const std::string& tensor, const Variant& variant) const
    {
        const auto* subject = subjectNamed(tensor);
        const auto stored = subject == nullptr ? 0 : asDouble(subject->stored);
        const auto footprint = std::ranges::find_if(m_session.footprints, [&](const FootprintRow& row) {
            return row.tensor == tensor && row.variant == variant;
        });
        if (footprint != m_session.footprints.end())
            return {asDouble(footprint->bytes()), std::max(stored, asDouble(footprint->elements()))};
        const auto item = asDouble(DType::parse(variant.dtype).itemSize());
        const auto index = variant.indexDType.empty() ? 0 : asDouble(DType::parse(variant.indexDType).itemSize());
        return {stored * (item + index), stored};
    }

    WorkSize sizeOf(const Workload& workload, const Row& row, const FormSize& form) const
    {
        using Beside = Workload::Beside;
        const auto* subject = subjectNamed(row.tensor);
        const auto item = asDouble(DType::parse(row.variant.dtype).itemSize());
        double rows = 1, columns = 1;
        if (subject != nullptr && !subject->size.empty()) {
            columns = asDouble(std::max<std::int64_t>(subject->size.back(), 1));
            for (std::size_t d = 0; d + 1 < subject->size.size(); ++d)
                rows *= asDouble(std::max<std::int64_t>(subject->size[d], 1));
        }
        const auto wide = asDouble(std::max<std::int64_t>(workload.columns, 1));
        // Rows of many columns are read and multiplied as vectors, whether dense or not.
        constexpr double leastVector = 8, inVectors = 16;
        WorkSize out{0, form.bytes, form.elements * wide / (wide >= leastVector ? inVectors : 1)};
        const bool isDense = row.variant.layout == "strided";
        switch (workload.beside) {
        case Beside::nothing:
            out.bytesResult = workload.op->name == "sum" ? rows * item : form.bytes;
            out.products = workload.op->name == "softmax" ? form.elements : 0;
            break;
        case Beside::itself:
            out.products = isDense ? 0 : form.elements;
            break;
        case Beside::turned:
            out.bytesBeside = form.bytes;
            out.bytesResult = 2 * form.bytes;
            out.products = form.elements * std::max(1.0, form.elements / columns) / (isDense ? inVectors : 1);
            break;
        case Beside::vector:
        case Beside::columns:
            out.bytesBeside = columns * wide * item;
            out.bytesResult = rows * wide * item;
            if (isDense)
                out.products /= inVectors;
            break;
        case Beside::weights:
            out.bytesBeside = columns * wide * item;
            out.bytesResult = form.elements / columns * wide * item;
            break;
        case Beside::factors:
            out.bytesBeside = (rows + columns) * wide * item;
            break;
        }
        return out;
    }

    void addRow(std::size_t at)
    {
        const auto& row = m_session.rows[at];
        if (row.isLeftOut)
            ++m_out.leftOut;
        if (row.status != Status::cancelled) // it says already why it is not measured
            return;
        const auto work = std::ranges::find(m_plan.workloads, row.op, &Workload::name);
        if (work == m_plan.workloads.end())
            return;
        ++m_out.cells;
        const auto form = sizeOf(row.tensor, row.variant);
        const auto size = sizeOf(*work, row, form);
        const auto bytes = form.bytes + size.bytesBeside + size.bytesResult;
        const auto threads = shareOfThreads(row.device);
        const auto run = leastCallNs + (bytes / m_pace.streamRate + size.products / m_pace.productRate) / threads;
        const auto flush = m_plan.isCold ? 2 * asDouble(m_pace.cacheBytes) / m_pace.streamRate : 0;
        // Each kind of time takes its share, or two runs where these take longer.
        const auto cold = m_plan.isCold ? std::max(m_budget * coldShare * usedShare, 2 * (run + flush)) : 0;
        const auto others = std::max(m_budget * (1 - coldShare) * usedShare, (kindsOfTime - 1) * 2 * run);
        const auto tempo = isProcessor(row.device) ? 1 + tempoShare : 1;
        m_out.rowNs[at] += (cold + others) * tempo + 2 * run / m_plan.rounds + checkOf(row, *work) / m_plan.rounds;
        m_isOneThreadMissing = m_isOneThreadMissing || usesOneThreadOfMany(row, *work, form);
        m_mostBeside = std::max(m_mostBeside, (isAsGiven(row) ? 0 : form.bytes) + size.bytesBeside +
                                                  resultsKept * size.bytesResult);
    }

    // Then the limits of one thread are measured too, unless the plan does so itself.
    bool usesOneThreadOfMany(const Row& row, const Workload& work, const FormSize& form) const
    {
        const auto entries = form.elements * asDouble(std::max<std::int64_t>(work.columns, 1));
        return isProcessor(row.device) && threadsOf(row.device, m_pace.threads) > 1 &&
               entries < asDouble(cpu::leastForThreads) &&
               std::ranges::find(m_plan.devices, processorWith(1)) == m_plan.devices.end();
    }

    // Of those that the pace is told with.
    double shareOfThreads(const std::string& device) const
    {
        return std::min(1.0, static_cast<double>(threadsOf(device, m_pace.threads)) / m_pace.threads);
    }

    // One reference serves all forms that have the same numbers.
    double checkOf(const Row& row, const Workload& work)
    {
        if (!m_checked.insert({row.tensor, row.op, row.variant.dtype}).second)
            return 0;
        const auto* subject = subjectNamed(row.tensor);
        const auto stored = subject == nullptr ? 0 : subject->stored;
        const auto products =
            std::min(saturatingMul(stored, std::max<std::int64_t>(work.columns, 1)), Gate::mostWork);
        m_out.checks = saturatingAdd(m_out.checks, products);
        return asDouble(products) / m_pace.referenceRate + nsPerCheckedEntry * asDouble(stored);
    }

    bool isAsGiven(const Row& row) const
    {
        const auto* subject = subjectNamed(row.tensor);
        return subject != nullptr && subject->given == row.variant;
    }

    // For all rows of a form, in each round: it is made, and proven sound. Again while that is short.
    void addConversions()
    {
        std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> forms;
        for (std::size_t i = 0; i < m_session.rows.size(); ++i) {
            const auto& row = m_session.rows[i];
            const auto& variant = row.variant;
            if (row.status == Status::cancelled && !isAsGiven(row))
                forms[{row.tensor, fullText(variant)}].push_back(i);
        }
        for (const auto& [name, rows] : forms) {
            const auto& row = m_session.rows[rows.front()];
            const auto* subject = subjectNamed(row.tensor);
            if (subject == nullptr)
                continue;
            const auto from = sizeOf(row.tensor, subject->given), to = sizeOf(row.tensor, row.variant);
            const auto moved = from.bytes + to.bytes;
            m_out.bytesConverted = saturatingAdd(m_out.bytesConverted,
                                                 static_cast<std::int64_t>(std::min(moved * m_plan.rounds, 9e18)));
            const auto elements = std::min(from.elements, to.elements); // zeros are written, not looked for
            const auto took = moved / m_pace.moveRate + to.bytes / m_pace.streamRate +
                              nsPerConverted * elements / m_pace.threads;
            const auto count = asDouble(std::ssize(rows));
            const auto again = std::min(shareOfConversions * count * m_budget, (mostConversions - 1) * took);
            for (const auto i : rows)
                m_out.rowNs[i] += (took + again) / count;
        }
    }

    const Session& m_session;
    const Plan& m_plan;
    const Pace& m_pace;
    const double m_budget; // of a cell in a round
    Foresight m_out;
    double m_mostBeside = 0;
    bool m_isOneThreadMissing = false; // its limits
    std::set<std::tuple<std::string, std::string, std::string>> m_checked;
};

} // namespace

Foresight foresightOf(const Session& begun, const Plan& plan, const Pace& pace)
{
    return Estimating(begun, plan, pace).all();
}

Progress progressOf(const Session& session, const Foresight* foresight)
{
    std::size_t round = 1;
    for (const auto& row : session.rows)
        round = std::max(round, row.warm.rounds.size());
    const auto isDone = [round](const Row& row) {
        return row.status == Status::ok ? row.warm.rounds.size() >= round : row.status != Status::cancelled;
    };
    Progress out{static_cast<int>(round), static_cast<std::size_t>(std::ranges::count_if(session.rows, isDone)),
                 session.rows.size(), 0};
    if (foresight == nullptr || foresight->rowNs.size() != session.rows.size())
        return out;
    double all = foresight->beforeNs, done = foresight->beforeNs; // rows are there: what comes before them is done
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        const auto each = foresight->rowNs[i];
        const bool isOpen = row.status == Status::ok || row.status == Status::cancelled;
        all += isOpen ? each * foresight->rounds : each; // what can't be measured is tried once
        done += row.status == Status::ok ? each * asDouble(std::ssize(row.warm.rounds)) : isOpen ? 0 : each;
    }
    out.share = all > 0 ? std::min(1.0, done / all) : 0;
    return out;
}

double timeLeft(const Foresight& foresight, const Progress& progress, double elapsedNs)
{
    // The foreseen time counts like a small part of the measurement: the first rows correct it.
    constexpr double trust = 0.03;
    const auto total = foresight.totalNs;
    const auto slower = (elapsedNs + trust * total) / std::max(1.0, (progress.share + trust) * total);
    return (1 - progress.share) * total * slower;
}

} // namespace tscope::timing
