// SPDX-License-Identifier: Apache-2.0
// The operations of tensors that are lists of components: nested and jagged.
#include "base/say.h"
#include "layouts/jagged/exchange.h"
#include "layouts/nested/nested_views.h"
#include "layouts/strided/strided.h"
#include "ops/layout_views.h"
#include "ops/padded.h"
#include "ops/run.h"

#include <array>
#include <span>
#include <variant>

namespace tscope {

namespace {

constexpr std::array nestedOps{ViewOp::transpose, ViewOp::contiguous, ViewOp::unbind,   ViewOp::chunk,
                               ViewOp::split,     ViewOp::toPadded,   ViewOp::toJagged, ViewOp::toNested};
constexpr std::array jaggedOps{ViewOp::unbind, ViewOp::toPadded, ViewOp::toJagged, ViewOp::toNested};

Result<ViewResult> made(Result<NestedResult> result, std::string_view kernel)
{
    if (!result)
        return result.error();
    return ViewResult{
        {std::move(result->tensor)}, result->isView ? kernel : "copy", result->isView, result->bytesMoved};
}

Result<ViewResult> made(Result<std::vector<NestedResult>> results)
{
    if (!results)
        return results.error();
    ViewResult out{{}, "tables"};
    for (auto& result : *results)
        out.tensors.push_back(std::move(result.tensor));
    return out;
}

Result<ViewResult> made(Result<std::vector<Array>> arrays)
{
    if (!arrays)
        return arrays.error();
    ViewResult out{{}, "geometry"};
    for (auto& array : *arrays)
        out.tensors.push_back(stridedOf(std::move(array)));
    return out;
}

// The operation of that name, so that both take the same tensors.
Result<ViewResult> padded(const Tensor& tensor, const ViewStep& step, std::int64_t maxBytes)
{
    auto params = parseParams(toPaddedOp().params, {});
    if (!params)
        return params.error();
    if (const auto* fill = step.args.empty() ? nullptr : std::get_if<double>(&step.args.front()))
        params->set("fill", *fill);
    auto proved = prove(tensor);
    if (const auto* report = std::get_if<Report>(&proved)) {
        const auto* obstacle = report->standingInTheWay();
        return invalidArgument(
            obstacle == nullptr
                ? say("only sound tensors are padded, and this one can't be proven to be one")
                : say("only sound tensors are padded, and this one breaks rule {0}", obstacle->rule));
    }
    auto done = run(toPaddedOp(), std::span(&std::get<Sound>(proved), 1), *params, {.maxBytes = maxBytes});
    if (!done)
        return done.error();
    const auto bytes = done->tensor.member("values").array.byteSize().value_or(0);
    return ViewResult{{std::move(done->tensor)}, "copy and pad", false, bytes};
}

Result<void> wantsListDim(const ViewStep& step)
{
    if (const auto dim = integerArgument(step, 0); dim != 0)
        return invalidArgument(say("components can be taken apart along dim 0 only, found dim {0}", dim));
    return {};
}

Result<ViewResult> applyNested(const Tensor& tensor, const ViewStep& step, std::int64_t maxBytes)
{
    switch (step.op) {
    case ViewOp::transpose:
        return made(transposeNested(tensor, integerArgument(step, 0), integerArgument(step, 1)), "tables");
    case ViewOp::contiguous:
        return made(contiguousNested(tensor, maxBytes), "tables");
    case ViewOp::unbind:
        if (auto listed = wantsListDim(step); !listed)
            return listed.error();
        return made(unbindNested(tensor));
    case ViewOp::chunk:
        return made(chunkNested(tensor, integerArgument(step, 0), integerArgument(step, 1)));
    case ViewOp::split:
        if (std::holds_alternative<Extents>(step.args.front()))
            return invalidArgument(say("a nested tensor is split into parts of one length, found a list of them"));
        return made(splitNested(tensor, integerArgument(step, 0), integerArgument(step, 1)));
    case ViewOp::toPadded:
        return padded(tensor, step, maxBytes);
    case ViewOp::toJagged:
        return made(toJagged(tensor, maxBytes), "tables");
    default:
        return ViewResult{{tensor}, "nothing to do"};
    }
}

Result<ViewResult> applyJagged(const Tensor& tensor, const ViewStep& step, std::int64_t maxBytes)
{
    switch (step.op) {
    case ViewOp::unbind:
        if (auto listed = wantsListDim(step); !listed)
            return listed.error();
        return made(unbindJagged(tensor));
    case ViewOp::toPadded:
        return padded(tensor, step, maxBytes);
    case ViewOp::toNested:
        return made(toNested(tensor), "tables");
    default:
        return ViewResult{{tensor}, "nothing to do"};
    }
}

} // namespace

const LayoutViews& nestedViews()
{
    static constexpr LayoutViews views{"nested", nestedOps, applyNested};
    return views;
}

const LayoutViews& jaggedViews()
{
    static constexpr LayoutViews views{"jagged", jaggedOps, applyJagged};
    return views;
}

} // namespace tscope
