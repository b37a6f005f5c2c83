// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/element_reader.h"
#include "facts/distance.h"
#include "tensor/tensor.h"

#include <optional>
#include <span>
#include <vector>

namespace tscope {

// Numbers of any element type. Imaginary parts only where there are some.
struct ExactNumbers {
    std::vector<ExactReal> real, imaginary;
    bool isComplex = false;

    void setZero(std::size_t count);
    std::complex<ExactReal> at(std::size_t i) const { return {real[i], isComplex ? imaginary[i] : 0}; }
};

// The values of a tensor by their slots, conjugated or negated where the tensor is such a view. Borrows the
// tensor.
class StoredValues
{
public:
    // Fails where there is no member for them, and where the tensor is a negated view of a type that has no
    // negative numbers.
    static Result<StoredValues> of(const Tensor& tensor);

    // Known type, and bytes where they should be. Else there is nothing to read.
    bool isReadable() const { return m_reader.has_value(); }
    const Member& member() const { return *m_member; }
    const DType& dtype() const { return m_member->array.dtype; }

    // Precondition for all: isReadable(), and the slots are there. What is returned is valid until the next read.
    std::span<const std::byte> bytes(std::int64_t slot, std::int64_t count);
    void numbers(std::span<const std::byte> bytes, ExactNumbers& out) const;
    Element at(std::int64_t slot);

private:
    StoredValues() = default;

    const Tensor* m_tensor = nullptr;
    const Member* m_member = nullptr;
    std::optional<ElementReader> m_reader;
    bool m_isChanged = false; // the elements that are meant are not those that are stored
    ElementReader::Scratch m_scratch;
    std::vector<std::byte> m_meant;
};

} // namespace tscope
