// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cublas_v2.h>
#include <string>

namespace tscope::cuda {

// What we call of cuBLAS.
struct BlasCalls {
    decltype(&cublasCreate_v2) create = nullptr;
    decltype(&cublasSetStream_v2) setStream = nullptr;
    decltype(&cublasGetStatusString) statusText = nullptr;
    cublasStatus_t (*multiply)(cublasHandle_t, cublasOperation_t, cublasOperation_t, std::int64_t, std::int64_t,
                               std::int64_t, const void* alpha, const void* a, cudaDataType, std::int64_t lda,
                               long long strideA, const void* b, cudaDataType, std::int64_t ldb, long long strideB,
                               const void* beta, void* c, cudaDataType, std::int64_t ldc, long long strideC,
                               std::int64_t count, cublasComputeType_t, cublasGemmAlgo_t) = nullptr;
};

struct BlasLibrary {
    const BlasCalls* calls = nullptr; // null: it is not to be had
    std::string why, version;
};

// Opened when it is first asked for: it brings half a gigabyte along.
const BlasLibrary& blasLibrary();

} // namespace tscope::cuda
