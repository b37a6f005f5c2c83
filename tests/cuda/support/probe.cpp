// SPDX-License-Identifier: Apache-2.0
// Asks the cuSPARSE that is there what it does: each product of each format, index, element type and algorithm,
// one line for each. Only sizes of buffers are asked for, so no element is looked at. Ends with 77 where there is
// no device to ask for.
#include "cuda/library/sparse_calls.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using namespace tscope::cuda;

struct Types {
    const char* name;
    cudaDataType matrix, vector, result, compute;
};
constexpr std::array types{
    Types{"f32", CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
    Types{"f64", CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
    Types{"c64", CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
    Types{"c128", CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
    Types{"f16", CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},
    Types{"f16->f32", CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
    Types{"bf16", CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F},
    Types{"bf16->f32", CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
    Types{"i8->i32", CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},
    Types{"i8->f32", CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},
    Types{"f32*f64", CUDA_R_32F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
};
constexpr std::array indices{std::pair{"i32", CUSPARSE_INDEX_32I}, std::pair{"i64", CUSPARSE_INDEX_64I}};
constexpr std::array operations{std::pair{"N", CUSPARSE_OPERATION_NON_TRANSPOSE},
                                std::pair{"T", CUSPARSE_OPERATION_TRANSPOSE},
                                std::pair{"H", CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE}};
constexpr std::array orders{std::pair{"row", CUSPARSE_ORDER_ROW}, std::pair{"col", CUSPARSE_ORDER_COL}};
constexpr std::array vectorAlgorithms{
    std::pair{"default", CUSPARSE_SPMV_ALG_DEFAULT}, std::pair{"csr1", CUSPARSE_SPMV_CSR_ALG1},
    std::pair{"csr2", CUSPARSE_SPMV_CSR_ALG2},       std::pair{"coo1", CUSPARSE_SPMV_COO_ALG1},
    std::pair{"coo2", CUSPARSE_SPMV_COO_ALG2},       std::pair{"bsr1", CUSPARSE_SPMV_BSR_ALG1}};
constexpr std::array matrixAlgorithms{
    std::pair{"default", CUSPARSE_SPMM_ALG_DEFAULT}, std::pair{"csr1", CUSPARSE_SPMM_CSR_ALG1},
    std::pair{"csr2", CUSPARSE_SPMM_CSR_ALG2},       std::pair{"csr3", CUSPARSE_SPMM_CSR_ALG3},
    std::pair{"coo1", CUSPARSE_SPMM_COO_ALG1},       std::pair{"coo2", CUSPARSE_SPMM_COO_ALG2},
    std::pair{"coo3", CUSPARSE_SPMM_COO_ALG3},       std::pair{"coo4", CUSPARSE_SPMM_COO_ALG4},
    std::pair{"bsr1", CUSPARSE_SPMM_BSR_ALG1}};
constexpr std::int64_t extent = 64, block = 4, entries = 256, columns = 8;

alignas(256) std::array<std::byte, 1 << 20> memory; // that nobody looks into
alignas(16) std::array<std::byte, 16> scalar;

class Probe
{
public:
    Probe(const SparseCalls& calls, cusparseHandle_t handle) : m_calls(calls), m_handle(handle) {}

    void run()
    {
        for (const std::string format : {"csr", "csc", "coo", "bsr"})
            for (const auto& [indexName, index] : indices)
                for (const auto& type : types) {
                    const auto what = format + ' ' + indexName + ' ' + type.name;
                    cusparseSpMatDescr_t a = make(format, index, type.matrix);
                    if (a == nullptr) {
                        std::printf("describe %s: refused\n", what.c_str());
                        continue;
                    }
                    askVectors(a, what, type);
                    askMatrices(a, what, type);
                    if (type.matrix == type.result)
                        askSampled(a, what, type);
                    m_calls.DestroySpMat(a);
                }
    }

private:
    cusparseSpMatDescr_t make(const std::string& format, cusparseIndexType_t index, cudaDataType type) const
    {
        cusparseSpMatDescr_t out = nullptr;
        auto* data = memory.data();
        constexpr auto base = CUSPARSE_INDEX_BASE_ZERO;
        auto status = CUSPARSE_STATUS_NOT_SUPPORTED;
        if (format == "coo")
            status = m_calls.CreateCoo(&out, extent, extent, entries, data, data, data, index, base, type);
        else if (format == "bsr")
            status = m_calls.CreateBsr(&out, extent / block, extent / block, entries / (block * block), block,
                                       block, data, data, data, index, index, base, type, CUSPARSE_ORDER_ROW);
        else
            status = (format == "csc" ? m_calls.CreateCsc : m_calls.CreateCsr)(
                &out, extent, extent, entries, data, data, data, index, index, base, type);
        return status == CUSPARSE_STATUS_SUCCESS ? out : nullptr;
    }
    void tell(const std::string& what, cusparseStatus_t status, std::size_t bytes) const
    {
        if (status == CUSPARSE_STATUS_SUCCESS)
            std::printf("%s: %zu\n", what.c_str(), bytes);
        else
            std::printf("%s: %s\n", what.c_str(), m_calls.GetErrorName(status));
        takeSparseWords();
    }

    void askVectors(cusparseSpMatDescr_t a, const std::string& what, const Types& type) const
    {
        cusparseDnVecDescr_t x = nullptr, y = nullptr;
        m_calls.CreateDnVec(&x, extent, memory.data(), type.vector);
        m_calls.CreateDnVec(&y, extent, memory.data(), type.result);
        for (const auto& [opName, op] : operations)
            for (const auto& [name, algorithm] : vectorAlgorithms) {
                std::size_t bytes = 0;
                const auto status = m_calls.SpMV_bufferSize(m_handle, op, scalar.data(), a, x, scalar.data(), y,
                                                            type.compute, algorithm, &bytes);
                tell("SpMV " + what + ' ' + opName + ' ' + name, status, bytes);
            }
        m_calls.DestroyDnVec(x);
        m_calls.DestroyDnVec(y);
    }
    cusparseDnMatDescr_t dense(std::int64_t rows, std::int64_t width, cudaDataType type,
                               cusparseOrder_t order) const
    {
        cusparseDnMatDescr_t out = nullptr;
        m_calls.CreateDnMat(&out, rows, width, order == CUSPARSE_ORDER_ROW ? width : rows, memory.data(), type,
                            order);
        return out;
    }
    void askMatrices(cusparseSpMatDescr_t a, const std::string& what, const Types& type) const
    {
        for (const auto& [orderName, order] : orders) {
            auto *b = dense(extent, columns, type.vector, order), *c = dense(extent, columns, type.result, order);
            for (const auto& [opName, op] : operations)
                for (const auto& [name, algorithm] : matrixAlgorithms) {
                    std::size_t bytes = 0;
                    const auto status =
                        m_calls.SpMM_bufferSize(m_handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, scalar.data(), a,
                                                b, scalar.data(), c, type.compute, algorithm, &bytes);
                    tell("SpMM " + what + ' ' + opName + ' ' + orderName + ' ' + name, status, bytes);
                }
            m_calls.DestroyDnMat(b);
            m_calls.DestroyDnMat(c);
        }
    }
    void askSampled(cusparseSpMatDescr_t a, const std::string& what, const Types& type) const
    {
        auto *b = dense(extent, columns, type.matrix, CUSPARSE_ORDER_ROW),
             *c = dense(columns, extent, type.matrix, CUSPARSE_ORDER_COL);
        std::size_t bytes = 0;
        const auto status = m_calls.SDDMM_bufferSize(
            m_handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, scalar.data(), b, c,
            scalar.data(), a, type.compute, CUSPARSE_SDDMM_ALG_DEFAULT, &bytes);
        tell("SDDMM " + what, status, bytes);
        m_calls.DestroyDnMat(b);
        m_calls.DestroyDnMat(c);
    }

    const SparseCalls& m_calls;
    cusparseHandle_t m_handle;
};

constexpr int nothingThere = 77;

} // namespace

int main()
{
    const auto& library = sparseLibrary();
    if (library.calls == nullptr) {
        std::printf("%s\n", library.why.c_str());
        return nothingThere;
    }
    cusparseHandle_t handle = nullptr;
    if (const auto status = library.calls->Create(&handle); status != CUSPARSE_STATUS_SUCCESS) {
        std::printf("cuSPARSE %s can't begin: %s\n", library.version.c_str(), library.calls->GetErrorName(status));
        return nothingThere;
    }
    std::printf("cuSPARSE %s: bytes of the buffer, or why not\n", library.version.c_str());
    Probe(*library.calls, handle).run();
}
