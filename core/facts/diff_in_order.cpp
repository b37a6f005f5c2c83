// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_elements.h"
#include "facts/ordered_entries.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

using State = OrderedEntries::State;

constexpr std::int64_t pieceElements = 8192; // of which bytes and numbers of both sides fit a cache

// The elements of one side, a piece at a time.
class Pieces
{
public:
    Pieces(OrderedEntries& entries, StoredValues& values) : m_entries(entries), m_values(values) {}

    void begin(const Extents& box) { m_entries.begin(box); }

    // Sees to it that there is an element at the front. Returns false where the entries are not in order.
    bool fill()
    {
        if (m_piece.count > 0 || m_isEnd)
            return true;
        if (m_chunk.count == 0) {
            const auto state = m_entries.next(m_chunk);
            m_isEnd = state == State::end;
            if (state != State::some)
                return m_isEnd;
        }
        m_piece = m_chunk;
        m_piece.count = std::min(m_chunk.count, pieceElements);
        if (!m_piece.keys.empty())
            m_piece.keys = m_piece.keys.first(static_cast<std::size_t>(m_piece.count));
        m_chunk.drop(m_piece.count);
        m_firstSlot = m_piece.firstSlot;
        m_hasNumbers = false;
        if (m_values.isReadable())
            m_bytes = m_values.bytes(m_firstSlot, m_piece.count);
        return true;
    }

    bool hasFront() const { return m_piece.count > 0; }
    std::int64_t key() const { return m_piece.key(); } // and the others: precondition hasFront()
    std::int64_t key(std::int64_t i) const
    {
        return m_piece.keys.empty() ? m_piece.firstKey + i : m_piece.keys[static_cast<std::size_t>(i)];
    }
    std::int64_t slot() const { return m_piece.firstSlot; }
    std::int64_t count() const { return m_piece.count; }
    void drop(std::int64_t count) { m_piece.drop(count); }

    std::int64_t countBelow(std::int64_t key) const
    {
        if (m_piece.keys.empty())
            return std::min(m_piece.count, key - m_piece.firstKey);
        return std::ranges::lower_bound(m_piece.keys, key) - m_piece.keys.begin();
    }

    // How many keys from the front on are the same in both.
    std::int64_t countEqual(const Pieces& other) const
    {
        const auto most = std::min(m_piece.count, other.m_piece.count);
        if (m_piece.keys.empty() && other.m_piece.keys.empty())
            return most;
        if (!m_piece.keys.empty() && !other.m_piece.keys.empty() &&
            std::memcmp(m_piece.keys.data(), other.m_piece.keys.data(),
                        static_cast<std::size_t>(most) * sizeof(std::int64_t)) == 0)
            return most;
        std::int64_t same = 0;
        while (same < most && key(same) == other.key(same))
            ++same;
        return same;
    }

    const StoredValues& values() const { return m_values; }
    // The bytes of the first `count` elements, packed.
    std::span<const std::byte> bytes(std::int64_t count) const
    {
        const auto itemSize = m_values.dtype().itemSize();
        return m_bytes.subspan(static_cast<std::size_t>((slot() - m_firstSlot) * itemSize),
                               static_cast<std::size_t>(count * itemSize));
    }
    // Numbers of the piece, and where in them the front is.
    const ExactNumbers& numbers()
    {
        if (!m_hasNumbers)
            m_values.numbers(m_bytes, m_numbers);
        m_hasNumbers = true;
        return m_numbers;
    }
    std::size_t front() const { return static_cast<std::size_t>(slot() - m_firstSlot); }

private:
    OrderedEntries& m_entries;
    StoredValues& m_values;
    EntryChunk m_chunk, m_piece; // what is left of both
    bool m_isEnd = false;
    std::int64_t m_firstSlot = 0; // of the whole piece, whose bytes and numbers these are
    std::span<const std::byte> m_bytes;
    ExactNumbers m_numbers;
    bool m_hasNumbers = false;
};

