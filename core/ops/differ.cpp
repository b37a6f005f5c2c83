// SPDX-License-Identifier: Apache-2.0
#include "ops/differ.h"

#include "base/say.h"
#include "dispatch/operand.h"
#include "element/promotion.h"
#include "layouts/registry.h"
#include "ops/layout_words.h"
#include "ops/views_of_tensors.h"

#include <array>

namespace tscope {

namespace {

constexpr std::array differInputs{OpInput{"a", "any box of numbers"}, OpInput{"b", "one of the same size"}};
constexpr std::array differParams{
    ParamSpec{"rtol", ParamKind::number, "1e-05", "tolerated, as a share of |b|"},
    ParamSpec{"atol", ParamKind::number, "1e-08", "tolerated besides"},
    ParamSpec{"equal_nan", ParamKind::flag, "no", "a NaN equals another one"},
};

Result<LayoutPlan> differLayouts(std::span<const std::string_view> given)
{
    for (const auto layout : given)
        if (!isBox(layout))
            return unsupported(
                say("tensors of one size were wanted, found {0}; tscope diff compares components", layout));
    return LayoutPlan{{given[0], given[1]}, "strided", "strided"};
}

Result<OpPlan> differPlan(std::span<const Tensor> given, const Params& params)
{
    auto computing = promote(given[0].declaredDType(), given[1].declaredDType());
    if (!computing)
        return computing.error();
    const auto a = formOf(given[0]).size, b = formOf(given[1]).size;
    if (a != b)
        return invalidArgument(
            say("two tensors of the same size were wanted, found {0} and {1}", text(a), text(b)));
    OpPlan plan;
    plan.computing = *computing;
    plan.inputs = {given[0], given[1]};
    plan.params = params;
    plan.result = {.layout = layoutNamed("strided"), .size = a, .dtype = ElementType::boolean};
    return plan;
}

} // namespace

const OpSpec& differOp()
{
    static constexpr OpSpec spec{
        .name = "differ",
        .summary = "which elements differ by more than a tolerance",
        .inputs = differInputs,
        .params = differParams,
        .layouts = differLayouts,
        .plan = differPlan,
    };
    return spec;
}

} // namespace tscope
