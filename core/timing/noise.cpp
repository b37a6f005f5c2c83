// SPDX-License-Identifier: Apache-2.0
#include "timing/noise.h"

#include "timing/number_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

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

} // namespace tscope::timing