bool areZeros(std::span<const std::byte> bytes)
{
    return bytes.empty() ||
           (bytes[0] == std::byte{0} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

constexpr std::int64_t notStored = -1;

// A place that is lower than all that were met before, in row-major order.
struct LowestPlace {
    std::int64_t position = int64Max, key = 0;
    std::int64_t slotA = notStored, slotB = notStored;
    bool isThere = false;

    void meet(std::int64_t at, std::int64_t itsKey, std::int64_t a, std::int64_t b)
    {
        if (!isThere || at < position)
            *this = {at, itsKey, a, b, true};
    }
};

// Two rising sequences of keys, merged.
class OrderedMerge
{
public:
    OrderedMerge(OrderedEntries& entriesA, OrderedEntries& entriesB, ComparedSide& a, ComparedSide& b, Extents box,
                 DifferencePage* page, const Tolerance& tolerance)
        : m_numbering(entriesA.numbering()), m_box(std::move(box)), m_sideA(a), m_sideB(b), m_page(page),
          m_kinds(a, b, tolerance), m_a(entriesA, a.values), m_b(entriesB, b.values),
          m_isSameType(a.values.isReadable() && b.values.isReadable() && a.values.dtype() == b.values.dtype()),
          m_isRowMajor(m_numbering.isRowMajor())
    {
        Extents size(m_numbering.rank, 1);
        for (std::size_t d = 0; d < m_box.size(); ++d)
            size[m_numbering.digits[d].dim] *= m_box[d];
        const auto strides = rowMajorStrides(size);
        for (const auto& digit : m_numbering.digits)
            m_weights.push_back(digit.scale * strides[digit.dim]);
    }

    // Fails when stopped.
    Result<void> run(const Watch& watch)
    {
        m_a.begin(m_box);
        m_b.begin(m_box);
        while (true) {
            if (watch.isStopped())
                return comparisonStopped();
            m_isOrdered = m_a.fill() && m_b.fill();
            if (!m_isOrdered || (!m_a.hasFront() && !m_b.hasFront()) || (m_page != nullptr && m_page->isFull()))
                return {};
            step();
        }
    }

    bool isOrdered() const { return m_isOrdered; } // both sides are; else nothing was found
    ElementDifferences takeFound()
    {
        if (m_pattern.isThere)
            m_found.pattern = placeOf("pattern", m_pattern);
        if (m_values.isThere || m_rounded.isThere)
            m_found.values = placeOf("values", m_values.isThere ? m_values : m_rounded);
        if (m_found.maxFinite)
            m_found.maxFiniteAt = m_numbering.indexOf(m_found.maxFiniteKey, m_box);
        return std::move(m_found);
    }

private:
    void step()
    {
        const bool hasA = m_a.hasFront(), hasB = m_b.hasFront();
        if (hasA && hasB && m_a.key() == m_b.key()) {
            const auto count = m_a.countEqual(m_b);
            compareBoth(count);
            m_a.drop(count);
            m_b.drop(count);
            return;
        }
        if (!m_found.order)
            m_found.order =
                DifferentPlace{"order", m_numbering.indexOf(hasA ? m_a.key() : m_b.key(), m_box), {}, {}};
        if (hasA && (!hasB || m_a.key() < m_b.key()))
            m_found.onlyA += passOne(m_a, hasB ? m_a.countBelow(m_b.key()) : m_a.count(), true);
        else
            m_found.onlyB += passOne(m_b, hasA ? m_b.countBelow(m_a.key()) : m_b.count(), false);
    }

    std::int64_t positionOf(std::int64_t key) const
    {
        if (m_isRowMajor)
            return key;
        std::int64_t position = 0;
        for (auto d = m_box.size(); d-- > 0;) {
            position += key % m_box[d] * m_weights[d];
            key /= m_box[d];
        }
        return position;
    }

    void differsAt(std::int64_t key, std::int64_t slotA, std::int64_t slotB,
                   ElementDifference kind = ElementDifference::changed)
    {
        ++m_found.differ;
        (kind == ElementDifference::rounded ? m_rounded : m_values).meet(positionOf(key), key, slotA, slotB);
    }

    // Of elements that both store.
    void changesAt(std::int64_t key, std::int64_t slotA, std::int64_t slotB,
                   ElementDifference kind = ElementDifference::changed)
    {
        m_found.addChanged(kind);
        differsAt(key, slotA, slotB, kind);
        if (m_page != nullptr)
            if (const auto some = m_page->take(kind, 1); some.begin < some.end)
                m_page->add(placeOf("values", {0, key, slotA, slotB, true}));
    }

    void compareBoth(std::int64_t count)
    {
        const bool readsA = m_a.values().isReadable(), readsB = m_b.values().isReadable();
        if (!readsA || !readsB) {
            m_found.addUnreadable();
            const bool areOther = readsA != readsB || !(m_a.values().dtype() == m_b.values().dtype());
            for (std::int64_t i = 0; areOther && i < count; ++i)
                changesAt(m_a.key(i), m_a.slot() + i, m_b.slot() + i);
            return;
        }
        const auto bytesA = m_a.bytes(count), bytesB = m_b.bytes(count);
        if (m_isSameType && std::memcmp(bytesA.data(), bytesB.data(), bytesA.size()) == 0)
            return;
        const auto &left = m_a.numbers(), &right = m_b.numbers();
        const auto frontA = m_a.front(), frontB = m_b.front();
        const bool areReal = !left.isComplex && !right.isComplex;
        for (std::int64_t i = 0; i < count; ++i) {
            const auto x = frontA + static_cast<std::size_t>(i), y = frontB + static_cast<std::size_t>(i);
            if (areReal && isSameReal(left.real[x], right.real[y]))
                continue;
            const auto distance = distanceOf(left.at(x), right.at(y));
            if (!distance)
                continue;
            m_found.add(*distance, m_a.key(i));
            changesAt(m_a.key(i), m_a.slot() + i, m_b.slot() + i, m_kinds.of(*distance, left.at(x), right.at(y)));
        }
    }

    // Elements that only one side has: the other's are zeros.
    std::int64_t passOne(Pieces& side, std::int64_t count, bool isA)
    {
        const auto slotA = [&](std::int64_t i) { return isA ? side.slot() + i : notStored; };
        const auto slotB = [&](std::int64_t i) { return isA ? notStored : side.slot() + i; };
        if (m_page != nullptr) {
            const auto some = m_page->take(isA ? ElementDifference::onlyA : ElementDifference::onlyB, count);
            for (auto i = some.begin; i < some.end; ++i)
                m_page->add(placeOf("pattern", {0, side.key(i), slotA(i), slotB(i), true}));
        }
        for (std::int64_t i = 0; i < (m_isRowMajor ? 1 : count); ++i)
            m_pattern.meet(positionOf(side.key(i)), side.key(i), slotA(i), slotB(i));
        if (!side.values().isReadable()) {
            m_found.addUnreadable();
            for (std::int64_t i = 0; i < count; ++i)
                differsAt(side.key(i), slotA(i), slotB(i));
        } else if (!areZeros(side.bytes(count))) {
            const auto& numbers = side.numbers();
            for (std::int64_t i = 0; i < count; ++i) {
                const auto number = numbers.at(side.front() + static_cast<std::size_t>(i));
                const auto distance = isA ? distanceOf(number, 0) : distanceOf(0, number);
                if (!distance)
                    continue;
                m_found.add(*distance, side.key(i));
                differsAt(side.key(i), slotA(i), slotB(i));
            }
        }
        side.drop(count);
        return count;
    }

    DifferentPlace placeOf(const char* level, const LowestPlace& place)
    {
        const auto elementOf = [](StoredValues& values, std::int64_t slot) {
            return slot != notStored && values.isReadable() ? std::optional(values.at(slot)) : std::nullopt;
        };
        return {level, m_numbering.indexOf(place.key, m_box), elementOf(m_sideA.values, place.slotA),
                elementOf(m_sideB.values, place.slotB)};
    }

    const IndexNumbering& m_numbering;
    Extents m_box, m_weights; // of each digit: the extent, and what it adds to a row-major position
    ComparedSide& m_sideA;
    ComparedSide& m_sideB;
    DifferencePage* m_page; // null: none is wanted
    ChangeKinds m_kinds;
    Pieces m_a, m_b;
    bool m_isSameType, m_isRowMajor, m_isOrdered = true;
    ElementDifferences m_found;
    LowestPlace m_pattern, m_values, m_rounded; // rounding alone is named where nothing else differs
};

// The extents of digits by which both are numbered. Nothing where keys would not be comparable or not fit 64 bits.
std::optional<Extents> boxOf(const OrderedEntries& a, const OrderedEntries& b)
{
    const auto &left = a.numbering(), &right = b.numbering();
    if (left.digits != right.digits || left.rank != right.rank)
        return std::nullopt;
    auto box = left.extents;
    for (std::size_t d = 0; d < box.size(); ++d)
        box[d] = std::max(box[d], right.extents[d]);
    const bool isOneSize = left.extents == right.extents;
    if ((!left.isRowMajor() && !isOneSize) || !checkedProduct(box) || !a.fits(box) || !b.fits(box))
        return std::nullopt;
    return box;
}

} // namespace

Result<std::optional<ElementDifferences>> diffInOrder(ComparedSide& a, ComparedSide& b, const Watch& watch,
                                                      const DiffOptions& options, DifferencePage* page)
{
    const auto entriesA = OrderedEntries::of(a.tensor), entriesB = OrderedEntries::of(b.tensor);
    const auto box = entriesA && entriesB ? boxOf(*entriesA, *entriesB) : std::nullopt;
    if (!box)
        return std::optional<ElementDifferences>();
    OrderedMerge merge(*entriesA, *entriesB, a, b, *box, page, options.tolerance);
    if (auto done = merge.run(watch); !done)
        return done.error();
    return merge.isOrdered() ? std::optional(merge.takeFound()) : std::nullopt;
}

} // namespace tscope
