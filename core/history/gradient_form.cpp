// SPDX-License-Identifier: Apache-2.0
#include "history/gradient_form.h"

#include "anatomy/layout.h"
#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/cast_array.h"
#include "dispatch/call.h"
#include "layouts/nested/pack.h"
#include "layouts/strided/strided.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

constexpr std::int64_t entriesPerLook = 1 << 14; // between two looks at the watch

Result<void> checkCost(std::int64_t count, std::int64_t bytesEach, const BackwardOptions& options)
{
    const auto bytes = saturatingMul(count, bytesEach);
    if (bytes > budgetOf(options))
        return overBudget(say("the gradient of {0#} elements", count), bytes, budgetOf(options));
    return {};
}

Result<Array> realArray(Extents sizes, std::span<const double> numbers, const DType& type,
                        const BackwardOptions& options)
{
    auto bytes = StorageBuilder::unset(static_cast<std::int64_t>(numbers.size_bytes()));
    if (!bytes)
        return bytes.error();
    if (!numbers.empty())
        std::memcpy(bytes->bytes().data(), numbers.data(), numbers.size_bytes());
    Array array{std::move(*bytes).seal(), ElementType::f64, Geometry::rowMajor(std::move(sizes))};
    if (type == DType(ElementType::f64))
        return array;
    auto cast = castArray(array, type, false, budgetOf(options), options.watch);
    if (!cast)
        return cast.error();
    return std::move(cast->array);
}

} // namespace

std::int64_t budgetOf(const BackwardOptions& options)
{
    return options.maxBytes > 0 ? options.maxBytes : memoryBudget();
}

Error backwardStopped()
{
    return {ErrorCode::cancelled, say("the operation was stopped")};
}

Result<void> forEachEntry(const Tensor& tensor, const BackwardOptions& options,
                          const std::function<void(const Extents&, std::int64_t)>& visit)
{
    std::int64_t left = entriesPerLook;
    bool isStopped = false;
    const auto done = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        visit(index, slot);
        if (--left == 0) {
            left = entriesPerLook;
            isStopped = options.watch.isStopped();
        }
        return !isStopped;
    });
    if (isStopped)
        return backwardStopped();
    return done;
}

Result<std::vector<double>> realNumbers(const Array& array, const BackwardOptions& options)
{
    const auto count = numel(array.geometry).value_or(0);
    if (auto fits = checkCost(count, 2 * sizeof(double), options); !fits)
        return fits.error();
    const auto cast = castArray(array, ElementType::f64, false, budgetOf(options), options.watch);
    if (!cast)
        return cast.error();
    std::vector<double> numbers(static_cast<std::size_t>(count));
    if (count > 0)
        cast->array.storage->read(cast->array.geometry.offset * static_cast<std::int64_t>(sizeof(double)),
                                  std::as_writable_bytes(std::span(numbers)));
    return numbers;
}

Tensor gradientWithValues(const Tensor& like, Array values)
{
    if (like.layout->family == "strided")
        return stridedOf(std::move(values));
    if (like.layout->family == "nested") {
        std::vector<Extents> shapes;
        const auto components = componentGeometries(like);
        for (const auto& component : *components)
            shapes.push_back(component.sizes);
        return packedNested(std::move(values), shapes);
    }
    auto out = like;
    for (auto& member : out.members)
        if (member.role->kind == RoleKind::values) {
            member.array = std::move(values);
            member.requiresGrad = false;
        }
    out.dtype.reset();
    return out;
}

Tensor gradientForm(const Tensor& like)
{
    const auto& values = valuesMember(like).array;
    auto sizes = values.geometry.sizes;
    if (like.layout->family == "nested") {
        std::int64_t count = 0;
        const auto components = componentGeometries(like);
        for (const auto& component : *components)
            count = saturatingAdd(count, numel(component.sizes).value_or(int64Max));
        sizes = {count};
    }
    return gradientWithValues(like, Array::declared(values.dtype, std::move(sizes)));
}

bool isGradientOf(const Tensor& gradient, const Tensor& like)
{
    return gradient.layout == like.layout &&
           valuesMember(gradient).array.geometry.sizes == valuesMember(gradientForm(like)).array.geometry.sizes;
}

