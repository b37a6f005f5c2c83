// SPDX-License-Identifier: Apache-2.0
// Components to one box and back, of every type and however they lie, against copies element by element.
#include "layouts/jagged/jagged_pack.h"
#include "layouts/nested/nested_views.h"
#include "layouts/strided/strided.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "support/from_json.h"
#include "support/small_tensors.h"
#include "support/test_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::HasSubstr;

Result<Tensor> operationOn(std::string_view name, const std::vector<Tensor>& inputs,
                           const std::vector<std::string>& params = {})
{
    const auto& op = *operationNamed(name);
    std::vector<Sound> sound;
    for (const auto& input : inputs)
        sound.push_back(test::proven(input));
    const auto parsed = parseParams(op.params, params);
    if (!parsed)
        return parsed.error();
    auto done = run(op, sound, *parsed, {.device = test::testDevice()});
    if (!done)
        return done.error();
    return done->tensor;
}

std::vector<std::byte> bytesOf(const Array& array)
{
    const auto copy = packed(array);
    std::vector<std::byte> bytes(static_cast<std::size_t>(*array.byteSize()));
    if (!bytes.empty())
        copy->storage->read(copy->geometry.offset * array.dtype.itemSize(), bytes);
    return bytes;
}

// The elements of any type are any bytes.
Array arrayOf(Random& random, const Extents& sizes, const DType& dtype)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(*numel(sizes) * dtype.itemSize()));
    for (auto& byte : bytes)
        byte = static_cast<std::byte>(random.below(256));
    return Array::fromBytes(dtype, sizes, bytes);
}

Extents sizesOf(Random& random, int rank, std::int64_t mostExtent)
{
    Extents out;
    for (int d = 0; d < rank; ++d)
        out.push_back(random.below(mostExtent + 1));
    return out;
}

// Components anywhere in a buffer: in each other, behind gaps, with strides of 0.
Tensor scattered(Random& random, const DType& dtype)
{
    const auto rank = static_cast<int>(random.below(5));
    std::vector<Geometry> components(static_cast<std::size_t>(random.below(6)));
    std::int64_t end = 0;
    for (auto& component : components) {
        component.sizes = sizesOf(random, rank, 4);
        component.strides = sizesOf(random, rank, 6);
        component.offset = random.below(9);
        auto last = component.offset;
        for (std::size_t d = 0; d < component.sizes.size(); ++d)
            last += std::max<std::int64_t>(component.sizes[d] - 1, 0) * component.strides[d];
        end = std::max(end, last + 1);
    }
    return nestedOf(arrayOf(random, {end + random.below(3)}, dtype), components);
}

// Runs of any dim, of values that lie in any order, with lengths or without.
Tensor runsOf(Random& random, const DType& dtype)
{
    const auto rank = 1 + static_cast<int>(random.below(3));
    const auto ragged = static_cast<std::size_t>(random.below(rank));
    auto values = arrayOf(random, sizesOf(random, rank, 6), dtype);
    if (rank > 1 && random.below(2) == 0) {
        std::swap(values.geometry.sizes.front(), values.geometry.sizes.back());
        std::swap(values.geometry.strides.front(), values.geometry.strides.back());
    }
    std::vector<std::int64_t> lengths;
    auto left = values.geometry.sizes[ragged];
    for (auto count = random.below(4); count-- > 0;) {
        lengths.push_back(random.below(left + 1));
        left -= lengths.back();
    }
    lengths.push_back(left);
    auto tensor = jaggedOf(std::move(values), ragged, lengths);
    if (random.below(2) == 0) {
        for (auto& length : lengths)
            length = random.below(length + 1);
        tensor.members.push_back(
            {roleNamed(*layoutNamed("jagged"), "lengths"), Array::fromInts({std::ssize(lengths)}, lengths)});
        for (const auto* cached : {"min_seqlen", "max_seqlen"})
            tensor.claims.set(cached, *(cached[1] == 'i' ? std::ranges::min_element(lengths)
                                                         : std::ranges::max_element(lengths)));
    }
    return tensor;
}

