// SPDX-License-Identifier: Apache-2.0
// As many pointers as the size needs.
#include "layouts/compressed/repair_plans.h"

#include "base/say.h"
#include "layouts/compressed/pointer_count.h"
#include "layouts/compressed/slices.h"
#include "layouts/shared/mends.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

std::string pointerAt(const Reading& reading, std::int64_t at)
{
    return slotsText(reading.tensor(), "compressed", at, at + 1);
}

// The one to be removed: the last of those that repeat the pointer before them, as such a slice has no entries
// that could move; else the last, behind which the fewest slices lie. Precondition: there are some.
std::int64_t toRemove(const std::vector<std::int64_t>& removable, const Slices& slices)
{
    const auto repeated = std::find_if(removable.rbegin(), removable.rend(), [&](std::int64_t i) {
        return i > 0 &&
               slices.pointers[static_cast<std::size_t>(i - 1)] == slices.pointers[static_cast<std::size_t>(i)];
    });
    return repeated == removable.rend() ? removable.back() : *repeated;
}

std::vector<std::int64_t> removalsOf(const Reading& reading, const Report& report)
{
    const auto* lengths = report.find("3.8");
    return lengths ? possibleRemovals(reading, *lengths) : std::vector<std::int64_t>{};
}

std::vector<InsertedPointer> insertionsOf(const Reading& reading, const Report& report)
{
    const auto* lengths = report.find("3.8");
    return lengths ? toldInsertions(reading, *lengths) : std::vector<InsertedPointer>{};
}

} // namespace

bool areMissingPointersTold(const Reading& reading, const Report& report)
{
    return !insertionsOf(reading, report).empty();
}

Result<EditList> planInsertPointers(const Reading& reading, const Report& report)
{
    const auto inserted = insertionsOf(reading, report);
    auto slices = slicesOf(reading);
    if (inserted.empty() || !slices)
        return invalidArgument(say("nothing tells where pointers are missing"));
    for (const auto& pointer : inserted)
        slices->pointers.push_back(pointer.number);
    std::ranges::sort(slices->pointers);
    slices->pointerCount = std::ssize(slices->pointers);
    return withPointers(reading.tensor(), *slices);
}

std::string insertTitle(const Reading& reading, const Report& report)
{
    const auto inserted = insertionsOf(reading, report);
    if (inserted.empty())
        return {};
    const auto& first = inserted.front();
    const auto count = reading.tensor().member("compressed").array.geometry.sizes.back();
    const bool isLastMissing = inserted.back().at == count + std::ssize(inserted) - 1;
    if (inserted.size() > 1 && first.at == 0)
        return isLastMissing
                   ? say("insert {0#} pointers, the first of them 0 at {1}, where the pointers begin, the "
                         "last one the number of entries",
                         inserted.size(), pointerAt(reading, 0))
                   : say("insert {0#} pointers, the first of them 0 at {1}, where the pointers begin",
                         inserted.size(), pointerAt(reading, 0));
    if (inserted.size() > 1)
        return isLastMissing
                   ? say("insert {0#} pointers, the first of them {1} at {2}, where the order of entries "
                         "breaks, the last one the number of entries",
                         inserted.size(), first.number, pointerAt(reading, first.at))
                   : say("insert {0#} pointers, the first of them {1} at {2}, where the order of entries "
                         "breaks",
                         inserted.size(), first.number, pointerAt(reading, first.at));
    if (first.at == 0)
        return say("insert 0 at {0}, where the pointers begin", pointerAt(reading, 0));
    if (isLastMissing)
        return say("insert {0} at {1}, the number of entries", first.number, pointerAt(reading, first.at));
    return say("insert {0} at {1}, where the order of entries breaks", first.number, pointerAt(reading, first.at));
}

bool isOnePointerTooMany(const Reading& reading, const Report& report)
{
    return !removalsOf(reading, report).empty();
}

Result<EditList> planRemovePointer(const Reading& reading, const Report& report)
{
    const auto removable = removalsOf(reading, report);
    auto slices = slicesOf(reading);
    if (removable.empty() || !slices)
        return invalidArgument(say("no pointer can go without leaving the others out of order"));
    slices->pointers.erase(slices->pointers.begin() + toRemove(removable, *slices));
    --slices->pointerCount;
    return withPointers(reading.tensor(), *slices);
}

std::string removeTitle(const Reading& reading, const Report& report)
{
    const auto removable = removalsOf(reading, report);
    const auto slices = removable.empty() ? std::nullopt : slicesOf(reading);
    if (!slices)
        return {};
    const auto name = pointerAt(reading, toRemove(removable, *slices));
    return removable.size() == 1
               ? say("remove {0}, the only pointer without which the others are in order", name)
               : say("remove {0}, one of {1#} pointers that may be the one too many", name, removable.size());
}

Effect removalEffect(const Reading& reading, const Report& report)
{
    return removalsOf(reading, report).size() == 1
               ? nothingLost
               : loses("which one is too many is not known; loses which {slice} has which entries");
}

// A leading 0 where it is missing, pointers where the order of entries breaks if no more of these are missing, and
// the last one repeated; or the pointers behind the last slice cut off.
Result<EditList> planFitPointers(const Reading& reading, const Report& report)
{
    auto slices = slicesOf(reading);
    const auto* lengths = report.find("3.8");
    const auto expected = lengths ? expectedPointers(*lengths) : std::nullopt;
    if (!slices || !expected || *expected < 1)
        return notPossible();
    const auto missing = *expected - slices->pointerCount;
    // Beside a batch dim of extent 0 the others may say anything.
    if (missing > saturatingAdd(slices->entries, saturatingAdd(slices->pointerCount, 1)))
        return invalidArgument(say("more pointers are missing than there are entries"));
    std::vector<std::int64_t> pointers;
    for (std::int64_t b = 0; b < slices->batches; ++b) {
        const auto* p = slices->pointersOf(b);
        const auto count = slices->pointerCount;
        const auto begin = std::ssize(pointers);
        const bool lacksZero = missing > 0 && p[0] != 0;
        const auto told = missing > 0 && slices->batches == 1 && slices->entries == slices->stored
                              ? missingPointers(slices->pointers, slices->plain)
                              : std::nullopt;
        if (told && std::ssize(*told) <= missing) {
            pointers.resize(static_cast<std::size_t>(count) + told->size());
            std::ranges::merge(slices->pointers, *told, pointers.begin());
        } else {
            if (lacksZero)
                pointers.push_back(0);
            pointers.insert(pointers.end(), p, p + std::min(count, *expected));
        }
        const auto left = *expected - (std::ssize(pointers) - begin);
        pointers.insert(pointers.end(), static_cast<std::size_t>(left), pointers.back());
        for (auto i = *expected; i < count; ++i)
            if (p[i] != p[*expected - 1])
                return invalidArgument(say("the pointers beyond the size hold entries"));
    }
    slices->pointers = std::move(pointers);
    slices->pointerCount = *expected;
    return withPointers(reading.tensor(), *slices);
}

Effect fitEffect(const Reading& reading, const Report& report)
{
    const auto* lengths = report.find("3.8");
    const auto expected = lengths ? expectedPointers(*lengths) : std::nullopt;
    const auto& sizes = reading.tensor().member("compressed").array.geometry.sizes;
    return expected && !sizes.empty() && *expected > sizes.back()
               ? loses("which pointers are missing is not known; loses which {slice} has which entries")
               : loses("which pointers are too many is not known; loses which {slice} has which entries");
}

} // namespace tscope::compressed
