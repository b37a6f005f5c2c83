// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timings.h"

#include "build/words.h"
#include "calls/proofs.h"
#include "facts/wording.h"
#include "jobs/jobs.h"
#include "timing/earlier_rounds.h"
#include "timing/stop.h"
#include "timings/said.h"
#include "timings/session_title.h"

#include <QTime>

#include <algorithm>
#include <mutex>
#include <stop_token>
#include <utility>

namespace tscope {

namespace {

constexpr std::chrono::milliseconds between{100}; // two looks at what grows

QString measureJob()
{
    return QStringLiteral("measure");
}

// Without modules there is the CPU.
std::vector<std::string> workingDevices(const std::vector<ModuleFacts>& modules)
{
    std::vector<std::string> out{"cpu"};
    for (const auto& module : modules)
        for (const auto& device : module.devices)
            out.push_back(device.id);
    return out;
}

std::vector<SubjectId> idsOf(const std::vector<Subject>& subjects)
{
    std::vector<SubjectId> ids;
    for (const auto& subject : subjects)
        ids.push_back(subject.id);
    return ids;
}

} // namespace

// What the job measures and this thread takes, the newest only.
struct Timings::Growing {
    std::stop_source stop;
    std::mutex mutex;
    TimingSessionPtr newest;
    timing::Foresight foresight;
    std::pair<std::size_t, std::size_t> prepared; // steps, of how many
    std::string command;                          // of the job alone: sessions that come say it
    TimingRequest request;
    TimingSessionPtr earlier; // whose rounds are kept; null: none are
    const std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();

    // First of the session as planned, then of the one that began.
    void foresee(const timing::Session& session, const timing::Plan& plan)
    {
        auto foreseen = timing::foresightOf(session, plan, timing::paceOfMachine());
        const std::lock_guard lock(mutex);
        foresight = std::move(foreseen);
    }
    void prepare(std::size_t done, std::size_t all)
    {
        const std::lock_guard lock(mutex);
        prepared = {done, all};
    }
    double tookNs() const
    {
        return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - started).count();
    }
    TimingPace paceOf(const timing::Session& session)
    {
        const std::lock_guard lock(mutex);
        const auto progress = timing::progressOf(session, &foresight);
        const auto elapsed = tookNs();
        return {progress, timing::sentenceOf(progress, elapsed, timing::timeLeft(foresight, progress, elapsed))};
    }
    // Before a session is there; nothing: it is not known yet what will be measured.
    std::optional<TimingPace> paceOfPreparing()
    {
        const std::lock_guard lock(mutex);
        const auto [done, all] = prepared;
        if (foresight.totalNs <= 0 || all == 0)
            return std::nullopt;
        timing::Progress progress;
        progress.share =
            foresight.beforeNs / foresight.totalNs * static_cast<double>(done) / static_cast<double>(all);
        return TimingPace{progress, timing::sentenceOfPreparing(foresight, done, all)};
    }
    // What it took of what was foreseen; later estimates learn from that.
    QString saidOnTime(bool isWhole)
    {
        const std::lock_guard lock(mutex);
        if (isWhole)
            timing::learnPace(foresight.totalNs, tookNs());
        return said(timing::sentenceOnTime(foresight, tookNs()));
    }
    void publish(const timing::Session& session)
    {
        auto copy = std::make_shared<timing::Session>(session);
        copy->command = command;
        TimingSessionPtr published = std::move(copy);
        const std::lock_guard lock(mutex);
        newest.swap(published);
    }
    TimingSessionPtr taken()
    {
        const std::lock_guard lock(mutex);
        return std::exchange(newest, nullptr);
    }
};

QString Timings::namesOf(const std::vector<Subject>& subjects)
{
    return subjects.size() == 1 ? subjects.front().title()
                                : tr("%n tensor(s)", nullptr, static_cast<int>(subjects.size()));
}

