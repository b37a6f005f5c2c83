// SPDX-License-Identifier: Apache-2.0
#include "layouts/strided/rules.h"

#include "base/say.h"
#include "layouts/shared/consumer_rules.h"
#include "layouts/shared/countable_size.h"
#include "layouts/strided/reading.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

const StridedReading& strided(const Reading& reading)
{
    return static_cast<const StridedReading&>(reading);
}

bool isNegative(std::int64_t number)
{
    return number < 0;
}

// The largest element reached, in unbounded integers. Precondition: STR-1.1, STR-1.2 and an element.
Wide largestReached(const Geometry& geometry)
{
    return reach(geometry)->last;
}

bool hasElement(const Geometry& geometry)
{
    return std::ranges::find(geometry.sizes, 0) == geometry.sizes.end();
}

// STR-1.5: which of the three numbers leave int64.
struct Overflows {
    bool numel = false, reach = false, bytes = false;
};

Overflows overflows(const Array& array)
{
    const auto& geometry = array.geometry;
    Overflows out{!numel(geometry)};
    if (!hasElement(geometry))
        return out;
    const auto last = largestReached(geometry);
    out.reach = !last.asInt64();
    out.bytes = !out.reach && !((last + Wide(1)) * Wide(array.dtype.itemSize())).asInt64();
    return out;
}

void ranksAgree(const Reading& reading, RuleRun& run)
{
    const auto& geometry = strided(reading).geometry();
    const auto sizes = static_cast<std::int64_t>(geometry.sizes.size());
    const auto strides = static_cast<std::int64_t>(geometry.strides.size());
    if (sizes != strides)
        run.found({{{"expected", sizes}, {"actual", strides}}});
}

void noneNegative(const Extents& numbers, RuleRun& run)
{
    for (std::size_t dim = 0; dim < numbers.size(); ++dim)
        if (isNegative(numbers[dim]))
            run.found({{{"dim", static_cast<std::int64_t>(dim)}, {"actual", numbers[dim]}}});
}

void sizesNotNegative(const Reading& reading, RuleRun& run)
{
    noneNegative(strided(reading).geometry().sizes, run);
}

void stridesNotNegative(const Reading& reading, RuleRun& run)
{
    noneNegative(strided(reading).geometry().strides, run);
}

void offsetNotNegative(const Reading& reading, RuleRun& run)
{
    const auto offset = strided(reading).geometry().offset;
    if (isNegative(offset))
        run.found({{{"actual", offset}}});
}

// The rule that keeps STR-1.5 from having an answer, or null.
std::string whyNoReach(const Geometry& geometry)
{
    if (geometry.sizes.size() != geometry.strides.size())
        return say("{0} is broken", "STR-1.1");
    return std::ranges::any_of(geometry.sizes, isNegative) ? say("{0} is broken", "STR-1.2") : std::string();
}

void numbersFit(const Reading& reading, RuleRun& run)
{
    const auto& array = strided(reading).array();
    if (const auto why = whyNoReach(array.geometry); !why.empty()) {
        run.skip(why);
        return;
    }
    const auto found = overflows(array);
    const auto note = [&](const char* kind) { run.found({{{"kind", std::string(kind)}}}); };
    if (found.numel)
        note("numel");
    if (found.reach)
        note("reach");
    if (found.bytes)
        note("bytes");
}

void sizesCountable(const Reading& reading, RuleRun& run)
{
    countableBeforeZero(strided(reading).geometry().sizes, run);
}

void insideStorage(const Reading& reading, RuleRun& run)
{
    const auto& array = strided(reading).array();
    const auto& geometry = array.geometry;
    if (const auto why = whyNoReach(geometry); !why.empty()) {
        run.skip(why);
        return;
    }
    if (std::ranges::any_of(geometry.strides, isNegative)) {
        run.skip(say("{0} is broken", "STR-1.3"));
        return;
    }
    if (isNegative(geometry.offset)) {
        run.skip(say("{0} is broken", "STR-1.4"));
        return;
    }
    const auto tooLarge = overflows(array);
    if (tooLarge.numel || tooLarge.reach || tooLarge.bytes) {
        run.skip(say("{0} is broken", "STR-1.5"));
        return;
    }
    if (array.dtype.itemSize() <= 0) {
        run.skip(say("the size of an element of type {0} is not known", array.dtype.name()));
        return;
    }
    if (!array.isInBounds())
        run.found({{{"member", std::string("values")},
                    {"actual", largestReached(geometry).clamped()},
                    {"limit", array.storageNumel()}}});
}

// CU-8: a dense vector, or a matrix with a leading dimension.
void descriptorStrides(const Reading& reading, RuleRun& run)
{
    const auto& geometry = strided(reading).geometry();
    if (geometry.sizes.size() != geometry.strides.size()) {
        run.skip(say("{0} is broken", "STR-1.1"));
        return;
    }
    const auto isFree = [&](std::size_t dim) { return geometry.sizes[dim] < 2; };
    const auto isUnit = [&](std::size_t dim) { return isFree(dim) || geometry.strides[dim] == 1; };
    const auto leads = [&](std::size_t unit, std::size_t other) {
        return isUnit(unit) && (isFree(other) || geometry.strides[other] >= geometry.sizes[unit]);
    };
    const bool fits = geometry.rank() == 1 ? isUnit(0) : geometry.rank() == 2 ? leads(0, 1) || leads(1, 0) : false;
    if (!fits)
        run.found({{{"member", std::string("values")}, {"actual", geometry.strides}}});
}

constexpr auto m = Cost::metadata;
constexpr auto violation = Level::violation;

constexpr std::array rules{
    Rule{"STR-1.1", "there is one stride for each size", m, violation, true, true, ranksAgree},
    Rule{"STR-1.2", "no size is negative", m, violation, true, true, sizesNotNegative},
    Rule{"STR-1.3", "no stride is negative", m, violation, true, false, stridesNotNegative},
    Rule{"STR-1.4", "the offset is not negative", m, violation, true, true, offsetNotNegative},
    Rule{"STR-1.5", "the number of elements, the largest one reached and the bytes up to it fit int64", m,
         violation, true, true, numbersFit},
    Rule{"STR-1.6", countableBeforeZeroText, m, Level::advisory, true, false, sizesCountable},
    Rule{"STR-2.1", "all elements lie inside the storage", m, violation, true, true, insideStorage},
    Rule{"CU-1", valuesTypeOfCusparseText, m, violation, false, false, valuesTypeOfCusparse},
    Rule{"CU-8", "a vector with stride 1, or a matrix with one stride 1 and the other at least that dim's extent",
         m, violation, false, false, descriptorStrides},
    Rule{"CU-9", membersHaveMemoryText, m, violation, false, false, membersHaveMemory},
    Rule{"CU-10", deviceMembersAlignedText, m, violation, false, false, deviceMembersAligned},
};

} // namespace

std::span<const Rule> stridedRules()
{
    return rules;
}

} // namespace tscope
