// SPDX-License-Identifier: Apache-2.0
#include "bench/fetch_time.h"

#include "base/thread_pool.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tscope::bench {

namespace {

constexpr std::int64_t lineBytes = 64, pageBytes = 4096;
// What is asked for before it is read: nothing, what comes soon to the first cache, what comes later to the
// second.
enum class Asks { nothing, near, far };
constexpr std::int64_t soon = 16, later = 96;         // entries
typedef std::int64_t Word __attribute__((may_alias)); // of what holds other numbers

// Goes over the entries [begin, end).
using FetchingLoop = void (*)(const NamedRows& rows, std::int64_t begin, std::int64_t end);

// Single elements of 8 bytes and a value with each, in as many strands as a processor could have under way.
// `asksPageAhead`: of what is read from front to back, what comes a page later, to the second cache.
template <bool asksPageAhead>
void elements(const NamedRows& rows, std::int64_t begin, std::int64_t end)
{
    const auto* indices = rows.pattern->indices.data();
    const auto* from = reinterpret_cast<const Word*>(rows.data);
    const auto* values = reinterpret_cast<const Word*>(rows.values);
    const auto lastAsked = asksPageAhead ? rows.pattern->entries() - pageBytes : 0;
    std::int64_t sums[8]{};
    for (auto e = begin; e + 8 <= end; e += 8) {
        if (e < lastAsked) {
            __builtin_prefetch(reinterpret_cast<const std::byte*>(values + e) + pageBytes, 0, 2);
            __builtin_prefetch(reinterpret_cast<const std::byte*>(indices + e) + pageBytes, 0, 2);
        }
        for (int s = 0; s < 8; ++s)
            sums[s] += from[indices[e + s]] ^ values[e + s];
    }
    benchmark::DoNotOptimize(sums);
}

#if defined(__x86_64__)
template <Asks asks>
__attribute__((target("avx2"))) void elementsByFour(const NamedRows& rows, std::int64_t begin, std::int64_t end)
{
    const auto* indices = rows.pattern->indices.data();
    const auto* from = reinterpret_cast<const long long*>(rows.data);
    const auto* values = reinterpret_cast<const Word*>(rows.values);
    const auto lastAsked = rows.pattern->entries() - later - 4;
    auto sums = _mm256_setzero_si256();
    for (auto e = begin; e + 4 <= end; e += 4) {
        if (asks != Asks::nothing) {
            _mm_prefetch(values + e + 256, _MM_HINT_NTA);
            _mm_prefetch(indices + e + 512, _MM_HINT_NTA);
        }
        if (asks == Asks::far && e <= lastAsked)
            for (int s = 0; s < 4; ++s)
                _mm_prefetch(from + indices[e + later + s], _MM_HINT_T1);
        const auto four =
            _mm256_i32gather_epi64(from, _mm_loadu_si128(reinterpret_cast<const __m128i*>(indices + e)), 8);
        const auto value = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + e));
        sums = _mm256_add_epi64(sums, _mm256_xor_si256(four, value));
    }
    benchmark::DoNotOptimize(sums);
}
#endif

template <Asks asks, bool writes>
void lines(const NamedRows& rows, std::int64_t begin, std::int64_t end)
{
    const auto* indices = rows.pattern->indices.data();
    const auto last = rows.pattern->entries() - 1;
    std::int64_t sum = 0;
    for (auto e = begin; e < end; ++e) {
        const auto* next =
            rows.data + indices[std::min(e + (asks == Asks::far ? later : soon), last)] * rows.rowBytes;
        auto* row = rows.data + indices[e] * rows.rowBytes;
        for (std::int64_t line = 0; line < rows.rowBytes; line += lineBytes) {
            if (asks == Asks::near)
                __builtin_prefetch(next + line);
            if (asks == Asks::far)
                __builtin_prefetch(next + line, 0, 2);
            auto* word = reinterpret_cast<Word*>(row + line); // two threads may be at one row
            if (writes)
                __atomic_store_n(word, __atomic_load_n(word, __ATOMIC_RELAXED) ^ e, __ATOMIC_RELAXED);
            else
                sum += __atomic_load_n(word, __ATOMIC_RELAXED);
        }
    }
    benchmark::DoNotOptimize(sum);
}

std::vector<FetchingLoop> loopsFor(const NamedRows& rows)
{
    if (rows.areWritten)
        return {lines<Asks::nothing, true>, lines<Asks::near, true>, lines<Asks::far, true>};
    if (rows.rowBytes >= lineBytes)
        return {lines<Asks::nothing, false>, lines<Asks::near, false>, lines<Asks::far, false>};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0)
        return {elements<false>, elements<true>, elementsByFour<Asks::nothing>, elementsByFour<Asks::near>,
                elementsByFour<Asks::far>};
#endif
    return {elements<false>, elements<true>};
}

} // namespace

void FetchTime::measure()
{
    constexpr std::int64_t parts = 64;
    constexpr int rounds = 3;
    const auto entries = m_rows.pattern->entries();
    setThreadCount(m_threads);
    for (int round = 0; round < rounds; ++round)
        for (const auto loop : loopsFor(m_rows)) {
            const auto began = std::chrono::steady_clock::now();
            parallelFor(parts, [&](std::int64_t part) {
                loop(m_rows, entries * part / parts, entries * (part + 1) / parts);
            });
            const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
            m_best = std::min(m_best, took.count());
        }
    setThreadCount(0);
}

} // namespace tscope::bench