Timings::Timings(Jobs& jobs, remote::Worker::Options options, QObject* parent)
    : QObject(parent), m_jobs(jobs), m_worker(std::make_shared<remote::Worker>(std::move(options)))
{
    m_tick.setInterval(between);
    connect(&m_tick, &QTimer::timeout, this, &Timings::take);
    connect(&m_jobs, &Jobs::failed, this,
            [this](const QString& text, const QObject* receiver, const QString& name) {
                if (receiver != this)
                    return;
                if (name == measureJob())
                    return end({nullptr, text});
                if (name == limitsJob())
                    endLimits();
                Q_EMIT failed(text);
            });
}

Timings::~Timings() = default;

void Timings::measure(const std::vector<Subject>& subjects, const TimingChoices& choices)
{
    Q_ASSERT(!isRunning() && !subjects.empty());
    m_growing = std::make_shared<Growing>();
    m_growing->request = {idsOf(subjects), choices};
    m_running = namesOf(subjects);
    m_grows = -1;
    m_jobs.start(
        this, measureJob(),
        [tensors = timedTensors(subjects), choices, growing = m_growing,
         worker = m_worker](const Watch& given) -> Outcome {
            // Who stops it wants what is there, which a job that is stopped does not deliver.
            const std::stop_callback link(given.stop, [growing] { growing->stop.request_stop(); });
            const Watch watch{.stop = growing->stop.get_token()};
            std::vector<timing::PlanSubject> sound;
            for (const auto& each : tensors) {
                auto proof = prove(*each.tensor, watch);
                if (auto* proven = std::get_if<Sound>(&proof))
                    sound.push_back({each.name.toStdString(), std::move(*proven)});
                else
                    return {nullptr, watch.isStopped() ? tr("It was stopped.") : whyUnsound(each.name, proof)};
            }
            auto wanted = choices;
            if (wanted.devices.empty()) {
                const auto modules = worker->modules(watch);
                wanted.devices = workingDevices(modules ? *modules : std::vector<ModuleFacts>());
            }
            const auto plan = timingPlanOf(sound, wanted, watch);
            if (!plan)
                return {nullptr, qt(sentenceOf(plan.error()))};
            growing->command = commandFor(tensors, *plan);
            const auto planned = timing::plannedSession(sound, *plan, watch);
            growing->foresee(planned, *plan);
            growing->prepare(0, 2 * planned.subjects.size());
            auto last = std::chrono::steady_clock::now() - between;
            const auto publish = [&](const timing::Session& session) {
                const auto now = std::chrono::steady_clock::now();
                if (now - last < between)
                    return;
                last = now;
                growing->publish(session);
            };
            auto session = worker->measure(
                sound, *plan,
                {.begun =
                     [&](const timing::Session& begun) {
                         growing->foresee(begun, *plan);
                         publish(begun);
                     },
                 .measured = [&](const timing::Session& all, std::size_t) { publish(all); },
                 .preparing = [&](std::size_t done, std::size_t all) { growing->prepare(done, all); }},
                watch);
            session.command = growing->command;
            // The last remark on a session that broke off says why.
            const auto& remarks = session.machine.remarks;
            const auto reason =
                watch.isStopped() || !session.isPartial || remarks.empty() ? QString() : qt(remarks.back());
            if (!session.rows.empty())
                return {std::make_shared<const timing::Session>(std::move(session)), reason};
            if (watch.isStopped())
                return {nullptr, tr("It was stopped before anything was measured.")};
            return {nullptr, reason.isEmpty() ? tr("There was nothing to measure.") : reason};
        },
        [this](const Outcome& outcome) { end(outcome); });
    m_tick.start();
    Q_EMIT runningChanged();
}

void Timings::measureOrOffer(const std::vector<Subject>& subjects)
{
    TimingRequest request{idsOf(subjects), m_choices};
    const auto wasMeasured = [&](const TakenSession& taken) { return taken.request == request; };
    if (m_offered == request || std::ranges::any_of(m_sessions, wasMeasured))
        return measure(subjects, m_choices);
    m_offered = std::move(request);
    Q_EMIT offered();
}

