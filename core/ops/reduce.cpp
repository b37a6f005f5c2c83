// SPDX-License-Identifier: Apache-2.0
#include "ops/reduce.h"

#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "layouts/registry.h"
#include "ops/layout_words.h"

#include <algorithm>
#include <array>
#include <set>

namespace tscope {

namespace {

constexpr std::array reduced{OpInput{"a", "any box of numbers"}};
constexpr std::array reduceParams{
    ParamSpec{"dim", ParamKind::integers, "", "dims to reduce, from the end if negative; none: all"},
    ParamSpec{"keepdim", ParamKind::flag, "no", "reduced dims stay, with size 1"},
};

Result<LayoutPlan> reduceLayouts(std::span<const std::string_view> given)
{
    if (!isBox(given[0]))
        return unsupported(
            say("components of a {0} tensor may differ in size; the transformation to_padded(0) gives them one",
                given[0]));
    return LayoutPlan{{given[0]}, "strided", "strided"};
}

Result<std::vector<std::int64_t>> dimsOf(const Params& params, std::int64_t rank)
{
    std::set<std::int64_t> dims;
    for (const auto dim : params.integers("dim")) {
        if (rank == 0 && (dim == 0 || dim == -1)) // as if there were one, of extent 1
            continue;
        if (rank == 0)
            return invalidArgument(say("a tensor without dims has none to reduce but 0 and -1, found {0}", dim));
        if (dim < -rank || dim >= rank)
            return invalidArgument(say("a dim from {0} to {1} was wanted, found {2}", -rank, rank - 1, dim));
        if (!dims.insert(dim < 0 ? dim + rank : dim).second)
            return invalidArgument(say("each dim once was wanted, found {0} twice", dim));
    }
    if (dims.empty())
        for (std::int64_t dim = 0; dim < rank; ++dim)
            dims.insert(dim);
    return std::vector<std::int64_t>(dims.begin(), dims.end());
}

bool isWhole(const DType& type)
{
    const auto kind = type.elementClass();
    return kind == ElementClass::boolean || kind == ElementClass::signedInteger ||
           kind == ElementClass::unsignedInteger;
}

enum class Reduction : std::uint8_t { sum, mean, least, greatest };

Result<DType> resultType(Reduction what, const DType& type, std::int64_t elementsPerResult)
{
    if (what == Reduction::sum)
        return isWhole(type) ? DType(ElementType::i64) : type;
    if (what == Reduction::mean && isWhole(type))
        return unsupported(say("numbers with fractions were wanted for a mean, found {0}", type.name()));
    const bool isExtreme = what == Reduction::least || what == Reduction::greatest;
    if (isExtreme && type.elementClass() == ElementClass::complex)
        return unsupported(say("numbers that have an order were wanted, found {0}", type.name()));
    if (isExtreme && elementsPerResult == 0)
        return invalidArgument(say("at least one element was wanted, of none there is no least or greatest"));
    return type;
}

template <Reduction what>
Result<OpPlan> reducePlan(std::span<const Tensor> given, const Params& params)
{
    const auto form = formOf(given[0]);
    const auto rank = static_cast<std::int64_t>(form.size.size());
    const auto dims = dimsOf(params, rank);
    if (!dims)
        return dims.error();
    std::int64_t count = 1;
    Extents kept, size;
    for (std::int64_t dim = 0; dim < rank; ++dim) {
        const auto extent = form.size[static_cast<std::size_t>(dim)];
        const bool isReduced = std::ranges::find(*dims, dim) != dims->end();
        if (isReduced)
            count = extent == 0 ? 0 : count;
        kept.push_back(isReduced ? 1 : extent);
        if (!isReduced)
            size.push_back(extent);
    }
    OpPlan plan;
    plan.inputs = {given[0]};
    plan.computing = given[0].declaredDType();
    const auto type = resultType(what, plan.computing, count);
    if (!type)
        return type.error();
    plan.result = {.layout = layoutNamed("strided"), .size = kept, .dtype = *type};
    plan.params.set("dim", *dims);
    if (!params.flag("keepdim"))
        plan.finish = [size](Tensor made) -> Result<Tensor> {
            made.members.front().array.geometry = Geometry::rowMajor(size);
            return made;
        };
    return plan;
}

std::int64_t reduceFlops(const OpPlan& plan)
{
    return numel(valuesMember(plan.inputs[0]).array.geometry).value_or(0);
}

// Of a sum of everything; the extremes have to know which elements share a place.
template <Reduction what>
bool needsValuesOnly(const OpPlan& plan)
{
    const bool isSum = what == Reduction::sum || what == Reduction::mean;
    return isSum && plan.params.integers("dim").size() == plan.result.size.size();
}

template <Reduction what>
constexpr OpSpec reduceSpec(std::string_view name, std::string_view summary)
{
    return {
        .name = name,
        .summary = summary,
        .inputs = reduced,
        .params = reduceParams,
        .layouts = reduceLayouts,
        .plan = reducePlan<what>,
        .flops = reduceFlops,
        .needsValuesOnly = needsValuesOnly<what>,
    };
}

} // namespace

const OpSpec& sumOp()
{
    static constexpr auto spec = reduceSpec<Reduction::sum>("sum", "the sum over dims");
    return spec;
}

const OpSpec& meanOp()
{
    static constexpr auto spec = reduceSpec<Reduction::mean>("mean", "the mean over dims");
    return spec;
}

const OpSpec& aminOp()
{
    static constexpr auto spec = reduceSpec<Reduction::least>("amin", "the least element over dims");
    return spec;
}

const OpSpec& amaxOp()
{
    static constexpr auto spec = reduceSpec<Reduction::greatest>("amax", "the greatest element over dims");
    return spec;
}

} // namespace tscope
