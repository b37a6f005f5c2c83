// SPDX-License-Identifier: Apache-2.0
#include "base/memory_budget.h"
#include "base/say.h"
#include "facts/diff_elements.h"
#include "layouts/shared/sum.h"

#include <algorithm>

namespace tscope {

namespace {

// One stored element: its row-major position in the box of all indices, and its value slot.
struct Stored {
    std::int64_t at = 0;
    std::int64_t slot = 0;
};

// With what sorting takes and, where all stand at one index, what adding them up takes.
constexpr std::int64_t bytesPerStored = 2 * sizeof(Stored) + sizeof(Element);
constexpr std::int64_t leastStored = 8; // of a window, however little it may take

// The part of the box between two positions, [begin, end).
struct Window {
    std::int64_t begin = 0, end = 0;
};

class Walks
{
public:
    Walks(const ComparedSide& side, const Watch& watch) : m_side(side), m_watch(watch) {}

    // Visits all elements, in stored order.
    Result<void> walk(const EntryVisitor& visit) const
    {
        const auto most = mostCompared(m_side);
        if (!most)
            return most.error();
        auto left = *most;
        const auto walked =
            m_side.tensor.layout->entries(m_side.tensor, [&](const Extents& index, std::int64_t slot) {
                return left-- > 0 && !m_watch.isStopped() && visit(index, slot);
            });
        if (m_watch.isStopped())
            return comparisonStopped();
        if (walked && left < 0)
            return unsupported(say("too many elements to compare one by one: {0} makes them of a storage of {1}",
                                   m_side.values.member().role->name,
                                   m_side.values.member().array.storageNumel()));
        return walked;
    }

    // Those between two positions.
    template <class F>
    Result<void> walkWithin(const Extents& box, Window window, F&& take) const
    {
        Extents padded(box.size(), 0);
        return walk([&](const Extents& index, std::int64_t slot) {
            std::ranges::copy(index, padded.begin());
            const auto at = positionOf(box, padded);
            return at < window.begin || at >= window.end || take(Stored{at, slot});
        });
    }

    Result<void> growBox(Extents& box, std::int64_t& count) const
    {
        return walk([&](const Extents& index, std::int64_t) {
            box.resize(std::max(box.size(), index.size()), 0);
            for (std::size_t d = 0; d < index.size(); ++d)
                box[d] = std::max(box[d], index[d] + 1);
            ++count;
            return true;
        });
    }

    Result<void> collect(const Extents& box, Window window, std::int64_t count, std::vector<Stored>& out) const
    {
        out.clear();
        out.reserve(static_cast<std::size_t>(count));
        return walkWithin(box, window, [&](const Stored& stored) {
            out.push_back(stored);
            return true;
        });
    }

private:
    const ComparedSide& m_side;
    const Watch& m_watch;
};

class WindowedDiff
{
public:
    WindowedDiff(ComparedSide& a, ComparedSide& b, const Watch& watch, const DiffOptions& options,
                 DifferencePage* page)
        : m_a(a), m_b(b), m_page(page), m_kinds(a, b, options.tolerance), m_walkA(a, watch), m_walkB(b, watch),
          m_maxBytes(options.maxBytes > 0 ? options.maxBytes : memoryBudget()),
          m_most(std::max(leastStored, m_maxBytes / bytesPerStored))
    {
    }

    Result<ElementDifferences> run()
    {
        for (const auto* side : {&m_walkA, &m_walkB})
            if (auto grown = side->growBox(m_box, side == &m_walkA ? m_countA : m_countB); !grown)
                return grown.error();
        const auto positions = checkedProduct(m_box);
        if (!positions)
            return Error{ErrorCode::overflow, say("indices up to {0} can't be numbered in 64 bits", text(m_box))};
        const Window all{0, *positions};
        if (m_countA + m_countB <= m_most) {
            if (auto done = compareOnce(all); !done)
                return done.error();
            return takeFound();
        }
        if (m_page == nullptr) // a page is about values, in whatever order they are stored
            if (auto done = compareOrder(); !done)
                return done.error();
        if (auto done = compareParts(all, m_countA, m_countB); !done)
            return done.error();
        return takeFound();
    }

private:
    ElementDifferences takeFound()
    {
        if (m_found.maxFinite)
            m_found.maxFiniteAt = indexOf(m_box, m_found.maxFiniteKey);
        if (!m_found.values)
            m_found.values = std::move(m_rounded);
        return std::move(m_found);
    }

