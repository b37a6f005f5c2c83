// SPDX-License-Identifier: Apache-2.0
#include "convert/changes.h"

#include "array/index_reader.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// Rows of indices are read in pieces; the first entry that comes before its neighbour ends it.
bool risesThroughout(const Array& indices)
{
    const auto dims = indices.geometry.sizes[0], entries = indices.geometry.sizes[1];
    const IndexReader reader(indices);
    constexpr std::int64_t piece = 4096;
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(dims * piece));
    for (std::int64_t begin = 0; begin + 1 < entries; begin += piece - 1) {
        const auto count = std::min(piece, entries - begin);
        for (std::int64_t d = 0; d < dims; ++d)
            reader.read(d * entries + begin, std::span(numbers).subspan(static_cast<std::size_t>(d * piece),
                                                                        static_cast<std::size_t>(count)));
        for (std::int64_t k = 1; k < count; ++k)
            for (std::int64_t d = 0; d < dims; ++d) {
                const auto at = static_cast<std::size_t>(d * piece + k);
                if (numbers[at] < numbers[at - 1])
                    return false;
                if (numbers[at] > numbers[at - 1])
                    break;
            }
    }
    return true;
}

} // namespace

std::vector<std::string> Changes::texts() const
{
    std::vector<std::string> out;
    if (zerosLeftOut > 0)
        out.push_back(say("{0|element that is zero was|elements that are zero were} left out", zerosLeftOut));
    if (addedUp > 0)
        out.push_back(
            say("{0|element was added to one that stands|elements were added to others that stand} in the "
                "same place",
                addedUp));
    if (filledIn > 0)
        out.push_back(
            say("{0|zero was filled in to make an entry|zeros were filled in to make entries} whole", filledIn));
    if (!sorted.empty())
        out.push_back(sorted);
    return out;
}

std::string sortedText(const Layout& layout, std::size_t dims)
{
    const bool isByColumn = layout.name == "csc" || layout.name == "bsc";
    if (isByColumn && dims == 2)
        return say("the entries were sorted by column and row");
    return dims == 2 ? say("the entries were sorted by row and column") : say("the entries were sorted by index");
}

bool isProvenInOrder(const Sound& sound)
{
    const auto& tensor = sound.tensor();
    const auto holds = [&sound](std::string_view rule) {
        return std::ranges::find(sound.rules(), rule) != sound.rules().end();
    };
    if (tensor.layout->family == "compressed")
        return holds("5.6");
    if (tensor.layout->family == "coo")
        return tensor.claims.flag("is_coalesced") == true && holds("COO-5.3"); // holds of those that claim it
    return true;
}

bool isInOrder(const Sound& sound)
{
    const bool isCoo = sound.tensor().layout->family == "coo";
    return isProvenInOrder(sound) || (isCoo && risesThroughout(sound.tensor().member("indices").array));
}

std::int64_t storedElements(const Tensor& tensor)
{
    std::int64_t count = 0;
    for (const auto& member : tensor.members)
        if (member.role->kind == RoleKind::values)
            count += numel(member.array.geometry).value_or(0);
    return count;
}

} // namespace tscope
