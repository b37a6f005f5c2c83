// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "history/gradient_rule.h"

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tscope {

// The gradient of a tensor has its form: of a strided one its size; of a sparse one its entries, one for one; of a
// nested one its components, packed; of a jagged one its tables. So it is the gradient of the stored values.

// One gradient while its terms are added up, in float64.
class GradientSums
{
public:
    // All zero. Fails when it would take too much memory.
    static Result<GradientSums> of(const Tensor& like, const BackwardOptions& options);

    // Its entries are those of the gradient; there is nothing in it yet.
    const Tensor& form() const { return m_form; }
    std::span<double> numbers() { return m_numbers; } // by the row-major position in the values

    Result<Tensor> rounded(const BackwardOptions& options) &&; // to the element type of the tensor

private:
    GradientSums(Tensor form, DType type, std::size_t count)
        : m_form(std::move(form)), m_type(std::move(type)), m_numbers(count)
    {
    }

    Tensor m_form;
    DType m_type;
    std::vector<double> m_numbers;
};

// The gradient that has `at(index)` where `like` stores the element of that index.
Result<Tensor> gatheredGradient(const Tensor& like, const std::function<double(const Extents&)>& at,
                                const BackwardOptions& options);
// The gradient with these values, which are those of another tensor of the same form.
// Precondition: as many elements as the form has, in its order.
Tensor gradientWithValues(const Tensor& like, Array values);
// A tensor of the same form as `like`, whose values are not read; its own are declared only.
Tensor gradientForm(const Tensor& like);
// Whether it is a gradient of `like`: same layout, and as many values in the same sizes.
bool isGradientOf(const Tensor& gradient, const Tensor& like);

// What becomes of several elements of one index: those of a tensor are added up to its element, those of a
// gradient are all the same.
enum class SameIndex : std::uint8_t { addedUp, alike };

// The elements of a tensor by their index, as float64; what is not stored is zero.
class ElementsByIndex
{
public:
    static Result<ElementsByIndex> of(const Tensor& tensor, SameIndex sameIndex, const BackwardOptions& options);

    double at(const Extents& index) const;
    // Each index once, those that are stored.
    void forEach(const std::function<void(const Extents& index, double number)>& visit) const;

private:
    struct Hash {
        std::size_t operator()(const Extents& index) const;
    };
    Extents m_sizes, m_strides; // of a strided tensor, row-major
    std::vector<double> m_numbers;
    bool m_isStrided = false;
    std::unordered_map<Extents, double, Hash> m_stored;
};

// Calls visit(index, position in the values) for each stored element. Fails when stopped.
Result<void> forEachEntry(const Tensor& tensor, const BackwardOptions& options,
                          const std::function<void(const Extents& index, std::int64_t slot)>& visit);
// The values of an array as float64, in row-major order.
Result<std::vector<double>> realNumbers(const Array& array, const BackwardOptions& options);

std::int64_t budgetOf(const BackwardOptions& options);
Error backwardStopped();

} // namespace tscope
