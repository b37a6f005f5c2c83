// SPDX-License-Identifier: Apache-2.0
#include "tensor/view_bits.h"

#include "array/array.h"

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

Result<Tensor> withMeantElements(const Tensor& tensor)
{
    if (!hasViewBits(tensor) || !tensor.members.front().isReadable())
        return tensor;
    const bool isNegated = isSaid(tensor, "neg"), isConjugated = isSaid(tensor, "conj");
    auto out = tensor;
    out.claims.erase("conj");
    out.claims.erase("neg");
    auto& array = out.members.front().array;
    const auto kind = array.dtype.elementClass();
    if (kind != ElementClass::complex && !isNegated)
        return out; // real numbers are their own conjugates
    if (kind != ElementClass::complex && kind != ElementClass::real && kind != ElementClass::signedInteger)
        return unsupported("the elements are meant negated, and " + std::string(array.dtype.name()) +
                           " has no negative numbers");
    auto copied = packed(array);
    if (!copied)
        return copied.error();
    auto builder = StorageBuilder::make(copied->storage->byteSize());
    if (!builder)
        return builder.error();
    const auto bytes = builder->bytes();
    copied->storage->read(0, bytes);
    copied->storage = nullptr;
    const auto size = static_cast<std::size_t>(array.dtype.itemSize());
    for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
        const auto element = bytes.subspan(at, size);
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
    copied->storage = std::move(*builder).seal({array.storage->device(), array.storage->isPinned()});
    array = std::move(*copied);
    return out;
}

} // namespace tscope
