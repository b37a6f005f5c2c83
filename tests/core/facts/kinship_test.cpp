// SPDX-License-Identifier: Apache-2.0
#include "facts/kinship.h"

#include "core/facts/small_tensors.h"
#include "tensor/edit.h"

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

Tensor csrMatrix()
{
    return madeOf({.layout = "csr", .size = {6, 8}, .nnz = 9});
}

Member& memberOf(Tensor& tensor, std::string_view name)
{
    return *tensor.find(name);
}

Tensor deepCopy(const Tensor& tensor)
{
    auto copy = tensor;
    for (auto& member : copy.members)
        member.array = *packed(member.array);
    return copy;
}

std::set<std::int64_t> bytesRead(const Tensor& tensor)
{
    std::set<std::int64_t> out;
    const auto& array = tensor.members[0].array;
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
        for (auto [byte, end] = array.byteRange(i); byte < end; ++byte)
            out.insert(byte);
    return out;
}

} // namespace

TEST(Kinship, ACopyOfTheValueIsTheSame)
{
    for (const auto& [name, tensor] : smallTensors(7)) {
        SCOPED_TRACE(name);
        const auto same = kinship(tensor, tensor);
        EXPECT_EQ(same.kin, Kin::same);
        EXPECT_TRUE(same.own.empty());
        EXPECT_GE(same.shared.size(), tensor.members.size());
        const auto copy = kinship(tensor, deepCopy(tensor));
        EXPECT_EQ(copy.kin, Kin::copy);
        EXPECT_TRUE(copy.shared.empty());
    }
}

TEST(Kinship, OneChangedElementMakesItAnother)
{
    for (const auto& [name, tensor] : smallTensors(8)) {
        SCOPED_TRACE(name);
        auto copy = deepCopy(tensor);
        for (std::size_t i = 0; i < copy.members.size(); ++i) {
            const auto& array = copy.members[i].array;
            const auto count = *numel(array.geometry);
            if (count == 0)
                continue;
            const auto last = array.at(count - 1);
            const auto other = Element::from(last.isZero() ? 1.0 : 0.0, array.dtype);
            const auto changed = applied(copy, std::vector<Edit>{SetElements{
                                                   std::string(copy.members[i].role->name), count - 1, {*other}}});
            ASSERT_TRUE(changed) << changed.error().text;
            EXPECT_EQ(kinship(tensor, *changed).kin, Kin::none);
        }
    }
}

TEST(Kinship, SharedValuesMakeAView)
{
    const auto a = csrMatrix();
    auto view = a;
    memberOf(view, "plain").array = *packed(a.member("plain").array);
    const auto kin = kinship(view, a);
    EXPECT_EQ(kin.kin, Kin::view);
    EXPECT_EQ(kin.own, std::vector<std::string_view>{"plain"});
    EXPECT_EQ(kinshipText(kin, view, a), "view, shares memory: crow_indices, values; own: col_indices");

    auto part = deepCopy(a);
    memberOf(part, "plain") = a.member("plain");
    EXPECT_EQ(kinship(part, a).kin, Kin::part);
    EXPECT_EQ(kinshipText(kinship(part, a), part, a), "shares memory: col_indices; own: crow_indices, values");

    auto claim = deepCopy(a);
    claim.size = Extents{6, 9};
    EXPECT_EQ(kinship(a, claim).kin, Kin::none);
}

// The word for shared bytes against the sets of bytes that both read.
TEST(Kinship, WordsOfViewsAreThoseOfTheirBytes)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto whole = stridedView(random, 2);
    for (int round = 0; round < 300; ++round) {
        auto a = whole, b = whole;
        a.members[0].array.geometry = stridedView(random, 1 + round % 2).members[0].array.geometry;
        b.members[0].array.geometry = stridedView(random, 1 + round % 3).members[0].array.geometry;
        const auto kin = kinship(a, b);
        ASSERT_EQ(kin.shared.size(), 1U);
        const auto left = bytesRead(a), right = bytesRead(b);
        std::vector<std::int64_t> both;
        std::ranges::set_intersection(left, right, std::back_inserter(both));
        EXPECT_EQ(kin.shared[0].bytes, left == right  ? Sharing::full
                                       : both.empty() ? Sharing::none
                                                      : Sharing::partial);
    }
}

TEST(Kinship, EveryStorageTellsWhoLooksAtIt)
{
    const auto a = csrMatrix();
    auto b = deepCopy(a);
    memberOf(b, "values") = a.member("values");
    memberOf(b, "values").array.geometry = {{2}, {1}, 3};
    const Tensor* both[]{&a, &b};
    const auto storages = storageUsers(both);
    ASSERT_EQ(storages.size(), 5U);
    const auto shared =
        std::ranges::find_if(storages, [](const auto& storage) { return storage.users.size() > 1; });
    ASSERT_NE(shared, storages.end());
    ASSERT_EQ(shared->users.size(), 2U);
    EXPECT_EQ(shared->storage, a.member("values").array.storage);
    EXPECT_EQ(shared->users[1].tensor, 1U);
    EXPECT_EQ(shared->users[1].member, "values");
    EXPECT_EQ(shared->users[1].bytes, (ByteRun{12, 20}));
}

TEST(Kinship, NonsenseHasAnAnswer)
{
    auto a = csrMatrix();
    memberOf(a, "values").array.geometry = {{-3, int64Max}, {1}, -7};
    auto b = a;
    memberOf(b, "plain").array.geometry = {{int64Max, int64Max}, {int64Max, 5}, int64Max};
    EXPECT_EQ(kinship(a, b).kin, Kin::view);
    const Tensor* both[]{&a, &b};
    for (const auto& storage : storageUsers(both))
        for (const auto& user : storage.users) {
            EXPECT_GE(user.bytes.begin, 0);
            EXPECT_LE(user.bytes.end, storage.storage->byteSize());
        }
    EXPECT_EQ(kinship(a, deepCopy(csrMatrix())).kin, Kin::none);
}
