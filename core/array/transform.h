// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "array/view_shape.h"
#include "base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace tscope {

enum class ViewOp {
    select,
    narrow,
    slice,
    permute,
    transpose,
    expand,
    squeeze,
    unsqueeze,
    diagonal,
    unfold,
    flip,
    view,
    reshape,
    asStrided,
    flatten,
    contiguous,
    to, // of any tensor; whoever holds one applies it
    // Only of nested tensors; whoever holds one applies them.
    unbind,
    chunk,
    split,
    toPadded,
    toJagged,
    toNested,
};
std::string_view name(ViewOp op); // as in PyTorch: "as_strided", "to_padded"
bool isNestedOp(ViewOp op);

// An argument: absent (None), a number, a list, a number with a fraction (only the fill of to_padded, which is
// always one), or a word (the device of to).
using StepArg = std::variant<std::monostate, std::int64_t, Extents, double, std::string>;

// One operation of a chain. The arguments are complete: defaults filled in, loose dims or sizes of
// permute(1, 0), view(3, -1) and the like gathered in one list.
struct ViewStep {
    ViewOp op = ViewOp::contiguous;
    std::vector<StepArg> args;
    bool operator==(const ViewStep&) const = default;
};
std::string text(const ViewStep& step); // "narrow(0, 2, 3)", "view((3, -1))"

// Reads "permute(1,0).narrow(0,2,3).view(3,-1)"; "cuda()" and "cpu()" are "to(cuda)" and "to(cpu)". Errors say the
// column, from 1, as their place.
Result<std::vector<ViewStep>> parseSteps(std::string_view chain);

// What a step makes of a geometry. Not a view: the caller copies the elements in row-major order to a new
// storage, and `geometry` is that of the copy.
using StepOutcome = Reshaped;
// An impossible view is an error with the reason `shape` or `strides`.
Result<StepOutcome> applyStep(const Geometry& geometry, const ViewStep& step);

} // namespace tscope
