// SPDX-License-Identifier: Apache-2.0
// Sparse matrices into dense ones by cuSPARSE. The way back is not left to it: what is a zero there (of -0.0, of
// NaN) is its own affair.
#pragma once

#include "cuda/library/sparse_session.h"

namespace tscope::cuda {

template <class Room>
class LibrarySparseToDense
{
public:
    LibrarySparseToDense(SparseSession<Room>& session, const tscope_call& call)
        : m_session(session), m_calls(session.calls()), m_a(describedSparse(m_calls, call.in[0])),
          m_dense(describedDense(m_calls, DenseShape::ofResult(*call.out),
                                 libraryType(valuesOf(call.in[0]).type)->value))
    {
        m_session.checkMade(m_a);
        m_session.checkMade(m_dense);
    }
    std::size_t scratch()
    {
        std::size_t bytes = 0;
        if (m_session.isGood())
            m_session.check(m_calls.SparseToDense_bufferSize(m_session.handle(), m_a.get(), m_dense.get(),
                                                             CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes),
                            "cusparseSparseToDense_bufferSize");
        return bytes;
    }
    void run()
    {
        auto* buffer = m_session.buffer(scratch());
        if (m_session.isGood())
            m_session.check(m_calls.SparseToDense(m_session.handle(), m_a.get(), m_dense.get(),
                                                  CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer),
                            "cusparseSparseToDense");
    }

private:
    SparseSession<Room>& m_session;
    const SparseCalls& m_calls;
    SparseDescription m_a;
    MatrixDescription m_dense;
};

template <class Room>
std::int32_t takesSparseToDense(const tscope_call* call, tscope_error* error)
{
    if (const auto why = whyNotForSparseLibrary(call->in[0], valuesOf(call->in[0]).type); !why.empty())
        return refused(error, why);
    SparseSession<Room> session(*call, error);
    if (session.isGood())
        LibrarySparseToDense<Room>(session, *call).scratch();
    return takenIfGood(session, error);
}

template <class Room>
std::int32_t runSparseToDense(const tscope_call* call, tscope_error* error)
{
    SparseSession<Room> session(*call, error);
    if (session.isGood()) {
        const auto& to = call->out->members[0]; // whether it writes the zeros nobody says
        session.room().clear(to.data, call->out->sizes[0] * call->out->sizes[1] * to.item_size);
        LibrarySparseToDense<Room>(session, *call).run();
    }
    return session.code();
}

template <class Room>
void addLibrarySparseToDense(std::vector<kernels::KernelEntry>& list)
{
    for (const auto* layout : {"csr", "csc"})
        list.push_back({.op = "convert",
                        .name = "convert.cusparse_to_dense",
                        .layouts = {layout},
                        .result = "strided",
                        .types = libraryFloats,
                        .run = runSparseToDense<Room>,
                        .needs = {kernels::eachPlaceOnce(layout)},
                        .takes = takesSparseToDense<Room>});
}

} // namespace tscope::cuda
