// SPDX-License-Identifier: Apache-2.0
#include "timing/noise.h"

#include "base/say.h"
#include "timing/number_text.h"
#include "timing/roofs.h"
#include "timing/stop.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

constexpr double mostOfRows = 0.95; // what the noise of a session covers

bool hasNoise(const Row& row)
{
    return row.status == Status::ok && !row.isSimulated && row.noise.has_value();
}

// Such a share of them lies no higher. Precondition: there is one.
double quantile(std::span<const double> sorted, double share)
{
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

std::vector<double> sortedShares(std::span<const Row> rows)
{
    std::vector<double> shares;
    for (const auto& row : rows)
        if (hasNoise(row))
            shares.push_back(*row.noise);
    std::ranges::sort(shares);
    return shares;
}

} // namespace

std::optional<double> betweenRounds(const Figure& figure)
{
    const auto medians = figure.roundMedians();
    if (medians.size() < 2)
        return std::nullopt;
    const auto [least, greatest] = std::ranges::minmax(medians, {}, &Median::value);
    return least.value > 0 ? std::optional(greatest.value / least.value - 1) : std::nullopt;
}

double noiseOf(std::span<const Row> rows)
{
    const auto shares = sortedShares(rows);
    return shares.empty() ? 0 : quantile(shares, mostOfRows);
}

std::optional<RoundSpread> roundSpreadOf(const Session& session, std::string_view tensor, std::string_view op)
{
    std::vector<double> shares;
    for (const auto& row : session.rows)
        if (hasNoise(row) && row.tensor == tensor && row.op == op)
            shares.push_back(*row.noise);
    if (shares.empty())
        return std::nullopt;
    std::ranges::sort(shares);
    return RoundSpread{quantile(shares, 0.5), quantile(shares, mostOfRows)};
}

std::string Noise::kindOf(const Row& row)
{
    return row.op + '\n' + row.device + '\n' + row.tensor;
}

Noise::Noise(const Session& session)
    : m_rounds(session.rounds), m_isMeasured(std::ranges::any_of(session.rows, isComparable)),
      m_most(session.noise)
{
    const auto all = sortedShares(session.rows);
    if (all.empty())
        return;
    m_most = quantile(all, mostOfRows); // what a session says may be of an earlier time, when it goes on
    m_greatest = all.back();
    m_middle = quantile(all, 0.5);
    std::map<std::string, std::vector<double>> shares;
    for (const auto& row : session.rows)
        if (hasNoise(row))
            shares[kindOf(row)].push_back(*row.noise);
    for (auto& [kind, each] : shares) {
        std::ranges::sort(each);
        m_middles.emplace(kind, quantile(each, 0.5));
    }
}

double Noise::of(const Row& row) const
{
    if (row.noise)
        return *row.noise;
    const auto middle = m_middles.find(kindOf(row));
    return std::max(m_most, middle == m_middles.end() ? 0 : middle->second);
}

std::string Noise::text() const
{
    if (!m_middle)
        return {};
    auto middle = percentText(*m_middle);
    const auto most = percentText(m_most);
    return middle == most ? middle : say("{0} (median), {1} (95th percentile)", middle, most);
}

std::vector<std::string> remarksOnNoise(const Session& session)
{
    std::vector<std::string> remarks;
    const Noise noise(session);
    if (const auto text = noise.text(); !text.empty())
        remarks.push_back(
            say("Over all operations, repeated rounds differ by {0}. Verdicts compare forms round by round: what "
                "slows all forms of a round alike does not count, and few rounds widen the interval of a ratio.",
                text));
    else if (noise.isUnknown())
        remarks.emplace_back(say(
            "Each time was measured in one round, so the difference between rounds is not known and verdicts do "
            "not allow for it."));
    const auto count = [&](auto&& isSo) { return std::ranges::count_if(session.rows, isSo); };
    if (const auto wide = count([](const Row& row) { return row.warm.isThere() && !row.warm.isNarrow; }); wide > 0)
        remarks.push_back(say("In {0} of {1} measurements the time limit was reached before the interval was "
                              "narrow enough.",
                              wide, count([](const Row& row) { return row.warm.isThere(); })));
    if (count([](const Row& row) { return row.isSimulated; }) > 0)
        remarks.push_back(
            say("Some devices are simulated by the host: their times say nothing about a real device and take "
                "no part in verdicts."));
    for (auto& remark : remarksOnLimits(session))
        remarks.push_back(std::move(remark));
    if (const auto stop = stopOf(session))
        for (const auto& sentence : sentencesOf(*stop))
            remarks.push_back(tscope::timing::text(sentence));
    remarks.insert(remarks.end(), session.machine.remarks.begin(), session.machine.remarks.end());
    return remarks;
}

} // namespace tscope::timing
