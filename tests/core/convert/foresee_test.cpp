// SPDX-License-Identifier: Apache-2.0
#include "convert/convert.h"
#include "layouts/registry.h"
#include "make/generators.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using testing::Contains;
using testing::HasSubstr;

Sound foreseen(const std::string& layout, Extents size, std::int64_t nnz)
{
    MakeSpec spec;
    spec.layout = layout;
    spec.size = std::move(size);
    spec.nnz = nnz;
    if (isBlocked(*layoutNamed(layout)))
        spec.blocksize = {{2, 2}};
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << (tensor ? "" : tensor.error().text);
    return std::get<Sound>(prove(std::move(*tensor)));
}

ConvertRequest to(const Layout& layout)
{
    ConvertRequest request;
    request.layout = &layout;
    if (isBlocked(layout))
        request.block = {{2, 2}};
    return request;
}

} // namespace

// Small tensors: what is told is what is done, and nothing else fails.
TEST(Foresee, OfSmallTensorsIsWhatTheConversionDoes)
{
    for (const auto* from : {"strided", "coo", "csr", "csc", "bsr", "bsc"})
        for (const auto* layout : layouts()) {
            SCOPED_TRACE(std::string(from) + " to " + std::string(layout->name));
            const auto sound = foreseen(from, {6, 8}, 12);
            const auto told = foresee(sound, to(*layout));
            const auto done = convert(sound, to(*layout));
            ASSERT_EQ(bool(told), bool(done));
            if (!done) {
                EXPECT_EQ(told.error().text, done.error().text);
                continue;
            }
            EXPECT_TRUE(told->isTried);
            EXPECT_EQ(told->changes, done->changes);
            ASSERT_EQ(told->route.size(), done->route.size());
            for (std::size_t i = 0; i < done->route.size(); ++i)
                EXPECT_EQ(routeText(told->route[i]), routeText(done->route[i]));
        }
}

// Large ones: the same steps by the same kernels. Where the number of entries is known before, so are the bytes.
TEST(Foresee, OfLargeTensorsNamesTheStepsAndGuessesTheirBytes)
{
    for (const auto* from : {"coo", "csr", "csc"})
        for (const auto* name : {"strided", "coo", "csr", "csc"}) {
            SCOPED_TRACE(std::string(from) + " to " + name);
            const auto sound = foreseen(from, {1000, 1200}, 90'000);
            const auto told = foresee(sound, to(*layoutNamed(name)));
            const auto done = convert(sound, to(*layoutNamed(name)));
            ASSERT_TRUE(told && done);
            EXPECT_FALSE(told->isTried);
            ASSERT_EQ(told->route.size(), done->route.size());
            for (std::size_t i = 0; i < done->route.size(); ++i) {
                EXPECT_EQ(told->route[i].op, done->route[i].op);
                EXPECT_EQ(told->route[i].kernel, done->route[i].kernel);
                EXPECT_EQ(told->route[i].view, done->route[i].view);
                EXPECT_EQ(told->route[i].bytesMoved, done->route[i].bytesMoved);
            }
        }
}

// Kernels are asked about what is there: types for which none is built are cast first.
TEST(Foresee, OfTypesThatAreCastFirst)
{
    for (const auto index : {ElementType::i16, ElementType::i32}) {
        MakeSpec spec;
        spec.layout = "coo";
        spec.size = {200, 200};
        spec.dense = {30};
        spec.nnz = 9000;
        const auto tensor = makeTensorOf(spec);
        ASSERT_TRUE(tensor) << tensor.error().text;
        auto proof = prove(*tensor);
        const auto* sound = std::get_if<Sound>(&proof);
        ASSERT_NE(sound, nullptr);
        auto request = to(*layoutNamed("csc"));
        request.indexDType = index;
        for (const auto type : {ElementType::f32, ElementType::f64}) {
            request.dtype = type;
            const auto told = foresee(*sound, request);
            const auto done = convert(*sound, request);
            ASSERT_EQ(bool(told), bool(done));
            ASSERT_TRUE(told) << told.error().text;
            EXPECT_FALSE(told->isTried);
            EXPECT_THAT(told->changes,
                        Contains(HasSubstr("an index that does not fit " + std::string(DType(index).name()))));
            EXPECT_EQ(told->route.back().op.substr(0, 3), "coo");
        }
    }
}

TEST(Foresee, OfLargeTensorsSaysWhatMayNotBeAsItWas)
{
    const auto dense = foreseen("strided", {1000, 1200}, 90'000);
    EXPECT_THAT(foresee(dense, to(*layoutNamed("csr")))->changes, Contains("elements that are zero are left out"));
    const auto csr = foreseen("csr", {1000, 1200}, 90'000);
    EXPECT_THAT(foresee(csr, to(*layoutNamed("bsr")))->changes,
                Contains("zeros are filled in to make entries whole"));
    auto request = to(*layoutNamed("csr"));
    request.dropZeros = true;
    request.dtype = ElementType::f16;
    const auto told = foresee(csr, request);
    EXPECT_THAT(told->changes, Contains("entries that are nothing but zeros are left out"));
    EXPECT_THAT(told->changes, Contains(HasSubstr("the nearest float16")));
}

TEST(Foresee, RefusesWhatTheConversionWould)
{
    const auto csr = foreseen("csr", {1000, 1200}, 90'000);
    auto request = to(*layoutNamed("bsr"));
    request.block = {{3, 7}};
    EXPECT_EQ(foresee(csr, request).error().text, convert(csr, request).error().text);
    const auto told = foresee(csr, to(*layoutNamed("strided")), {.maxBytes = 1000});
    ASSERT_FALSE(told);
    EXPECT_THAT(told.error().text, HasSubstr("more than the 1000"));
}

// How a conversion found its kernel: the two steps, and the run.
TEST(ConversionTrace, NamesTheTwoStepsAndTheKernel)
{
    const auto done = convert(foreseen("csr", {6, 8}, 12), to(*layoutNamed("csc")));
    ASSERT_TRUE(done);
    ASSERT_EQ(done->trace.steps.size(), 3U);
    EXPECT_EQ(text(done->trace.steps[0]), "table: convert (csr) -> csc on cpu: hit");
    EXPECT_EQ(text(done->trace.steps[1]), "types: float32 with int64 indices: hit");
    EXPECT_EQ(done->trace.steps[2].kind, DispatchStep::Kind::run);
    EXPECT_EQ(done->trace.steps[2].text, done->route[0].kernel);
    EXPECT_EQ(done->trace.steps[2].bytesMoved, done->route[0].bytesMoved);

    const auto around = convert(foreseen("csr", {6, 8}, 12), to(*layoutNamed("jagged")));
    ASSERT_TRUE(around);
    EXPECT_EQ(text(around->trace.steps[0]),
              "table: convert (csr) -> jagged on cpu, not implemented for these forms: miss");
}

} // namespace tscope
