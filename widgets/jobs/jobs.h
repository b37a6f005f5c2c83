// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/watch.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tscope {

// Work that may take longer than a frame, done on other threads. A job gets all it needs by value and gives back
// one finished value; of jobs with one name (and one receiver) only the newest delivers, the others are stopped.
// To be used from one thread, where results are delivered too, never before start() has returned.
class Jobs : public QObject
{
    Q_OBJECT

public:
    // Besides these threads some that only look.
    explicit Jobs(int threads = 2, QObject* parent = nullptr);
    ~Jobs() override; // stops and waits for what runs; nothing is delivered any more

    // What computes has nobody to tell once the window ends and is stopped; what writes a file is done to its end.
    // What looks is awaited by somebody who looks at the window (a picture, what a place is related to): it goes
    // before the others, and has threads of its own that no long work can take.
    enum class Kind : std::uint8_t { computes, looks, writes };

    // Runs work(watch) elsewhere, then done(its result) here, unless `receiver` is gone by then.
    template <class Work, class Done>
    void start(QObject* receiver, const QString& name, Work work, Done done, Kind kind = Kind::computes)
    {
        enqueue(receiver, name, kind,
                [work = std::move(work), done = std::move(done)](const Watch& watch) -> std::function<void()> {
                    return [done, result = work(watch)]() mutable { done(std::move(result)); };
                });
    }
    void stop(QObject* receiver, const QString& name);
    bool isIdle() const { return m_open == 0; }
    // For the end of the program: stops what computes, waits for all that writes and then so long for the rest.
    // False: something does not listen, and goes on.
    bool finish(std::chrono::milliseconds patience);

Q_SIGNALS:
    void idleChanged(bool idle);
    // A job of this receiver ran out of memory, or into what nobody foresaw: it delivers nothing.
    void failed(const QString& text, QObject* receiver, const QString& name);

protected:
    void customEvent(QEvent* event) override;

private:
    using Delivery = std::function<void()>;
    using Body = std::function<Delivery(const Watch&)>;
    using Key = std::pair<QObject*, QString>;
    struct Job {
        Key key;
        QPointer<QObject> receiver;
        std::uint64_t ticket = 0;
        std::stop_source stop;
        Kind kind = Kind::computes;
        Body body;
    };

    void enqueue(QObject* receiver, const QString& name, Kind kind, Body body);
    void stopComputing();
    void work(const std::stop_token& end, bool onlyLooks);
    Job next(bool onlyLooks); // under the mutex
    bool isAny(bool onlyLooks) const { return !m_looks.empty() || (!onlyLooks && !m_queue.empty()); }
    Delivery failure(const Key& key, const QString& text);
    void deliver(const Job& job, const Delivery& delivery);

    struct Latest {
        std::uint64_t ticket = 0;
        std::stop_source stop;
        Kind kind = Kind::computes;
    };
    QHash<Key, Latest> m_latest; // of the receiver's thread
    std::uint64_t m_tickets = 0;
    int m_open = 0; // started and not yet delivered

    std::mutex m_mutex;
    std::condition_variable_any m_wake, m_ended;
    std::deque<Job> m_looks, m_queue;
    std::deque<std::pair<Job, Delivery>> m_ran; // to be delivered, with an event posted for each
    int m_running = 0, m_writing = 0;           // the latter queued or running
    std::vector<std::jthread> m_threads;        // last: joined before anything they use goes away
};

} // namespace tscope
