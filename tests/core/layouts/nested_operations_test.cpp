// SPDX-License-Identifier: Apache-2.0
#include "core/layouts/components.h"
#include "layouts/jagged/exchange.h"
#include "layouts/nested/nested_views.h"
#include "layouts/strided/strided.h"
#include "ops/operations.h"
#include "ops/run.h"

#include <random>

namespace tscope {
namespace {

using namespace components;

constexpr std::int64_t room = 1 << 24;

Json sizeOf(const Tensor& tensor)
{
    Json out = Json::array();
    const auto outline = tensor.layout->read(tensor, {})->outline();
    for (const auto& extent : *outline.size)
        switch (extent.kind) {
        case OuterExtent::Kind::number:
            out.push_back(extent.value);
            break;
        case OuterExtent::Kind::irregular:
            out.push_back(-1);
            break;
        case OuterExtent::Kind::ragged:
            out.push_back("j");
            break;
        }
    return out;
}

// The rows of a T x D table.
Json rows(const Tensor& tensor, std::string_view role)
{
    const auto& array = tensor.member(role).array;
    Json out = Json::array();
    if (array.geometry.rank() != 2)
        return out;
    const auto flat = integers(array);
    for (std::int64_t t = 0, k = 0; t < array.geometry.sizes[0]; ++t) {
        Json row = Json::array();
        for (std::int64_t d = 0; d < array.geometry.sizes[1]; ++d, ++k)
            row.push_back(flat[static_cast<std::size_t>(k)]);
        out.push_back(row);
    }
    return out;
}

void expectTables(const Tensor& tensor, const Json& expect)
{
    EXPECT_EQ(rows(tensor, "nested_sizes"), expect["nested_sizes"]);
    EXPECT_EQ(rows(tensor, "nested_strides"), expect["nested_strides"]);
    EXPECT_EQ(Json(integers(tensor.member("storage_offsets").array)), expect["storage_offsets"]);
    EXPECT_EQ(isContiguousNested(tensor), expect["contiguous"].get<bool>());
}

using Component = std::pair<Extents, std::vector<std::int64_t>>; // size and elements in row-major order

std::vector<Component> contentOf(const Result<std::vector<Array>>& components)
{
    std::vector<Component> out;
    EXPECT_TRUE(components) << components.error().text;
    for (const auto& component : *components)
        out.emplace_back(component.geometry.sizes, integers(component));
    return out;
}

// What padding means, said index by index.
std::vector<std::int64_t> paddedByHand(const std::vector<Component>& components, const Extents& size,
                                       std::int64_t fill)
{
    std::vector<std::int64_t> out(static_cast<std::size_t>(*numel(size)), fill);
    for (std::size_t t = 0; t < components.size(); ++t)
        for (std::size_t k = 0; k < components[t].second.size(); ++k) {
            auto index = indexOf(components[t].first, static_cast<std::int64_t>(k));
            index.insert(index.begin(), static_cast<std::int64_t>(t));
            out[static_cast<std::size_t>(positionOf(size, index))] = components[t].second[k];
        }
    return out;
}

// The result of the operation of this name, as one array or one tensor.
Result<Tensor> ran(const char* name, std::vector<Tensor> inputs, const std::vector<std::string>& params = {})
{
    const auto& op = *operationNamed(name);
    std::vector<Sound> sound;
    for (auto& input : inputs) {
        auto proved = proven(std::move(input), "an input");
        if (!proved)
            return proved.error();
        sound.push_back(std::move(*proved));
    }
    const auto parsed = parseParams(op.params, params);
    if (!parsed)
        return parsed.error();
    auto done = run(op, sound, *parsed, {.maxBytes = room});
    if (!done)
        return done.error();
    return std::move(done->tensor);
}

Result<Array> padded(const Tensor& tensor, int fill, const std::optional<Extents>& size = {})
{
    std::vector<std::string> params{"fill=" + std::to_string(fill)};
    if (size) {
        params.emplace_back("output_size=");
        for (const auto extent : *size)
            params.back() += (params.back().ends_with('=') ? "" : ",") + std::to_string(extent);
    }
    auto done = ran("to_padded", {tensor}, params);
    if (!done)
        return done.error();
    return done->member("values").array;
}

TEST(NestedOperations, DoWhatTheVectorsSay)
{
    for (const auto& test : vectors("nested.json")) {
        SCOPED_TRACE(test["id"].get<std::string>());
        const auto shapes = test["shapes"].get<std::vector<Extents>>();
        const auto& expect = test["expect"];
        const auto made = nestedFromShapes(shapes, ElementType::i64, room);
        ASSERT_TRUE(made);
        const auto& nested = made->tensor;
        EXPECT_TRUE(checked(nested).findings.empty());
        expectTables(nested, expect);
        EXPECT_EQ(sizeOf(nested), expect["size"]);
        EXPECT_EQ(sizeOf(nested).size(), expect["dim"].get<std::size_t>());
        EXPECT_EQ(nested.layout->read(nested, {})->outline().numel, expect["numel"].get<std::int64_t>());
        EXPECT_EQ(nested.member("buffer").array.storageNumel(), expect["buffer_numel"].get<std::int64_t>());

        const auto box = padded(nested, -1);
        if (expect.contains("padded_error")) {
            ASSERT_FALSE(box);
            EXPECT_NE(box.error().text.find(expect["padded_error"]), std::string::npos);
        } else {
            ASSERT_TRUE(box) << box.error().text;
            if (expect.contains("padded_shape")) {
                EXPECT_EQ(Json(box->geometry.sizes), expect["padded_shape"]);
            }
            if (expect.contains("padded")) {
                EXPECT_EQ(Json(integers(*box)), expect["padded"]["data"]);
            }
        }
        const auto jagged = toJagged(nested, room);
        if (expect.contains("jagged_error")) {
            ASSERT_FALSE(jagged);
            EXPECT_NE(jagged.error().text.find(expect["jagged_error"]), std::string::npos);
        }
        if (expect.contains("jagged")) {
            ASSERT_TRUE(jagged) << jagged.error().text;
            const auto& tensor = jagged->tensor;
            const auto& want = expect["jagged"];
            EXPECT_EQ(tensor.claims.integer("ragged_idx"), want["ragged_idx"].get<std::int64_t>());
            EXPECT_EQ(Json(tensor.member("values").array.geometry.sizes), want["values_shape"]);
            EXPECT_EQ(Json(integers(tensor.member("offsets").array)), want["offsets"]);
            EXPECT_EQ(tensor.claims.integer("min_seqlen"), want["min_seqlen"].get<std::int64_t>());
            EXPECT_EQ(tensor.claims.integer("max_seqlen"), want["max_seqlen"].get<std::int64_t>());
            EXPECT_EQ(sizeOf(tensor), want["size"]);
            EXPECT_TRUE(checked(tensor).findings.empty());
            EXPECT_EQ(contentOf(unbindJagged(tensor)), contentOf(unbindNested(nested)));
        }
        for (const auto& view : expect.value("views", Json::array())) {
            SCOPED_TRACE(view["op"].get<std::string>());
            if (view["op"] == "transpose") {
                const auto result = transposeNested(nested, view["dims"][0], view["dims"][1]);
                ASSERT_TRUE(result);
                EXPECT_TRUE(result->isView);
                expectTables(result->tensor, view);
            } else {
                const auto parts = chunkNested(nested, view["chunks"], view["dim"]);
                ASSERT_TRUE(parts) << parts.error().text;
                ASSERT_EQ(parts->size(), view["parts"].size());
                for (std::size_t p = 0; p < parts->size(); ++p)
                    expectTables((*parts)[p].tensor, view["parts"][p]);
            }
        }
    }
}

TEST(NestedOperations, RoundTripsKeepEveryElement)
{
    for (unsigned seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const auto below = [&](unsigned limit) { return static_cast<std::int64_t>(random() % limit); };
        const auto rank = static_cast<std::size_t>(1 + below(3));
        const auto ragged = static_cast<std::size_t>(below(static_cast<unsigned>(rank)));
        Extents common(rank);
        for (auto& extent : common)
            extent = 1 + below(4);
        std::vector<Array> arrays;
        std::vector<Component> expected;
        std::vector<Extents> shapes;
        for (std::int64_t t = 0, count = 1 + below(5); t < count; ++t) {
            auto shape = common;
            shape[ragged] = below(5);
            // Strided, reversed in memory order, over a storage of its own.
            Geometry geometry{shape, Extents(rank), below(3)};
            std::int64_t step = 1 + below(2);
            for (std::size_t d = 0; d < rank; ++d) {
                geometry.strides[d] = step;
                step *= std::max<std::int64_t>(1, shape[d]);
            }
            std::vector<std::int64_t> storage(static_cast<std::size_t>(minStorage(geometry).value_or(0)) + 4);
            for (auto& element : storage)
                element = below(1000);
            auto array = Array::fromInts({static_cast<std::int64_t>(storage.size())}, storage);
            array.geometry = geometry;
            arrays.push_back(array);
            shapes.push_back(shape);
            std::vector<std::int64_t> content;
            for (std::int64_t k = 0; k < *numel(shape); ++k)
                content.push_back(storage[static_cast<std::size_t>(offsetOf(geometry, k))]);
            expected.emplace_back(shape, content);
        }
        const auto nested = nestedFromArrays(arrays, room);
        ASSERT_TRUE(nested);
        EXPECT_EQ(isContiguousNested(nested->tensor), true);
        EXPECT_EQ(contentOf(unbindNested(nested->tensor)), expected);

        const auto jagged = toJagged(nested->tensor, room);
        ASSERT_TRUE(jagged) << jagged.error().text;
        EXPECT_TRUE(broken(jagged->tensor).empty());
        EXPECT_EQ(contentOf(unbindJagged(jagged->tensor)), expected);
        const auto same =
            jagged->tensor.member("values").array.storage == nested->tensor.member("buffer").array.storage;
        EXPECT_EQ(same, jagged->isView);
        const auto back = toNested(jagged->tensor);
        ASSERT_TRUE(back);
        EXPECT_TRUE(broken(back->tensor).empty());
        EXPECT_EQ(contentOf(unbindNested(back->tensor)), expected);
        const auto direct = jaggedFromArrays(arrays, room);
        ASSERT_TRUE(direct);
        EXPECT_EQ(contentOf(unbindJagged(direct->tensor)), expected);

        const bool isEmpty = std::ranges::all_of(expected, [](const auto& c) { return c.second.empty(); });
        auto larger = common;
        larger.insert(larger.begin(), static_cast<std::int64_t>(arrays.size()) + below(2));
        larger[ragged + 1] = 5;
        for (const bool outputSize : {false, true}) {
            const auto box = padded(nested->tensor, -7, outputSize ? std::optional(larger) : std::nullopt);
            ASSERT_EQ(static_cast<bool>(box), !isEmpty);
            if (isEmpty)
                break;
            EXPECT_EQ(integers(*box), paddedByHand(expected, box->geometry.sizes, -7));
            const auto unpadded = ran("from_padded", {stridedOf(*box), nested->tensor});
            ASSERT_TRUE(unpadded);
            EXPECT_EQ(contentOf(unbindNested(*unpadded)), expected);
        }
        const auto fromJagged = padded(jagged->tensor, -7);
        ASSERT_TRUE(fromJagged);
        EXPECT_EQ(integers(*fromJagged), paddedByHand(expected, fromJagged->geometry.sizes, -7));

        const auto turned = transposeNested(nested->tensor, 1, -1);
        ASSERT_TRUE(turned);
        const auto packedAgain = contiguousNested(turned->tensor, room);
        ASSERT_TRUE(packedAgain);
        EXPECT_EQ(isContiguousNested(packedAgain->tensor), true);
        EXPECT_EQ(contentOf(unbindNested(packedAgain->tensor)), contentOf(unbindNested(turned->tensor)));
    }
}

TEST(NestedOperations, SplitMayLeaveAShorterPart)
{
    const auto nested = nestedFromShapes(std::vector<Extents>{{2, 5}, {1, 5}}, ElementType::i64, room);
    const auto parts = splitNested(nested->tensor, 2, -1);
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 3U);
    EXPECT_EQ(contentOf(unbindNested((*parts)[2].tensor)),
              (std::vector<Component>{{{2, 1}, {5, 10}}, {{1, 1}, {15}}}));
    EXPECT_FALSE(chunkNested(nested->tensor, 2, 2));
    EXPECT_FALSE(chunkNested(nested->tensor, 5, 1));
    EXPECT_FALSE(splitNested(nested->tensor, 0, 2));
}

TEST(NestedOperations, NarrowLeavesHolesAndCopiesNothing)
{
    std::vector<std::int64_t> data(24);
    for (std::size_t k = 0; k < data.size(); ++k)
        data[k] = static_cast<std::int64_t>(k);
    const auto dense = Array::fromInts({3, 4, 2}, data);
    const std::vector<std::int64_t> starts{0, 1, 3}, counts{2, 3, 1};
    const auto jagged = jaggedNarrow(dense, starts, counts, room);
    ASSERT_TRUE(jagged);
    EXPECT_TRUE(jagged->isView);
    EXPECT_TRUE(checked(jagged->tensor).findings.empty());
    EXPECT_EQ(integers(jagged->tensor.member("offsets").array), (std::vector<std::int64_t>{0, 5, 11, 12}));
    EXPECT_EQ(
        contentOf(unbindJagged(jagged->tensor)),
        (std::vector<Component>{{{2, 2}, {0, 1, 2, 3}}, {{3, 2}, {10, 11, 12, 13, 14, 15}}, {{1, 2}, {22, 23}}}));
    const auto nested = toNested(jagged->tensor);
    ASSERT_TRUE(nested);
    EXPECT_EQ(contentOf(unbindNested(nested->tensor)), contentOf(unbindJagged(jagged->tensor)));
    EXPECT_EQ(isContiguousNested(nested->tensor), false);
    const auto whole = jaggedFromDense(dense, room);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->isView);
    EXPECT_EQ(integers(whole->tensor.member("offsets").array), (std::vector<std::int64_t>{0, 4, 8, 12}));
    EXPECT_FALSE(jaggedNarrow(dense, starts, std::vector<std::int64_t>{2, 4, 1}, room));
    const auto byLengths = jaggedFromLengths(dense, counts);
    EXPECT_FALSE(byLengths); // 6 of 3 entries
    EXPECT_TRUE(jaggedFromLengths(dense, std::vector<std::int64_t>{1, 0, 2}));
}

