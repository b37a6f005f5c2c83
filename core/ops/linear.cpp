// SPDX-License-Identifier: Apache-2.0
#include "ops/linear.h"

#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "element/promotion.h"
#include "layouts/registry.h"
#include "ops/components.h"
#include "ops/layout_words.h"
#include "ops/views_of_tensors.h"

#include <array>

namespace tscope {

namespace {

constexpr std::array linearInputs{OpInput{"a", "rows of `in` numbers: strided, nested or jagged"},
                                  OpInput{"weight", "strided matrix of out x in"}};

Result<LayoutPlan> linearLayouts(std::span<const std::string_view> given)
{
    if (!isStrided(given[1]))
        return unsupported(say("a strided matrix of weights was wanted, found {0}", given[1]));
    if (isSparse(given[0]))
        return unsupported(
            say("rows that are stored whole were wanted, found {0}; matmul multiplies sparse matrices", given[0]));
    return LayoutPlan{{"strided", "strided"}, "strided", given[0], "matmul"};
}

Result<OpPlan> linearPlan(std::span<const Tensor> given, const Params&)
{
    auto computing = promote(given[0].declaredDType(), given[1].declaredDType());
    if (!computing)
        return computing.error();
    const auto weight = formOf(given[1]).size;
    if (weight.size() != 2)
        return invalidArgument(say("a matrix of weights was wanted, found size {0}", text(weight)));
    OpPlan plan;
    plan.computing = *computing;
    auto rows = given[0];
    if (given[0].layout->family == "strided") {
        const auto size = formOf(given[0]).size;
        if (size.empty())
            return invalidArgument(say("rows of numbers were wanted, found one number"));
        if (size.size() == 1)
            rows = withDim(rows, 0);
        plan.finish = [size](Tensor made) -> Result<Tensor> {
            return size.size() == 1 ? withoutDim(made, 0) : made;
        };
    } else {
        auto components = rowsOfComponents(given[0]);
        if (!components)
            return components.error();
        rows = std::move(components->rows);
        plan.finish = [wrap = std::move(components->wrap)](Tensor made) { return wrap(made); };
    }
    const auto size = formOf(rows).size;
    if (size.back() != weight[1])
        return invalidArgument(
            say("as many numbers in a row as the weights have columns were wanted, found sizes {0} and {1}",
                text(size), text(weight)));
    auto turned = mirrored(given[1]);
    if (!turned)
        return turned.error();
    auto wide = repeated(*turned, {size.begin(), size.end() - 2}, 2);
    if (!wide)
        return wide.error();
    plan.inputs = {std::move(rows), std::move(*wide)};
    auto result = size;
    result.back() = weight[0];
    plan.result = {.layout = layoutNamed("strided"), .size = std::move(result), .dtype = *computing};
    return plan;
}

std::int64_t linearFlops(const OpPlan& plan)
{
    return saturatingMul(numel(valuesMember(plan.inputs[0]).array.geometry).value_or(0),
                         saturatingMul(2, plan.result.size.back()));
}

} // namespace

const OpSpec& linearOp()
{
    static constexpr OpSpec spec{
        .name = "linear",
        .summary = "each row times the transpose of a matrix of weights",
        .inputs = linearInputs,
        .params = {},
        .layouts = linearLayouts,
        .plan = linearPlan,
        .flops = linearFlops,
    };
    return spec;
}

} // namespace tscope
