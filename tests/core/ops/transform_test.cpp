// SPDX-License-Identifier: Apache-2.0
#include "ops/transform.h"

#include "ops/operations.h"
#include "ops/run.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::tensorOf;
using testing::HasSubstr;

Result<Transformed> transformed(const Tensor& tensor, std::string_view chain)
{
    const auto steps = parseSteps(chain);
    if (!steps)
        return steps.error();
    return transform(tensor, *steps, {.maxBytes = 1 << 20});
}

Tensor emptyStrided(Extents sizes, Extents strides)
{
    return tensorOf(
        {{"layout", "strided"},
         {"members",
          {{"values", {{"shape", std::move(sizes)}, {"strides", std::move(strides)}, {"storage", {7}}}}}}});
}

TEST(Transform, SaysWhatEachStepCostsAndWhyACopyIsOne)
{
    const auto matrix = tensorOf({{"layout", "strided"}, {"members", {{"values", {{1, 2, 3}, {4, 5, 6}}}}}});
    const auto route = [&](const char* chain) {
        const auto done = transformed(matrix, chain);
        return done ? routeText(done->route.back()) : done.error().text;
    };

    EXPECT_EQ(route("permute(1,0)"), "permute((1, 0)): view, 0 bytes moved");
    EXPECT_EQ(route("reshape(6)"), "reshape((6,)): view, 0 bytes moved");
    EXPECT_EQ(
        route("permute(1,0).reshape(6)"),
        "reshape((6,)): copy, 24 bytes moved, as shape (6,) has no view: its dim 0 (size 6) would run over dims 0 "
        "and 1, which do not continue each other: stride[0] = 1 but stride[1] * size[1] = 3 * 2 = 6");
    EXPECT_EQ(route("permute(1,0).contiguous()"),
              "contiguous(): copy, 24 bytes moved, as the elements do not lie in row-major order");
}

// The operation of that name and the step of a chain are one.
TEST(Transform, PadsWhateverTheOperationPads)
{
    const auto nested = tensorOf({{"layout", "nested"}, {"components", {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}}}}});
    const auto jagged = *transformed(nested, "to_jagged()");
    for (const auto& [tensor, before] :
         {std::pair{nested, ""}, {nested, "transpose(1,2)."}, {jagged.tensors[0], ""}}) {
        SCOPED_TRACE(before);
        const auto given =
            before == std::string_view() ? tensor : transformed(tensor, "transpose(1,2)")->tensors[0];
        const auto step = transformed(tensor, std::string(before) + "to_padded(-1)");
        ASSERT_TRUE(step) << step.error().text;
        const auto params = parseParams(operationNamed("to_padded")->params, std::vector<std::string>{"fill=-1"});
        const auto op = run(*operationNamed("to_padded"), std::vector{*proven(given, "it")}, *params);
        ASSERT_TRUE(op) << op.error().text;
        const auto elementsOf = [](const Tensor& padded) {
            const auto& array = padded.member("values").array;
            std::string out = text(array.geometry.sizes);
            for (std::int64_t k = 0; k < *numel(array.geometry.sizes); ++k)
                out += ' ' + array.at(indexOf(array.geometry.sizes, k)).text();
            return out;
        };
        EXPECT_EQ(elementsOf(step->tensors.at(0)), elementsOf(op->tensor));
    }
    EXPECT_EQ(transformed(nested, "transpose(1,2).to_padded(-1)")
                  ->tensors[0]
                  .member("values")
                  .array.at(Extents{0, 2, 1})
                  .text(),
              "6");
    const auto empty =
        tensorOf({{"layout", "nested"}, {"components", {{{"shape", {0, 3}}}, {{"shape", {2, 0}}}}}});
    const auto none = parseParams(operationNamed("to_padded")->params, {});
    EXPECT_EQ(transformed(empty, "to_padded(0)").error().text,
              run(*operationNamed("to_padded"), std::vector{*proven(empty, "it")}, *none).error().text);
}

