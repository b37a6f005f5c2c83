// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/symmetric_form.h"

#include "array/index_reader.h"
#include "io/matrix_market/matrix_market.h"

#include <complex>

namespace tscope {

namespace {

// Whether `b` is what the mirrored entry of `a` holds.
bool isMirrored(const Element& a, const Element& b, MtxSymmetry symmetry)
{
    const auto negated = [](const Number& number) -> Number {
        if (const auto* integer = std::get_if<std::int64_t>(&number))
            return static_cast<std::int64_t>(-static_cast<std::uint64_t>(*integer));
        if (const auto* real = std::get_if<double>(&number))
            return -*real;
        return -std::get<std::complex<double>>(number);
    };
    const auto x = a.number();
    if (symmetry == MtxSymmetry::skew && std::holds_alternative<std::uint64_t>(x))
        return false;
    const auto* complex = std::get_if<std::complex<double>>(&x);
    const auto wanted = symmetry == MtxSymmetry::skew ? Element::from(negated(x), a.type())
                        : symmetry == MtxSymmetry::hermitian && complex
                            ? Element::from(std::conj(*complex), a.type())
                            : Result<Element>(a);
    return wanted && (*wanted == b || (wanted->isNan() && b.isNan()));
}

} // namespace

std::optional<MtxForm> symmetricForm(const Tensor& tensor)
{
    MtxHeader header;
    const auto words = tensor.claims.word(mtxClaim);
    if (!words || !readMtxWords(*words, header) || header.isArray || tensor.layout->name != "coo")
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
    return MtxForm{*words, header.field, stored};
}

} // namespace tscope
