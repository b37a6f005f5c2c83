// SPDX-License-Identifier: Apache-2.0
#include "ops/step_code.h"

#include "array/view_params.h"

#include <algorithm>

namespace tscope {

namespace {

std::string boundText(const StepArg& arg)
{
    return std::holds_alternative<std::monostate>(arg) ? "" : text(arg);
}

// x[:, 1:4]: PyTorch has no method for it.
std::string sliced(const std::string& of, const ViewStep& step)
{
    const auto dim = std::get<std::int64_t>(step.args[0]);
    auto range = boundText(step.args[1]) + ":" + boundText(step.args[2]);
    if (step.args[3] != StepArg(std::int64_t{1}))
        range += ":" + text(step.args[3]);
    constexpr std::int64_t mostColons = 64;
    if (dim >= mostColons || dim < -mostColons)
        return "torch.ops.aten.slice(" + of + ", " + std::to_string(dim) + ", " + text(step.args[1]) + ", " +
               text(step.args[2]) + ", " + text(step.args[3]) + ")";
    std::string out = of + "[";
    for (std::int64_t d = 0; d < dim; ++d)
        out += ":, ";
    if (dim < 0)
        out += "..., ";
    out += range;
    for (std::int64_t d = dim + 1; d < 0; ++d)
        out += ", :";
    return out + "]";
}

std::string applied(const std::string& of, const ViewStep& step)
{
    switch (step.op) {
    case ViewOp::slice:
        return sliced(of, step);
    case ViewOp::to:
        return of + ".to(\"" + text(step.args.front()) + "\")";
    case ViewOp::toPadded:
        return "torch.nested.to_padded_tensor(" + of + ", " + text(step.args.front()) + ")";
    case ViewOp::toJagged:
        return "torch.nested.as_nested_tensor(list(" + of + ".unbind()), layout=torch.jagged)";
    case ViewOp::toNested:
        return "torch.nested.as_nested_tensor(list(" + of + ".unbind()), layout=torch.strided)";
    default:
        return of + "." + text(step);
    }
}

// Within single quotes, whatever the text holds.
std::string quoted(std::string_view text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

} // namespace

bool makesSeveral(ViewOp op)
{
    return op == ViewOp::unbind || op == ViewOp::chunk || op == ViewOp::split;
}

std::string chainText(std::span<const ViewStep> steps)
{
    std::string out;
    for (const auto& step : steps)
        out += (out.empty() ? "" : ".") + text(step);
    return out;
}

std::string pytorchText(std::span<const ViewStep> steps, std::string_view variable)
{
    std::string out(variable);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        out = applied(out, steps[i]);
        if (makesSeveral(steps[i].op) && i + 1 < steps.size())
            return "[" + pytorchText(steps.subspan(i + 1), "part") + " for part in " + out + "]";
    }
    return out;
}

std::string commandText(std::span<const ViewStep> steps, std::string_view input, std::string_view output)
{
    return "tscope transform " + quoted(input) + " " + quoted(output) + " --ops " + quoted(chainText(steps));
}

} // namespace tscope
