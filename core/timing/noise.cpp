// SPDX-License-Identifier: Apache-2.0
#include "timing/noise.h"

#include "timing/number_text.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

constexpr std::size_t enoughRows = 5;

bool hasNoise(const Row& row)
{
    return row.status == Status::ok && !row.isSimulated && row.noise.has_value();
}

// Precondition: there is one.
double nearlyAllBelow(std::vector<double> shares)
{
    std::ranges::sort(shares);
    const auto rank = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(shares.size())));
    return shares[std::min(rank, shares.size()) - 1];
}

} // namespace

std::optional<double> betweenRounds(const Figure& figure)
{
    if (figure.rounds.size() < 2)
        return std::nullopt;
    double least = 0, greatest = 0;
    std::size_t begin = 0;
    for (const auto count : figure.rounds) {
        if (count == 0)
            continue;
        const auto value = medianOf(std::span(figure.samples).subspan(begin, count)).value;
        least = begin == 0 ? value : std::min(least, value);
        greatest = std::max(greatest, value);
        begin += count;
    }
    return least > 0 ? std::optional(greatest / least - 1) : std::nullopt;
}

double noiseOf(std::span<const Row> rows)
{
    std::vector<double> shares;
    for (const auto& row : rows)
        if (hasNoise(row))
            shares.push_back(*row.noise);
    return shares.empty() ? 0 : nearlyAllBelow(std::move(shares));
}

Noise::Noise(const Session& session) : m_session(session.noise)
{
    std::map<Kind, std::vector<double>> shares;
    for (const auto& row : session.rows)
        if (hasNoise(row))
            shares[{row.op, row.device}].push_back(*row.noise);
    for (auto& [kind, each] : shares)
        if (each.size() >= enoughRows)
            m_kinds.emplace(kind, nearlyAllBelow(std::move(each)));
}

double Noise::ofKind(const Row& row) const
{
    const auto kind = m_kinds.find({row.op, row.device});
    return kind != m_kinds.end() ? kind->second : m_session;
}

double Noise::of(const Row& row) const
{
    return std::max(ofKind(row), row.noise.value_or(0));
}

std::string Noise::text() const
{
    if (m_kinds.size() < 2)
        return m_session > 0 ? percentText(m_session) : std::string();
    std::string out;
    for (const auto& [kind, share] : m_kinds)
        out += (out.empty() ? "" : ", ") + percentText(share) + " for " + std::get<0>(kind) + " on " +
               std::get<1>(kind);
    return out;
}

std::vector<std::string> remarksOnNoise(const Session& session)
{
    std::vector<std::string> remarks;
    const Noise noise(session);
    if (const auto text = noise.text(); !text.empty())
        remarks.push_back("Two runs of one cell lie apart by up to " + text +
                          ", 95 times of 100; each verdict allows for that.");
    const auto count = [&](auto&& isSo) { return std::ranges::count_if(session.rows, isSo); };
    const auto ofRows = "Of " + std::to_string(session.rows.size()) + " rows ";
    if (const auto wide = count([](const Row& row) { return row.warm.isThere() && !row.warm.isNarrow; }); wide > 0)
        remarks.push_back(ofRows + std::to_string(wide) + " had no narrow interval before their time was up.");
    if (const auto loud = count([&](const Row& row) { return noise.isLoud(row); }); loud > 0)
        remarks.push_back(ofRows + std::to_string(loud) +
                          " differed more from round to round than that; their verdicts allow for what they did.");
    if (count([](const Row& row) { return row.isSimulated; }) > 0)
        remarks.emplace_back(
            "Some devices are played by the host: their times tell nothing, and no verdict is made "
            "of them.");
    if (session.isPartial)
        remarks.emplace_back("The session was stopped before all was measured, or goes on.");
    remarks.insert(remarks.end(), session.machine.remarks.begin(), session.machine.remarks.end());
    return remarks;
}

} // namespace tscope::timing