void Timings::setChoices(TimingChoices choices)
{
    m_choices = std::move(choices);
    Q_EMIT choicesChanged();
}

std::chrono::milliseconds Timings::longerBudget() const
{
    constexpr int times = 4;
    return shown() == nullptr ? std::chrono::milliseconds()
                              : times * shown()->choices().value_or(m_choices).budget;
}

void Timings::measureLonger(const Subject& subject, const std::string& op)
{
    auto choices = shown()->choices().value_or(m_choices);
    choices.ops = {op};
    choices.budget = longerBudget();
    const auto earlier = shown()->session;
    measure({subject}, choices);
    m_growing->earlier = earlier;
}

bool Timings::isRunningAsChosen() const
{
    return isRunning() && m_growing->request.choices == m_choices;
}

std::optional<TimingPace> Timings::pace() const
{
    if (!isRunning())
        return std::nullopt;
    if (m_grows < 0)
        return m_growing->paceOfPreparing();
    return m_growing->paceOf(*m_sessions[static_cast<std::size_t>(m_grows)].session);
}

void Timings::stop()
{
    if (isRunning())
        m_growing->stop.request_stop();
}

void Timings::take()
{
    if (auto session = m_growing->taken())
        put(session);
}

// The session that is being measured, as far as it is.
void Timings::put(const TimingSessionPtr& session)
{
    if (m_grows < 0) {
        m_grows = static_cast<int>(m_sessions.size());
        m_round = 1;
        const auto name = titleFor(m_running, *session, m_growing->request.choices);
        TakenSession taken{tr("%1, %2").arg(name, QTime::currentTime().toString(QStringLiteral("HH:mm:ss"))),
                           session, m_growing->request};
        taken.isGrowing = true;
        add(std::move(taken));
        return;
    }
    m_sessions[static_cast<std::size_t>(m_grows)].session = session;
    if (isGrowing())
        Q_EMIT shownChanged();
    if (const auto round = timing::progressOf(*session).round; std::exchange(m_round, round) < round)
        Q_EMIT roundEnded();
}

void Timings::end(const Outcome& outcome)
{
    m_tick.stop();
    const bool isStopped = outcome.session && outcome.session->isPartial;
    const bool isOpen = isStopped || (!outcome.session && m_grows >= 0);
    if (outcome.session && m_growing->earlier)
        put(std::make_shared<const timing::Session>(
            timing::withEarlierRounds(*m_growing->earlier, *outcome.session)));
    else if (outcome.session)
        put(outcome.session);
    endGrowing(outcome.session != nullptr);
    const auto name = std::exchange(m_running, {});
    const auto onTime = m_growing->saidOnTime(outcome.session && !isStopped);
    m_growing.reset();
    m_grows = -1;
    if (isOpen)
        Q_EMIT listChanged(); // its title says so
    Q_EMIT runningChanged();
    if (!outcome.session)
        Q_EMIT failed(outcome.reason);
    else if (!outcome.reason.isEmpty())
        Q_EMIT failed(tr("Timing of %1 broke off: %2. What was measured stays.").arg(name, outcome.reason));
    else
        Q_EMIT told(isStopped ? tr("Timing of %1 was stopped; what was measured stays.").arg(name)
                              : tr("%1: %2 %3").arg(name, countsOf(*outcome.session), onTime));
}

// A measurement that failed leaves the session that came last, which says that it goes on.
void Timings::endGrowing(bool hasEnded)
{
    if (m_grows < 0)
        return;
    auto& taken = m_sessions[static_cast<std::size_t>(m_grows)];
    taken.isGrowing = false;
    if (!hasEnded)
        taken.session = std::make_shared<const timing::Session>(timing::interrupted(*taken.session));
    taken.title = titleOf(taken.title, *taken.session);
}

} // namespace tscope
