// SPDX-License-Identifier: Apache-2.0
// Types, layouts, devices: rules 1.x, 2.x, 4.x, 6.x. Each is asked of every tensor.
#include "base/say.h"
#include "layouts/compressed/reading.h"
#include "layouts/compressed/rules.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/table.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tscope::compressed {

namespace {

bool isInteger(const DType& dtype)
{
    const auto kind = dtype.elementClass();
    return kind == ElementClass::signedInteger || kind == ElementClass::unsignedInteger;
}

void sameDType(const DType& expected, const DType& actual, RuleRun& run)
{
    if (!(expected == actual) && (run.wording() != Wording::anyIndexWidth || isInteger(actual)))
        run.found({{{"expected", std::string(expected.name())}, {"actual", std::string(actual.name())}}});
}

void strided(const Member& member, RuleRun& run)
{
    if (!member.isStrided())
        run.found({{{"actual", member.layout}}});
}

void onDevice(const Member& member, const Tensor& tensor, RuleRun& run)
{
    const auto& expected = tensor.declaredDevice();
    const auto& actual = member.array.storage->device();
    if (!(expected == actual))
        run.found({{{"expected", expected.text()}, {"actual", actual.text()}}});
}

} // namespace

void compressedDType(const Reading& reading, RuleRun& run)
{
    sameDType(reading.tensor().declaredIndexDType(), compressedReading(reading).compressed().array.dtype, run);
}

void plainDType(const Reading& reading, RuleRun& run)
{
    sameDType(reading.tensor().declaredIndexDType(), compressedReading(reading).plain().array.dtype, run);
}

void indexDType(const Reading& reading, RuleRun& run)
{
    const auto& dtype = reading.tensor().declaredIndexDType();
    if (dtype.type() != ElementType::i32 && dtype.type() != ElementType::i64)
        run.found({{{"actual", std::string(dtype.name())}}});
}

void valuesDType(const Reading& reading, RuleRun& run)
{
    sameDType(reading.tensor().declaredDType(), compressedReading(reading).values().array.dtype, run);
}

// SciPy casts other integers (1.1, 1.2). The declared type itself is 1.3's.
void indicesAreIntegers(const Reading& reading, RuleRun& run)
{
    for (const auto& member : reading.tensor().members) {
        const auto& dtype = member.array.dtype;
        if (member.role->kind == RoleKind::index && !(dtype == reading.tensor().declaredIndexDType()) &&
            !isInteger(dtype))
            run.found({{{"member", std::string(member.role->name)}, {"actual", std::string(dtype.name())}}});
    }
}

void supportedDType(const Reading& reading, RuleRun& run)
{
    const auto& dtype = compressedReading(reading).values().array.dtype;
    if (!isSupportedDType(dtype, run.wording()))
        run.found({{{"actual", std::string(dtype.name())}}});
}

void countsFitIndexDType(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto& dtype = reading.tensor().declaredIndexDType();
    if (dtype.type() != ElementType::i32 && dtype.type() != ElementType::i64)
        return run.skip(say("the index type is {0}, neither int32 nor int64 (1.3)", dtype.name()));
    struct Number {
        std::string_view what;
        std::optional<Wide> value;
    };
    const Number numbers[]{
        {"ncompressed", self.compressedExtent()}, {"nplain", self.plainCount()}, {"nnz", self.stored()}};
    if (std::ranges::none_of(numbers, [](const Number& number) { return number.value.has_value(); }))
        return run.skip("none of the three numbers is known");
    const auto limit =
        dtype.type() == ElementType::i64 ? int64Max : std::int64_t{std::numeric_limits<std::int32_t>::max()};
    for (const auto& [what, value] : numbers)
        if (value && *value > Wide(limit))
            run.found({{{"what", std::string(what)}, {"actual", exactly(*value)}, {"limit", limit}}});
}

void compressedStrided(const Reading& reading, RuleRun& run)
{
    strided(compressedReading(reading).compressed(), run);
}

void plainStrided(const Reading& reading, RuleRun& run)
{
    strided(compressedReading(reading).plain(), run);
}

void valuesStrided(const Reading& reading, RuleRun& run)
{
    strided(compressedReading(reading).values(), run);
}

void layoutTag(const Reading& reading, RuleRun& run)
{
    const auto& layout = *reading.tensor().layout;
    if (reading.tensor().claims.all().empty())
        return;
    const auto tag = reading.tensor().declaredLayout();
    if (tag != layout.name && std::ranges::find(layout.otherNames, tag) == layout.otherNames.end())
        run.found({{{"expected", std::string(layout.name)}, {"actual", tag}}});
}

void deviceSupported(const Reading& reading, RuleRun& run)
{
    const auto& device = reading.tensor().declaredDevice();
    if (!isSupportedDevice(device, run.wording()))
        run.found({{{"actual", device.type}}});
}

void compressedDevice(const Reading& reading, RuleRun& run)
{
    onDevice(compressedReading(reading).compressed(), reading.tensor(), run);
}

void plainDevice(const Reading& reading, RuleRun& run)
{
    onDevice(compressedReading(reading).plain(), reading.tensor(), run);
}

void valuesDevice(const Reading& reading, RuleRun& run)
{
    onDevice(compressedReading(reading).values(), reading.tensor(), run);
}

void pinnedAlike(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto pinned = [](const Member& member) { return member.array.storage->isPinned(); };
    const std::array flags{pinned(self.compressed()), pinned(self.plain()), pinned(self.values())};
    if (flags[0] != flags[1] || flags[1] != flags[2])
        run.found({{{"actual", std::vector<bool>(flags.begin(), flags.end())}}});
}

// Only the tensor's own device counts: a meta member of a tensor that lives elsewhere is 4.2-4.4's.
void metaIsEmpty(const Reading& reading, RuleRun& run)
{
    if (!reading.tensor().declaredDevice().isMeta())
        return;
    const auto& self = compressedReading(reading);
    if (!self.stored())
        return run.skip(self.whyNoDenseDims());
    if (*self.stored() != 0)
        run.found({{{"nnz", *self.stored()}, {"actual", *self.stored()}}});
}

void noIndexGradient(const Reading& reading, RuleRun& run)
{
    for (const auto& member : reading.tensor().members)
        if (member.role->kind == RoleKind::index && member.requiresGrad)
            run.found({{{"member", std::string(member.role->name)}}});
}

} // namespace tscope::compressed
