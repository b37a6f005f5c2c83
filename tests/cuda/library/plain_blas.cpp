// SPDX-License-Identifier: Apache-2.0
#include "cuda/library/plain_elements.h"
#include "cuda/library/plain_room.h"

#include <cstdio>
#include <cstdlib>

struct cublasContext {
    bool hasStream = false;
};

namespace tscope::test {

namespace {

cublasStatus_t create(cublasHandle_t* out)
{
    *out = new cublasContext;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t setStream(cublasHandle_t handle, cudaStream_t)
{
    handle->hasStream = true;
    return CUBLAS_STATUS_SUCCESS;
}
const char* statusText(cublasStatus_t)
{
    return "as the test wished";
}

void want(bool isSo, const char* what)
{
    if (isSo)
        return;
    std::fprintf(stderr, "a call that the library does not take: %s\n", what);
    std::abort();
}

// c = op(a) op(b), all by columns.
cublasStatus_t multiply(cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, std::int64_t m,
                        std::int64_t n, std::int64_t k, const void* alpha, const void* a, cudaDataType typeA,
                        std::int64_t lda, long long strideA, const void* b, cudaDataType typeB, std::int64_t ldb,
                        long long strideB, const void* beta, void* c, cudaDataType typeC, std::int64_t ldc,
                        long long strideC, std::int64_t count, cublasComputeType_t compute, cublasGemmAlgo_t)
{
    want(handle->hasStream, "a stream is set");
    const bool isComplex = typeC == CUDA_C_32F || typeC == CUDA_C_64F, isDouble = compute == CUBLAS_COMPUTE_64F;
    const auto scale = isDouble ? (isComplex ? CUDA_C_64F : CUDA_R_64F) : isComplex ? CUDA_C_32F : CUDA_R_32F;
    want(valueAt(alpha, scale, 0) == Number(1) && valueAt(beta, scale, 0) == Number(0), "1 and 0 as scalars");
    want(isDouble == (typeC == CUDA_R_64F || typeC == CUDA_C_64F), "sums in the type of the elements or wider");
    want(lda >= (opA == CUBLAS_OP_N ? m : k) && ldb >= (opB == CUBLAS_OP_N ? k : n) && ldc >= m,
         "columns that do not overlap");
    for (std::int64_t line = 0; line < count; ++line)
        for (std::int64_t row = 0; row < m; ++row)
            for (std::int64_t column = 0; column < n; ++column) {
                Number sum = 0;
                for (std::int64_t i = 0; i < k; ++i)
                    sum +=
                        valueAt(a, typeA, line * strideA + (opA == CUBLAS_OP_N ? row + i * lda : i + row * lda)) *
                        valueAt(b, typeB,
                                line * strideB + (opB == CUBLAS_OP_N ? i + column * ldb : column + i * ldb));
                setValue(c, typeC, line * strideC + row + column * ldc, sum);
            }
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace

const cuda::BlasLibrary& plainBlas()
{
    static const cuda::BlasCalls calls{create, setStream, statusText, multiply};
    static const cuda::BlasLibrary library{&calls, {}, "plain"};
    return library;
}

} // namespace tscope::test
