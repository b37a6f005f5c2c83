// SPDX-License-Identifier: Apache-2.0
#include "timing/workload.h"

#include "core/timing/small_plan.h"
#include "dispatch/operand.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

TEST(Workloads, AreFoundByTheirNamesWithColumnsOrWithout)
{
    EXPECT_EQ(workloadNamed("spmv")->name, "spmv");
    EXPECT_EQ(workloadNamed("spmm")->name, "spmm k=64");
    EXPECT_EQ(workloadNamed("spmm:7")->columns, 7);
    EXPECT_EQ(workloadNamed("spmm k=7")->name, "spmm k=7");
    EXPECT_EQ(workloadNamed("spmm:7")->name, workloadNamed(workloadNamed("spmm:7")->name)->name);
    EXPECT_EQ(workloadNamed("amax")->op->name, "amax"); // an operation of one tensor
}

TEST(Workloads, WhatIsNoneIsToldWithWhatThereIs)
{
    const auto none = workloadNamed("spvm");
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().text.find("spmv spmv_t spmm"), std::string::npos) << none.error().text;
    EXPECT_NE(none.error().text.find("\"spvm\""), std::string::npos);
    for (const char* text :
         {"spmv:3", "spmm:0", "spmm:-1", "spmm:x", "spmm:", "spmm:99999999999999999999", "matmul"})
        EXPECT_FALSE(workloadNamed(text)) << text;
}

TEST(Workloads, EachKindCanBeNamed)
{
    for (const auto& kind : workloadKinds()) {
        const auto workload = workloadNamed(kind.name);
        ASSERT_TRUE(workload) << kind.name;
        EXPECT_NE(workload->op, nullptr);
        EXPECT_EQ(workload->name.substr(0, kind.name.size()), kind.name);
    }
}

TEST(Workloads, WhatStandsBesideFitsTheTensor)
{
    const auto tensor = madeMatrix("csr", {24, 16});
    const auto sizes = [&](const char* name) {
        std::vector<Extents> out;
        const auto inputs = *inputsOf(*workloadNamed(name), tensor);
        for (const auto& input : inputs)
            out.push_back(tscope::formOf(input.tensor()).size);
        return out;
    };
    using Sizes = std::vector<Extents>;
    EXPECT_EQ(sizes("spmv"), (Sizes{{24, 16}, {16}}));
    EXPECT_EQ(sizes("spmv_t"), (Sizes{{16, 24}, {24}}));
    EXPECT_EQ(sizes("spmm:3"), (Sizes{{24, 16}, {16, 3}}));
    EXPECT_EQ(sizes("spgemm"), (Sizes{{24, 16}, {16, 24}}));
    EXPECT_EQ(sizes("sddmm:3"), (Sizes{{24, 16}, {24, 3}, {3, 16}}));
    EXPECT_EQ(sizes("add"), (Sizes{{24, 16}, {24, 16}}));
    EXPECT_EQ(sizes("sum"), (Sizes{{24, 16}}));
    EXPECT_EQ(inputsOf(*workloadNamed("spmv_t"), tensor)->front().tensor().layout->name, "csc"); // a view
}

TEST(Workloads, NumbersBesideAreTheSameEachTimeAndNoneIsZero)
{
    for (const auto type : {ElementType::f32, ElementType::f16, ElementType::i8, ElementType::u8,
                            ElementType::boolean, ElementType::c64}) {
        const auto tensor = madeMatrix("csr", {24, 16}, "random", type);
        const auto once = (*inputsOf(*workloadNamed("spmm"), tensor))[1].tensor().members.front().array;
        const auto again = (*inputsOf(*workloadNamed("spmm"), tensor))[1].tensor().members.front().array;
        EXPECT_EQ(once.dtype, DType(type));
        for (std::int64_t i = 0; i < 16 * 64; ++i) {
            EXPECT_EQ(once.at(i), again.at(i));
            EXPECT_FALSE(once.at(i).isZero());
        }
    }
}

TEST(Workloads, WhatHasNoMeaningForATensorIsRefused)
{
    MakeSpec spec;
    spec.kind = "ragged";
    spec.layout = "jagged";
    spec.size = {5, 7, 3};
    const auto jagged = test::proven(*makeTensorOf(spec));
    const auto refused = inputsOf(*workloadNamed("spmv"), jagged);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find("jagged"), std::string::npos);
    EXPECT_TRUE(inputsOf(*workloadNamed("linear"), jagged));
}

} // namespace

} // namespace tscope::timing
