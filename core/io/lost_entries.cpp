// SPDX-License-Identifier: Apache-2.0
#include "io/lost_entries.h"

#include "base/say.h"
#include "facts/known_size.h"
#include "facts/outside.h"
#include "rules/check.h"

#include <algorithm>
#include <vector>

namespace tscope {

namespace {

const Array& valuesOf(const Tensor& tensor)
{
    return std::ranges::find_if(tensor.members,
                                [](const Member& member) { return member.role->kind == RoleKind::values; })
        ->array;
}

Result<std::int64_t> elementsWithoutValue(const Tensor& tensor)
{
    const auto reading = tensor.layout->read(tensor, {});
    const auto bounds = reading->bounds();
    if (!bounds)
        return 0;
    const IndexBox everywhere{Extents(bounds->size(), int64Min), Extents(bounds->size(), int64Max)};
    std::int64_t count = 0;
    const auto walked = entriesWithin(tensor, std::span(&everywhere, 1), [&](const Extents&, std::int64_t slot) {
        count += slot < 0 ? 1 : 0;
        return true;
    });
    if (!walked)
        return walked.error();
    return count;
}

} // namespace

Result<ListedEntries> listedEntries(const Tensor& tensor)
{
    const auto& values = valuesOf(tensor);
    const auto stored = numel(values.geometry).value_or(0);
    if (const auto report = check(tensor, {.maxWitnesses = 1, .advice = false});
        report.valid && report.skipped.empty())
        return ListedEntries{.listed = stored};
    const auto sized = withKnownSize(tensor);
    ListedEntries out;
    // Values that repeat by their strides may be more than any memory has bits for; of these the sums are told.
    const bool areMarked = stored <= values.storage->byteSize();
    std::vector<bool> isRead(static_cast<std::size_t>(areMarked ? stored : 0));
    const auto walked = sized.layout->entries(sized, [&](const Extents&, std::int64_t slot) {
        ++out.listed;
        if (const auto at = static_cast<std::size_t>(slot); at < isRead.size()) {
            out.sharing += isRead[at] ? 1 : 0;
            isRead[at] = true;
        }
        return true;
    });
    if (!walked)
        return walked.error();
    out.withoutPlace = std::max<std::int64_t>(stored - (out.listed - out.sharing), 0);
    const auto withoutValue = elementsWithoutValue(sized);
    if (!withoutValue)
        return withoutValue.error();
    out.withoutValue = *withoutValue;
    return out;
}

std::string lostEntriesText(const ListedEntries& entries, const std::string& file)
{
    std::string lost;
    const auto add = [&](const std::string& what) { lost += (lost.empty() ? "" : say(", ")) + what; };
    if (entries.withoutPlace > 0)
        add(say("{0|stored value that has|stored values that have} no place inside the size",
                entries.withoutPlace));
    if (entries.withoutValue > 0)
        add(say("{0|element that has|elements that have} an index but no value", entries.withoutValue));
    if (entries.sharing > 0)
        add(say("that {0|entry shares its value|entries share their values} with another one (each gets a copy)",
                entries.sharing));
    return say("{0} does not keep {1}; the file will be valid, the fault is not in it", file, lost);
}

} // namespace tscope
