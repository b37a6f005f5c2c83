// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/coo/duplicates.h"
#include "layouts/coo/reading.h"
#include "layouts/coo/rules.h"

#include <algorithm>
#include <functional>

namespace tscope::coo {

namespace {

const CooReading& cooReading(const Reading& reading)
{
    return static_cast<const CooReading&>(reading);
}

// Column k of row `dim`; no place where that position is beyond what int64 can say.
std::optional<Slots> slotOf(const CooReading& tensor, std::int64_t dim, std::int64_t k)
{
    const auto row = checkedMul(dim, *tensor.columns());
    const auto slot = row ? checkedAdd(*row, k) : std::nullopt;
    if (!slot || *slot == int64Max)
        return std::nullopt;
    return Slots{"indices", *slot, *slot + 1};
}

// Where a view goes to show entry k as a whole.
std::optional<Slots> placeOf(const CooReading& tensor, std::int64_t k)
{
    if (*tensor.sparseDims() > 0)
        return slotOf(tensor, 0, k);
    return Slots{"values", k, k + 1};
}

struct Fault {
    std::int64_t CooScan::Range::*counted;
    bool (*is)(std::int64_t coordinate, std::int64_t limit);
    bool hasLimit;
};

// Finds the faulty coordinates of one dim, in the windows that hold some, while there is room for them.
void collect(const CooReading& tensor, std::int64_t dim, const Fault& fault, std::int64_t limit, RuleRun& run)
{
    const auto& scan = tensor.scan();
    const auto total = saturatingMul(scan.range(dim).*(fault.counted), scan.repeats());
    const auto before = run.count();
    const auto note = [&](std::int64_t k, std::int64_t actual) {
        auto place = slotOf(tensor, dim, k);
        if (fault.hasLimit)
            run.found({{{"dim", dim}, {"k", k}, {"limit", limit}, {"actual", actual}}, std::move(place)});
        else
            run.found({{{"dim", dim}, {"k", k}, {"actual", actual}}, std::move(place)});
    };
    const auto rows = tensor.rows();
    IndexRows::Scratch scratch;
    for (std::int64_t window = 0; window < scan.windows() && run.room() > 0; ++window) {
        if (scan.range(dim, window).*(fault.counted) == 0)
            continue;
        const auto begin = scan.begin(window), end = scan.end(window);
        const auto* numbers = rows.read(dim, begin, end, scratch);
        for (auto k = begin; k < end && run.room() > 0; ++k)
            if (fault.is(numbers[k - begin], limit))
                for (std::int64_t copy = 0; copy < scan.repeats() && run.room() > 0; ++copy)
                    note(k + copy, numbers[k - begin]);
    }
    run.count(total - (run.count() - before));
}

void collectAll(const CooReading& tensor, const Fault& fault, RuleRun& run)
{
    if (*tensor.sparseDims() == 0 || *tensor.columns() == 0)
        return;
    if (!tensor.scan().isComplete()) {
        run.skip("stopped");
        return;
    }
    for (std::int64_t dim = 0; dim < *tensor.sparseDims(); ++dim)
        if (tensor.scan().range(dim).*(fault.counted) > 0)
            collect(tensor, dim, fault,
                    fault.hasLimit ? (*tensor.clampedSize())[static_cast<std::size_t>(dim)] : 0, run);
}

// Compares entry k with the one before it, lexicographically: -1 below, 0 equal, 1 above.
int comparedWithPrevious(const IndexRows& rows, std::int64_t k)
{
    for (std::int64_t dim = 0; dim < rows.rows(); ++dim) {
        const auto before = rows.at(dim, k - 1), own = rows.at(dim, k);
        if (own != before)
            return own < before ? -1 : 1;
    }
    return 0;
}

// Calls visit(k, comparison) for the entries that are not above the one before, in order, until it says false.
void forEachDisorder(const CooReading& tensor, const std::function<bool(std::int64_t k, int compared)>& visit)
{
    const auto& scan = tensor.scan();
    const auto columns = *tensor.columns();
    if (scan.windows() == 0 || scan.repeats() > 1) { // all entries are one
        for (std::int64_t k = 1; k < columns; ++k)
            if (!visit(k, 0))
                return;
        return;
    }
    const auto rows = tensor.rows();
    for (std::int64_t window = 0; window < scan.windows(); ++window) {
        const auto& order = scan.order(window);
        if (order.unsorted + order.duplicates == 0)
            continue;
        for (auto k = std::max<std::int64_t>(1, scan.begin(window)); k < scan.end(window); ++k)
            if (const auto compared = comparedWithPrevious(rows, k); compared <= 0 && !visit(k, compared))
                return;
    }
}

// Whether the order of entries can be asked; says why not.
bool canCompare(const CooReading& tensor, RuleRun& run)
{
    if (tensor.whyNoOrder()) {
        run.skip(*tensor.whyNoOrder());
        return false;
    }
    if (!tensor.scan().isComplete()) {
        run.skip("stopped");
        return false;
    }
    return true;
}

} // namespace

void notNegative(const Reading& reading, RuleRun& run)
{
    const auto& tensor = cooReading(reading);
    if (tensor.whyNoRange()) {
        run.skip(*tensor.whyNoRange());
        return;
    }
    constexpr Fault negative{&CooScan::Range::negative,
                             [](std::int64_t coordinate, std::int64_t) { return coordinate < 0; }, false};
    collectAll(tensor, negative, run);
}

void belowExtent(const Reading& reading, RuleRun& run)
{
    const auto& tensor = cooReading(reading);
    if (tensor.whyNoRange()) {
        run.skip(*tensor.whyNoRange());
        return;
    }
    if (!tensor.isSizeSplit()) {
        run.skip(tensor.clampedSize() ? say("{0} is broken", "COO-3.5")
                                      : "the size is neither given nor told by the members");
        return;
    }
    constexpr Fault tooLarge{
        &CooScan::Range::tooLarge,
        [](std::int64_t coordinate, std::int64_t limit) { return coordinate >= 0 && coordinate >= limit; }, true};
    collectAll(tensor, tooLarge, run);
}

void orderAsClaimed(const Reading& reading, RuleRun& run)
{
    const auto& tensor = cooReading(reading);
    if (!tensor.tensor().claims.flag("is_coalesced").value_or(false) || !canCompare(tensor, run))
        return;
    const auto& order = tensor.scan().order();
    const auto total = order.unsorted + order.duplicates;
    if (total == 0)
        return;
    forEachDisorder(tensor, [&](std::int64_t k, int compared) {
        if (run.room() > 0)
            run.found(
                {{{"k", k}, {"kind", std::string(compared < 0 ? "unsorted" : "duplicate")}}, placeOf(tensor, k)});
        return run.room() > 0;
    });
    run.count(total - run.count());
}

void noCoordinatesTwice(const Reading& reading, RuleRun& run)
{
    const auto& tensor = cooReading(reading);
    if (!canCompare(tensor, run))
        return;
    const auto note = [&](std::int64_t k) { run.found({{{"k", k}}, placeOf(tensor, k)}); };
    const auto& order = tensor.scan().order();
    if (order.unsorted == 0) { // sorted: equal ones are neighbours
        if (order.duplicates > 0)
            forEachDisorder(tensor, [&](std::int64_t k, int) {
                if (run.room() > 0)
                    note(k);
                return run.room() > 0;
            });
        run.count(order.duplicates - run.count());
        return;
    }
    const auto found = duplicatesAnywhere(tensor.rows(), run.room(), tensor.watch());
    if (!found) {
        run.skip(found.error().text);
        return;
    }
    for (const auto k : found->first)
        note(k);
    run.count(found->count - run.count());
}

void noCoordinatesTwiceInPlane(const Reading& reading, RuleRun& run)
{
    const auto& tensor = cooReading(reading);
    if (tensor.sparseDims() && *tensor.sparseDims() != 2)
        run.skip(say("there are {0} sparse dims (CU-7)", *tensor.sparseDims()));
    else
        noCoordinatesTwice(reading, run);
}

void rowsNotFalling(const Reading& reading, RuleRun& run)
{
    const auto& tensor = cooReading(reading);
    if (tensor.sparseDims() && *tensor.sparseDims() != 2) {
        run.skip(say("there are {0} sparse dims (CU-7)", *tensor.sparseDims()));
        return;
    }
    if (!canCompare(tensor, run))
        return;
    const auto& scan = tensor.scan();
    if (scan.order().unsorted == 0)
        return;
    const auto rows = tensor.rows();
    IndexRows::Scratch scratch;
    for (std::int64_t window = 0; window < scan.windows(); ++window) {
        // A row that falls is an entry below the one before.
        if (scan.order(window).unsorted == 0)
            continue;
        const auto begin = std::max<std::int64_t>(1, scan.begin(window)), end = scan.end(window);
        const auto* row = rows.read(0, begin - 1, end, scratch);
        std::int64_t falling = 0;
        for (auto k = begin; k < end; ++k)
            falling += row[k - begin + 1] < row[k - begin] ? 1 : 0;
        for (auto k = begin; k < end && falling > 0 && run.room() > 0; ++k)
            if (const auto prev = row[k - begin], actual = row[k - begin + 1]; actual < prev) {
                run.found({{{"k", k}, {"prev", prev}, {"actual", actual}}, slotOf(tensor, 0, k)});
                --falling;
            }
        run.count(falling);
    }
}

} // namespace tscope::coo
