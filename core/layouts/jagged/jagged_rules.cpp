// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/jagged_rules.h"

#include "base/say.h"
#include "layouts/jagged/jagged_reading.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

const JaggedReading& jagged(const Reading& reading)
{
    return static_cast<const JaggedReading&>(reading);
}

Slots offsetSlot(std::int64_t i)
{
    return {"offsets", i, i + 1};
}

Slots lengthSlot(std::int64_t i)
{
    return {"lengths", i, i + 1};
}

void offsetsAreInt64(const Reading& reading, RuleRun& run)
{
    const auto& dtype = jagged(reading).offsetsMember().array.dtype;
    if (dtype != DType(ElementType::i64))
        run.found({{{"actual", std::string(dtype.name())}, {"expected", std::string("int64")}}});
}

void lengthsTypeIsOffsetsType(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    if (!r.hasLengths())
        return;
    const auto& expected = r.offsetsMember().array.dtype;
    const auto& actual = r.lengthsMember()->array.dtype;
    if (actual != expected)
        run.found({{{"expected", std::string(expected.name())}, {"actual", std::string(actual.name())}}});
}

void valuesAreStrided(const Reading& reading, RuleRun& run)
{
    const auto& layout = jagged(reading).values().layout;
    if (layout != "strided")
        run.found({{{"actual", layout}}});
}

void tablesOnValuesDevice(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    const auto& expected = r.values().array.storage->device();
    for (const auto* member : {&r.offsetsMember(), r.lengthsMember()}) {
        if (!member || member->array.storage->device() == expected)
            continue;
        run.found({{{"member", std::string(member->role->name)},
                    {"expected", expected.text()},
                    {"actual", member->array.storage->device().text()}}});
    }
}

void offsetsHaveOneDim(const Reading& reading, RuleRun& run)
{
    const std::int64_t dims = jagged(reading).offsetsMember().array.geometry.rank();
    if (dims != 1)
        run.found({{{"actual", dims}, {"expected", std::int64_t{1}}}});
}

void offsetsNotEmpty(const Reading& reading, RuleRun& run)
{
    const auto& shape = jagged(reading).offsetsMember().array.geometry.sizes;
    if (shape.size() != 1)
        return run.skip(say("{0} is broken", "JAG-3.1"));
    if (shape[0] < 1)
        run.found({{{"actual", shape[0]}, {"expected_at_least", std::int64_t{1}}}});
}

void lengthsShape(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    if (!r.hasLengths())
        return;
    if (!r.components())
        return run.skip(r.offsetsMember().array.geometry.rank() != 1 ? say("{0} is broken", "JAG-3.1")
                                                                     : say("{0} is broken", "JAG-3.2"));
    if (!r.isLengthsShapeRight())
        run.found({{{"expected", Extents{*r.components()}}, {"actual", r.lengthsMember()->array.geometry.sizes}}});
}

void raggedDimExists(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    if (!r.raggedDim())
        run.found({{{"expected", Extents{1, r.values().array.geometry.rank()}}, {"actual", r.raggedIdx()}}});
}

void offsetsBeginRight(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    if (const auto because = r.whyOffsetsUnknown())
        return run.skip(*because);
    if (!r.hasLengths()) {
        if (const auto actual = r.offset(0); actual != 0)
            run.found({{{"expected", std::int64_t{0}}, {"actual", actual}}, offsetSlot(0)});
        return;
    }
    for (std::int64_t i = 0; i <= *r.components(); ++i)
        if (const auto actual = r.offset(i); actual < 0)
            run.found({{{"i", i}, {"actual", actual}}, offsetSlot(i)});
}

void offsetsEndRight(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    const auto extent = r.raggedExtent();
    if (!extent)
        return run.skip(say("{0} is broken", "JAG-3.4"));
    if (const auto because = r.whyOffsetsUnknown())
        return run.skip(*because);
    const auto actual = r.offset(*r.components());
    if (r.hasLengths() ? actual > *extent : actual != *extent)
        run.found(
            {{{r.hasLengths() ? "limit" : "expected", *extent}, {"actual", actual}}, offsetSlot(*r.components())});
}

void offsetsRise(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    if (const auto because = r.whyOffsetsUnknown())
        return run.skip(*because);
    auto previous = r.offset(0);
    for (std::int64_t i = 1; i <= *r.components(); ++i) {
        const auto actual = r.offset(i);
        if (actual < previous)
            run.found({{{"i", i}, {"prev", previous}, {"actual", actual}}, offsetSlot(i)});
        previous = actual;
    }
}

// Offsets and lengths are both known; otherwise says why not. Silent where there are no lengths.
bool canLookAtLengths(const JaggedReading& reading, RuleRun& run)
{
    if (!reading.hasLengths())
        return false;
    const auto because = reading.whyRunsUnknown();
    if (because)
        run.skip(*because);
    return !because;
}

void lengthsNotNegative(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    if (!canLookAtLengths(r, run))
        return;
    for (std::int64_t i = 0; i < *r.components(); ++i)
        if (const auto actual = r.storedLength(i); actual < 0)
            run.found({{{"i", i}, {"actual", actual}}, lengthSlot(i)});
}

