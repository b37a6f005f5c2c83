// SPDX-License-Identifier: Apache-2.0
// What the small cases of operations do not reach on a device: results that many threads share, in more than one
// turn, and copies in squares. Held against the processor's kernels.
#include "layouts/registry.h"
#include "make/generators.h"
#include "ops/operations.h"
#include "ops/run.h"
#include "ops/transform.h"
#include "support/held_kernels.h"
#include "support/small_tensors.h"
#include "support/test_device.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tscope {
namespace {

// Both results, bit for bit where the elements are whole numbers or only moved.
void expectTheProcessors(std::string_view op, const Tensor& tensor, const std::vector<std::string>& texts)
{
    const auto& spec = *operationNamed(op);
    const auto params = *parseParams(spec.params, texts);
    const std::vector<Sound> inputs{test::proven(tensor)};
    const auto there = run(spec, inputs, params, {.device = test::testDevice()});
    ASSERT_TRUE(there) << there.error().text;
    ASSERT_NE(there->trace.device, "cpu");
    test::holds(there->trace);
    const auto here = run(spec, inputs, params, {.device = "cpu"});
    ASSERT_TRUE(here) << here.error().text;
    EXPECT_TRUE(test::logicalOf(there->tensor) == test::logicalOf(here->tensor));
}

Tensor permuted(const Tensor& tensor, const char* steps)
{
    auto made = transform(tensor, *parseSteps(steps));
    EXPECT_TRUE(made) << made.error().text;
    return made->tensors.front();
}

TEST(DeviceElements, AreJoinedOverAnyDims)
{
    for (const Extents& size : {Extents{7, 4200, 3}, Extents{2, 3, 4200}, Extents{4200, 2, 65}, Extents{1, 64, 1},
                                Extents{1, 1, 4097}}) {
        const auto tensor =
            *makeTensorOf({.kind = "arange", .layout = "strided", .size = size, .dtype = ElementType::i64});
        for (const auto* steps : {"permute(0, 1, 2)", "permute(2, 0, 1)", "permute(1, 2, 0)"})
            for (const auto* dims : {"", "dim=0", "dim=1", "dim=2", "dim=0,1", "dim=0,2", "dim=1,2"})
                for (const auto* op : {"sum", "amax", "amin"}) {
                    SCOPED_TRACE(text(size) + " " + steps + " " + op + " " + dims);
                    const auto wished = std::string_view(dims).empty() ? std::vector<std::string>{}
                                                                       : std::vector<std::string>{dims};
                    expectTheProcessors(op, permuted(tensor, steps), wished);
                }
    }
}

// Some rows have nearly all that is stored, so that their elements are joined in turns.
TEST(DeviceElements, AreJoinedWhereTheyAreStored)
{
    for (const auto* kind : {"powerlaw", "random"})
        for (const auto* layout : {"csr", "csc", "coo", "bsr"})
            for (const auto* dims : {"dim=0", "dim=1", "dim=0,1"}) {
                SCOPED_TRACE(std::string(kind) + " " + layout + " " + dims);
                MakeSpec spec;
                spec.kind = kind;
                spec.layout = layout;
                spec.size = {4, 30'000};
                spec.density = 0.5;
                spec.dtype = ElementType::i32;
                const auto tensor = makeTensorOf(spec);
                ASSERT_TRUE(tensor) << tensor.error().text;
                for (const auto* op : {"sum", "amax"})
                    expectTheProcessors(op, *tensor, {dims});
            }
}

TEST(DeviceElements, MakeProbabilitiesOfLongLines)
{
    for (const auto type : {ElementType::f32, ElementType::f64, ElementType::f16}) {
        const auto made = *makeTensorOf({.kind = "random", .layout = "strided", .size = {5, 6000}, .dtype = type});
        for (const auto* steps : {"permute(0, 1)", "permute(1, 0)"}) {
            SCOPED_TRACE(std::string(DType(type).name()) + " " + steps);
            const auto tensor = permuted(made, steps);
            const auto& spec = *operationNamed("softmax");
            const std::vector<Sound> inputs{test::proven(tensor)};
            const auto params = *parseParams(spec.params, std::vector<std::string>{"dim=-1"});
            const auto there = run(spec, inputs, params, {.device = test::testDevice()});
            ASSERT_TRUE(there) << there.error().text;
            test::holds(there->trace);
            const auto here = run(spec, inputs, params, {.device = "cpu"});
            ASSERT_TRUE(here) << here.error().text;
            const auto &a = there->tensor.members[0].array, &b = here->tensor.members[0].array;
            const auto tolerance = type == ElementType::f16 ? 2e-3 : 1e-5;
            for (std::int64_t i = 0; i < *numel(a.geometry); ++i) {
                const auto found = std::stod(a.at(i).text()), wanted = std::stod(b.at(i).text());
                ASSERT_LE(std::abs(found - wanted), tolerance * wanted) << i;
            }
        }
    }
}

// Whole squares and parts of them, of items of each width, batches besides.
TEST(DeviceElements, AreCopiedAcross)
{
    for (const auto type :
         {ElementType::u8, ElementType::bf16, ElementType::f32, ElementType::f64, ElementType::c128})
        for (const Extents& size :
             {Extents{1, 16, 16}, Extents{3, 17, 33}, Extents{16, 2, 40}, Extents{48, 15, 31}}) {
            const auto tensor =
                *makeTensorOf({.kind = "random", .layout = "strided", .size = size, .dtype = type});
            for (const auto* steps : {"permute(0, 2, 1)", "permute(2, 1, 0)", "permute(1, 2, 0)",
                                      "permute(2, 0, 1)", "permute(1, 0, 2)"}) {
                SCOPED_TRACE(std::string(DType(type).name()) + " " + text(size) + " " + steps);
                expectTheProcessors("contiguous", permuted(tensor, steps), {});
            }
        }
}

} // namespace
} // namespace tscope