// As PyTorch has it: a nested tensor of nothing is not padded, a jagged one is.
bool isAllEmpty(const Tensor& tensor, const std::vector<Array>& components)
{
    const auto isEmpty = [](const Array& component) { return numel(component.geometry) == 0; };
    return tensor.layout->name == "nested" && !components.empty() && std::ranges::all_of(components, isEmpty);
}

// The box of these components with ones where none reaches, index by index.
std::vector<std::byte> paddedByHand(const std::vector<Array>& components, const DType& dtype, const Extents& size)
{
    const auto one = Element::from(Number(1.0), dtype);
    const auto itemSize = static_cast<std::size_t>(dtype.itemSize());
    std::vector<std::byte> out;
    for (std::int64_t k = 0; k < *numel(size); ++k) {
        auto index = indexOf(size, k);
        const auto c = static_cast<std::size_t>(index.front());
        index.erase(index.begin());
        const auto* component = c < components.size() ? &components[c] : nullptr;
        bool isInside = component != nullptr;
        std::int64_t slot = isInside ? component->geometry.offset : 0;
        for (std::size_t d = 0; isInside && d < index.size(); ++d) {
            isInside = index[d] < component->geometry.sizes[d];
            slot += index[d] * component->geometry.strides[d];
        }
        std::vector<std::byte> element(one->bytes().begin(), one->bytes().end());
        if (isInside)
            component->storage->read(slot * dtype.itemSize(), element);
        out.insert(out.end(), element.begin(), element.begin() + static_cast<std::ptrdiff_t>(itemSize));
    }
    return out;
}

class Padded : public testing::TestWithParam<ElementType>
{
protected:
    // Both ways, for components of `tensor` that are these arrays.
    void expectBothWays(const Tensor& tensor, const std::vector<Array>& components, Random& random)
    {
        const DType dtype = GetParam();
        auto size = *tensor.layout->read(tensor, {})->bounds();
        const auto padded = operationOn("to_padded", {tensor}, {"fill=1"});
        if (isAllEmpty(tensor, components)) {
            ASSERT_FALSE(padded);
            EXPECT_THAT(padded.error().text, HasSubstr("all components are empty"));
            return;
        }
        ASSERT_TRUE(padded) << padded.error().text;
        const auto& box = padded->member("values").array;
        ASSERT_EQ(box.geometry.sizes, size);
        EXPECT_EQ(bytesOf(box), paddedByHand(components, dtype, size));

        auto larger = size; // more components than there are, too
        std::string named;
        for (auto& extent : larger)
            named += (named.empty() ? "" : ",") + std::to_string(extent += 1 + random.below(2));
        const auto roomy = operationOn("to_padded", {tensor}, {"fill=1", "output_size=" + named});
        ASSERT_TRUE(roomy) << roomy.error().text;
        EXPECT_EQ(bytesOf(roomy->member("values").array), paddedByHand(components, dtype, larger));

        for (auto& extent : size)
            extent += random.below(2);
        const auto other = arrayOf(random, size, dtype);
        const auto cut = operationOn("from_padded", {stridedOf(other), tensor});
        ASSERT_TRUE(cut) << cut.error().text;
        ASSERT_EQ(cut->layout, tensor.layout);
        const auto found = cut->layout->name == "nested" ? unbindNested(*cut) : unbindJagged(*cut);
        ASSERT_EQ(found->size(), components.size());
        for (std::size_t c = 0; c < components.size(); ++c) {
            auto corner = other;
            corner.geometry.sizes = components[c].geometry.sizes;
            corner.geometry.strides.erase(corner.geometry.strides.begin());
            if (numel(corner.geometry) != 0)
                corner.geometry.offset += static_cast<std::int64_t>(c) * other.geometry.strides[0];
            EXPECT_EQ((*found)[c].geometry.sizes, corner.geometry.sizes);
            EXPECT_EQ(bytesOf((*found)[c]), bytesOf(corner));
        }
        if (cut->layout->name == "nested") {
            EXPECT_EQ(isContiguousNested(*cut), true);
        }
    }
};

