// SPDX-License-Identifier: Apache-2.0
#include "timing/tempo.h"

#include "base/memory_budget.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "cpu/rate/fixed_work.h"
#include "cpu/rate/multiply_add.h"
#include "memory/buffer_pool.h"
#include "timing/number_text.h"
#include "timing/stopwatch.h"
#include "timing/timed_device.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace tscope::timing {

namespace {

constexpr int shareOfLooks = 20;      // they take one part of so many
constexpr int timesEachLook = 3;      // of which the least counts: threads wake now early, now late
constexpr double worthAWord = 0.1;    // what is less is not
constexpr std::size_t fewSamples = 3; // in a round: fewer tell nothing of it

constexpr std::int64_t nearBytes = std::int64_t{1} << 16, farBytes = std::int64_t{1} << 22; // of a table
constexpr std::int64_t linesEach = 1 << 13;
constexpr std::int64_t mostCopied = std::int64_t{128} << 20, shareOfMemory = 8;

// What touches less than this finds it all in caches that are a core's own.
constexpr std::int64_t ownCacheBytes = std::int64_t{1} << 20;

constexpr std::string_view copying = "copying memory", fetchingFar = "fetching from a shared cache";

} // namespace

struct TempoWatch::Ground {
    std::vector<double> table = std::vector<double>(static_cast<std::size_t>(farBytes / 8), 1.0);
    std::vector<std::vector<float>> inPlace; // of each thread
    Buffer lines;                            // of all threads, side by side
    std::vector<double> kept;                // likewise: somebody has to ask for what comes out
    std::int64_t copied;
    Buffer from, to;

    Ground(std::size_t threads, std::int64_t bytes)
        : inPlace(threads, std::vector<float>(1 << 12, 0.0F)),
          lines(Buffer::zeroed(static_cast<std::int64_t>(threads) * linesEach * 64)), kept(threads, 0.0),
          copied(bytes), from(Buffer::unset(bytes)), to(Buffer::unset(bytes))
    {
        if (from) // pages that nobody wrote are all the same one
            std::memset(from.data(), 1, static_cast<std::size_t>(copied));
    }

