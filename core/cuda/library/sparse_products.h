// SPDX-License-Identifier: Apache-2.0
// Sparse times dense by cuSPARSE. Of its algorithms those are taken whose sums are the same each time.
#pragma once

#include "cuda/library/sparse_session.h"

namespace tscope::cuda {

struct ProductAlgorithms {
    cusparseSpMVAlg_t vector;
    cusparseSpMMAlg_t matrix;
};
inline ProductAlgorithms productAlgorithms(const tscope_operand& a)
{
    if (kernels::isLayout(a, "coo"))
        return {CUSPARSE_SPMV_COO_ALG2, CUSPARSE_SPMM_COO_ALG2};
    if (kernels::isLayout(a, "bsr"))
        return {CUSPARSE_SPMV_BSR_ALG1, CUSPARSE_SPMM_BSR_ALG1};
    return {CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3};
}

// Why not, beyond what is against the sparse factor alone.
inline std::string whyNotForProduct(const tscope_call& call)
{
    const auto &a = call.in[0], &b = call.in[1];
    if (auto why = whyNotForSparseLibrary(a, valuesOf(a).type); !why.empty())
        return why;
    if (b.dims != 2 || b.batch_dims != 0 || b.sizes[1] <= 0)
        return "takes one dense matrix with columns, found " + std::to_string(b.dims) + " dims";
    if (!DenseShape::of(b.members[0]))
        return "takes a dense matrix whose elements lie side by side along one dim";
    return {};
}

// A product as the library is told of it.
template <class Room>
class LibraryProduct
{
public:
    // Precondition: nothing is known against it, and the session is good.
    LibraryProduct(SparseSession<Room>& session, const tscope_call& call)
        : m_session(session), m_calls(session.calls()), m_algorithms(productAlgorithms(call.in[0])),
          m_type(*libraryType(call.in[1].members[0].type)), m_scalars(m_type.compute),
          m_isVector(isOfVectors(call)), m_a(describedSparse(m_calls, call.in[0]))
    {
        const auto x = *DenseShape::of(call.in[1].members[0]);
        const auto y = DenseShape::ofResult(*call.out);
        m_session.checkMade(m_a);
        if (m_isVector) {
            m_session.checkMade(m_x.emplace(describedVector(m_calls, x.rows, x.data, m_type.value)));
            m_session.checkMade(m_y.emplace(describedVector(m_calls, y.rows, y.data, m_type.value)));
        } else {
            m_session.checkMade(m_xs.emplace(describedDense(m_calls, x, m_type.value)));
            m_session.checkMade(m_ys.emplace(describedDense(m_calls, y, m_type.value)));
        }
    }

    // Bytes that it needs to work in; also the library's word on whether it does it at all.
    std::size_t scratch()
    {
        std::size_t bytes = 0;
        if (!m_session.isGood())
            return bytes;
        const auto status = m_isVector
                                ? m_calls.SpMV_bufferSize(m_session.handle(), plain, m_scalars.one(), m_a.get(),
                                                          m_x->get(), m_scalars.zero(), m_y->get(), m_type.compute,
                                                          m_algorithms.vector, &bytes)
                                : m_calls.SpMM_bufferSize(m_session.handle(), plain, plain, m_scalars.one(),
                                                          m_a.get(), m_xs->get(), m_scalars.zero(), m_ys->get(),
                                                          m_type.compute, m_algorithms.matrix, &bytes);
        m_session.check(status, m_isVector ? "cusparseSpMV_bufferSize" : "cusparseSpMM_bufferSize");
        return bytes;
    }

    void run()
    {
        auto* buffer = m_session.buffer(scratch());
        if (!m_session.isGood())
            return;
        const auto status =
            m_isVector ? m_calls.SpMV(m_session.handle(), plain, m_scalars.one(), m_a.get(), m_x->get(),
                                      m_scalars.zero(), m_y->get(), m_type.compute, m_algorithms.vector, buffer)
                       : m_calls.SpMM(m_session.handle(), plain, plain, m_scalars.one(), m_a.get(), m_xs->get(),
                                      m_scalars.zero(), m_ys->get(), m_type.compute, m_algorithms.matrix, buffer);
        m_session.check(status, m_isVector ? "cusparseSpMV" : "cusparseSpMM");
    }

private:
    static constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

    // One column with its elements side by side. Of matrices with one row or column the vector's algorithm for csr
    // was wrong in some versions; that for matrices takes them.
    static bool isOfVectors(const tscope_call& call)
    {
        const auto& x = call.in[1].members[0];
        return x.sizes[1] == 1 && (x.strides[0] == 1 || x.sizes[0] == 1) && call.in[0].sizes[0] > 1 &&
               call.in[0].sizes[1] > 1;
    }

    SparseSession<Room>& m_session;
    const SparseCalls& m_calls;
    ProductAlgorithms m_algorithms;
    LibraryType m_type;
    OneAndZero m_scalars;
    bool m_isVector;
    SparseDescription m_a;
    std::optional<VectorDescription> m_x, m_y;
    std::optional<MatrixDescription> m_xs, m_ys;
};

template <class Room>
std::int32_t takesProduct(const tscope_call* call, tscope_error* error)
{
    if (const auto why = whyNotForProduct(*call); !why.empty())
        return refused(error, why);
    SparseSession<Room> session(*call, error);
    if (session.isGood())
        LibraryProduct<Room>(session, *call).scratch();
    return takenIfGood(session, error);
}

template <class Room>
std::int32_t runProduct(const tscope_call* call, tscope_error* error)
{
    SparseSession<Room> session(*call, error);
    if (session.isGood())
        LibraryProduct<Room>(session, *call).run();
    return session.code();
}

template <class Room>
void addLibraryProducts(std::vector<kernels::KernelEntry>& list)
{
    for (const auto* layout : {"csr", "coo", "bsr"})
        list.push_back({.op = "matmul",
                        .name = "matmul.cusparse_spmm",
                        .layouts = {layout, "strided"},
                        .result = "strided",
                        .types = libraryFloats,
                        .run = runProduct<Room>,
                        .needs = {kernels::eachPlaceOnce(layout)}, // what it makes of duplicates nobody promises
                        .takes = takesProduct<Room>});
}

} // namespace tscope::cuda
