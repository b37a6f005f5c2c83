// SPDX-License-Identifier: Apache-2.0
#include "array/transform.h"

#include "array/dim_limit.h"
#include "array/views.h"
#include "base/say.h"

namespace tscope {

namespace {

// Reads the arguments of a step one by one; a step made by hand may have others than its operation takes.
struct ArgReader {
    const ViewStep& step;
    bool isBad = false;

    template <class T>
    T get(std::size_t at)
    {
        if (at < step.args.size())
            if (const auto* value = std::get_if<T>(&step.args[at]))
                return *value;
        isBad = true;
        return T{};
    }
    std::int64_t number(std::size_t at) { return get<std::int64_t>(at); }
    Extents list(std::size_t at) { return get<Extents>(at); }
    bool isAbsent(std::size_t at) const
    {
        return at >= step.args.size() || std::holds_alternative<std::monostate>(step.args[at]);
    }
    std::optional<std::int64_t> optionalNumber(std::size_t at)
    {
        return isAbsent(at) ? std::nullopt : std::optional(number(at));
    }
};

Result<Geometry> viewed(const Geometry& geometry, ViewOp op, ArgReader& args)
{
    switch (op) {
    case ViewOp::select:
        return select(geometry, args.number(0), args.number(1));
    case ViewOp::narrow:
        return narrow(geometry, args.number(0), args.number(1), args.number(2));
    case ViewOp::slice:
        return slice(geometry, args.number(0), args.optionalNumber(1), args.optionalNumber(2), args.number(3));
    case ViewOp::permute:
        return permute(geometry, args.list(0));
    case ViewOp::transpose:
        return transpose(geometry, args.number(0), args.number(1));
    case ViewOp::expand:
        return expand(geometry, args.list(0));
    case ViewOp::squeeze:
        return args.isAbsent(0) ? squeeze(geometry) : squeeze(geometry, args.list(0));
    case ViewOp::unsqueeze:
        return unsqueeze(geometry, args.number(0));
    case ViewOp::diagonal:
        return diagonal(geometry, args.number(0), args.number(1), args.number(2));
    case ViewOp::unfold:
        return unfold(geometry, args.number(0), args.number(1), args.number(2));
    case ViewOp::flip:
        return flip(geometry, args.list(0));
    case ViewOp::asStrided:
        return asStrided(geometry, args.list(0), args.list(1), args.optionalNumber(2));
    case ViewOp::view: {
        auto answer = view(geometry, args.list(0));
        if (const auto* refusal = std::get_if<ViewRefusal>(&answer))
            return asError(*refusal);
        return std::get<Geometry>(std::move(answer));
    }
    default:
        break;
    }
    return unsupported(say("{0} works on nested tensors, not on a strided array", name(op)));
}

Result<StepOutcome> applied(const Geometry& geometry, ViewOp op, ArgReader& args)
{
    if (op == ViewOp::contiguous) {
        if (const auto ok = wellFormed(geometry); !ok)
            return ok.error();
        if (isContiguous(geometry))
            return StepOutcome{geometry};
        return StepOutcome{Geometry::rowMajor(geometry.sizes), false};
    }
    if (op == ViewOp::flatten)
        return flatten(geometry, args.number(0), args.number(1));
    if (op == ViewOp::reshape) {
        auto answer = reshape(geometry, args.list(0));
        if (const auto* refusal = std::get_if<ViewRefusal>(&answer))
            return asError(*refusal);
        return std::get<Reshaped>(std::move(answer));
    }
    auto out = viewed(geometry, op, args);
    if (!out)
        return out.error();
    return StepOutcome{*std::move(out)};
}

} // namespace

Result<StepOutcome> applyStep(const Geometry& geometry, const ViewStep& step)
{
    ArgReader args{step};
    auto outcome = applied(geometry, step.op, args);
    if (args.isBad)
        return invalidArgument(say("the arguments of {0} are not those that it takes", text(step)));
    if (outcome && outcome->geometry.sizes.size() > dimLimit)
        return invalidArgument(say("{0} makes an array of {1} dims, wanted are at most {2}", text(step),
                                   outcome->geometry.sizes.size(), dimLimit));
    return outcome;
}

} // namespace tscope
