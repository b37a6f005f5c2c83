// SPDX-License-Identifier: Apache-2.0
#include "array/bounded_sum.h"

#include "base/check.h"

#include <algorithm>

namespace tscope {

namespace {

__extension__ using Big = __int128;

Big magnitude(Big value)
{
    return value < 0 ? -value : value;
}

Big gcd(Big a, Big b)
{
    a = magnitude(a);
    b = magnitude(b);
    while (b != 0) {
        const auto next = a % b;
        a = b;
        b = next;
    }
    return a;
}

Big floorDiv(Big a, Big b) // b > 0
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

Big ceilDiv(Big a, Big b) // b > 0
{
    return -floorDiv(-a, b);
}

Big modulo(Big a, Big b) // b > 0, result in [0, b)
{
    const auto out = a % b;
    return out < 0 ? out + b : out;
}

// Of a value that has no common divisor with the modulus, by Euclid.
Big inverseOf(Big value, Big modulus)
{
    Big r0 = modulus, r1 = modulo(value, modulus), t0 = 0, t1 = 1;
    while (r1 != 0) {
        const auto q = r0 / r1;
        const auto r2 = r0 - q * r1, t2 = t0 - q * t1;
        r0 = r1, r1 = r2, t0 = t1, t1 = t2;
    }
    return modulo(t0, modulus);
}

} // namespace

SumSearch::SumSearch(std::span<const SumTerm> terms, std::int64_t target, std::int64_t budget)
    : m_levels(terms.size()), m_numbers(terms.size()), m_budget(budget)
{
    constexpr Big limit = Big{1} << 120;
    Big low = 0, high = 0, divisor = 0, size = 0;
    for (std::size_t k = terms.size(); k-- > 0;) {
        auto& level = m_levels[k];
        level.step = terms[k].step;
        level.least = terms[k].least;
        level.most = terms[k].most;
        m_done = m_done || level.least > level.most;
        level.tailLow = low;
        level.tailHigh = high;
        level.tailDivisor = divisor;
        if (divisor != 0 && level.step != 0) {
            level.divisor = gcd(level.step, divisor);
            level.stride = divisor / level.divisor;
            level.inverse = inverseOf(level.step / level.divisor, level.stride);
        }
        const auto a = level.step * level.least, b = level.step * level.most;
        size += std::max(magnitude(a), magnitude(b));
        if (size > limit) {
            m_ranOut = m_done = true;
            return;
        }
        low += std::min(a, b);
        high += std::max(a, b);
        divisor = gcd(level.step, divisor);
    }
    if (m_levels.empty())
        m_emptySolution = target == 0;
    else
        m_levels[0].rest = target;
}

void SumSearch::open(Level& level) const
{
    level.number = level.least;
    level.end = level.most;
    if (level.step == 0) {
        const bool fits = level.rest >= level.tailLow && level.rest <= level.tailHigh &&
                          (level.tailDivisor == 0 || level.rest % level.tailDivisor == 0);
        if (!fits)
            level.end = level.number - 1;
        return;
    }
    auto step = level.step, from = level.rest - level.tailHigh, to = level.rest - level.tailLow;
    if (step < 0) {
        step = -step;
        std::swap(from, to);
        from = -from;
        to = -to;
    }
    level.number = std::max(level.least, ceilDiv(from, step));
    level.end = std::min(level.most, floorDiv(to, step));
    if (level.tailDivisor == 0 || level.number > level.end)
        return;
    if (level.rest % level.divisor != 0) {
        level.end = level.number - 1;
        return;
    }
    const auto wanted = modulo(modulo(level.rest / level.divisor, level.stride) * level.inverse, level.stride);
    level.number += modulo(wanted - level.number, level.stride);
}

bool SumSearch::spend()
{
    if (m_budget-- > 0)
        return true;
    m_ranOut = m_done = true;
    return false;
}

bool SumSearch::next()
{
    if (m_done)
        return false;
    if (m_levels.empty()) {
        m_done = true;
        return m_emptySolution;
    }
    if (m_started) {
        m_levels[m_depth].number += m_levels[m_depth].stride;
    } else {
        m_started = true;
        open(m_levels[0]);
    }
    while (true) {
        auto& level = m_levels[m_depth];
        if (!spend())
            return false;
        if (level.number > level.end) {
            if (m_depth == 0) {
                m_done = true;
                return false;
            }
            --m_depth;
            m_levels[m_depth].number += m_levels[m_depth].stride;
            continue;
        }
        m_numbers[m_depth] = static_cast<std::int64_t>(level.number);
        if (m_depth + 1 == m_levels.size())
            return true;
        m_levels[m_depth + 1].rest = level.rest - level.step * level.number;
        open(m_levels[++m_depth]);
    }
}

Wide SumSearch::count(Wide enough)
{
    TSCOPE_CHECK(!m_started, "counting starts from the beginning");
    if (m_done)
        return 0;
    if (m_levels.empty())
        return m_emptySolution ? 1 : 0;
    // The last term has exactly one number for every number of the one before it, so that one is not opened.
    const auto counted = m_levels.size() >= 2 ? m_levels.size() - 2 : 0;
    Wide found = 0;
    m_started = true;
    open(m_levels[0]);
    while (spend()) {
        auto& level = m_levels[m_depth];
        if (m_depth == counted && level.number <= level.end) {
            const auto more = (level.end - level.number) / level.stride; // one less than the numbers that fit
            found = found + Wide(1) + Wide::product(static_cast<std::int64_t>(more >> 32), std::int64_t{1} << 32) +
                    Wide(static_cast<std::int64_t>(more & 0xffffffff));
            if (found >= enough)
                break;
            level.number = level.end + 1;
        }
        if (level.number > level.end) {
            if (m_depth == 0)
                break;
            --m_depth;
            m_levels[m_depth].number += m_levels[m_depth].stride;
            continue;
        }
        m_levels[m_depth + 1].rest = level.rest - level.step * level.number;
        open(m_levels[++m_depth]);
    }
    m_done = true;
    return found;
}

void sortForSearch(std::vector<SumTerm>& terms)
{
    std::ranges::stable_sort(terms, std::greater<>{}, [](const SumTerm& term) {
        return term.step < 0 ? 0 - static_cast<std::uint64_t>(term.step) : static_cast<std::uint64_t>(term.step);
    });
}

} // namespace tscope
