// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tscope {

namespace {

std::atomic<int> g_threads{0};
std::atomic<int> g_threadsUsed{1};
thread_local bool t_insideBody = false;

// About what it takes to wake a sleeping thread. Who waits looks so long before it goes to sleep: work of some
// dozens of microseconds would else take twice as long, or as long as one thread alone takes, as it happens.
constexpr std::chrono::microseconds looksFor{50};

inline void pause()
{
#if defined(__x86_64__)
    _mm_pause();
#endif
}

// Returns when `isOver` is true, or after a while.
template <class Condition>
void lookFor(const Condition& isOver)
{
    constexpr int looksPerTime = 32;
    const auto end = std::chrono::steady_clock::now() + looksFor;
    do
        for (int look = 0; look < looksPerTime; ++look) {
            if (isOver())
                return;
            pause();
        }
    while (std::chrono::steady_clock::now() < end);
}

void noteThreads(int used)
{
    auto most = g_threadsUsed.load();
    while (most < used && !g_threadsUsed.compare_exchange_weak(most, used)) {
    }
}

// One parallelFor: the parts not yet taken, and how many helpers still work on it.
struct Job {
    const std::function<void(std::int64_t)>* body = nullptr;
    std::int64_t parts = 0;
    std::atomic<std::int64_t> next{0};
    std::atomic<int> helpers{0}; // changed under the pool's mutex
    std::atomic<int> workers{0}; // that took a part

    std::atomic<bool> hasFailed{false};
    std::exception_ptr failure; // of the first that failed; read when no one works on it any more

    void work()
    {
        t_insideBody = true;
        auto part = next.fetch_add(1);
        if (part < parts)
            workers.fetch_add(1);
        for (; part < parts && !hasFailed.load(); part = next.fetch_add(1))
            try {
                (*body)(part);
            } catch (...) { // memory may run out anywhere
                if (!hasFailed.exchange(true))
                    failure = std::current_exception();
            }
        t_insideBody = false;
    }
};

class Pool
{
public:
    ~Pool()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stopping = true;
        }
        m_wake.notify_all();
    }

    void run(Job& job, int helpersWanted)
    {
        {
            const std::lock_guard lock(m_mutex);
            addThreads(helpersWanted);
            m_jobs.push_back(&job);
            m_begun.fetch_add(1);
        }
        m_wake.notify_all();
        job.work();
        {
            const std::lock_guard lock(m_mutex);
            std::erase(m_jobs, &job); // no more helpers from here on
        }
        const auto isAlone = [&job] { return job.helpers.load() == 0; };
        lookFor(isAlone);
        std::unique_lock lock(m_mutex);
        m_done.wait(lock, isAlone);
        lock.unlock();
        noteThreads(job.workers.load());
        if (job.failure)
            std::rethrow_exception(job.failure);
    }

private:
    // Where the machine has no more threads, those that there are do the work.
    void addThreads(int wanted)
    try {
        while (static_cast<int>(m_threads.size()) < wanted)
            m_threads.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
    }

    void serve()
    {
        std::unique_lock lock(m_mutex);
        while (auto* job = awaitJob(lock)) {
            job->helpers.fetch_add(1);
            lock.unlock();
            job->work();
            lock.lock();
            if (job->helpers.fetch_sub(1) == 1)
                m_done.notify_all(); // the job may be gone
        }
    }

    // Nothing when the pool ends.
    Job* awaitJob(std::unique_lock<std::mutex>& lock)
    {
        // Picked once: a second look could find that the last part has gone meanwhile.
        auto* job = pick();
        const auto isOver = [&] { return m_stopping || job != nullptr; };
        if (!isOver()) {
            const auto begun = m_begun.load();
            lock.unlock();
            lookFor([&] { return m_begun.load() != begun; });
            lock.lock();
        }
        while (!isOver()) {
            job = pick();
            if (!isOver())
                m_wake.wait(lock);
        }
        return m_stopping ? nullptr : job;
    }

    Job* pick() const
    {
        for (auto* job : m_jobs)
            if (job->next.load() < job->parts && job->helpers + 1 < threadCount())
                return job;
        return nullptr;
    }

    std::mutex m_mutex;
    std::condition_variable m_wake, m_done;
    std::vector<Job*> m_jobs;
    std::atomic<std::uint64_t> m_begun{0}; // jobs so far
    bool m_stopping = false;
    std::vector<std::jthread> m_threads; // last: joined before anything they use goes away
};

Pool& pool()
{
    static Pool instance;
    return instance;
}

} // namespace

int threadCount()
{
    // Asked once: the answer is read from a file of the system.
    static const int machines = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int set = g_threads.load();
    return set > 0 ? set : machines;
}

void setThreadCount(int count)
{
    g_threads.store(count);
}

int threadsUsed()
{
    return g_threadsUsed.load();
}

void resetThreadsUsed()
{
    g_threadsUsed.store(1);
}

void parallelFor(std::int64_t parts, const std::function<void(std::int64_t)>& body)
{
    const int threads = static_cast<int>(std::min<std::int64_t>(threadCount(), parts));
    if (threads <= 1 || t_insideBody) {
        for (std::int64_t part = 0; part < parts; ++part)
            body(part);
        return;
    }
    Job job;
    job.body = &body;
    job.parts = parts;
    pool().run(job, threads - 1);
}

} // namespace tscope
