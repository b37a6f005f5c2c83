// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/nested_rules.h"

#include "array/contiguity.h"
#include "base/say.h"
#include "layouts/nested/nested_reading.h"
#include "layouts/nested/shared_slots.h"
#include "layouts/shared/member_rules.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

const NestedReading& asNested(const Reading& reading)
{
    return static_cast<const NestedReading&>(reading);
}

void isInt64(const Member& member, RuleRun& run)
{
    if (member.array.dtype != DType(ElementType::i64))
        run.found({{{"actual", std::string(member.array.dtype.name())}, {"expected", std::string("int64")}}});
}

void sizesAreInt64(const Reading& reading, RuleRun& run)
{
    isInt64(asNested(reading).sizesMember(), run);
}

void stridesAreInt64(const Reading& reading, RuleRun& run)
{
    isInt64(asNested(reading).stridesMember(), run);
}

void offsetsAreInt64(const Reading& reading, RuleRun& run)
{
    isInt64(asNested(reading).offsetsMember(), run);
}

void bufferIsPlain(const Reading& reading, RuleRun& run)
{
    const auto& buffer = asNested(reading).buffer();
    if (buffer.layout != "strided")
        run.found({{{"actual", buffer.layout}, {"what", std::string("layout")}}});
    const auto& device = buffer.array.storage->device();
    constexpr std::array allowed{"cpu", "cuda", "xpu", "privateuseone"};
    if (std::ranges::find(allowed, device.type) == allowed.end())
        run.found({{{"actual", device.text()}, {"what", std::string("device")}}});
}

void tablesAreOnHost(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    for (const auto* member : {&r.sizesMember(), &r.stridesMember(), &r.offsetsMember()}) {
        const auto& device = member->array.storage->device();
        if (device.type != "cpu")
            run.found({{{"member", std::string(member->role->name)}, {"actual", device.text()}}});
    }
}

void bufferIsOneRow(const Reading& reading, RuleRun& run)
{
    const std::int64_t dims = asNested(reading).buffer().array.geometry.rank();
    if (dims != 1)
        run.found({{{"actual", dims}, {"expected", std::int64_t{1}}}});
}

void sizesShape(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    const auto& geometry = r.sizesMember().array.geometry;
    if (!r.isSizesShapeRight())
        run.found({{{"actual", geometry.sizes}, {"strides", geometry.strides}}});
}

void stridesShape(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    const auto& geometry = r.stridesMember().array.geometry;
    if (!r.isStridesShapeRight())
        run.found({{{"expected", r.sizesMember().array.geometry.sizes},
                    {"actual", geometry.sizes},
                    {"strides", geometry.strides}}});
}

void offsetsShape(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    if (!r.isOffsetsShapeRight())
        run.found({{{"expected", r.expectedOffsetsShape()}, {"actual", r.offsetsMember().array.geometry.sizes}}});
}

// One place per negative entry of a T x D table.
template <class Entry>
void entriesNotNegative(const NestedReading& reading, const Member& member, RuleRun& run, Entry entry)
{
    const auto rank = reading.rank();
    for (std::int64_t t = 0; rank > 0 && t < reading.components(); ++t)
        for (std::int64_t d = 0; d < rank; ++d)
            if (const std::int64_t actual = entry(t, d); actual < 0)
                run.found({{{"tensor", t}, {"dim", d}, {"actual", actual}},
                           Slots{member.role->name, t * rank + d, t * rank + d + 1}});
}

void sizesNotNegative(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    if (const auto because = r.whySizesUnknown())
        return run.skip(*because);
    entriesNotNegative(r, r.sizesMember(), run, [&](auto t, auto d) { return r.size(t, d); });
}

void stridesNotNegative(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    if (const auto because = r.whyStridesUnknown())
        return run.skip(*because);
    entriesNotNegative(r, r.stridesMember(), run, [&](auto t, auto d) { return r.stride(t, d); });
}

void offsetsNotNegative(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    if (const auto because = r.whyOffsetsUnknown())
        return run.skip(*because);
    for (std::int64_t t = 0; t < r.components(); ++t)
        if (const auto actual = r.offset(t); actual < 0)
            run.found({{{"tensor", t}, {"actual", actual}}, Slots{r.offsetsMember().role->name, t, t + 1}});
}

void componentsInBounds(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    if (const auto because = r.whyComponentsUnknown())
        return run.skip(*because);
    const auto limit = r.storageNumel();
    Geometry component;
    for (std::int64_t t = 0; t < r.components(); ++t) {
        r.component(t, component);
        if (!hasNoNegative(component) || isInBounds(component, limit))
            continue;
        run.found({{{"tensor", t}, {"last", exactly(reach(component)->last)}, {"limit", limit}},
                   Slots{r.offsetsMember().role->name, t, t + 1}});
    }
}

