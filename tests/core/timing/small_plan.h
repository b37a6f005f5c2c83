// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "make/generators.h"
#include "support/small_tensors.h"
#include "timing/plan.h"

#include <gtest/gtest.h>

namespace tscope::timing {

inline Sound madeMatrix(const std::string& layout, Extents size = {24, 16}, const std::string& kind = "random",
                        DType dtype = ElementType::f32)
{
    MakeSpec spec;
    spec.kind = kind;
    spec.layout = layout;
    spec.size = std::move(size);
    spec.dtype = dtype;
    if (kind == "random")
        spec.density = 0.2;
    return test::proven(*makeTensorOf(spec));
}

inline Sound madeComponents(const std::string& layout)
{
    MakeSpec spec;
    spec.kind = "ragged";
    spec.layout = layout;
    spec.size = {7, 9, 6};
    return test::proven(*makeTensorOf(spec));
}

// A matrix, or several in a batch, or one with a dense tail; of a kind "random" another one for each seed of the
// run.
inline Sound testMatrix(const std::string& kind, const std::string& layout, Extents size, Extents batch = {},
                        Extents dense = {})
{
    MakeSpec spec;
    spec.kind = kind;
    spec.layout = layout;
    spec.size = std::move(size);
    spec.batch = std::move(batch);
    spec.dense = std::move(dense);
    spec.density = kind == "random" ? std::optional(0.1) : std::nullopt;
    spec.seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 5;
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << tensor.error().text;
    return test::proven(*tensor);
}

// Little time for each cell: what is measured is not looked at, only that it is.
inline Plan shortPlan(const Sound& tensor, const std::vector<std::string>& workloads = {})
{
    auto plan = usualPlan(tensor, {"cpu"});
    if (!workloads.empty())
        plan.workloads.clear();
    for (const auto& name : workloads)
        plan.workloads.push_back(*workloadNamed(name));
    plan.budget = std::chrono::milliseconds(4);
    return plan;
}

inline const Row& rowOf(const Session& session, const std::string& op, const std::string& form)
{
    for (const auto& row : session.rows)
        if (row.op == op && text(row.variant) == form)
            return row;
    throw std::runtime_error("no row " + op + " of " + form);
}

} // namespace tscope::timing
