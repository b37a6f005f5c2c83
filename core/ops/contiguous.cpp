// SPDX-License-Identifier: Apache-2.0
#include "ops/contiguous.h"

#include "base/say.h"
#include "dispatch/operand.h"
#include "ops/layout_words.h"

#include <array>

namespace tscope {

namespace {

constexpr std::array copiedInputs{OpInput{"a", "strided tensor"}};
constexpr std::array contiguousParams{
    ParamSpec{"dims", ParamKind::integers, "", "the order that its dims are to have; none: as they are"},
};

Result<LayoutPlan> contiguousLayouts(std::span<const std::string_view> given)
{
    if (!isStrided(given[0]))
        return unsupported(
            say("only strided tensors have strides that could be in another order, found {0}", given[0]));
    return LayoutPlan{{given[0]}, "strided", "strided"};
}

Result<Geometry> inOrder(const Geometry& geometry, const std::vector<std::int64_t>& dims)
{
    if (dims.empty())
        return geometry;
    const auto rank = static_cast<std::int64_t>(geometry.sizes.size());
    std::vector<bool> isTaken(geometry.sizes.size());
    Geometry out{{}, {}, geometry.offset};
    for (const auto given : dims) {
        const auto dim = given < 0 ? given + rank : given;
        if (dim < 0 || dim >= rank || isTaken[static_cast<std::size_t>(dim)])
            break;
        isTaken[static_cast<std::size_t>(dim)] = true;
        out.sizes.push_back(geometry.sizes[static_cast<std::size_t>(dim)]);
        out.strides.push_back(geometry.strides[static_cast<std::size_t>(dim)]);
    }
    if (out.sizes.size() != geometry.sizes.size() || dims.size() != geometry.sizes.size())
        return invalidArgument(say("each of the {0} dims once was wanted, found {1}", rank, text(dims)));
    return out;
}

Result<OpPlan> contiguousPlan(std::span<const Tensor> given, const Params& params)
{
    OpPlan plan;
    plan.inputs = {given[0]};
    auto& geometry = plan.inputs[0].members.front().array.geometry;
    auto ordered = inOrder(geometry, params.integers("dims"));
    if (!ordered)
        return ordered.error();
    geometry = std::move(*ordered);
    plan.inputs[0].size.reset();
    plan.computing = given[0].declaredDType();
    plan.result = formOf(plan.inputs[0]);
    return plan;
}

} // namespace

const OpSpec& contiguousOp()
{
    static constexpr OpSpec spec{
        .name = "contiguous",
        .summary = "a row-major copy, its dims in any order",
        .inputs = copiedInputs,
        .params = contiguousParams,
        .layouts = contiguousLayouts,
        .plan = contiguousPlan,
    };
    return spec;
}

} // namespace tscope
