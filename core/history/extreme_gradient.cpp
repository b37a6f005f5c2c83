// SPDX-License-Identifier: Apache-2.0
// amin and amax over dims.
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "history/gradient_form.h"
#include "history/reduced_slices.h"

#include <cmath>
#include <limits>

namespace tscope {

namespace {

enum class Extreme : std::uint8_t { least, greatest };

// What one slice came to.
struct Slice {
    double extreme = 0;
    std::int64_t stored = 0; // elements
    std::int64_t equal = 0;  // of all its elements, to the extreme; none where that is NaN

    void meet(double number, Extreme which)
    {
        const bool isBeyond = which == Extreme::least ? number < extreme : number > extreme;
        if (std::isnan(extreme))
            return;
        if (equal == 0 || isBeyond || std::isnan(number)) {
            extreme = number;
            equal = 0;
        }
        equal += number == extreme ? 1 : 0;
    }
};

std::vector<Slice> slicesOf(const ElementsByIndex& elements, const ReducedSlices& slices, Extreme which)
{
    std::vector<Slice> out(static_cast<std::size_t>(slices.count()));
    elements.forEach([&](const Extents& index, double number) {
        auto& slice = out[static_cast<std::size_t>(slices.positionOf(index))];
        slice.meet(number, which);
        ++slice.stored;
    });
    for (auto& slice : out)
        if (const auto zeros = slices.elementsEach() - slice.stored; zeros > 0) {
            slice.meet(0, which);
            if (slice.extreme == 0)
                slice.equal += zeros - 1;
        }
    return out;
}

// The elements that equal the extreme share its gradient evenly, zeros that are not stored too. Where the extreme
// is NaN nothing equals it, and PyTorch divides by their number.
template <Extreme which>
Result<InputGradients> ofExtreme(const GradientCall& call)
{
    const auto& like = call.kept(0);
    const auto gradients = realNumbers(valuesMember(call.gradient()).array, call.options);
    const auto elements = ElementsByIndex::of(like, SameIndex::addedUp, call.options);
    if (!gradients)
        return gradients.error();
    if (!elements)
        return elements.error();
    const ReducedSlices slices(std::get<Params>(call.record.call), formOf(like).size);
    const auto found = slicesOf(*elements, slices, which);
    auto made = gatheredGradient(
        like,
        [&](const Extents& index) {
            const auto at = static_cast<std::size_t>(slices.positionOf(index));
            const auto& slice = found[at];
            if (slice.equal == 0)
                return std::numeric_limits<double>::quiet_NaN();
            return elements->at(index) == slice.extreme ? (*gradients)[at] / static_cast<double>(slice.equal) : 0;
        },
        call.options);
    if (!made)
        return made.error();
    InputGradients out;
    out.emplace_back(std::move(*made));
    return out;
}

bool readsAll(std::size_t, const std::vector<bool>&)
{
    return true;
}

} // namespace

const GradientRule& aminGradient()
{
    static constexpr GradientRule rule{"amin", ofExtreme<Extreme::least>, readsAll};
    return rule;
}

const GradientRule& amaxGradient()
{
    static constexpr GradientRule rule{"amax", ofExtreme<Extreme::greatest>, readsAll};
    return rule;
}

} // namespace tscope
