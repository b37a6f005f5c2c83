// SPDX-License-Identifier: Apache-2.0
#include "timing/row_comparison.h"

#include "timing/verdicts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tscope::timing {

namespace {

std::vector<Ratio> ratiosByRound(const std::vector<Median>& a, const std::vector<Median>& b)
{
    std::vector<Ratio> out;
    for (std::size_t round = 0; round < a.size(); ++round)
        out.push_back(ratioOf(b[round], a[round]));
    return out;
}

std::vector<double> numbersIn(const std::vector<Ratio>& ratios, double Ratio::*number)
{
    std::vector<double> out;
    for (const auto& ratio : ratios)
        out.push_back(ratio.*number);
    return out;
}

// Between two middle values their geometric mean, so that the ratio of b to a is the inverse of that of a to b.
double middleOf(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : std::sqrt(values[half - 1] * values[half]);
}

double lowerMiddleOf(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[(values.size() - 1) / 2];
}

// The ends are those of a median: with fewer than six rounds the least and the greatest.
Ratio overRounds(const std::vector<Ratio>& ratios)
{
    return {middleOf(numbersIn(ratios, &Ratio::value)), medianOf(numbersIn(ratios, &Ratio::low)).low,
            medianOf(numbersIn(ratios, &Ratio::high)).high};
}

// How often the usual difference between rounds widens the interval. Two equal forms have all ratios on one side
// of 1 in a half of all sessions with two rounds, and half as often with each further round: each of these numbers
// keeps the sessions in which such forms are called faster or slower below 5 %. From six rounds on the interval
// alone does.
double timesAllowed(std::size_t rounds)
{
    constexpr std::array<double, 6> times{0, 0, 3, 1, 0.5, 0.25};
    return rounds < times.size() ? times[rounds] : 0;
}

} // namespace

RowComparison::RowComparison(const Session& session, TimeOf timeOf)
    : m_session(session), m_noise(session), m_timeOf(std::move(timeOf)), m_rounds(session.rows.size())
{
}

const RowComparison::Medians& RowComparison::roundsOf(std::size_t row) const
{
    auto& rounds = m_rounds[row];
    if (!rounds)
        rounds = m_timeOf(m_session.rows[row]).roundMedians();
    return *rounds;
}

bool RowComparison::arePaired(std::size_t a, std::size_t b) const
{
    const auto &roundsOfA = roundsOf(a), &roundsOfB = roundsOf(b);
    const auto hasLength = [](const Median& time) { return time.low > 0; };
    return roundsOfA.size() > 1 && roundsOfA.size() == roundsOfB.size() &&
           std::ranges::all_of(roundsOfA, hasLength) && std::ranges::all_of(roundsOfB, hasLength);
}

Ratio RowComparison::ratio(std::size_t a, std::size_t b) const
{
    if (a == b)
        return {};
    const auto &timeOfA = m_timeOf(m_session.rows[a]), &timeOfB = m_timeOf(m_session.rows[b]);
    return widened(arePaired(a, b) ? overRounds(ratiosByRound(roundsOf(a), roundsOf(b)))
                                   : ratioOf(timeOfB.median(), timeOfA.median()),
                   allowance(a, b));
}

Word RowComparison::word(std::size_t a, std::size_t b) const
{
    const auto held = ratio(a, b);
    const bool isCut = m_noise.isCut(m_session.rows[a]) || m_noise.isCut(m_session.rows[b]);
    return isCut && !isFarApart(held, m_noise.greatest()) ? Word::undecided : wordFor(held);
}

double RowComparison::allowance(std::size_t a, std::size_t b) const
{
    return arePaired(a, b) ? timesAllowed(roundsOf(a).size()) * usualBetweenRatios(a, b)
                           : std::max(m_noise.of(m_session.rows[a]), m_noise.of(m_session.rows[b]));
}

// How far the ratios of the rounds lie apart, as a share of the least. Precondition: the rows are paired.
double RowComparison::betweenRatios(std::size_t a, std::size_t b) const
{
    const auto ratios = numbersIn(ratiosByRound(roundsOf(a), roundsOf(b)), &Ratio::value);
    const auto [least, greatest] = std::ranges::minmax(ratios);
    return greatest / least - 1;
}

// That of the middle form, of the same work on the same two devices with as many rounds. Each form counts with the
// middle one of its pairs, so that one disturbed form among three widens no ratio of the other two.
double RowComparison::usualBetweenRatios(std::size_t a, std::size_t b) const
{
    const auto& rows = m_session.rows;
    const auto [first, second] = std::minmax(rows[a].device, rows[b].device);
    const auto rounds = roundsOf(a).size();
    const Kind kind{rows[a].tensor, rows[a].op, first, second, rounds};
    if (const auto found = m_usual.find(kind); found != m_usual.end())
        return found->second;
    std::vector<std::size_t> onFirst, onSecond;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& row = rows[i];
        if (row.tensor != rows[a].tensor || row.op != rows[a].op || row.status != Status::ok ||
            (row.device != first && row.device != second) || roundsOf(i).size() != rounds)
            continue;
        if (row.device == first)
            onFirst.push_back(i);
        if (row.device == second)
            onSecond.push_back(i);
    }
    std::map<std::size_t, std::vector<double>> ofForms; // by row
    for (const auto i : onFirst)
        for (const auto j : onSecond)
            if ((first != second || i < j) && arePaired(i, j)) {
                const auto apart = betweenRatios(i, j);
                ofForms[i].push_back(apart);
                ofForms[j].push_back(apart);
            }
    if (ofForms.empty()) // rows of two tensors, in a chart
        return betweenRatios(a, b);
    std::vector<double> all;
    for (auto& [form, apart] : ofForms)
        all.push_back(lowerMiddleOf(std::move(apart)));
    return m_usual[kind] = lowerMiddleOf(std::move(all));
}

} // namespace tscope::timing
