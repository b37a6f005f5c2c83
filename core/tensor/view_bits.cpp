// SPDX-License-Identifier: Apache-2.0
#include "tensor/view_bits.h"

#include "array/element_reader.h"
#include "base/memory_budget.h"

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

} // namespace

bool hasViewBits(const Tensor& tensor)
{
    return tensor.layout->family == "strided" && (isSaid(tensor, "conj") || isSaid(tensor, "neg"));
}

bool changesElements(const Tensor& tensor)
{
    // Real numbers are their own conjugates.
    return hasViewBits(tensor) &&
           (isSaid(tensor, "neg") || tensor.members.front().array.dtype.elementClass() == ElementClass::complex);
}

Result<void> canBeMeant(const Tensor& tensor)
{
    const auto& dtype = tensor.members.front().array.dtype;
    const auto kind = dtype.elementClass();
    if (changesElements(tensor) && kind != ElementClass::complex && kind != ElementClass::real &&
        kind != ElementClass::signedInteger)
        return unsupported("the elements are meant negated, and " + std::string(dtype.name()) +
                           " has no negative numbers");
    return {};
}

void makeMeant(const Tensor& tensor, std::span<std::byte> elements)
{
    const auto& dtype = tensor.members.front().array.dtype;
    const auto kind = dtype.elementClass();
    const bool isNegated = isSaid(tensor, "neg"), isConjugated = isSaid(tensor, "conj");
    const auto size = static_cast<std::size_t>(dtype.itemSize());
    for (std::size_t at = 0; at + size <= elements.size(); at += size) {
        const auto element = elements.subspan(at, size);
        if (kind == ElementClass::signedInteger) {
            negateInteger(element);
            continue;
        }
        const auto real = kind == ElementClass::complex ? element.first(size / 2) : element;
        if (isNegated)
            turnSign(real);
        if (kind == ElementClass::complex && isNegated != isConjugated)
            turnSign(element.last(size / 2));
    }
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
        return overBudget("a copy of the elements as they are meant", byteSize, memoryBudget());
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
