// SPDX-License-Identifier: Apache-2.0
#include "facts/locate_text.h"

#include "core/facts/small_tensors.h"
#include "facts/slot_bytes.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

std::string toldOf(const Tensor& tensor, const Place& place)
{
    return plainText(tellPlace(tensor, place, related(tensor, place, 100), 100));
}

// Whatever else is read together with it.
TEST(LocateText, ABytesSlotIsTheOneThatLiesThere)
{
    int asked = 0;
    for (const auto& [name, tensor] : test::smallTensors(7))
        for (const auto& member : tensor.members) {
            const auto sharing = std::ranges::count(tensor.members, member.array.storage->id(),
                                                    [](const auto& other) { return other.array.storage->id(); });
            const auto count = std::min<std::int64_t>(numel(member.array.geometry).value_or(0), 20);
            for (std::int64_t slot = 0; sharing == 1 && slot < count; ++slot) {
                const Slots own{member.role->name, slot, slot + 1};
                const auto bytes = bytesOf(member, own, 10);
                if (bytes.runs.size() != 1 || slotsIn(member, bytes.runs[0], 100).slots.size() != 1)
                    continue; // outside of the storage, or shared with another slot
                const BytePlace last{member.array.storage->id(), bytes.runs[0].end - 1, bytes.runs[0].end};
                EXPECT_EQ(toldOf(tensor, last), toldOf(tensor, own)) << name << ' ' << own.member << ' ' << slot;
                ++asked;
            }
        }
    EXPECT_GT(asked, 200);
}

TEST(LocateText, OfManyBytesTheSlotsAreThoseThatLieThere)
{
    const auto tensor = test::tensorOf(
        {{"layout", "csr"},
         {"size", {2, 3}},
         {"members", {{"compressed", {0, 2, 3}}, {"plain", {0, 2, 1}}, {"values", {1.5, 2.5, 3.5}}}}});
    const auto& plain = tensor.member("plain");
    const auto told = toldOf(tensor, BytePlace{plain.array.storage->id(), 0, 16});
    EXPECT_EQ(told.substr(0, told.find('\n')), "col_indices[0..1]") << told;
    EXPECT_EQ(told.find("crow"), std::string::npos) << told;
}

} // namespace
} // namespace tscope
