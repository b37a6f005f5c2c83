// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/scan/places.h"

#include "layouts/compressed/scan/line_disorder.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

bool has(const Unit& unit, Fault fault)
{
    switch (fault) {
    case Fault::firstNotZero:
        return unit.firstNotZero > 0;
    case Fault::lastNotStored:
        return unit.lastNotStored > 0;
    case Fault::lastBeyondStored:
        return unit.lastBeyondStored > 0;
    case Fault::step:
        return unit.falling > 0 || unit.tooMany > 0;
    case Fault::fall:
        return unit.falling > 0;
    case Fault::negative:
        return unit.negative > 0;
    case Fault::tooLarge:
        return unit.tooLarge > 0;
    case Fault::disorder:
        return unit.irregular || unit.disorder != 0;
    }
    return false;
}

// One line's places, in order.
class LinePlaces
{
public:
    LinePlaces(const ScanInput& input, const ScanTable& table, Fault fault)
        : m_input(input), m_table(table), m_fault(fault)
    {
    }

    // Returns whether `visit` never stopped it.
    bool forEach(std::int64_t line, const Extents& batch, const PlaceVisitor& visit)
    {
        switch (m_fault) {
        case Fault::firstNotZero:
            return first(line, batch, visit);
        case Fault::lastNotStored:
        case Fault::lastBeyondStored:
            return last(line, batch, visit);
        case Fault::step:
        case Fault::fall:
            return steps(line, batch, visit);
        case Fault::negative:
        case Fault::tooLarge:
            return outside(line, batch, visit);
        case Fault::disorder:
            return disorder(line, batch, visit);
        }
        return true;
    }

private:
    bool first(std::int64_t line, const Extents& batch, const PlaceVisitor& visit)
    {
        const auto actual = m_input.pointers->at(line, 0);
        return actual == 0 || visit({batch, line, 0, 0, 0, actual});
    }

    bool last(std::int64_t line, const Extents& batch, const PlaceVisitor& visit)
    {
        const auto at = m_input.pointersPerLine() - 1;
        const auto actual = m_input.pointers->at(line, at);
        const auto stored = m_input.stored.value_or(actual);
        const bool holds = m_fault == Fault::lastNotStored ? actual == stored : actual <= stored;
        return holds || visit({batch, line, at, 0, 0, actual});
    }

    // The slabs of the line that counted something; of a short line all of it.
    template <class F>
    bool suspectSlabs(std::int64_t line, F&& f)
    {
        const auto entries = m_input.entriesIn(line);
        if (!m_table.hasLongLines())
            return f(ScanTable::Slab{line, 0, m_input.pointersPerLine(), 0, entries});
        for (std::int64_t u = 0; u < m_table.unitsPerLine; ++u) {
            const auto unit = line * m_table.unitsPerLine + u;
            if (has(m_table.units[static_cast<std::size_t>(unit)], m_fault) && !f(m_table.slab(unit, entries)))
                return false;
        }
        return true;
    }

    bool steps(std::int64_t line, const Extents& batch, const PlaceVisitor& visit)
    {
        const auto limit = static_cast<std::uint64_t>(m_input.plainExtent.value_or(int64Max));
        const bool bounded = m_fault == Fault::step && m_input.plainExtent;
        return suspectSlabs(line, [&](const ScanTable::Slab& slab) {
            const auto end = std::min(slab.pointerEnd + 1, m_input.pointersPerLine());
            const auto* pointers = m_input.pointers->window<std::int64_t>(line, slab.pointerBegin, end, m_scratch);
            for (auto p = slab.pointerBegin + 1; p < end; ++p) {
                const auto previous = pointers[p - 1 - slab.pointerBegin];
                const auto actual = pointers[p - slab.pointerBegin];
                const bool tooMany =
                    bounded && actual >= previous &&
                    static_cast<std::uint64_t>(actual) - static_cast<std::uint64_t>(previous) > limit;
                if ((actual < previous || tooMany) && !visit({batch, line, p, p, previous, actual}))
                    return false;
            }
            return true;
        });
    }

    bool outside(std::int64_t line, const Extents& batch, const PlaceVisitor& visit)
    {
        return suspectSlabs(line, [&](const ScanTable::Slab& slab) {
            const auto* values =
                m_input.entries->window<std::int64_t>(line, slab.entryBegin, slab.entryEnd, m_scratch);
            for (auto k = slab.entryBegin; k < slab.entryEnd; ++k) {
                const auto actual = values[k - slab.entryBegin];
                const bool broken = m_fault == Fault::negative ? actual < 0 : actual >= *m_input.plainExtent;
                if (broken && !visit({batch, line, k, 0, 0, actual}))
                    return false;
            }
            return true;
        });
    }

