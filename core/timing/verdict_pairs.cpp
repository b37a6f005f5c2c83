// SPDX-License-Identifier: Apache-2.0
// Which rows of a session are compared with each other.
#include "language/catalogue.h"
#include "timing/compared_session.h"
#include "timing/headline.h"
#include "timing/variant_words.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tscope::timing {

namespace {

using Rows = std::vector<std::size_t>;

class Pairs
{
public:
    Pairs(const Session& session, const Watch& watch) : m_session(session), m_watch(watch), m_compared(session)
    {
        for (const auto& row : session.rows)
            m_medians.push_back(isComparable(row) ? std::optional(row.warm.median()) : std::nullopt);
    }

    std::vector<Verdict> all()
    {
        const auto headlines = headlinesOf(m_session, m_watch);
        std::map<Cell, const Headline*> byCell;
        for (const auto& headline : headlines)
            byCell.emplace(Cell(headline.tensor, headline.op, headline.device), &headline);
        const auto cells = groups([](const Row& row) { return cellOf(row); });
        std::size_t done = 0;
        for (const auto& rows : cells) {
            if (m_watch.progress)
                m_watch.progress(static_cast<double>(done++) / static_cast<double>(cells.size()));
            const auto found = byCell.find(cellOf(m_session.rows[rows.front()]));
            addForms(rows, found == byCell.end() ? nullptr : found->second);
        }
        for (const auto& rows :
             groups([](const Row& row) { return std::tuple(row.tensor, row.op, fullText(row.variant)); }))
            addDevices(rows);
        for (const auto& headline : headlines)
            if (headline.onNextDevice)
                add(headline.best, *headline.onNextDevice);
        return std::move(m_verdicts);
    }

private:
    using Cell = std::tuple<std::string_view, std::string_view, std::string_view>; // tensor, operation, device
    static Cell cellOf(const Row& row) { return {row.tensor, row.op, row.device}; }

    // The rows that can be compared, in the order in which the first of each group is in the session.
    template <class Key>
    std::vector<Rows> groups(const Key& keyOf) const
    {
        std::map<decltype(keyOf(m_session.rows.front())), std::size_t> places;
        std::vector<Rows> out;
        for (std::size_t row = 0; row < m_session.rows.size(); ++row) {
            if (!m_medians[row])
                continue;
            const auto [at, isNew] = places.try_emplace(keyOf(m_session.rows[row]), out.size());
            if (isNew)
                out.emplace_back();
            out[at->second].push_back(row);
        }
        return out;
    }

    void addForms(const Rows& rows, const Headline* headline)
    {
        const auto fastest = fastestOf(rows);
        for (const auto row : rows)
            add(fastest, row);
        if (headline != nullptr && headline->doesConvert())
            for (const auto row : rows)
                add(headline->best, row);
        if (const auto given = givenOf(rows))
            for (const auto row : rows)
                add(row, *given);
    }

    void addDevices(const Rows& rows)
    {
        const auto fastest = fastestOf(rows);
        for (const auto row : rows)
            if (m_session.rows[row].device != m_session.rows[fastest].device)
                add(fastest, row);
    }

    std::size_t fastestOf(const Rows& rows) const
    {
        return *std::ranges::min_element(rows, {}, [&](std::size_t row) { return m_medians[row]->value; });
    }

    std::optional<std::size_t> givenOf(const Rows& rows) const
    {
        const auto& tensor = m_session.rows[rows.front()].tensor;
        const auto subject = std::ranges::find(m_session.subjects, tensor, &Subject::name);
        if (subject == m_session.subjects.end())
            return std::nullopt;
        const auto found =
            std::ranges::find(rows, subject->given, [&](std::size_t row) { return m_session.rows[row].variant; });
        return found == rows.end() ? std::nullopt : std::optional(*found);
    }

    // Each pair once, whichever of the two comes first.
    void add(std::size_t a, std::size_t b)
    {
        if (a == b || m_watch.isStopped() || !m_added.emplace(std::min(a, b), std::max(a, b)).second)
            return;
        Verdict out{a, b, {}, Word::undecided, {}, {}};
        out.ratio = m_compared.comparison.ratio(a, b);
        out.word = m_compared.comparison.word(a, b);
        const InEnglish asSaved;
        out.text = sentenceOf(m_compared, out);
        out.why = whyOf(m_compared, out);
        m_verdicts.push_back(std::move(out));
    }

    const Session& m_session;
    const Watch& m_watch;
    const ComparedSession m_compared;
    std::vector<std::optional<Median>> m_medians; // of those that can be compared
    std::set<std::pair<std::size_t, std::size_t>> m_added;
    std::vector<Verdict> m_verdicts;
};

} // namespace

std::vector<Verdict> verdictsOf(const Session& session, const Watch& watch)
{
    return Pairs(session, watch).all();
}

} // namespace tscope::timing
