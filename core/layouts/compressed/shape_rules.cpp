// SPDX-License-Identifier: Apache-2.0
// Dims, shapes, strides and sizes: rules 3.x.
#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/rules.h"
#include "layouts/shared/countable_size.h"
#include "layouts/shared/member_word.h"
#include "layouts/shared/table.h"

#include <algorithm>
#include <span>

namespace tscope::compressed {

namespace {

constexpr auto twoDimensional = Wording::twoDimensional;

std::int64_t rankOf(const Member& member)
{
    return member.array.geometry.rank();
}

const Extents& extentsOf(const Member& member)
{
    return member.array.geometry.sizes;
}

Extents copyOf(std::span<const std::int64_t> extents)
{
    return {extents.begin(), extents.end()};
}

// Of 3.8, 3.9 and 3.10, all of which begin with it. Precondition: the member has that many dims.
void sameBatch(const CompressedReading& self, const Member& member, RuleRun& run)
{
    const auto expected = *self.referenceBatch();
    const auto actual = std::span(extentsOf(member)).first(expected.size());
    if (!std::ranges::equal(actual, expected))
        run.found({{{"kind", std::string("batch")}, {"expected", copyOf(expected)}, {"actual", copyOf(actual)}}});
}

void sameLength(std::optional<Wide> expected, std::int64_t actual, RuleRun& run)
{
    if (expected && *expected != Wide(actual))
        run.found({{{"kind", std::string("length")}, {"expected", exactly(*expected)}, {"actual", actual}}});
}

bool rankOf(const Member& member, std::int64_t expected, RuleRun& run)
{
    if (rankOf(member) == expected)
        return true;
    run.found({{{"expected", expected}, {"actual", rankOf(member)}}});
    return false;
}

void adjacent(const Member& member, bool isAsked, RuleRun& run)
{
    const auto& geometry = member.array.geometry;
    const auto name = wordOf(member);
    if (!member.isStrided())
        return run.skip(say("{0} is not strided but {1}", name, member.layout));
    if (geometry.sizes.empty() || geometry.strides.size() != geometry.sizes.size())
        return run.skip(geometry.sizes.empty() ? say("{0} has no dims", name)
                                               : say("{0} has not one stride for each dim", name));
    if (run.wording() == Wording::contiguous) {
        if (!isContiguous(geometry))
            run.found({{{"actual", geometry.strides}}});
        return;
    }
    if (geometry.strides.back() != 1 && isAsked)
        run.found({{{"expected", std::int64_t{1}}, {"actual", geometry.strides.back()}}});
}

} // namespace

void sizeShape(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto& size = self.clampedSize();
    if (!size)
        return run.skip("no size is claimed and none can be inferred");
    const auto dims = static_cast<std::int64_t>(size->size());
    const bool flat = run.wording() == twoDimensional;
    if (flat || self.denseDims()) {
        const auto expected = flat ? 2 : *self.batchDims() + 2 + *self.denseDims();
        if (dims != expected)
            run.found({{{"kind", std::string("ndim")}, {"expected", expected}, {"actual", dims}}});
    }
    for (std::int64_t d = 0; d < dims; ++d)
        if (const auto extent = (*size)[static_cast<std::size_t>(d)]; extent < 0)
            run.found({{{"kind", std::string("negative")}, {"dim", d}, {"actual", extent}}});
    if (self.sizeRankHolds() && !self.isSizeClamped())
        for (std::size_t d = 0; d < 2; ++d) {
            const auto dim = *self.batchDims() + static_cast<std::int64_t>(d);
            const auto extent = (*size)[static_cast<std::size_t>(dim)];
            const auto block = std::max<std::int64_t>((*self.block())[d], 1);
            if (extent >= 0 && extent % block != 0)
                run.found({{{"kind", std::string("block")}, {"dim", dim}, {"block", block}, {"actual", extent}}});
        }
    if (run.count() == 0 && !flat && !self.denseDims())
        run.skip(self.whyNoDenseDims());
}

void compressedRank(const Reading& reading, RuleRun& run)
{
    const auto& member = compressedReading(reading).compressed();
    if (run.wording() == twoDimensional)
        rankOf(member, 1, run);
    else if (rankOf(member) < 1)
        run.found({{{"expected_at_least", std::int64_t{1}}, {"actual", rankOf(member)}}});
}

void plainRank(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    if (run.wording() == twoDimensional)
        rankOf(self.plain(), 1, run);
    else if (!self.batchDims())
        run.skip(self.whyNoBatchDims());
    else
        rankOf(self.plain(), 1 + *self.batchDims(), run);
}

void valuesRank(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    if (run.wording() == twoDimensional) {
        rankOf(self.values(), 1 + self.blockDims(), run);
        return;
    }
    if (!self.batchDims())
        return run.skip(self.whyNoBatchDims());
    const auto least = 1 + *self.batchDims() + self.blockDims();
    if (rankOf(self.values()) < least)
        run.found({{{"expected_at_least", least}, {"actual", rankOf(self.values())}}});
}

void compressedAdjacent(const Reading& reading, RuleRun& run)
{
    adjacent(compressedReading(reading).compressed(), true, run);
}

void plainAdjacent(const Reading& reading, RuleRun& run)
{
    // PyTorch looks at the strides of plain indices only where there are some.
    const auto& plain = compressedReading(reading).plain();
    adjacent(plain, numel(plain.array.geometry) != 0, run);
}

void valuesContiguous(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    if (!self.denseDims())
        return run.skip(self.whyNoDenseDims());
    const auto& values = self.values();
    if (!values.isStrided() || values.array.geometry.strides.size() != values.array.geometry.sizes.size())
        return run.skip("the values have no strides");
    if (run.wording() != Wording::perBatch && isContiguous(values.array.geometry))
        return;
    auto geometry = values.array.geometry;
    auto block = static_cast<std::ptrdiff_t>(*self.batchDims()) + 1;
    if (run.wording() == Wording::perBatch) {
        geometry.sizes.erase(geometry.sizes.begin(), geometry.sizes.begin() + *self.batchDims());
        geometry.strides.erase(geometry.strides.begin(), geometry.strides.begin() + *self.batchDims());
        block = 1;
    }
    if (isContiguous(geometry))
        return;
    if (self.blockDims() == 2) { // blocks may be column-major
        std::iter_swap(geometry.sizes.begin() + block, geometry.sizes.begin() + block + 1);
        std::iter_swap(geometry.strides.begin() + block, geometry.strides.begin() + block + 1);
        if (isContiguous(geometry))
            return;
    }
    run.found({{{"actual", values.array.geometry.strides}}});
}

void compressedShape(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    if (!self.batchDims())
        return run.skip(self.whyNoBatchDims());
    sameBatch(self, self.compressed(), run);
    std::optional<Wide> pointers;
    if (const auto slices = self.compressedExtent())
        pointers = Wide(*slices) + 1;
    sameLength(pointers, extentsOf(self.compressed()).back(), run);
    if (run.count() == 0 && !pointers)
        run.skip("how many pointers the size needs is not known");
}

namespace {

// The last index, which has no values, or the values of the last entry, which have no index. Nothing for batches,
// each of which has its own.
std::optional<Slots> unmatched(const CompressedReading& self, std::int64_t indices, std::int64_t values)
{
    if (rankOf(self.plain()) != 1 || values < 0)
        return std::nullopt;
    if (values < indices)
        return Slots{"plain", indices - 1, indices};
    const auto perIndex = values > 0 ? numel(self.values().array.geometry).value_or(0) / values : 0;
    return perIndex > 0 ? std::optional(Slots{"values", (values - 1) * perIndex, values * perIndex})
                        : std::nullopt;
}

} // namespace

void plainShape(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    if (!self.batchDims())
        return run.skip(self.whyNoBatchDims());
    if (!self.plainRankHolds())
        return run.skip("the indices have not as many dims as the pointers (3.3)");
    sameBatch(self, self.plain(), run);
    const auto indices = extentsOf(self.plain()).back();
    const auto stored = self.stored();
    if (stored && *stored != indices)
        run.found({{{"kind", std::string("length")}, {"expected", *stored}, {"actual", indices}},
                   unmatched(self, indices, *stored)});
    if (run.count() == 0 && !stored)
        run.skip(self.whyNoDenseDims());
}

void valuesShape(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    if (!self.denseDims())
        return run.skip(self.whyNoDenseDims());
    sameBatch(self, self.values(), run);
    const auto block = *self.block();
    if (block[0] < 1 || block[1] < 1)
        run.found({{{"kind", std::string("block")}, {"actual", Extents{block[0], block[1]}}}});
    if (self.sizeRankHolds()) {
        const auto behind = [](const Extents& extents, std::int64_t dims) {
            return std::span(extents).subspan(static_cast<std::size_t>(dims));
        };
        const auto expected = behind(*self.clampedSize(), *self.batchDims() + 2);
        const auto actual = behind(extentsOf(self.values()), *self.batchDims() + 1 + self.blockDims());
        if (!std::ranges::equal(actual, expected))
            run.found(
                {{{"kind", std::string("dense")}, {"expected", copyOf(expected)}, {"actual", copyOf(actual)}}});
    }
}

void elementCount(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto& size = self.clampedSize();
    if (!size)
        return run.skip("no size is claimed and none can be inferred");
    if (std::ranges::any_of(*size, [](std::int64_t extent) { return extent < 0; }))
        return run.skip("an extent of the size is negative (3.1)");
    const auto expected = checkedProduct(*size);
    if (!expected || (self.isSizeClamped() && *expected != 0)) {
        run.found({{{"kind", std::string("overflow")}}});
        return;
    }
    const auto cached = reading.tensor().claims.integer("numel");
    if (cached && *cached != *expected)
        run.found({{{"kind", std::string("cached")}, {"expected", *expected}, {"actual", *cached}}});
}

void sizeCountable(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    if (self.clampedSize() && !self.isSizeClamped())
        countableBeforeZero(*self.clampedSize(), run);
}

} // namespace tscope::compressed
