// SPDX-License-Identifier: Apache-2.0
#include "io/lost_placement.h"
#include "base/say.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace tscope {

namespace {

bool isColumnMajor(const Geometry& geometry)
{
    return isContiguous({Extents(geometry.sizes.rbegin(), geometry.sizes.rend()),
                         Extents(geometry.strides.rbegin(), geometry.strides.rend()), geometry.offset});
}

bool isKept(const Geometry& geometry, KeptOrder kept)
{
    if (!geometry.isWellFormed() || numel(geometry).value_or(0) == 0)
        return true; // no element lies anywhere
    const bool isInOrder =
        isContiguous(geometry) || (kept == KeptOrder::rowOrColumnMajor && isColumnMajor(geometry));
    return isInOrder && geometry.offset == 0;
}

// Identifies the elements of an array in memory; a key for lookups.
using Place = std::tuple<const Storage*, std::int64_t, Extents, Extents>;

Place placeOf(const Array& array)
{
    return {array.storage.get(), array.geometry.offset, array.geometry.sizes, array.geometry.strides};
}

// Readers of formats that go by names list each member of a sparse tensor also as a plain tensor. Writers leave
// such a copy out, so it shares nothing in the file.
class MembersOfOthers
{
public:
    explicit MembersOfOthers(const Document& document)
    {
        for (const auto& [name, tensor] : document.tensors)
            if (!isStrided(tensor))
                for (const auto& member : tensor.members)
                    m_owners.try_emplace(placeOf(member.array), name);
    }

    bool contains(const NamedTensor& named) const
    {
        if (!isStrided(named.tensor))
            return false;
        const auto owner = m_owners.find(placeOf(named.tensor.members.front().array));
        return owner != m_owners.end() && named.name.starts_with(owner->second);
    }

private:
    static bool isStrided(const Tensor& tensor) { return tensor.layout->family == "strided"; }

    std::map<Place, std::string_view> m_owners; // by their names
};

} // namespace

std::vector<std::string> lostPlacement(const Document& document, KeptOrder kept, std::string_view file)
{
    if (kept == KeptOrder::any)
        return {};
    const MembersOfOthers members(document);
    std::int64_t reordered = 0, withGradient = 0;
    std::unordered_map<const Storage*, std::int64_t> users;
    for (const auto& named : document.tensors) {
        if (members.contains(named))
            continue;
        for (const auto& member : named.tensor.members) {
            const auto& array = member.array;
            reordered += isKept(array.geometry, kept) ? 0 : 1;
            if (numel(array.geometry).value_or(0) > 0)
                ++users[array.storage.get()];
        }
        withGradient += std::ranges::any_of(named.tensor.members, &Member::requiresGrad) ? 1 : 0;
    }
    std::int64_t shared = 0, sharing = 0;
    for (const auto& [storage, count] : users)
        if (count > 1) {
            ++shared;
            sharing += count;
        }
    std::vector<std::string> out;
    if (reordered > 0)
        out.push_back(say("{0} does not keep the strides and offsets of {1|array|arrays}", file, reordered));
    if (sharing > 0)
        out.push_back(
            say("{0} does not keep that {1|array shares|arrays share} {2|storage|storages}, each becomes one of "
                "its own",
                file, sharing, shared));
    if (withGradient > 0)
        out.push_back(
            say("{0} does not keep that {1|tensor requires|tensors require} a gradient", file, withGradient));
    return out;
}

} // namespace tscope
