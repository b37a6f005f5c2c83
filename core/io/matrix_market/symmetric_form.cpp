// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/symmetric_form.h"

#include "array/index_reader.h"
#include "io/matrix_market/matrix_market.h"

#include <complex>
#include <limits>

namespace tscope {

namespace {

// Whether `b` is what the mirrored entry of `a` holds.
bool isMirrored(const Element& a, const Element& b, MtxSymmetry symmetry)
{
    const auto negated = [](const Number& number) -> Number {
        if (const auto* integer = std::get_if<std::int64_t>(&number))
            return -*integer;
        if (const auto* real = std::get_if<double>(&number))
            return -*real;
        return -std::get<std::complex<double>>(number);
    };
    const auto x = a.number();
    const auto* integer = std::get_if<std::int64_t>(&x);
    const bool hasNoNegative = std::holds_alternative<std::uint64_t>(x) ||
                               (integer && *integer == std::numeric_limits<std::int64_t>::min());
    if (symmetry == MtxSymmetry::skew && hasNoNegative)
        return false;
    const auto* complex = std::get_if<std::complex<double>>(&x);
    const auto wanted = symmetry == MtxSymmetry::skew ? Element::from(negated(x), a.type())
                        : symmetry == MtxSymmetry::hermitian && complex
                            ? Element::from(std::conj(*complex), a.type())
                            : Result<Element>(a);
    return wanted && (*wanted == b || (wanted->isNan() && b.isNan()));
}

// Every element above the diagonal is the mirrored one of that below it.
bool isSymmetricArray(const Array& array, const MtxHeader& header)
{
    const auto& sizes = array.geometry.sizes;
    if (!array.isReadable() || array.dtype != DType(mtxValueType(header.field)) || sizes.size() != 2 ||
        sizes[0] != sizes[1])
        return false;
    for (std::int64_t row = 0; row < sizes[0]; ++row) {
        if (header.symmetry == MtxSymmetry::skew && !array.at({row, row}).isZero())
            return false;
        for (std::int64_t column = 0; column < row; ++column)
            if (!isMirrored(array.at({row, column}), array.at({column, row}), header.symmetry))
                return false;
    }
    return true;
}

} // namespace

std::optional<MtxForm> symmetricForm(const Tensor& tensor)
{
    MtxHeader header;
    const auto words = tensor.claims.word(mtxClaim);
    if (!words || !readMtxWords(*words, header))
        return std::nullopt;
    if (header.isArray)
        return tensor.layout->name == "strided" && isSymmetricArray(tensor.members.front().array, header)
                   ? std::optional(MtxForm{*words, header.field, header.symmetry})
                   : std::nullopt;
    if (tensor.layout->name != "coo")
        return std::nullopt;
    const auto& indices = tensor.member("indices").array;
    const auto& values = tensor.member("values").array;
    const auto count = numel(values.geometry);
    if (!indices.dtype.isIndexLike() || !indices.isReadable() || !values.isReadable() ||
        values.dtype != DType(mtxValueType(header.field)) || indices.geometry.sizes != Extents{2, *count})
        return std::nullopt;
    const IndexReader index(indices);
    const auto row = [&](std::int64_t k) { return index.at(k); };
    const auto column = [&](std::int64_t k) { return index.at(*count + k); };

    auto stored = *count;
    if (header.symmetry != MtxSymmetry::general) {
        // The mirrored entries begin with the first one above the diagonal.
        for (stored = 0; stored < *count && row(stored) >= column(stored);)
            ++stored;
        auto mirror = stored;
        for (std::int64_t k = 0; k < stored; ++k) {
            if (row(k) == column(k) && header.symmetry == MtxSymmetry::skew && !values.at(k).isZero())
                return std::nullopt;
            if (row(k) == column(k))
                continue;
            if (mirror == *count || row(mirror) != column(k) || column(mirror) != row(k) ||
                !isMirrored(values.at(k), values.at(mirror), header.symmetry))
                return std::nullopt;
            ++mirror;
        }
        if (mirror != *count)
            return std::nullopt;
    }
    if (header.field == MtxField::pattern)
        for (std::int64_t k = 0; k < stored; ++k)
            if (values.at(k) != *Element::from(1.0, ElementType::f64))
                return std::nullopt;
    return MtxForm{*words, header.field, header.symmetry, stored};
}

} // namespace tscope
