// SPDX-License-Identifier: Apache-2.0
#include "cuda/library/blas_calls.h"

#include "cuda/library/shared_library.h"

#include <array>

namespace tscope::cuda {

namespace {

BlasLibrary opened()
{
    const SharedLibrary library("libcublas.so.13");
    if (!library.isOpen())
        return {nullptr, "cuBLAS was not found (" + library.why() + ')', {}};
    static BlasCalls calls;
    const auto find = [&](const char* name, auto& function) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(library.symbol(name));
        return function != nullptr;
    };
    decltype(&cublasGetProperty) property = nullptr;
    if (!find("cublasCreate_v2", calls.create) || !find("cublasSetStream_v2", calls.setStream) ||
        !find("cublasGetStatusString", calls.statusText) ||
        !find("cublasGemmStridedBatchedEx_64", calls.multiply) || !find("cublasGetProperty", property))
        return {nullptr, "the cuBLAS that was found lacks functions that we call", {}};
    std::array<int, 3> version{};
    property(MAJOR_VERSION, &version[0]);
    property(MINOR_VERSION, &version[1]);
    property(PATCH_LEVEL, &version[2]);
    return {&calls,
            {},
            std::to_string(version[0]) + '.' + std::to_string(version[1]) + '.' + std::to_string(version[2])};
}

} // namespace

const BlasLibrary& blasLibrary()
{
    static const BlasLibrary library = opened();
    return library;
}

} // namespace tscope::cuda
