// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/abi.h"
#include "element/dtype.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// What the first step of a dispatch asks for.
struct KernelKey {
    std::string_view op, device;
    std::vector<std::string_view> layouts; // of the inputs
    std::string_view result;
};
std::string text(const KernelKey& key); // "matmul (csr, strided) -> strided on cpu"

// The number that an element type has between house and backends.
int abiType(const DType& type);
std::optional<ElementType> elementTypeOf(int abiType);
constexpr std::uint64_t typeBit(ElementType type)
{
    return std::uint64_t{1} << static_cast<int>(type);
}

// A kernel and whose it is.
struct KernelChoice {
    const tscope_backend* backend = nullptr;
    tscope_kernel kernel{};

    bool isFor(const DType& type) const { return (kernel.types >> abiType(type) & 1) != 0; }
    bool isForIndex(const DType& type) const
    {
        return kernel.index_types == 0 || (kernel.index_types >> abiType(type) & 1) != 0;
    }
    std::vector<std::string_view> layouts() const;
    std::vector<std::string_view> needs() const;
    bool needsThemFor(const DType& type) const; // computing with others, it relies on none of them
};

// All kernels of an operation on a device, of its backends in their order (or of `only` one); also where no such
// device is to be had, which who calls them has to ask (deviceNamed).
std::vector<KernelChoice> kernelsOf(std::string_view op, std::string_view device,
                                    const tscope_backend* only = nullptr);
// Those with that key: the first that takes the call runs it.
std::vector<KernelChoice> findKernels(const KernelKey& key, const tscope_backend* only = nullptr);
std::optional<KernelChoice> findKernel(const KernelKey& key, const tscope_backend* only = nullptr); // the first

} // namespace tscope
