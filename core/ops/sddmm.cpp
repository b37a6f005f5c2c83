// SPDX-License-Identifier: Apache-2.0
#include "ops/sddmm.h"

#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "element/promotion.h"
#include "ops/layout_words.h"
#include "ops/views_of_tensors.h"

#include <array>

namespace tscope {

namespace {

constexpr std::array sddmmInputs{OpInput{"pattern", "sparse matrix, of which only the places count", false, true},
                                 OpInput{"b", "strided matrix"}, OpInput{"c", "strided matrix"}};

Result<LayoutPlan> sddmmLayouts(std::span<const std::string_view> given)
{
    if (!isSparse(given[0]))
        return unsupported(
            say("a sparse pattern was wanted, found {0}; matmul gives the whole product", given[0]));
    if (!isBox(given[1]) || !isBox(given[2]))
        return unsupported(
            say("two matrices were wanted beside the pattern, found {0} and {1}", given[1], given[2]));
    return LayoutPlan{{given[0], given[1], given[2]}, given[0], given[0]};
}

Result<OpPlan> sddmmPlan(std::span<const Tensor> given, const Params&)
{
    auto computing = promote(given[1].declaredDType(), given[2].declaredDType());
    if (!computing)
        return computing.error();
    const auto form = formOf(given[0]);
    const auto b = formOf(given[1]).size, c = formOf(given[2]).size;
    const auto batchDims = form.size.size() - 2;
    if (form.denseDims > 0 || form.size.size() < 2 || (given[0].layout->family == "coo" && form.size.size() != 2))
        return unsupported(
            say("a pattern with two sparse dims and no dense ones was wanted, found size {0}", text(form.size)));
    if (b.size() < 2 || c.size() < 2 || b.back() != c[c.size() - 2] || b[b.size() - 2] != form.size[batchDims] ||
        c.back() != form.size[batchDims + 1])
        return invalidArgument(
            say("matrices whose product has the size of the pattern were wanted, found sizes {0}, {1} and {2}",
                text(form.size), text(b), text(c)));
    OpPlan plan;
    plan.computing = *computing;
    plan.inputs = {given[0]};
    const Extents batch(form.size.begin(), form.size.begin() + static_cast<std::ptrdiff_t>(batchDims));
    for (const auto& factor : {given[1], given[2]}) {
        auto wide = factor.layout->family == "strided" ? repeated(factor, batch, 2) : Result<Tensor>(factor);
        if (!wide)
            return wide.error();
        plan.inputs.push_back(std::move(*wide));
    }
    if (given[2].layout->family == "strided") { // so that each element is a product of two rows
        auto turned = mirrored(plan.inputs[2]);
        if (!turned)
            return turned.error();
        plan.inputs[2] = std::move(*turned);
    }
    plan.result = form;
    plan.result.dtype = *computing;
    return plan;
}

std::int64_t sddmmFlops(const OpPlan& plan)
{
    return saturatingMul(numel(valuesMember(plan.inputs[0]).array.geometry).value_or(0),
                         saturatingMul(2, formOf(plan.inputs[1]).size.back()));
}

} // namespace

const OpSpec& sddmmOp()
{
    static constexpr OpSpec spec{
        .name = "sddmm",
        .summary = "the product of two matrices where a sparse one has entries",
        .inputs = sddmmInputs,
        .params = {},
        .layouts = sddmmLayouts,
        .plan = sddmmPlan,
        .flops = sddmmFlops,
    };
    return spec;
}

} // namespace tscope