    bool disorder(std::int64_t line, const Extents& batch, const PlaceVisitor& visit)
    {
        LineDisorder found(m_input, m_table, line);
        bool goesOn = true;
        visitSuspectSlices(
            m_input, m_table, line, [&](std::int64_t, std::int64_t slice, std::int64_t begin, std::int64_t end) {
                goesOn = found.forEach(begin + 1, end, [&](std::int64_t k) {
                    const auto& entries = *m_input.entries;
                    return visit({batch, line, k, slice, entries.at(line, k - 1), entries.at(line, k)});
                });
                return goesOn;
            });
        return goesOn;
    }

    const ScanInput& m_input;
    const ScanTable& m_table;
    Fault m_fault;
    IndexLines::Scratch m_scratch;
};

// The first `limit` lines that have a place.
std::vector<std::int64_t> faultyLines(const ScanInput& input, const ScanTable& table, Fault fault,
                                      std::int64_t limit)
{
    std::vector<std::int64_t> lines;
    LinePlaces places(input, table, fault);
    const Extents nowhere;
    std::int64_t next = 0; // lines below are decided
    for (std::size_t u = 0; u < table.units.size(); ++u) {
        if (!has(table.units[u], fault))
            continue;
        const auto unit = static_cast<std::int64_t>(u);
        for (auto line = std::max(next, table.lineOf(unit)); line < table.lineEndOf(unit); ++line) {
            next = line + 1;
            if (!places.forEach(line, nowhere, [](const Place&) { return false; }))
                lines.push_back(line);
            if (static_cast<std::int64_t>(lines.size()) == limit)
                return lines;
        }
    }
    return lines;
}

} // namespace

void visitSuspectSlices(const ScanInput& input, const ScanTable& table, std::int64_t line,
                        const SliceVisitor& visit)
{
    const auto entries = input.entriesIn(line);
    IndexLines::Scratch scratch;
    const auto slices = [&](std::int64_t pointerBegin, std::int64_t pointerEnd) {
        const auto end = std::min(pointerEnd + 1, input.pointersPerLine());
        const auto* pointers = input.pointers->window<std::int64_t>(line, pointerBegin, end, scratch);
        for (auto p = pointerBegin; p + 1 < end; ++p) {
            const auto low = std::clamp<std::int64_t>(pointers[p - pointerBegin], 0, entries);
            const auto high = std::clamp<std::int64_t>(pointers[p + 1 - pointerBegin], 0, entries);
            if (low < high && !visit(line, p + 1, low, high))
                return false;
        }
        return true;
    };
    if (!table.hasLongLines()) {
        slices(0, input.pointersPerLine());
        return;
    }
    // The slices that begin in a slab reach into the next one that has pointers. They are free of faults when all
    // slabs from here to there are: own neighbours out of order are all starts of own slices.
    const auto begin = line * table.unitsPerLine;
    const auto end = begin + table.unitsPerLine;
    const auto pointersOf = [&](std::int64_t unit) {
        const auto slab = table.slab(unit, entries);
        return std::pair(slab.pointerBegin, slab.pointerEnd);
    };
    const auto isClean = [&](std::int64_t unit) {
        const auto& own = table.units[static_cast<std::size_t>(unit)];
        auto disorder = own.disorder + (own.startsBehind ? 1 : 0);
        if (unit > begin && table.units[static_cast<std::size_t>(unit - 1)].startsBehind)
            --disorder;
        return disorder == 0 && !own.irregular;
    };
    for (auto unit = begin; unit < end;) {
        const auto [first, last] = pointersOf(unit);
        bool clean = isClean(unit);
        auto next = unit + 1;
        for (; next < end; ++next) {
            clean = clean && isClean(next);
            const auto [nextFirst, nextLast] = pointersOf(next);
            if (nextFirst < nextLast)
                break;
        }
        if (!clean && first < last && !slices(first, last))
            return;
        unit = next;
    }
}

void visitPlaces(const ScanInput& input, const ScanTable& table, Fault fault, std::int64_t limit,
                 const PlaceVisitor& visit)
{
    if (limit <= 0)
        return;
    const auto lines = table.lines == 1 ? std::vector<std::int64_t>{0} : faultyLines(input, table, fault, limit);
    LinePlaces places(input, table, fault);
    auto left = limit;
    for (const auto& entry : input.fold.expand(lines, limit))
        if (!places.forEach(entry.line, entry.index,
                            [&](const Place& place) { return visit(place) && --left > 0; }))
            return;
}

} // namespace tscope::compressed