    static bool isSamePlace(const Stored& a, const Stored& b) { return a.at == b.at; }

    // The sequences from some element on. Returns whether they may go on.
    bool compareSequences(const std::vector<Stored>& a, const std::vector<Stored>& b)
    {
        const auto [x, y] = std::ranges::mismatch(a, b, isSamePlace);
        if (x == a.end() && y == b.end())
            return true;
        m_found.order = DifferentPlace{"order", indexOf(m_box, x != a.end() ? x->at : y->at), {}, {}};
        return false;
    }

    // All elements at once.
    Result<void> compareOnce(Window all)
    {
        if (auto done = collectBoth(all, m_countA, m_countB); !done)
            return done;
        compareSequences(m_storedA, m_storedB);
        compareValues();
        return {};
    }

    Result<void> collectBoth(Window window, std::int64_t countA, std::int64_t countB)
    {
        if (auto done = m_walkA.collect(m_box, window, countA, m_storedA); !done)
            return done;
        return m_walkB.collect(m_box, window, countB, m_storedB);
    }

    // The sequences, a part of both at a time: each part takes a walk through all that lies before it.
    Result<void> compareOrder()
    {
        const auto part = m_most / 2;
        for (std::int64_t from = 0; from < std::max(m_countA, m_countB); from += part) {
            if (auto done = collectPart(m_walkA, from, part, m_storedA); !done)
                return done;
            if (auto done = collectPart(m_walkB, from, part, m_storedB); !done)
                return done;
            if (!compareSequences(m_storedA, m_storedB))
                return {};
        }
        return {};
    }

    // The elements [from, from + count) in stored order, as far as they are there.
    Result<void> collectPart(const Walks& walks, std::int64_t from, std::int64_t count,
                             std::vector<Stored>& out) const
    {
        out.clear();
        std::int64_t number = 0;
        return walks.walkWithin(m_box, {0, int64Max}, [&](const Stored& stored) {
            if (number++ >= from)
                out.push_back(stored);
            return number < from + count;
        });
    }

    // How many elements stand in each of the bins, of `width` positions each, that a window is divided into.
    Result<void> countBins(const Walks& walks, Window whole, std::int64_t width,
                           std::vector<std::int64_t>& counts) const
    {
        counts.assign(static_cast<std::size_t>((whole.end - whole.begin - 1) / width + 1), 0);
        return walks.walkWithin(m_box, whole, [&](const Stored& stored) {
            ++counts[static_cast<std::size_t>((stored.at - whole.begin) / width)];
            return true;
        });
    }

    // Windows of as many elements as fit, found by counting the elements of both in bins. A bin of too many is
    // divided in turn.
    Result<void> compareParts(Window whole, std::int64_t countA, std::int64_t countB)
    {
        if (isPageFull())
            return {};
        if (countA + countB <= m_most) {
            if (countA + countB == 0)
                return {};
            if (auto done = collectBoth(whole, countA, countB); !done)
                return done;
            compareValues();
            return {};
        }
        if (whole.end - whole.begin == 1)
            return overBudget(say("to compare the {0} elements stored at {1}", countA + countB,
                                  text(indexOf(m_box, whole.begin))),
                              saturatingMul(countA + countB, bytesPerStored), m_maxBytes);
        constexpr std::int64_t mostBins = 1 << 12;
        const auto width = (whole.end - whole.begin - 1) / mostBins + 1;
        std::vector<std::int64_t> inA, inB;
        if (auto done = countBins(m_walkA, whole, width, inA); !done)
            return done;
        if (auto done = countBins(m_walkB, whole, width, inB); !done)
            return done;
        const auto bins = inA.size();
        for (std::size_t first = 0; first < bins;) {
            auto sumA = inA[first], sumB = inB[first];
            auto last = first + 1;
            for (; last < bins && sumA + sumB + inA[last] + inB[last] <= m_most; ++last) {
                sumA += inA[last];
                sumB += inB[last];
            }
            const auto begin = whole.begin + static_cast<std::int64_t>(first) * width;
            const Window part{begin,
                              last == bins ? whole.end : whole.begin + static_cast<std::int64_t>(last) * width};
            if (auto done = compareParts(part, sumA, sumB); !done)
                return done;
            first = last;
        }
        return {};
    }

    // The entry at one index: none, one element, or the sum of several; `element` is empty where
    // it can't be read or added up.
    struct Value {
        bool isStored = false;
        std::optional<Element> element;
        std::int64_t entries = 1; // that it is the sum of
    };

