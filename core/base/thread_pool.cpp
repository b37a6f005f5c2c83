// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace tscope {

namespace {

std::atomic<int> g_threads{0};
thread_local bool t_insideBody = false;

// One parallelFor: the parts not yet taken, and how many helpers still work on it.
struct Job {
    const std::function<void(std::int64_t)>* body = nullptr;
    std::int64_t parts = 0;
    std::atomic<std::int64_t> next{0};
    int helpers = 0; // guarded by the pool's mutex

    void work()
    {
        t_insideBody = true;
        for (auto part = next.fetch_add(1); part < parts; part = next.fetch_add(1))
            (*body)(part);
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
            while (static_cast<int>(m_threads.size()) < helpersWanted)
                m_threads.emplace_back([this] { serve(); });
            m_jobs.push_back(&job);
        }
        m_wake.notify_all();
        job.work();
        std::unique_lock lock(m_mutex);
        std::erase(m_jobs, &job);
        m_done.wait(lock, [&] { return job.helpers == 0; });
    }

private:
    void serve()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            // Picked once: a second look could find that the last part has gone meanwhile.
            Job* job = nullptr;
            m_wake.wait(lock, [&] {
                job = pick();
                return m_stopping || job != nullptr;
            });
            if (m_stopping)
                return;
            ++job->helpers;
            lock.unlock();
            job->work();
            lock.lock();
            if (--job->helpers == 0)
                m_done.notify_all();
        }
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