    double& keptBy(std::int64_t thread) { return kept[static_cast<std::size_t>(thread)]; }
    void compute(std::int64_t thread)
    {
        auto last = static_cast<float>(keptBy(thread));
        cpu::multiplyAdd(&last, 80'000);
        keptBy(thread) = last;
    }
    void fetch(std::int64_t thread, std::int64_t bytes, std::int64_t count)
    {
        keptBy(thread) = cpu::fetchAround(table.data(), bytes / 8, count);
    }
    void add(std::int64_t thread)
    {
        auto& sums = inPlace[static_cast<std::size_t>(thread)];
        cpu::addInPlace(sums.data(), std::ssize(sums), 16);
    }
    // Not by itself: no kernel does nothing else.
    void addBesideOthers(std::int64_t thread)
    {
        for (int i = 0; i < 3; ++i)
            add(thread);
        cpu::addBesideOthers(lines.as<float>(), linesEach, std::ssize(kept), thread);
    }
    void copy(std::int64_t thread)
    {
        const auto share = copied / std::ssize(kept);
        std::memcpy(to.data() + thread * share, from.data() + thread * share, static_cast<std::size_t>(share));
    }
};

TempoWatch::TempoWatch(std::int64_t maxBytes, std::chrono::nanoseconds pause)
    : m_maxBytes(maxBytes), m_pause(pause)
{
}
TempoWatch::~TempoWatch() = default;

void TempoWatch::begin()
{
    // As much on every occasion, or nothing.
    const auto copied = std::min(lastCacheBytes(), mostCopied);
    const auto most = (m_maxBytes > 0 ? m_maxBytes : memoryBudget()) / shareOfMemory;
    m_ground = std::make_unique<Ground>(static_cast<std::size_t>(std::max(threadCount(), 1)),
                                        copied <= most ? copied : 0);
    auto* ground = m_ground.get();
    m_pieces.push_back({"computing", [ground](std::int64_t thread) { ground->compute(thread); }});
    m_pieces.push_back({"adding in place", [ground](std::int64_t thread) { ground->add(thread); }});
    if (ground->lines)
        m_pieces.push_back(
            {"adding beside other threads", [ground](std::int64_t thread) { ground->addBesideOthers(thread); }});
    m_pieces.push_back({"fetching from a near cache",
                        [ground](std::int64_t thread) { ground->fetch(thread, nearBytes, 1 << 16); }});
    m_pieces.push_back(
        {std::string(fetchingFar), [ground](std::int64_t thread) { ground->fetch(thread, farBytes, 1 << 15); }});
    if (ground->copied > 0 && ground->from && ground->to)
        m_pieces.push_back({std::string(copying), [ground](std::int64_t thread) { ground->copy(thread); }});
}

double TempoWatch::oneTime(const Piece& piece) const
{
    const auto begun = Clock::now();
    parallelFor(std::ssize(m_ground->kept), piece.run);
    return std::chrono::duration<double, std::nano>(Clock::now() - begun).count();
}

bool TempoWatch::look(int round, const Watch& watch)
{
    if (m_pause.count() > 0 && Clock::now() < m_next)
        return false;
    if (!m_ground) {
        begin();
        for (const auto& piece : m_pieces) // pages and threads that are new
            oneTime(piece);
    }
    const auto begun = Clock::now();
    for (auto& piece : m_pieces) {
        if (watch.isStopped())
            return false;
        auto least = oneTime(piece);
        for (int i = 1; i < timesEachLook; ++i)
            least = std::min(least, oneTime(piece));
        piece.took.samples.push_back(least);
        if (piece.lastRound != round)
            piece.took.rounds.push_back(0);
        ++piece.took.rounds.back();
        piece.lastRound = round;
    }
    const auto end = Clock::now();
    m_next = end + std::max<Clock::duration>(m_pause, shareOfLooks * (end - begun));
    return true;
}

std::vector<Tempo> TempoWatch::tempo() const
{
    std::vector<Tempo> out;
    for (const auto& piece : m_pieces)
        if (piece.took.isThere())
            out.push_back({piece.work, piece.took});
    return out;
}

namespace {

bool isOneMachine(const Session& a, const Session& b)
{
    const auto* one = a.processorLimits();
    const auto* other = b.processorLimits();
    return a.machine.processor == b.machine.processor && a.machine.threads == b.machine.threads &&
           a.machine.memoryBytes == b.machine.memoryBytes && one != nullptr && other != nullptr &&
           one->cacheBytes == other->cacheBytes;
}

} // namespace

TempoChanges::TempoChanges(const Session& before, const Session& after)
{
    if (!isOneMachine(before, after))
        return;
    for (const auto& old : before.tempo) {
        const auto now = std::ranges::find(after.tempo, old.work, &Tempo::work);
        if (now == after.tempo.end() || !old.took.isThere() || !now->took.isThere())
            continue;
        const auto a = medianOf(old.took.samples), b = medianOf(now->took.samples); // whatever the rounds
        if (a.low <= 0 || b.low <= 0)
            continue;
        m_changes.push_back({{std::max(1.0, b.low / a.high), std::max(1.0, a.low / b.high), old.work},
                             old.work == copying       ? after.processorLimits()->cacheBytes
                             : old.work == fetchingFar ? ownCacheBytes
                                                       : 0});
    }
}

TempoChanges::Slowdown TempoChanges::of(const Row& row) const
{
    Slowdown out;
    if (!isProcessor(row.device))
        return out;
    for (const auto& [slowdown, fromBytes] : m_changes) {
        if (row.bytes < fromBytes)
            continue;
        if (std::max(slowdown.after, slowdown.before) > std::max(out.after, out.before))
            out.work = slowdown.work;
        out.after = std::max(out.after, slowdown.after);
        out.before = std::max(out.before, slowdown.before);
    }
    return out;
}

std::string remarkOn(const TempoChanges::Slowdown& slowdown)
{
    const auto most = std::max(slowdown.after, slowdown.before);
    if (most < 1 + worthAWord)
        return {};
    const auto times = ratioText(most);
    return slowdown.after > slowdown.before
               ? say("A fixed piece of work ({0}) ran {1}x slower in the second session; "
                     "intervals are widened for that",
                     slowdown.work, times)
               : say("A fixed piece of work ({0}) ran {1}x slower in the first session; "
                     "intervals are widened for that",
                     slowdown.work, times);
}

std::string remarkOnTempo(std::span<const Tempo> tempo)
{
    double most = 1;
    for (const auto& each : tempo) {
        if (std::ranges::any_of(each.took.rounds, [](std::size_t count) { return count < fewSamples; }))
            continue;
        const auto rounds = each.took.roundMedians();
        if (rounds.size() < 2)
            continue;
        const auto slowest = std::ranges::max(rounds, {}, &Median::low),
                   fastest = std::ranges::min(rounds, {}, &Median::high);
        if (fastest.high > 0)
            most = std::max(most, slowest.low / fastest.high);
    }
    return most < 1 + worthAWord ? std::string()
                                 : "A fixed test loop took up to " + ratioText(most) + "x as long in some rounds.";
}

} // namespace tscope::timing
