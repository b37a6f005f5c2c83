// SPDX-License-Identifier: Apache-2.0
#include "timing/row_matches.h"

#include "timing/timed_device.h"
#include "timing/variant_words.h"

#include <algorithm>
#include <array>
#include <map>

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
                                    const std::string& content)
{
    const auto& op = session.rows[row].op;
    const auto& device = session.rows[row].device;
    const auto& variant = session.rows[row].variant;
    switch (difference) {
    case RowDifference::threads:
        if (isProcessor(device))
            return {content, op, fullText(variant)};
        break;
    case RowDifference::indexType:
        if (!variant.indexDType.empty())
            return {content, op, text(variant), variant.dtype, withThreads(session, row)};
        break;
    case RowDifference::elementType:
        if (!variant.dtype.empty())
            return {content, op, text(variant), variant.indexDType, withThreads(session, row)};
        break;
    case RowDifference::device:
        return {content, op, fullText(variant)};
    case RowDifference::none:
        break;
    }
    return {};
}

} // namespace

std::vector<RowMatches::Key> RowMatches::keysOf(const Session& session)
{
    std::map<std::string_view, std::string_view> contents;
    for (const auto& subject : session.subjects)
        contents.emplace(subject.name, subject.contentHash);
    std::vector<Key> out;
    for (const auto& row : session.rows) {
        const auto content = contents.find(row.tensor);
        out.push_back({content == contents.end() ? std::string() : std::string(content->second), row.op,
                       fullText(row.variant), deviceKind(row.device)});
    }
    return out;
}

RowMatches::Known RowMatches::knownOf(const Session& session, const std::vector<Key>& keys)
{
    Known out;
    for (const auto& subject : session.subjects)
        out.insert({subject.contentHash});
    for (auto key : keys)
        for (; !key.empty(); key.pop_back())
            out.insert(key);
    return out;
}

RowMatches::RowMatches(const Session& before, const Session& after)
    : m_keysBefore(keysOf(before)), m_keysAfter(keysOf(after)), m_knownBefore(knownOf(before, m_keysBefore)),
      m_knownAfter(knownOf(after, m_keysAfter)), m_before(after.rows.size()), m_differences(after.rows.size()),
      m_isMatched(before.rows.size())
{
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
            if (const auto& content = keys[row].front(); !content.empty())
                if (auto key = keyWithout(difference, session, row, content); !key.empty())
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
    constexpr std::array<const char*, 4> reasons{
        "the other session has no tensor of this content", "the other session did not time this operation on it",
        "the other session did not time this form", "the other session did not time it on this kind of device"};
    if (key.front().empty())
        return "the content of its tensor is not known";
    for (std::size_t length = 1; length <= reasons.size(); ++length)
        if (!known.contains({key.begin(), key.begin() + static_cast<std::ptrdiff_t>(length)}))
            return reasons[length - 1];
    return "the other session has fewer devices of this kind";
}

} // namespace tscope::timing
