// SPDX-License-Identifier: Apache-2.0
// What cuSPARSE is told of a tensor. It looks at numbers only when it computes, and takes null for memory: what
// can be known before is looked at here.
#pragma once

#include "cuda/library/dense_shape.h"
#include "cuda/library/library_types.h"
#include "cuda/library/sparse_calls.h"

#include <limits>
#include <memory>

namespace tscope::cuda {

// A descriptor, which goes with the object, or the status of making it. `End`: the library's function for that.
template <class Pointer, class End>
class Description
{
public:
    // make(&pointer) makes one.
    template <class Make>
    Description(End end, const Make& make) : m_made(nullptr, end)
    {
        Pointer made = nullptr;
        m_status = make(&made);
        if (m_status == CUSPARSE_STATUS_SUCCESS)
            m_made.reset(made);
    }
    Pointer get() const { return m_made.get(); }
    cusparseStatus_t status() const { return m_status; }

private:
    std::unique_ptr<std::remove_pointer_t<Pointer>, End> m_made;
    cusparseStatus_t m_status = CUSPARSE_STATUS_SUCCESS;
};

using SparseDescription = Description<cusparseSpMatDescr_t, decltype(SparseCalls::DestroySpMat)>;
using VectorDescription = Description<cusparseDnVecDescr_t, decltype(SparseCalls::DestroyDnVec)>;
using MatrixDescription = Description<cusparseDnMatDescr_t, decltype(SparseCalls::DestroyDnMat)>;

// Why no product or conversion of cuSPARSE takes that tensor; empty: nothing is known against it.
// `type`: of the values that are computed with.
inline std::string whyNotForSparseLibrary(const tscope_operand& a, std::int32_t type)
{
    const auto asText = [](std::int64_t number) { return std::to_string(number); };
    if (a.dims != 2 || a.batch_dims != 0 || a.dense_dims != 0)
        return "takes one matrix, without batch and dense dims, found " + asText(a.dims) + " dims, " +
               asText(a.batch_dims) + " of them of a batch and " + asText(a.dense_dims) + " dense";
    if (a.entries <= 0 || a.sizes[0] <= 0 || a.sizes[1] <= 0)
        return "takes a matrix with entries, found " + asText(a.entries) + " in " + asText(a.sizes[0]) + " x " +
               asText(a.sizes[1]);
    for (std::int32_t m = 0; m < a.member_count; ++m)
        if (a.members[m].data == nullptr)
            return "takes members with memory, found none of member " + asText(m);
    const bool isCoo = kernels::isLayout(a, "coo");
    if (!libraryType(type))
        return "takes floats and complex numbers only";
    if (a.block[0] != a.block[1])
        return "takes square blocks, found " + asText(a.block[0]) + " x " + asText(a.block[1]);
    const auto index = a.members[0].type;
    if ((index != TSCOPE_I32 && index != TSCOPE_I64) || (!isCoo && a.members[1].type != index))
        return "takes indices of 32 or of 64 bits, all of one width";
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (index == TSCOPE_I32 && (a.sizes[0] > most || a.sizes[1] > most || a.entries > most))
        return "takes sizes and entries up to " + asText(most) + " with 32-bit indices, found " +
               asText(a.sizes[0]) + " x " + asText(a.sizes[1]) + " with " + asText(a.entries);
    return {};
}

inline const tscope_array& valuesOf(const tscope_operand& sparse)
{
    return sparse.members[kernels::isLayout(sparse, "coo") ? 1 : 2];
}

// A sparse operand with other values, such as those that a call writes. Precondition: nothing is known against it.
inline SparseDescription describedSparse(const SparseCalls& calls, const tscope_operand& a, void* values,
                                         cudaDataType type)
{
    const auto rows = a.sizes[0], columns = a.sizes[1];
    const bool isCoo = kernels::isLayout(a, "coo");
    const auto index = a.members[0].type == TSCOPE_I64 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
    constexpr auto base = CUSPARSE_INDEX_BASE_ZERO;
    auto* first = a.members[0].data;
    return {calls.DestroySpMat, [&](cusparseSpMatDescr_t* out) {
                if (isCoo) {
                    auto* second = static_cast<std::byte*>(first) + a.entries * a.members[0].item_size;
                    return calls.CreateCoo(out, rows, columns, a.entries, first, second, values, index, base,
                                           type);
                }
                auto* second = a.members[1].data;
                if (kernels::isLayout(a, "bsr")) // sizes in blocks
                    return calls.CreateBsr(out, rows / a.block[0], columns / a.block[1], a.entries, a.block[0],
                                           a.block[1], first, second, values, index, index, base, type,
                                           CUSPARSE_ORDER_ROW);
                const auto make = kernels::isLayout(a, "csc") ? calls.CreateCsc : calls.CreateCsr;
                return make(out, rows, columns, a.entries, first, second, values, index, index, base, type);
            }};
}
inline SparseDescription describedSparse(const SparseCalls& calls, const tscope_operand& a)
{
    const auto& values = valuesOf(a);
    return describedSparse(calls, a, values.data, libraryType(values.type)->value);
}

inline MatrixDescription describedDense(const SparseCalls& calls, const DenseShape& shape, cudaDataType type)
{
    return {calls.DestroyDnMat, [&](cusparseDnMatDescr_t* out) {
                return calls.CreateDnMat(out, shape.rows, shape.columns, shape.leading, shape.data, type,
                                         shape.isByRows ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
            }};
}

inline VectorDescription describedVector(const SparseCalls& calls, std::int64_t size, void* data,
                                         cudaDataType type)
{
    return {calls.DestroyDnVec,
            [&](cusparseDnVecDescr_t* out) { return calls.CreateDnVec(out, size, data, type); }};
}

} // namespace tscope::cuda
