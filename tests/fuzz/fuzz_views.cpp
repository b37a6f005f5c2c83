// SPDX-License-Identifier: Apache-2.0
// What a window draws and asks of an unproven tensor: density pictures with the places of its faults, windows of
// cells, spans over members, what goes with a place, values looked for, programs that build it.
#include "base/check.h"
#include "base/checked_math.h"
#include "base/thread_pool.h"
#include "facts/cells.h"
#include "facts/code_text.h"
#include "facts/find_value.h"
#include "facts/related.h"
#include "facts/whereabouts.h"
#include "fuzz/support/random_tensor.h"
#include "picture/density.h"
#include "picture/violations.h"
#include "rules/check.h"

#include <algorithm>

using namespace tscope;

namespace {

constexpr std::int64_t most = 50; // of what is listed

Range part(ByteSource& source, std::int64_t extent)
{
    if (source.chance(128) || extent == 0)
        return {0, extent};
    const auto begin = std::clamp<std::int64_t>(source.number(), 0, extent);
    return {begin, std::clamp<std::int64_t>(saturatingAdd(begin, source.number()), begin, extent)};
}

void picture(const Tensor& tensor, ByteSource& source)
{
    DensitySpec spec{.rowBins = 1 + static_cast<std::int64_t>(source.below(40)),
                     .columnBins = 1 + static_cast<std::int64_t>(source.below(40))};
    if (source.chance(60))
        spec.rowDim = source.number();
    if (source.chance(60))
        spec.columnDim = source.number();
    if (source.chance(60))
        spec.fixed = {{source.number(), source.number()}};
    auto density = densityOf(tensor, spec);
    if (!density)
        return;
    std::uint64_t sum = 0, largest = 0;
    const auto& counts = density->tally.counts;
    for (std::int64_t r = 0; r < counts.rows(); ++r)
        for (std::int64_t c = 0; c < counts.columns(); ++c) {
            sum += counts.at(r, c);
            largest = std::max(largest, counts.at(r, c));
        }
    TSCOPE_CHECK(sum == density->total && largest == density->largest, "the summary is that of the counts");
    auto glance = spec;
    glance.most = source.below(64);
    if (const auto seen = densityOf(tensor, glance))
        TSCOPE_CHECK(seen->isSampled() || seen->total == density->total, "what is not sampled is exact");
    const auto report = check(tensor, {.maxWitnesses = 20, .advice = false});
    const auto marked = violationsOf(tensor, report, density->binning);
    bool isAll = true;
    for (const auto& finding : report.findings)
        isAll = isAll && finding.count == std::ssize(finding.witnesses);
    if (isAll)
        TSCOPE_CHECK(violationsOf(tensor, defaultContract(), density->binning)->bins == marked->bins,
                     "places are the same whether kept or not");

    // A window counts what the whole counts there.
    spec.rows = part(source, density->binning.rows.end());
    spec.columns = part(source, density->binning.columns.end());
    if (const auto window = densityOf(tensor, spec))
        TSCOPE_CHECK(window->total <= density->total, "a window shows no more than the whole");
}

void window(const Tensor& tensor, ByteSource& source)
{
    // Nobody asks where many are stored.
    const auto& stored = tensor.members.back().array.geometry;
    if (numel(stored).value_or(int64Max) <= 100'000)
        (void)outside(tensor, most);
    const auto shape = logicalShape(tensor);
    if (!shape)
        return;
    const auto dims = static_cast<int>(shape->extents.size());
    CellWindow window;
    window.rowDim = dims == 0 ? -1 : static_cast<int>(source.below(static_cast<std::size_t>(dims) + 1)) - 1;
    window.columnDim = dims == 0 ? -1 : static_cast<int>(source.below(static_cast<std::size_t>(dims) + 1)) - 1;
    window.fixed = source.chance(128) ? Extents(shape->extents.size(), 0) : source.numbers(shape->extents.size());
    window.rowBegin = source.number();
    window.rowEnd = saturatingAdd(window.rowBegin, static_cast<std::int64_t>(source.below(60)));
    window.columnBegin = source.number();
    window.columnEnd = saturatingAdd(window.columnBegin, static_cast<std::int64_t>(source.below(60)));
    if (const auto shown = cells(tensor, window)) {
        const auto wanted = (window.rowEnd - window.rowBegin) * (window.columnEnd - window.columnBegin);
        TSCOPE_CHECK(std::ssize(shown->cells) == wanted, "a window has all of its cells");
    }
}

void spans(const Tensor& tensor, ByteSource& source)
{
    if (tensor.layout->spansOver == nullptr)
        return;
    const auto& member = tensor.members[source.below(tensor.members.size())];
    const auto slots = numel(member.array.geometry).value_or(0);
    const auto begin = std::clamp<std::int64_t>(source.number(), 0, slots);
    const auto end = std::clamp<std::int64_t>(saturatingAdd(begin, source.number()), begin, slots);
    auto left = most;
    tensor.layout->spansOver(tensor, member.role->name, begin, end, [&](const Span& span) {
        for (const auto slot : {span.over.begin, span.over.end})
            TSCOPE_CHECK(slot >= 0 && slot <= slots, "a span lies over slots that are there");
        return --left > 0;
    });
}

Place placeIn(const Tensor& tensor, ByteSource& source)
{
    const auto& member = tensor.members[source.below(tensor.members.size())];
    const auto number = source.number();
    switch (source.below(3)) {
    case 0:
        return ElementPlace{source.numbers(source.below(6))};
    case 1:
        return Slots{member.role->name, number, saturatingAdd(number, 1)};
    default:
        return BytePlace{member.array.storage->id(), number, saturatingAdd(number, source.number())};
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    ByteSource source(data, size);
    const auto part = source.below(8);
    const auto tensor = randomTensor(source);
    switch (part) {
    case 0:
    case 1:
        picture(tensor, source);
        break;
    case 2:
    case 3:
        window(tensor, source);
        break;
    case 4:
        spans(tensor, source);
        break;
    case 5: {
        const auto found = related(tensor, placeIn(tensor, source), most);
        TSCOPE_CHECK(std::ssize(found.elements) <= most, "no more is listed than was asked for");
        break;
    }
    case 6:
        (void)findValue(tensor, std::to_string(source.number()), std::nullopt);
        (void)placeFrom(tensor, "values[" + std::to_string(source.number()) + "]");
        break;
    default:
        (void)(source.chance(128) ? torchCode(tensor, "", {.mostElements = 1000})
                                  : numpyCode(tensor, "", {.mostElements = 1000}));
    }
    return 0;
}