Wide endOf(const JaggedReading& reading, std::int64_t i)
{
    return Wide(reading.offset(i)) + Wide(reading.storedLength(i));
}

void runsEndInside(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    if (!r.hasLengths())
        return;
    const auto extent = r.raggedExtent();
    if (!extent)
        return run.skip(say("{0} is broken", "JAG-3.4"));
    if (!canLookAtLengths(r, run))
        return;
    for (std::int64_t i = 0; i < *r.components(); ++i)
        if (endOf(r, i) > Wide(*extent))
            run.found({{{"i", i}, {"limit", *extent}, {"actual", exactly(endOf(r, i))}}, lengthSlot(i)});
}

void runsShareNothing(const Reading& reading, RuleRun& run)
{
    const auto& r = jagged(reading);
    if (!canLookAtLengths(r, run))
        return;
    const auto extent = r.raggedExtent();
    for (std::int64_t i = 0; i < *r.components(); ++i) {
        const auto end = endOf(r, i);
        const bool isOutside = extent && end > Wide(*extent); // JAG-5.5 says so already
        if (!isOutside && end > Wide(r.offset(i + 1)))
            run.found({{{"i", i}, {"limit", r.offset(i + 1)}, {"actual", exactly(end)}}, lengthSlot(i)});
    }
}

// A cached extreme against that of the lengths.
void cachedIsTrue(const Reading& reading, RuleRun& run, std::string_view claim, bool isLargest)
{
    const auto& r = jagged(reading);
    const auto claimed = r.tensor().claims.integer(claim);
    if (!claimed)
        return;
    // Lengths alone are enough when they are there.
    if (const auto because = r.hasLengths() ? r.whyLengthsUnknown() : r.whyOffsetsUnknown())
        return run.skip(*because);
    if (*r.components() == 0)
        return run.skip("there are no components");
    auto extreme = r.length(0);
    for (std::int64_t b = 1; b < *r.components(); ++b)
        extreme = isLargest ? std::max(extreme, r.length(b)) : std::min(extreme, r.length(b));
    if (extreme != Wide(*claimed))
        run.found({{{"expected", exactly(extreme)}, {"actual", *claimed}}});
}

void minSeqlenIsTrue(const Reading& reading, RuleRun& run)
{
    cachedIsTrue(reading, run, "min_seqlen", false);
}

void maxSeqlenIsTrue(const Reading& reading, RuleRun& run)
{
    cachedIsTrue(reading, run, "max_seqlen", true);
}

constexpr std::array rules{
    Rule{.id = "JAG-1.1", .statement = "offsets holds int64", .guardsMemory = true, .evaluate = offsetsAreInt64},
    Rule{.id = "JAG-1.2",
         .statement = "lengths has the element type of offsets",
         .guardsMemory = true,
         .evaluate = lengthsTypeIsOffsetsType},
    Rule{.id = "JAG-2.1", .statement = "values is strided", .guardsMemory = true, .evaluate = valuesAreStrided},
    Rule{.id = "JAG-2.2",
         .statement = "offsets and lengths are on the device of values",
         .evaluate = tablesOnValuesDevice},
    Rule{.id = "JAG-3.1", .statement = "offsets has one dim", .guardsMemory = true, .evaluate = offsetsHaveOneDim},
    Rule{.id = "JAG-3.2",
         .statement = "offsets has at least one element",
         .guardsMemory = true,
         .evaluate = offsetsNotEmpty},
    Rule{.id = "JAG-3.3",
         .statement = "lengths has one entry for each component",
         .guardsMemory = true,
         .evaluate = lengthsShape},
    Rule{.id = "JAG-3.4",
         .statement = "ragged_idx names a dim of values, counted from 1",
         .guardsMemory = true,
         .evaluate = raggedDimExists},
    Rule{.id = "JAG-5.1",
         .statement = "offsets starts at 0; with lengths, no offset is negative",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = offsetsBeginRight},
    Rule{.id = "JAG-5.2",
         .statement = "offsets ends at the ragged extent of values; with lengths, not above it",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = offsetsEndRight},
    Rule{.id = "JAG-5.3",
         .statement = "offsets never fall",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = offsetsRise},
    Rule{.id = "JAG-5.4",
         .statement = "no length is negative",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = lengthsNotNegative},
    Rule{.id = "JAG-5.5",
         .statement = "no component ends above the ragged extent of values",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = runsEndInside},
    Rule{.id = "JAG-5.6",
         .statement = "no component ends after the next begins",
         .cost = Cost::pointers,
         .level = Level::advisory,
         .evaluate = runsShareNothing},
    Rule{.id = "JAG-6.1",
         .statement = "min_seqlen is the length of the shortest component",
         .cost = Cost::pointers,
         .evaluate = minSeqlenIsTrue},
    Rule{.id = "JAG-6.2",
         .statement = "max_seqlen is the length of the longest component",
         .cost = Cost::pointers,
         .evaluate = maxSeqlenIsTrue},
    Rule{.id = "STR-2.1",
         .statement = "every member lies inside its storage",
         .guardsMemory = true,
         .evaluate = memberInBounds},
};

} // namespace

std::span<const Rule> jaggedRules()
{
    return rules;
}

} // namespace tscope
