// SPDX-License-Identifier: Apache-2.0
#include "history/gradient_steps.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "convert/cast_array.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "layouts/strided/strided.h"
#include "ops/elementwise.h"
#include "ops/reduce.h"
#include "ops/run.h"
#include "ops/transform.h"

namespace tscope {

namespace {

bool haveSameNumbers(const Array& a, const Array& b)
{
    if (a.geometry.sizes != b.geometry.sizes)
        return false;
    const IndexReader readerA(a), readerB(b);
    for (std::int64_t k = 0; k < readerA.numel(); ++k)
        if (readerA.at(k) != readerB.at(k))
            return false;
    return true;
}

// Whether their values stand at the same places, one for one. Two embeddings of one weight have as many entries as
// each other and yet other rows.
bool haveSamePlaces(const Tensor& a, const Tensor& b)
{
    if (!isGradientOf(a, b) || a.members.size() != b.members.size())
        return false;
    for (std::size_t i = 0; i < a.members.size(); ++i) {
        const auto &ofA = a.members[i].array, &ofB = b.members[i].array;
        const bool isShared = ofA.storage == ofB.storage && ofA.geometry == ofB.geometry;
        if (a.members[i].role->kind != RoleKind::values && !isShared && !haveSameNumbers(ofA, ofB))
            return false;
    }
    return true;
}

} // namespace

Result<Tensor> computed(const OpSpec& op, const std::vector<Tensor>& inputs, const BackwardOptions& options,
                        const std::vector<std::string>& params)
{
    auto given = parseParams(op.params, params);
    if (!given)
        return given.error();
    std::vector<Sound> sound;
    for (const auto& input : inputs) {
        auto proved = proven(input, say("an input of {0} on the way back", op.name), options.watch);
        if (!proved)
            return proved.error();
        sound.push_back(std::move(*proved));
    }
    auto made = run(op, sound, *given, {.maxBytes = options.maxBytes, .watch = options.watch});
    if (!made)
        return made.error();
    return std::move(made->tensor);
}

Result<Tensor> reshaped(const Tensor& strided, Extents sizes, const BackwardOptions& options)
{
    const ViewStep step{ViewOp::reshape, {StepArg(std::move(sizes))}};
    auto made = transform(strided, std::span(&step, 1), {.maxBytes = budgetOf(options)});
    if (!made)
        return made.error();
    return std::move(made->tensors.front());
}

Result<Tensor> summedTo(Tensor gradient, const Extents& size, const BackwardOptions& options)
{
    const auto from = valuesMember(gradient).array.geometry.sizes;
    if (from == size)
        return gradient;
    const auto inFront = from.size() - size.size();
    std::string dims;
    for (std::size_t d = 0; d < from.size(); ++d)
        if (d < inFront || (size[d - inFront] == 1 && from[d] != 1))
            dims += (dims.empty() ? "" : ",") + std::to_string(d);
    if (!dims.empty()) {
        auto sum = computed(sumOp(), {gradient}, options, {"dim=" + dims, "keepdim=yes"});
        if (!sum)
            return sum;
        gradient = std::move(*sum);
    }
    return reshaped(gradient, size, options);
}

Result<Tensor> sumOfGradients(const Tensor& a, const Tensor& b, const BackwardOptions& options)
{
    if (a.layout != b.layout) { // one is the sparse gradient of an embedding
        auto stridedA = stridedGradient(a, options), stridedB = stridedGradient(b, options);
        if (!stridedA || !stridedB)
            return (!stridedA ? stridedA : stridedB).error();
        return sumOfGradients(*stridedA, *stridedB, options);
    }
    if (a.layout->family == "strided" || !haveSamePlaces(a, b))
        return computed(addOp(), {a, b}, options);
    auto sum = computed(addOp(), {stridedOf(valuesMember(a).array), stridedOf(valuesMember(b).array)}, options);
    if (!sum)
        return sum;
    return gradientWithValues(a, std::move(sum->members.front().array));
}

Result<Tensor> stridedGradient(const Tensor& gradient, const BackwardOptions& options)
{
    if (gradient.layout->family == "strided")
        return gradient;
    const auto size = formOf(gradient).size;
    const auto strides = rowMajorStrides(size);
    const auto& values = valuesMember(gradient).array;
    auto sums = GradientSums::of(stridedOf(Array::declared(values.dtype, size)), options);
    const auto from = realNumbers(values, options);
    if (!sums || !from)
        return !sums ? sums.error() : from.error();
    const auto numbers = sums->numbers();
    const auto done = forEachEntry(gradient, options, [&](const Extents& index, std::int64_t slot) {
        std::int64_t position = 0;
        for (std::size_t d = 0; d < index.size(); ++d)
            position += index[d] * strides[d];
        numbers[static_cast<std::size_t>(position)] += (*from)[static_cast<std::size_t>(slot)];
    });
    if (!done)
        return done.error();
    return std::move(*sums).rounded(options);
}

Result<Tensor> inTypeOf(const Tensor& like, Tensor gradient, const BackwardOptions& options)
{
    const auto& type = valuesMember(like).array.dtype;
    for (auto& member : gradient.members)
        if (member.role->kind == RoleKind::values && member.array.dtype != type) {
            auto cast = castArray(member.array, type, false, budgetOf(options), options.watch);
            if (!cast)
                return cast.error();
            member.array = std::move(cast->array);
        }
    gradient.dtype.reset();
    return gradient;
}

} // namespace tscope
