// SPDX-License-Identifier: Apache-2.0
#include "facts/odd_bools.h"

#include "array/runs.h"
#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

// Among the first elements.
std::int64_t oddBoolsIn(const Array& array, std::int64_t count)
{
    const auto* data = array.storage->data();
    const Runs runs(array.geometry);
    std::int64_t odd = 0;
    runs.forEach(0, count, [&](std::int64_t offset, std::int64_t n) {
        for (std::int64_t i = 0; i < n; ++i) {
            const auto at = offset + i * runs.stride();
            std::byte byte{};
            if (data)
                byte = data[at];
            else
                array.storage->read(at, {&byte, 1});
            odd += byte > std::byte{1} ? 1 : 0;
        }
    });
    return odd;
}

std::string noteOf(std::int64_t odd, std::int64_t count, std::int64_t all, std::string_view role)
{
    if (count < all)
        return odd == 1 ? say("{0} of the first {1} bools in {2} is neither 0 nor 1", odd, count, role)
                        : say("{0} of the first {1} bools in {2} are neither 0 nor 1", odd, count, role);
    return odd == 1 ? say("{0} of its bools in {1} is neither 0 nor 1", odd, role)
                    : say("{0} of its bools in {1} are neither 0 nor 1", odd, role);
}

} // namespace

std::vector<std::string> oddBoolNotes(const Document& document, std::int64_t most)
{
    constexpr std::size_t notesLimit = 100;
    std::vector<std::string> notes;
    for (const auto& [name, tensor] : document.tensors)
        for (const auto& member : tensor.members) {
            const auto& array = member.array;
            // What is packed and large is not unpacked for this.
            if (array.dtype != DType(ElementType::boolean) || !member.isReadable() || array.storage->isLate())
                continue;
            const auto all = *numel(array.geometry);
            const auto count = std::min(all, most);
            most -= count;
            const auto odd = count > 0 ? oddBoolsIn(array, count) : 0;
            if (odd == 0)
                continue;
            if (notes.size() == notesLimit)
                return notes;
            const auto note = noteOf(odd, count, all, member.role->name);
            notes.push_back(name.empty() ? note : say("\"{0}\": {1}", name, note));
        }
    return notes;
}

} // namespace tscope
