// SPDX-License-Identifier: Apache-2.0
#include "ops/softmax.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "layouts/nested/pack.h"
#include "layouts/registry.h"
#include "ops/components.h"
#include "ops/layout_words.h"

#include <array>

namespace tscope {

namespace {

constexpr std::array softmaxInputs{OpInput{"a", "strided, nested or jagged numbers"}};
constexpr std::array softmaxParams{
    ParamSpec{"dim", ParamKind::integer, "-1", "along which; of components the last one only"},
};

Result<LayoutPlan> softmaxLayouts(std::span<const std::string_view> given)
{
    if (isSparse(given[0]))
        return unsupported(
            say("of a {0} tensor no element would stay zero; convert it to strided first", given[0]));
    if (given[0] == "nested")
        return LayoutPlan{{"nested"}, "nested", "nested"};
    return LayoutPlan{{"strided"}, "strided", given[0]};
}

// The dim and the last one change places.
void turn(Geometry& geometry, std::int64_t dim)
{
    std::swap(geometry.sizes[static_cast<std::size_t>(dim)], geometry.sizes.back());
    std::swap(geometry.strides[static_cast<std::size_t>(dim)], geometry.strides.back());
}

Result<OpPlan> softmaxPlan(std::span<const Tensor> given, const Params& params)
{
    OpPlan plan;
    plan.computing = given[0].declaredDType();
    const auto kind = plan.computing.elementClass();
    if (kind != ElementClass::real)
        return unsupported(
            say("real numbers with fractions were wanted for softmax, found {0}", plan.computing.name()));
    auto strided = given[0];
    const auto dim = params.integer("dim");
    // The share of one number is 1, as of a row of it.
    const bool isAlone =
        formOf(strided).size.empty() && strided.layout->family == "strided" && (dim == 0 || dim == -1);
    if (isAlone)
        strided.members.front().array.geometry = {{1}, {1}, strided.members.front().array.geometry.offset};
    const auto form = formOf(strided);
    const auto rank = static_cast<std::int64_t>(form.size.size());
    if (dim < -rank || dim >= rank)
        return invalidArgument(say("a dim from {0} to {1} was wanted, found {2}", -rank, rank - 1, dim));
    const auto at = dim < 0 ? dim + rank : dim;
    const bool hasComponents = given[0].layout->family != "strided";
    if (hasComponents && at != rank - 1)
        return unsupported(say("the last dim of components was wanted, found {0}", dim));
    if (given[0].layout->family == "nested") {
        if (isContiguousNested(given[0]) != true)
            return unsupported(say("components packed one behind the other were wanted; tscope transform --ops "
                                   "\"contiguous()\" packs them"));
        plan.inputs = {given[0]};
        plan.result = form;
        return plan;
    }
    if (hasComponents) {
        auto components = rowsOfComponents(given[0]);
        if (!components)
            return components.error();
        strided = std::move(components->rows);
        plan.finish = [wrap = std::move(components->wrap)](Tensor made) { return wrap(made); };
    } else {
        turn(strided.members.front().array.geometry, at);
        strided.size.reset();
        plan.finish = [at, isAlone](Tensor made) -> Result<Tensor> {
            auto& geometry = made.members.front().array.geometry;
            turn(geometry, at);
            if (isAlone)
                geometry = Geometry::rowMajor({});
            return made;
        };
    }
    plan.result = formOf(strided);
    plan.inputs = {std::move(strided)};
    return plan;
}

// The greatest is taken off, exponentials are added up and multiplied by one over their sum; what an exponential
// takes by itself is not counted.
std::int64_t softmaxFlops(const OpPlan& plan)
{
    return saturatingMul(3, numel(valuesMember(plan.inputs[0]).array.geometry).value_or(0));
}

} // namespace

const OpSpec& softmaxOp()
{
    static constexpr OpSpec spec{
        .name = "softmax",
        .summary = "shares of one along a dim, by the exponentials of what stands there",
        .inputs = softmaxInputs,
        .params = softmaxParams,
        .layouts = softmaxLayouts,
        .plan = softmaxPlan,
        .flops = softmaxFlops,
    };
    return spec;
}

} // namespace tscope