// --- sums -------------------------------------------------------------------------------------------------------

Result<GradientSums> GradientSums::of(const Tensor& like, const BackwardOptions& options)
{
    auto form = gradientForm(like);
    const auto count = numel(valuesMember(form).array.geometry).value_or(0);
    if (auto fits = checkCost(count, 2 * sizeof(double), options); !fits)
        return fits.error();
    return GradientSums(std::move(form), valuesMember(like).array.dtype, static_cast<std::size_t>(count));
}

Result<Tensor> GradientSums::rounded(const BackwardOptions& options) &&
{
    auto values = realArray(valuesMember(m_form).array.geometry.sizes, m_numbers, m_type, options);
    if (!values)
        return values.error();
    return gradientWithValues(m_form, std::move(*values));
}

Result<Tensor> gatheredGradient(const Tensor& like, const std::function<double(const Extents&)>& at,
                                const BackwardOptions& options)
{
    auto sums = GradientSums::of(like, options);
    if (!sums)
        return sums.error();
    const auto numbers = sums->numbers();
    const auto done = forEachEntry(sums->form(), options, [&](const Extents& index, std::int64_t slot) {
        numbers[static_cast<std::size_t>(slot)] = at(index);
    });
    if (!done)
        return done.error();
    return std::move(*sums).rounded(options);
}

// --- elements by index ------------------------------------------------------------------------------------------

std::size_t ElementsByIndex::Hash::operator()(const Extents& index) const
{
    std::uint64_t hash = 0x9e3779b97f4a7c15U;
    for (const auto i : index)
        hash = (hash ^ static_cast<std::uint64_t>(i)) * 0xff51afd7ed558ccdU;
    return hash ^ (hash >> 32U);
}

Result<ElementsByIndex> ElementsByIndex::of(const Tensor& tensor, SameIndex sameIndex,
                                            const BackwardOptions& options)
{
    const auto& values = valuesMember(tensor).array;
    auto numbers = realNumbers(values, options);
    if (!numbers)
        return numbers.error();
    ElementsByIndex out;
    out.m_numbers = std::move(*numbers);
    out.m_isStrided = tensor.layout->family == "strided";
    if (out.m_isStrided) {
        out.m_sizes = values.geometry.sizes;
        out.m_strides = rowMajorStrides(out.m_sizes);
        return out;
    }
    constexpr std::int64_t bytesOfNode = 128; // of the table, with its index
    // Components may claim more elements than their buffer stores.
    const auto claimed = numel(valuesMember(gradientForm(tensor)).array.geometry).value_or(int64Max);
    if (auto fits = checkCost(std::max(claimed, static_cast<std::int64_t>(std::ssize(out.m_numbers))), bytesOfNode,
                              options);
        !fits)
        return fits.error();
    const auto done = forEachEntry(tensor, options, [&](const Extents& index, std::int64_t slot) {
        const auto number = out.m_numbers[static_cast<std::size_t>(slot)];
        const auto [at, isNew] = out.m_stored.try_emplace(index, number);
        if (!isNew && sameIndex == SameIndex::addedUp)
            at->second += number;
    });
    if (!done)
        return done.error();
    return out;
}

double ElementsByIndex::at(const Extents& index) const
{
    if (!m_isStrided) {
        const auto found = m_stored.find(index);
        return found == m_stored.end() ? 0 : found->second;
    }
    std::int64_t position = 0;
    for (std::size_t d = 0; d < index.size(); ++d)
        position += index[d] * m_strides[d];
    return m_numbers[static_cast<std::size_t>(position)];
}

void ElementsByIndex::forEach(const std::function<void(const Extents&, double)>& visit) const
{
    if (!m_isStrided) {
        for (const auto& [index, number] : m_stored)
            visit(index, number);
        return;
    }
    Extents index(m_sizes.size());
    for (const auto number : m_numbers) {
        visit(index, number);
        for (auto d = index.size(); d-- > 0 && ++index[d] == m_sizes[d];)
            index[d] = 0;
    }
}

} // namespace tscope
