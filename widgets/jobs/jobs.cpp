// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/jobs.h"

#include <QCoreApplication>
#include <QEvent>

#include <exception>
#include <new>

namespace tscope {

namespace {

constexpr int lookers = 2; // one slow picture does not hold up the next

} // namespace

Jobs::Jobs(int threads, QObject* parent) : QObject(parent)
{
    for (int i = 0; i < threads; ++i)
        m_threads.emplace_back([this](const std::stop_token& end) { work(end, false); });
    for (int i = 0; i < lookers; ++i)
        m_threads.emplace_back([this](const std::stop_token& end) { work(end, true); });
}

Jobs::~Jobs()
{
    stopComputing();
    for (auto& thread : m_threads)
        thread.request_stop();
    m_threads.clear();
}

void Jobs::stopComputing()
{
    for (auto& latest : m_latest)
        if (latest.kind != Kind::writes)
            latest.stop.request_stop();
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_queue, [](const Job& job) { return job.kind != Kind::writes; });
    m_looks.clear();
}

bool Jobs::finish(std::chrono::milliseconds patience)
{
    stopComputing();
    std::unique_lock lock(m_mutex);
    m_ended.wait(lock, [this] { return m_writing == 0; });
    return m_ended.wait_for(lock, patience, [this] { return m_running == 0; });
}

void Jobs::enqueue(QObject* receiver, const QString& name, Kind kind, Body body)
{
    const Key key(receiver, name);
    auto& latest = m_latest[key];
    latest.stop.request_stop();
    latest = {++m_tickets, std::stop_source(), kind};
    {
        const std::lock_guard lock(m_mutex);
        auto& queue = kind == Kind::looks ? m_looks : m_queue;
        queue.push_back({key, receiver, latest.ticket, latest.stop, kind, std::move(body)});
        m_writing += kind == Kind::writes;
    }
    m_wake.notify_all(); // one alone might be of those that don't take it
    if (++m_open == 1)
        Q_EMIT idleChanged(false);
}

void Jobs::stop(QObject* receiver, const QString& name)
{
    const auto latest = m_latest.find(Key(receiver, name));
    if (latest == m_latest.end())
        return;
    latest->stop.request_stop();
    m_latest.erase(latest);
}

Jobs::Job Jobs::next(bool onlyLooks)
{
    auto& queue = onlyLooks || !m_looks.empty() ? m_looks : m_queue;
    auto job = std::move(queue.front());
    queue.pop_front();
    return job;
}

void Jobs::work(const std::stop_token& end, bool onlyLooks)
{
    while (true) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, end, [&] { return isAny(onlyLooks); }))
                return;
            job = next(onlyLooks);
            ++m_running;
        }
        Delivery delivery;
        if (!job.stop.stop_requested()) {
            try {
                delivery = job.body(Watch{job.stop.get_token(), {}});
            } catch (const std::bad_alloc&) { // the edge of a thread: the window goes on without this answer
                delivery = failure(job.key, tr("There is not enough memory for this."));
            } catch (const std::exception& error) {
                delivery = failure(job.key, tr("This could not be done: %1").arg(QString::fromUtf8(error.what())));
            }
        }
        job.body = {};
        {
            const std::lock_guard lock(m_mutex);
            --m_running;
            m_writing -= job.kind == Kind::writes;
            // Work that is left in the queue at the end writes, and has nobody to tell.
            if (!end.stop_requested()) {
                m_ran.emplace_back(std::move(job), std::move(delivery));
                QCoreApplication::postEvent(this, new QEvent(QEvent::User));
            }
        }
        m_ended.notify_all();
    }
}

Jobs::Delivery Jobs::failure(const Key& key, const QString& text)
{
    return [this, key, text] { Q_EMIT failed(text, key.first, key.second); };
}

// The event, the only one of its kind, says that there is something; what goes from thread to thread does so under
// the mutex.
void Jobs::customEvent(QEvent*)
{
    std::pair<Job, Delivery> ran;
    {
        const std::lock_guard lock(m_mutex);
        ran = std::move(m_ran.front());
        m_ran.pop_front();
    }
    deliver(ran.first, ran.second);
}

void Jobs::deliver(const Job& job, const Delivery& delivery)
{
    const auto latest = m_latest.find(job.key);
    const bool isNewest = latest != m_latest.end() && latest->ticket == job.ticket;
    if (isNewest)
        m_latest.erase(latest);
    if (isNewest && job.receiver && delivery)
        delivery();
    if (--m_open == 0)
        Q_EMIT idleChanged(true);
}

} // namespace tscope