TEST_P(Padded, NestedComponentsAndBack)
{
    Random random(7);
    for (int round = 0; round < 40; ++round) {
        SCOPED_TRACE(round);
        const auto tensor = scattered(random, GetParam());
        expectBothWays(tensor, *unbindNested(tensor), random);
    }
}

TEST_P(Padded, JaggedComponentsAndBack)
{
    Random random(8);
    for (int round = 0; round < 40; ++round) {
        SCOPED_TRACE(round);
        const auto tensor = runsOf(random, GetParam());
        expectBothWays(tensor, *unbindJagged(tensor), random);
    }
}

// More components than the processor's threads take one by one, and more elements than one does alone.
TEST_P(Padded, ManyAndLargeComponents)
{
    Random random(9);
    for (const auto count : {3, 700}) {
        std::vector<Geometry> components;
        for (int c = 0; c < count; ++c)
            components.push_back({{random.between(1, 40), random.between(30, 40)}, {1, 41}, c});
        const auto tensor = nestedOf(arrayOf(random, {3000}, GetParam()), components);
        expectBothWays(tensor, *unbindNested(tensor), random);
    }
}

INSTANTIATE_TEST_SUITE_P(Types, Padded, testing::ValuesIn(knownElementTypes().begin(), knownElementTypes().end()),
                         [](const auto& type) { return std::string(DType(type.param).name()); });

Tensor threeRows()
{
    return test::fromJson(R"({"layout": "nested", "members": {
        "buffer": {"dtype": "float32", "data": [1, 2, 3, 4, 5, 6]},
        "nested_sizes": {"dtype": "int64", "data": [[3], [1], [2]]},
        "nested_strides": {"dtype": "int64", "data": [[1], [1], [1]]},
        "storage_offsets": {"dtype": "int64", "data": [0, 3, 4]}}})");
}

TEST(PaddedOperations, TheFillIsAnElement)
{
    const auto infinite = operationOn("to_padded", {threeRows()}, {"fill=-inf"});
    ASSERT_TRUE(infinite);
    EXPECT_EQ(infinite->member("values").array.at(Extents{1, 1}).text(), "-inf");
    EXPECT_EQ(infinite->member("values").array.at(Extents{2, 1}).text(), "6");
    auto whole = threeRows();
    whole.find("buffer")->array = Array::fromInts({6}, std::vector<std::int64_t>{1, 2, 3, 4, 5, 6});
    whole.dtype.reset();
    EXPECT_FALSE(operationOn("to_padded", {whole}, {"fill=0.5"}));
}

TEST(PaddedOperations, SayWhatDoesNotFit)
{
    EXPECT_EQ(operationOn("to_padded", {threeRows()}, {"output_size=3,2"}).error().text,
              "an output size of at least (3, 3) was wanted, found (3, 2)");
    const auto box = [](const Extents& sizes) {
        const std::vector<std::byte> bytes(static_cast<std::size_t>(*numel(sizes)) * 4);
        return stridedOf(Array::fromBytes(ElementType::f32, sizes, bytes));
    };
    EXPECT_THAT(operationOn("from_padded", {box({2, 3}), threeRows()}).error().text,
                HasSubstr("at least 3 entries with 1 dim was wanted, found size (2, 3)"));
    EXPECT_THAT(operationOn("from_padded", {box({3, 3, 1}), threeRows()}).error().text,
                HasSubstr("at least 3 entries with 1 dim was wanted"));
    EXPECT_THAT(operationOn("from_padded", {box({3, 2}), threeRows()}).error().text,
                HasSubstr("component 0 has 3 along dim 1"));
    EXPECT_THAT(operationOn("from_padded", {box({}), threeRows()}).error().text, HasSubstr("found one number"));
    EXPECT_THAT(operationOn("to_padded", {box({3})}).error().text,
                HasSubstr("a list of components was wanted, found strided"));
    EXPECT_THAT(operationOn("from_padded", {threeRows(), threeRows()}).error().text, HasSubstr("found nested"));
}

} // namespace
} // namespace tscope