TEST(NestedOperations, RefuseBrokenAndUnreadableTensors)
{
    const Json sizes{{2, 3}, {1, 3}}, strides{{3, 1}, {3, 1}};
    const auto outside = nestedTensor(8, sizes, strides, {0, 6});
    EXPECT_FALSE(unbindNested(outside));
    EXPECT_FALSE(padded(outside, 0));
    EXPECT_FALSE(toJagged(outside, room));
    EXPECT_FALSE(transposeNested(nestedTensor(9, sizes, Json{{3, 1}, {-3, 1}}, {0, 6}), 1, 2));
    EXPECT_FALSE(padded(nestedTensor(9, sizes, strides, {0, 6}), 0, Extents{2, 1, 3}));
    EXPECT_FALSE(unbindJagged(
        tensorOf({{"layout", "jagged"}, {"members", {{"values", {{"shape", {4, 2}}}}, {"offsets", {0, 9}}}}})));
}

TEST(NestedOperations, SizesAreBoundedBeforeAllocation)
{
    const auto few = nestedFromShapes(std::vector<Extents>{{1000}, {1}}, ElementType::i64, 1000);
    ASSERT_FALSE(few);
    EXPECT_EQ(few.error().code, ErrorCode::outOfMemory);
    const auto huge = std::int64_t{1} << 40;
    EXPECT_FALSE(nestedFromShapes(std::vector<Extents>{{huge, huge}}, ElementType::i64, room));
    // 2^20 components of which one is long: padding would be 2^40 elements.
    const auto nested = nestedFromShapes(std::vector<Extents>{{1, 4000}, {4000, 1}}, ElementType::u8, room);
    EXPECT_FALSE(nested); // 8000 does not fit into a byte
    const auto wide = nestedFromShapes(std::vector<Extents>{{1, 4000}, {4000, 1}}, ElementType::i16, room);
    ASSERT_TRUE(wide);
    const auto box = padded(wide->tensor, 0);
    ASSERT_FALSE(box);
    EXPECT_EQ(box.error().code, ErrorCode::outOfMemory) << box.error().text;
}

TEST(NestedOperations, OtherElementTypesBecomeThatOfTheFirst)
{
    const std::vector<std::int64_t> data{1, 2};
    const std::vector<Array> arrays{Array::fromInts({2}, data, ElementType::i32), Array::fromInts({1, 2}, data)};
    EXPECT_FALSE(nestedFromArrays(arrays, room)); // ranks differ
    const std::vector<Array> mixed{arrays[0], Array::fromInts({2}, data)};
    const auto nested = nestedFromArrays(mixed, room);
    ASSERT_TRUE(nested);
    EXPECT_EQ(nested->tensor.member("buffer").array.dtype, DType(ElementType::i32));
    EXPECT_EQ(contentOf(unbindNested(nested->tensor)), (std::vector<Component>{{{2}, {1, 2}}, {{2}, {1, 2}}}));
    EXPECT_FALSE(jaggedFromArrays(mixed, room));
    EXPECT_FALSE(jaggedFromArrays({}, room));
}

} // namespace
} // namespace tscope
