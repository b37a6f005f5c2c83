// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/noise.h"
#include "timing/session.h"

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace tscope::timing {

// Compares rows of one session by one of their times: every verdict and every ratio of two rows that is shown
// comes from here.
//
// A session measures all forms once in each round. A disturbance of the machine that lasts for a round slows two
// forms alike and does not change their ratio, so rows with the same number of rounds are compared round by round.
// The interval covers the rounds. Few rounds may be alike by luck, so it is widened by how far the ratios of
// rounds usually differ, over the forms of the same operation on the same tensor and devices.
//
// Rows with different numbers of rounds, and those with one, are compared by their times over all rounds. Then the
// interval is widened by the noise of the two rows.
class RowComparison
{
public:
    using TimeOf = std::function<const Figure&(const Row&)>;

    // The session has to outlive this.
    explicit RowComparison(const Session& session, TimeOf timeOf = &Row::warm);

    // The time of b by that of a. Precondition: both rows have the time.
    Ratio ratio(std::size_t a, std::size_t b) const;
    // The verdict on a against b. A row with one round of several that were wanted does not show how far its
    // rounds differ, so it is called faster or slower only where the two are far apart.
    Word word(std::size_t a, std::size_t b) const;

private:
    using Medians = std::vector<Median>; // by round
    using Kind = std::tuple<std::string, std::string, std::string, std::string, std::size_t>;

    const Medians& roundsOf(std::size_t row) const;
    bool arePaired(std::size_t a, std::size_t b) const;
    // By how much the interval of a ratio is widened, as a share.
    double allowance(std::size_t a, std::size_t b) const;
    double betweenRatios(std::size_t a, std::size_t b) const;
    double usualBetweenRatios(std::size_t a, std::size_t b) const;

    const Session& m_session;
    const Noise m_noise;
    const TimeOf m_timeOf;
    // Made when a comparison needs them: most callers compare few rows.
    mutable std::vector<std::optional<Medians>> m_rounds;
    mutable std::map<Kind, double> m_usual;
};

} // namespace tscope::timing