void componentsFillStorage(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    if (const auto because = r.whyComponentsUnknown())
        return run.skip(*because);
    if (const auto rule = r.ruleOfNegatives())
        return run.skip(say("{0} is broken", *rule));
    Wide sum = 0;
    Geometry component;
    for (std::int64_t t = 0; t < r.components(); ++t) {
        r.component(t, component);
        Wide product = 1;
        for (const auto size : component.sizes)
            product = size == 0 ? Wide(0) : product * Wide(size);
        sum = sum + product;
    }
    if (sum != Wide(r.storageNumel()))
        run.found({{{"expected", exactly(sum)}, {"actual", r.storageNumel()}}});
}

// The components that NST-5.2 looks at: nothing negative, in bounds, with elements.
std::vector<ComponentSpan> spansOf(const NestedReading& reading, Wide& total)
{
    std::vector<ComponentSpan> spans;
    Geometry component;
    for (std::int64_t t = 0; t < reading.components(); ++t) {
        reading.component(t, component);
        if (!hasNoNegative(component) || !isInBounds(component, reading.storageNumel()))
            continue;
        const auto range = reach(component);
        if (!range)
            continue;
        Wide product = 1;
        for (const auto size : component.sizes)
            product = product * Wide(size);
        total = total + product;
        spans.push_back({t, product.clamped(), range->first.clamped(), range->last.clamped(),
                         isNonOverlappingAndDense(component)});
    }
    return spans;
}

void componentsShareNothing(const Reading& reading, RuleRun& run)
{
    const auto& r = asNested(reading);
    if (const auto because = r.whyComponentsUnknown())
        return run.skip(*because);
    Wide total = 0;
    const auto spans = spansOf(r, total);
    if (total > Wide::product(r.storageNumel(), repetitionLimit))
        return run.skip(say("the components have {0} elements out of {1} stored", total, r.storageNumel()));
    // A buffer with bytes has been paid for; one that is only declared may claim any length.
    constexpr std::int64_t visitsForNothing = std::int64_t{1} << 24;
    const auto maxVisits = r.buffer().array.storage->hasBytes()
                               ? std::max(visitsForNothing, saturatingMul(r.storageNumel(), repetitionLimit))
                               : visitsForNothing;
    const auto sharers = firstSharers(
        spans, [&](std::int64_t t, Geometry& out) { r.component(t, out); }, maxVisits);
    if (!sharers)
        return run.skip(sharers.error().text);
    for (std::size_t s = 0; s < spans.size(); ++s)
        if ((*sharers)[s] >= 0)
            run.found({{{"tensor", spans[s].component}, {"prev", (*sharers)[s]}},
                       Slots{r.offsetsMember().role->name, spans[s].component, spans[s].component + 1}});
}

constexpr std::array rules{
    Rule{
        .id = "NST-1.1", .statement = "nested_sizes holds int64", .guardsMemory = true, .evaluate = sizesAreInt64},
    Rule{.id = "NST-1.2",
         .statement = "nested_strides holds int64",
         .guardsMemory = true,
         .evaluate = stridesAreInt64},
    Rule{.id = "NST-1.3",
         .statement = "storage_offsets holds int64",
         .guardsMemory = true,
         .evaluate = offsetsAreInt64},
    Rule{.id = "NST-2.1",
         .statement = "buffer is strided and on the cpu, cuda, xpu or privateuseone",
         .guardsMemory = true,
         .evaluate = bufferIsPlain},
    Rule{.id = "NST-2.2", .statement = "the three tables are on the cpu", .evaluate = tablesAreOnHost},
    Rule{.id = "NST-3.1", .statement = "buffer has one dim", .guardsMemory = true, .evaluate = bufferIsOneRow},
    Rule{.id = "NST-3.2",
         .statement = "nested_sizes is contiguous and has two dims, or none",
         .guardsMemory = true,
         .evaluate = sizesShape},
    Rule{.id = "NST-3.3",
         .statement = "nested_strides is contiguous and shaped like nested_sizes",
         .guardsMemory = true,
         .evaluate = stridesShape},
    Rule{.id = "NST-3.4",
         .statement = "storage_offsets has one entry for each component",
         .guardsMemory = true,
         .evaluate = offsetsShape},
    Rule{.id = "NST-4.1",
         .statement = "no size of a component is negative",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = sizesNotNegative},
    Rule{.id = "NST-4.2",
         .statement = "no stride of a component is negative",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = stridesNotNegative},
    Rule{.id = "NST-4.3",
         .statement = "no component starts before the buffer",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = offsetsNotNegative},
    Rule{.id = "NST-4.4",
         .statement = "every component lies inside the storage of buffer",
         .cost = Cost::pointers,
         .guardsMemory = true,
         .evaluate = componentsInBounds},
    Rule{.id = "NST-4.5",
         .statement = "the components have as many elements as the storage of buffer",
         .cost = Cost::pointers,
         .level = Level::advisory,
         .evaluate = componentsFillStorage},
    Rule{.id = "NST-5.2",
         .statement = "components share no element with each other",
         .cost = Cost::entries,
         .level = Level::advisory,
         .evaluate = componentsShareNothing},
    Rule{.id = "STR-2.1",
         .statement = "every member lies inside its storage",
         .guardsMemory = true,
         .evaluate = memberInBounds},
};

} // namespace

std::span<const Rule> nestedRules()
{
    return rules;
}

} // namespace tscope
