// SPDX-License-Identifier: Apache-2.0
#include "tensor/view_bits.h"

#include "array/element_reader.h"
#include "base/memory_budget.h"
#include "base/say.h"

#include <algorithm>
#include <array>
#include <span>

namespace tscope {

namespace {

constexpr std::byte signBit{0x80};

bool isSaid(const Tensor& tensor, std::string_view bit)
{
    return tensor.claims.flag(bit).value_or(false);
}

// Of a real number, whatever its width: its last byte begins with the sign.
void turnSign(std::span<std::byte> number)
{
    number.back() ^= signBit;
}

// Modulo the range, as integers are negated everywhere.
void negateInteger(std::span<std::byte> number)
{
    unsigned carry = 1;
    for (auto& byte : number) {
        const auto sum = (std::to_integer<unsigned>(byte) ^ 0xFFU) + carry;
        byte = static_cast<std::byte>(sum & 0xFFU);
        carry = sum >> 8;
    }
}

// In place. Precondition: hasNegatives(type) where it is to be negated.
void bringToMeaning(std::span<std::byte> element, const DType& type, bool isConjugated, bool isNegated)
{
    const auto kind = type.elementClass();
    if (kind == ElementClass::signedInteger) {
        if (isNegated)
            negateInteger(element);
        return;
    }
    const bool isComplex = kind == ElementClass::complex;
    if (isNegated)
        turnSign(isComplex ? element.first(element.size() / 2) : element);
    if (isComplex && isNegated != isConjugated)
        turnSign(element.last(element.size() / 2));
}

} // namespace

bool isConjugated(const Tensor& tensor)
{
    return tensor.layout->family == "strided" && isSaid(tensor, "conj");
}

bool isNegated(const Tensor& tensor)
{
    return tensor.layout->family == "strided" && isSaid(tensor, "neg");
}

bool hasViewBits(const Tensor& tensor)
{
    return isConjugated(tensor) || isNegated(tensor);
}

bool hasNegatives(const DType& type)
{
    const auto kind = type.elementClass();
    return kind == ElementClass::complex || kind == ElementClass::real || kind == ElementClass::signedInteger;
}

Element meantElement(const Tensor& tensor, const Element& stored)
{
    const bool negates = isNegated(tensor), conjugates = isConjugated(tensor);
    if (!stored.isReadable() || (!negates && !conjugates) || (negates && !hasNegatives(stored.type())))
        return stored;
    const auto from = stored.bytes();
    std::array<std::byte, 16> bytes{};
    const auto out = std::span(bytes).first(from.size());
    std::ranges::copy(from, out.begin());
    bringToMeaning(out, stored.type(), conjugates, negates);
    return {stored.type(), out};
}

bool changesElements(const Tensor& tensor)
{
    // Real numbers are their own conjugates.
    return isNegated(tensor) ||
           (isConjugated(tensor) && tensor.members.front().array.dtype.elementClass() == ElementClass::complex);
}

Result<void> canBeMeant(const Tensor& tensor)
{
    const auto& dtype = tensor.members.front().array.dtype;
    if (changesElements(tensor) && !hasNegatives(dtype))
        return unsupported(say("the elements are meant negated, and {0} has no negative numbers", dtype.name()));
    return {};
}

void makeMeant(const Tensor& tensor, std::span<std::byte> elements)
{
    const auto& dtype = tensor.members.front().array.dtype;
    const bool negates = isNegated(tensor), conjugates = isConjugated(tensor);
    const auto size = static_cast<std::size_t>(dtype.itemSize());
    for (std::size_t at = 0; at + size <= elements.size(); at += size)
        bringToMeaning(elements.subspan(at, size), dtype, conjugates, negates);
}

Result<Tensor> withMeantElements(const Tensor& tensor)
{
    if (!hasViewBits(tensor) || !tensor.members.front().isReadable())
        return tensor;
    if (auto fine = canBeMeant(tensor); !fine)
        return fine.error();
    auto out = tensor;
    out.claims.erase("conj");
    out.claims.erase("neg");
    if (!changesElements(tensor))
        return out;
    auto& array = out.members.front().array;
    const auto byteSize = array.byteSize().value_or(int64Max);
    if (byteSize > memoryBudget())
        return overBudget(say("a copy of the elements as they are meant"), byteSize, memoryBudget());
    auto builder = StorageBuilder::make(byteSize);
    if (!builder)
        return builder.error();
    ElementReader::Scratch scratch;
    const ElementReader reader(array);
    reader.copy(0, reader.numel(), builder->bytes().data(), scratch);
    makeMeant(tensor, builder->bytes());
    array = {std::move(*builder).seal({array.storage->device(), array.storage->isPinned()}), array.dtype,
             Geometry::rowMajor(array.geometry.sizes)};
    return out;
}

} // namespace tscope