TEST(Transform, BringsATensorToADeviceThatIsThere)
{
    auto matrix = tensorOf({{"layout", "strided"}, {"members", {{"values", {{1, 2, 3}, {4, 5, 6}}}}}});
    EXPECT_EQ(routeText(transformed(matrix, "cpu()")->route.back()), "to(cpu): view, 0 bytes moved");
    EXPECT_EQ(transformed(matrix, "to(cuda:0)").error().text,
              "a tensor can't be brought to cuda:0, not built in: this process loads no module for cuda");
    auto& storage = matrix.members[0].array.storage;
    storage = relabelled(storage, {{"cuda", 1}, true});
    matrix.device = Device{"cuda", 1};
    const auto here = transformed(matrix, "cpu().flip(0)");
    ASSERT_TRUE(here) << here.error().text;
    EXPECT_EQ(routeText(here->route.front()),
              "to(cpu): copy, 0 bytes moved, as the processor has bytes of its own, which are here already");
    EXPECT_EQ(here->tensors[0].declaredDevice(), Device{});
    EXPECT_FALSE(here->tensors[0].members[0].array.storage->isPinned());
    EXPECT_EQ(here->tensors[0].members[0].array.storage->data(), storage->data()) << "no byte was copied";
    const auto coo = tensorOf({{"layout", "coo"},
                               {"size", {2, 2}},
                               {"members", {{"indices", {{0, 1}, {1, 0}}}, {"values", {1.0, 2.0}}}}});
    EXPECT_TRUE(transformed(coo, "to(cpu)")) << "any layout has it";
}

TEST(Transform, SplitsByAListOfLengths)
{
    const auto four = tensorOf({{"layout", "strided"}, {"members", {{"values", {1, 2, 3, 4}}}}});
    const auto parts = transformed(four, "split([1,0,3])");
    ASSERT_TRUE(parts) << parts.error().text;
    ASSERT_EQ(parts->tensors.size(), 3u);
    const auto geometryOf = [&](std::size_t i) { return parts->tensors[i].members[0].array.geometry; };
    EXPECT_EQ(geometryOf(0).sizes, Extents{1});
    EXPECT_EQ(geometryOf(1).sizes, Extents{0});
    EXPECT_EQ(geometryOf(2).sizes, Extents{3});
    EXPECT_EQ(geometryOf(2).offset, 1);
    EXPECT_THAT(transformed(four, "split([1,2])").error().text, HasSubstr("add up to 3"));
    EXPECT_THAT(transformed(four, "split([5,-1])").error().text, HasSubstr("negative"));
    EXPECT_FALSE(transformed(four, "split([9223372036854775807,9223372036854775807])"));
    const auto components = tensorOf({{"components", {{{1, 2}}, {{3, 4}}}}});
    EXPECT_THAT(transformed(components, "split([1,1],2)").error().text, HasSubstr("one length"));
}

TEST(Transform, CutsEmptyDimsAsTheLibraryDoes)
{
    const auto none = emptyStrided({0, 3}, {3, 1});
    const auto sizesOf = [&](const char* chain) {
        const auto parts = transformed(none, chain);
        EXPECT_TRUE(parts) << chain << ": " << parts.error().text;
        std::vector<Extents> out;
        for (const auto& part : parts->tensors)
            out.push_back(part.members[0].array.geometry.sizes);
        return out;
    };
    EXPECT_THAT(sizesOf("unbind(0)"), testing::IsEmpty());
    EXPECT_THAT(sizesOf("unbind(1)"), testing::ElementsAre(Extents{0}, Extents{0}, Extents{0}));
    EXPECT_THAT(sizesOf("chunk(3,0)"), testing::ElementsAre(Extents{0, 3}, Extents{0, 3}, Extents{0, 3}));
    EXPECT_THAT(sizesOf("split(0,0)"), testing::ElementsAre(Extents{0, 3}));
    EXPECT_THAT(sizesOf("split(2,0)"), testing::ElementsAre(Extents{0, 3}));
    EXPECT_FALSE(transformed(none, "split(0,1)"));
}

TEST(Transform, PartsOfHugeDimsAreBounded)
{
    const auto row = emptyStrided({int64Max}, {0});
    const auto halves = transformed(row, "split(4611686018427387904)");
    ASSERT_TRUE(halves) << halves.error().text;
    ASSERT_EQ(halves->tensors.size(), 2u);
    EXPECT_EQ(halves->tensors[1].members[0].array.geometry.sizes, Extents{(int64Max >> 1)});
    EXPECT_EQ(transformed(row, "split(1)").error().code, ErrorCode::unsupported);
    // Each step alone makes few.
    const auto square = emptyStrided({4096, 4096}, {0, 0});
    EXPECT_EQ(transformed(square, "split(1,0).split(1,1)").error().code, ErrorCode::unsupported);
    const auto nested = tensorOf({{"layout", "nested"},
                                  {"members",
                                   {{"buffer", {1}},
                                    {"nested_sizes", {{"shape", {1, 1}}, {"data", {1 << 20}}}},
                                    {"nested_strides", {{"shape", {1, 1}}, {"data", {0}}}},
                                    {"storage_offsets", {0}}}}});
    EXPECT_FALSE(transformed(nested, "split(1,1)"));
}

} // namespace
} // namespace tscope
