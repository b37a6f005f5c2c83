// SPDX-License-Identifier: Apache-2.0
#include "timing/row_matches.h"

#include "base/say.h"
#include "timing/subject_pairs.h"
#include "timing/timed_device.h"
#include "timing/variant_words.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tscope::timing {

namespace {

// The device of a row by its name; of the processor with its number of threads, whether the session named that or
// used all that the machine has.
std::string withThreads(const Session& session, std::size_t row)
{
    const auto& device = session.rows[row].device;
    return isProcessor(device) ? processorWith(threadsOf(device, session.machine.threads)) : device;
}

// All that tells a row from others, except the one thing in which its partner may differ. Empty: that thing does
// not exist for this row.
std::vector<std::string> keyWithout(RowDifference difference, const Session& session, std::size_t row,
                                    const std::string& pair)
{
    const auto& op = session.rows[row].op;
    const auto& device = session.rows[row].device;
    const auto& variant = session.rows[row].variant;
    switch (difference) {
    case RowDifference::threads:
        if (isProcessor(device))
            return {pair, op, fullText(variant)};
        break;
    case RowDifference::indexType:
        if (!variant.indexDType.empty())
            return {pair, op, text(variant), variant.dtype, withThreads(session, row)};
        break;
    case RowDifference::elementType:
        if (!variant.dtype.empty())
            return {pair, op, text(variant), variant.indexDType, withThreads(session, row)};
        break;
    case RowDifference::device:
        return {pair, op, fullText(variant)};
    case RowDifference::none:
        break;
    }
    return {};
}

// `pairs`: the pair that each tensor of the session belongs to.
std::vector<std::vector<std::string>> keysOf(const Session& session, const std::vector<std::string>& pairs)
{
    std::map<std::string_view, std::size_t> subjects;
    for (std::size_t i = 0; i < session.subjects.size(); ++i)
        subjects.emplace(session.subjects[i].name, i);
    std::vector<std::vector<std::string>> out;
    for (const auto& row : session.rows) {
        const auto subject = subjects.find(row.tensor);
        const bool isKnown = subject != subjects.end();
        out.push_back({isKnown ? session.subjects[subject->second].contentHash : std::string(),
                       isKnown ? pairs[subject->second] : std::string(), row.op, fullText(row.variant),
                       deviceKind(row.device)});
    }
    return out;
}

struct PairNames {
    std::vector<std::string> before, after; // of each tensor; one without a partner has a name of its own
};

PairNames pairNamesOf(const Session& before, const Session& after)
{
    const SubjectPairs pairs(before, after);
    PairNames names;
    for (std::size_t a = 0; a < before.subjects.size(); ++a)
        names.before.push_back("before " + std::to_string(a));
    for (std::size_t b = 0; b < after.subjects.size(); ++b) {
        const auto a = pairs.before(b);
        names.after.push_back(a ? names.before[*a] : "after " + std::to_string(b));
    }
    return names;
}

// In place of the kind of device: the processor, with any number of threads.
constexpr const char* anyThreads = "threads";

} // namespace

RowMatches::Known RowMatches::knownOf(const Session& session, const std::vector<Key>& keys,
                                      const std::vector<std::string>& pairs)
{
    Known out;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        out.insert({session.subjects[i].contentHash});
        out.insert({session.subjects[i].contentHash, pairs[i]});
    }
    for (auto key : keys) {
        if (isProcessor(key.back())) {
            out.insert(key);
            key.back() = anyThreads;
        }
        for (; !key.empty(); key.pop_back())
            out.insert(key);
    }
    return out;
}

RowMatches::RowMatches(const Session& before, const Session& after)
    : m_before(after.rows.size()), m_differences(after.rows.size()), m_isMatched(before.rows.size())
{
    const auto pairs = pairNamesOf(before, after);
    m_keysBefore = keysOf(before, pairs.before);
    m_keysAfter = keysOf(after, pairs.after);
    m_knownBefore = knownOf(before, m_keysBefore, pairs.before);
    m_knownAfter = knownOf(after, m_keysAfter, pairs.after);
    matchEqual(before, after);
    for (const auto difference :
         {RowDifference::threads, RowDifference::indexType, RowDifference::elementType, RowDifference::device})
        matchDiffering(before, after, difference);
}

void RowMatches::matchEqual(const Session& before, const Session& after)
{
    std::map<Key, std::vector<std::size_t>> cells; // by key without the device
    const auto cellOf = [](Key key) {
        key.pop_back();
        return key;
    };
    for (std::size_t row = 0; row < m_keysBefore.size(); ++row)
        if (!m_keysBefore[row].front().empty())
            cells[cellOf(m_keysBefore[row])].push_back(row);
    for (const bool isSameWanted : {true, false})
        for (std::size_t row = 0; row < m_keysAfter.size(); ++row) {
            const auto cell = cells.find(cellOf(m_keysAfter[row]));
            if (m_before[row] || cell == cells.end())
                continue;
            const auto found = std::ranges::find_if(cell->second, [&](std::size_t each) {
                return isSameWanted ? withThreads(before, each) == withThreads(after, row)
                                    : m_keysBefore[each].back() == m_keysAfter[row].back();
            });
            if (found == cell->second.end())
                continue;
            m_before[row] = *found;
            m_isMatched[*found] = true;
            cell->second.erase(found);
        }
}

void RowMatches::matchDiffering(const Session& before, const Session& after, RowDifference difference)
{
    struct Rows {
        std::vector<std::size_t> before, after;
    };
    std::map<Key, Rows> all; // rows with a partner too, with which the others would have a choice
    const auto add = [&](const Session& session, const std::vector<Key>& keys,
                         std::vector<std::size_t> Rows::*side) {
        for (std::size_t row = 0; row < keys.size(); ++row)
            if (!keys[row].front().empty())
                if (auto key = keyWithout(difference, session, row, keys[row][1]); !key.empty())
                    (all[std::move(key)].*side).push_back(row);
    };
    add(before, m_keysBefore, &Rows::before);
    add(after, m_keysAfter, &Rows::after);
    for (const auto& [key, rows] : all) {
        if (rows.before.size() != 1 || rows.after.size() != 1)
            continue;
        const auto a = rows.before.front(), b = rows.after.front();
        if (m_isMatched[a] || m_before[b])
            continue;
        m_before[b] = a;
        m_differences[b] = difference;
        m_isMatched[a] = true;
    }
}

std::string RowMatches::whyNotIn(const Known& known, const Key& key)
{
    const auto isKnownTo = [&](std::ptrdiff_t length) {
        return known.contains({key.begin(), key.begin() + length});
    };
    if (key.front().empty())
        return say("the content of its tensor is not known");
    if (!isKnownTo(1))
        return say("the other session has no tensor of this content");
    if (!isKnownTo(2))
        return say("the other session has fewer tensors of this content");
    if (!isKnownTo(3))
        return say("the other session did not time this operation on it");
    if (!isKnownTo(4))
        return say("the other session did not time this form");
    auto withAnyThreads = key;
    withAnyThreads.back() = anyThreads;
    if (isProcessor(key.back()) && known.contains(withAnyThreads))
        return say("the other session did not time it with this number of threads");
    return isKnownTo(5) ? say("the other session has fewer devices of this kind")
                        : say("the other session did not time it on this kind of device");
}

} // namespace tscope::timing
