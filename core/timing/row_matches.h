// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/session.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tscope::timing {

// In what the two rows of a pair differ besides their times.
enum class RowDifference : std::uint8_t { none, threads, indexType, elementType, device };

// Which rows of two sessions are of one cell, of tensors that SubjectPairs pairs. Each row has one partner at
// most: of several devices of one kind that with its own name or number of threads, else the first that is left. A
// row without such a partner gets the one that differs in its threads alone, in one of its types alone, or in its
// device alone, if there is no choice: each session has one row of that kind.
class RowMatches
{
public:
    RowMatches(const Session& before, const Session& after);

    std::optional<std::size_t> before(std::size_t rowAfter) const { return m_before[rowAfter]; }
    RowDifference difference(std::size_t rowAfter) const { return m_differences[rowAfter]; }
    bool isMatched(std::size_t rowBefore) const { return m_isMatched[rowBefore]; }

    // Why a row has no partner in the other session.
    std::string whyOnlyBefore(std::size_t row) const { return whyNotIn(m_knownAfter, m_keysBefore[row]); }
    std::string whyOnlyAfter(std::size_t row) const { return whyNotIn(m_knownBefore, m_keysAfter[row]); }

private:
    using Key = std::vector<std::string>; // content, pair of tensors, operation, form, kind of device
    using Known = std::set<Key>;          // with all beginnings of the keys

    void matchEqual(const Session& before, const Session& after);
    void matchDiffering(const Session& before, const Session& after, RowDifference difference);
    static Known knownOf(const Session& session, const std::vector<Key>& keys,
                         const std::vector<std::string>& pairs);
    static std::string whyNotIn(const Known& known, const Key& key);

    std::vector<Key> m_keysBefore, m_keysAfter; // of the rows
    Known m_knownBefore, m_knownAfter;
    std::vector<std::optional<std::size_t>> m_before;
    std::vector<RowDifference> m_differences; // of the rows after
    std::vector<bool> m_isMatched;
};

} // namespace tscope::timing
