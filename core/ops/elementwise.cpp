// SPDX-License-Identifier: Apache-2.0
#include "ops/elementwise.h"

#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "element/promotion.h"
#include "layouts/registry.h"
#include "ops/components.h"
#include "ops/layout_words.h"
#include "ops/views_of_tensors.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

constexpr std::array addends{OpInput{"a", "any box of numbers, or a number", true},
                             OpInput{"b", "one of the same size, or a number", true}};

// Components of two tensors of one layout are paired.
Result<LayoutPlan> componentPlan(std::span<const std::string_view> given)
{
    if (given[0] != given[1])
        return unsupported(say("components are paired with components of the same layout only, found {0} and {1}",
                               given[0], given[1]));
    return LayoutPlan{{"strided", "strided"}, "strided", given[0]};
}

// Of two sparse layouts that differ, the one that the result has.
std::string_view commonSparse(std::string_view a, std::string_view b)
{
    for (const auto* first : {"csr", "csc", "coo"})
        if (a == first || b == first)
            return first;
    return "csr";
}

Result<LayoutPlan> sparsePlan(std::string_view a, std::string_view b)
{
    if (a == b)
        return LayoutPlan{{a, b}, a, a};
    const auto common = commonSparse(a, b);
    return LayoutPlan{{a, b}, common, common};
}

Result<LayoutPlan> addLayouts(std::span<const std::string_view> given)
{
    for (const auto layout : given)
        if (!isBox(layout))
            return componentPlan(given);
    if (isStrided(given[0]) || isStrided(given[1]))
        return LayoutPlan{{given[0], given[1]}, "strided", "strided"};
    return sparsePlan(given[0], given[1]);
}

Result<LayoutPlan> mulLayouts(std::span<const std::string_view> given)
{
    for (const auto layout : given)
        if (!isBox(layout))
            return componentPlan(given);
    if (isStrided(given[0]) && isStrided(given[1]))
        return LayoutPlan{{"strided", "strided"}, "strided", "strided"};
    if (isStrided(given[0])) // factors may change places
        return LayoutPlan{{given[1], "strided"}, given[1], given[1]};
    if (isStrided(given[1]))
        return LayoutPlan{{given[0], "strided"}, given[0], given[0]};
    return sparsePlan(given[0], given[1]);
}

Result<void> checkSameForm(const Form& a, const Form& b)
{
    if (a.size != b.size)
        return invalidArgument(
            say("two tensors of the same size were wanted, found {0} and {1}", text(a.size), text(b.size)));
    if (a.batchDims != b.batchDims || a.denseDims != b.denseDims)
        return invalidArgument(say(
            "as many batch and dense dims in both were wanted, found {0} and {1} in one, {2} and {3} in the other",
            a.batchDims, a.denseDims, b.batchDims, b.denseDims));
    if (a.block != b.block)
        return invalidArgument(say("blocks of the same size were wanted, found {0}x{1} and {2}x{3}", a.block[0],
                                   a.block[1], b.block[0], b.block[1]));
    return {};
}

bool hasComponents(const Tensor& tensor)
{
    return tensor.layout->family == "nested" || tensor.layout->family == "jagged";
}

// Elements of components with elements of components.
Result<void> pairComponents(OpPlan& plan)
{
    if (!haveSameComponents(plan.inputs[0], plan.inputs[1]))
        return invalidArgument(say("components of the same sizes were wanted, which lie alike"));
    auto a = elementsOfComponents(plan.inputs[0]), b = elementsOfComponents(plan.inputs[1]);
    if (!a || !b)
        return (!a ? a : b).error();
    plan.inputs = {std::move(a->rows), std::move(b->rows)};
    plan.result = {.layout = layoutNamed("strided"), .size = formOf(plan.inputs[0]).size, .dtype = plan.computing};
    plan.finish = [wrap = std::move(a->wrap)](Tensor made) { return wrap(made); };
    return {};
}

Result<DType> commonType(const Tensor& a, const Tensor& b)
{
    const auto isNumber = [](const Tensor& tensor) {
        return tensor.layout->family == "strided" && tensor.members[0].array.geometry.sizes.empty();
    };
    const auto typeA = a.declaredDType(), typeB = b.declaredDType();
    if (isNumber(a) == isNumber(b))
        return promote(typeA, typeB);
    return isNumber(b) ? promoteByNumber(typeA, typeB) : promoteByNumber(typeB, typeA);
}

template <bool isProduct>
Result<OpPlan> elementwisePlan(std::span<const Tensor> given, const Params&)
{
    auto computing = commonType(given[0], given[1]);
    if (!computing)
        return computing.error();
    OpPlan plan;
    plan.computing = *computing;
    plan.inputs = {given[0], given[1]};
    if (hasComponents(given[0])) {
        if (auto paired = pairComponents(plan); !paired)
            return paired.error();
        return plan;
    }
    const auto isDense = [](const Tensor& tensor) { return tensor.layout->family == "strided"; };
    if (isDense(given[0]) && !isDense(given[1]))
        std::swap(plan.inputs[0], plan.inputs[1]);
    auto &a = plan.inputs[0], &b = plan.inputs[1];
    const auto formA = formOf(a), formB = formOf(b);
    plan.result = formA;
    plan.result.dtype = *computing;
    if (isDense(a)) {
        auto size = commonSize(formA.size, formB.size, "sizes");
        if (!size)
            return size.error();
        for (auto* input : {&a, &b}) {
            auto wide = repeated(*input, *size, 0);
            if (!wide)
                return wide.error();
            *input = std::move(*wide);
        }
        plan.result.size = *size;
        return plan;
    }
    if (isDense(b)) {
        auto wide = repeated(b, formA.size, 0);
        if (!wide)
            return wide.error();
        b = std::move(*wide);
        if (!isProduct)
            plan.result = {.layout = layoutNamed("strided"), .size = formA.size, .dtype = *computing};
        return plan;
    }
    if (auto same = checkSameForm(formA, formB); !same)
        return same.error();
    if (formB.indexDType.itemSize() > formA.indexDType.itemSize())
        plan.result.indexDType = formB.indexDType;
    return plan;
}

std::int64_t elementwiseFlops(const OpPlan& plan)
{
    return numel(valuesMember(plan.inputs[0]).array.geometry).value_or(0);
}

} // namespace

const OpSpec& addOp()
{
    static constexpr OpSpec spec{
        .name = "add",
        .summary = "the sum, element by element",
        .inputs = addends,
        .params = {},
        .layouts = addLayouts,
        .plan = elementwisePlan<false>,
        .flops = elementwiseFlops,
        .keepsBatchesApart = true,
    };
    return spec;
}

const OpSpec& mulOp()
{
    static constexpr OpSpec spec{
        .name = "mul",
        .summary = "the product, element by element",
        .inputs = addends,
        .params = {},
        .layouts = mulLayouts,
        .plan = elementwisePlan<true>,
        .flops = elementwiseFlops,
        .keepsBatchesApart = true,
    };
    return spec;
}

} // namespace tscope