    Value takeValue(StoredValues& values, const std::vector<Stored>& stored, std::size_t& i, std::int64_t at)
    {
        const auto first = i;
        while (i < stored.size() && stored[i].at == at)
            ++i;
        if (i == first)
            return {};
        if (!values.isReadable())
            return {true, std::nullopt, static_cast<std::int64_t>(i - first)};
        if (i == first + 1)
            return {true, values.at(stored[first].slot)};
        m_duplicates.clear();
        for (auto k = first; k < i; ++k)
            m_duplicates.push_back(values.at(stored[k].slot));
        return {true, sumOf(m_duplicates), std::ssize(m_duplicates)};
    }

    // For one window. Windows come in rising order.
    void compareValues()
    {
        std::ranges::stable_sort(m_storedA, {}, &Stored::at);
        std::ranges::stable_sort(m_storedB, {}, &Stored::at);
        std::size_t i = 0, j = 0;
        while ((i < m_storedA.size() || j < m_storedB.size()) && !isPageFull()) {
            const auto at = std::min(i < m_storedA.size() ? m_storedA[i].at : int64Max,
                                     j < m_storedB.size() ? m_storedB[j].at : int64Max);
            const auto a = takeValue(m_a.values, m_storedA, i, at);
            compare(at, a, takeValue(m_b.values, m_storedB, j, at));
        }
    }

    void compare(std::int64_t at, const Value& a, const Value& b)
    {
        const auto place = [&](const char* level) {
            return DifferentPlace{level, indexOf(m_box, at), a.element, b.element, {}, a.entries, b.entries};
        };
        if (!a.isStored || !b.isStored) {
            ++(a.isStored ? m_found.onlyA : m_found.onlyB);
            if (!m_found.pattern)
                m_found.pattern = place("pattern");
            take(a.isStored ? ElementDifference::onlyA : ElementDifference::onlyB, place, "pattern");
        }
        if (isSame(at, a, b))
            return;
        ++m_found.differ;
        if (a.isStored && b.isStored) {
            m_found.addChanged(m_kind);
            take(m_kind, place, "values");
        }
        auto& first = m_kind == ElementDifference::rounded ? m_rounded : m_found.values;
        if (!first)
            first = place("values");
    }

    bool isPageFull() const { return m_page != nullptr && m_page->isFull(); }

    template <class Place>
    void take(ElementDifference kind, Place&& place, const char* level)
    {
        if (m_page == nullptr)
            return;
        if (const auto some = m_page->take(kind, 1); some.begin < some.end)
            m_page->add(place(level));
    }

    // Measures the distance as well, and of which kind it is. What is not stored is 0.
    bool isSame(std::int64_t at, const Value& a, const Value& b)
    {
        m_kind = ElementDifference::changed;
        if ((a.isStored && !a.element) || (b.isStored && !b.element)) {
            m_found.addUnreadable();
            return a.isStored && b.isStored && !a.element && !b.element &&
                   m_a.values.dtype() == m_b.values.dtype();
        }
        const Number zero = std::int64_t{0};
        const auto left = exactOf(a.element ? a.element->number() : zero),
                   right = exactOf(b.element ? b.element->number() : zero);
        const auto distance = distanceOf(left, right);
        if (distance) {
            m_found.add(*distance, at);
            if (a.isStored && b.isStored)
                m_kind = m_kinds.of(*distance, left, right);
        }
        return !distance;
    }

    ComparedSide& m_a;
    ComparedSide& m_b;
    DifferencePage* m_page; // null: none is wanted
    ChangeKinds m_kinds;
    ElementDifference m_kind = ElementDifference::changed; // of the last two values
    std::optional<DifferentPlace> m_rounded;               // named where nothing else differs
    Walks m_walkA, m_walkB;
    std::int64_t m_maxBytes, m_most; // elements of both that a window has at most
    Extents m_box;                   // that all indices lie in
    std::int64_t m_countA = 0, m_countB = 0;
    std::vector<Stored> m_storedA, m_storedB;
    std::vector<Element> m_duplicates;
    ElementDifferences m_found;
};

} // namespace

Result<ElementDifferences> diffInWindows(ComparedSide& a, ComparedSide& b, const Watch& watch,
                                         const DiffOptions& options, DifferencePage* page)
{
    return WindowedDiff(a, b, watch, options, page).run();
}

} // namespace tscope
