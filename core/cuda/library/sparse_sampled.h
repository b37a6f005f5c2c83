// SPDX-License-Identifier: Apache-2.0
// A product only where a pattern stores an element, by cuSPARSE.
#pragma once

#include "cuda/library/sparse_session.h"

namespace tscope::cuda {

inline std::string whyNotForSampled(const tscope_call& call)
{
    const auto& pattern = call.in[0];
    if (auto why = whyNotForSparseLibrary(pattern, call.in[1].members[0].type); !why.empty())
        return why;
    for (const auto* factor : {&call.in[1], &call.in[2]})
        if (factor->dims != 2 || factor->sizes[1] <= 0 || !DenseShape::of(factor->members[0]))
            return "takes two dense matrices whose elements lie side by side along one dim";
    const auto block = pattern.block[0];
    if (kernels::isLayout(pattern, "bsr") && (block < 2 || block > 128 || (block & (block - 1)) != 0))
        return "takes blocks of 2, 4, 8, ..., 128, found " + std::to_string(block);
    if (kernels::isLayout(pattern, "bsr") && call.in[1].sizes[1] % block != 0)
        return "takes factors with a multiple of " + std::to_string(block) + " columns, found " +
               std::to_string(call.in[1].sizes[1]);
    return {};
}

template <class Room>
class LibrarySampled
{
public:
    // Precondition: nothing is known against it, and the session is good.
    LibrarySampled(SparseSession<Room>& session, const tscope_call& call)
        : m_session(session), m_calls(session.calls()), m_type(*libraryType(call.in[1].members[0].type)),
          m_scalars(m_type.compute),
          m_b(describedDense(m_calls, *DenseShape::of(call.in[1].members[0]), m_type.value)),
          // The call gives it transposed.
          m_c(describedDense(m_calls, DenseShape::of(call.in[2].members[0])->transposed(), m_type.value)),
          m_pattern(describedSparse(m_calls, call.in[0], whereToWrite(call), m_type.value))
    {
        m_session.checkMade(m_b);
        m_session.checkMade(m_c);
        m_session.checkMade(m_pattern);
    }

    std::size_t scratch()
    {
        std::size_t bytes = 0;
        if (m_session.isGood())
            m_session.check(m_calls.SDDMM_bufferSize(m_session.handle(), plain, plain, m_scalars.one(), m_b.get(),
                                                     m_c.get(), m_scalars.zero(), m_pattern.get(), m_type.compute,
                                                     CUSPARSE_SDDMM_ALG_DEFAULT, &bytes),
                            "cusparseSDDMM_bufferSize");
        return bytes;
    }
    void run()
    {
        auto* buffer = m_session.buffer(scratch());
        if (m_session.isGood())
            m_session.check(m_calls.SDDMM(m_session.handle(), plain, plain, m_scalars.one(), m_b.get(), m_c.get(),
                                          m_scalars.zero(), m_pattern.get(), m_type.compute,
                                          CUSPARSE_SDDMM_ALG_DEFAULT, buffer),
                            "cusparseSDDMM");
    }

private:
    static constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

    static void* whereToWrite(const tscope_call& call) // before there is room for them: those of the pattern
    {
        return call.out->member_count > 0 ? call.out->members[2].data : call.in[0].members[2].data;
    }

    SparseSession<Room>& m_session;
    const SparseCalls& m_calls;
    LibraryType m_type;
    OneAndZero m_scalars;
    MatrixDescription m_b, m_c;
    SparseDescription m_pattern;
};

template <class Room>
std::int32_t takesSampled(const tscope_call* call, tscope_error* error)
{
    if (const auto why = whyNotForSampled(*call); !why.empty())
        return refused(error, why);
    SparseSession<Room> session(*call, error);
    if (session.isGood())
        LibrarySampled<Room>(session, *call).scratch();
    return takenIfGood(session, error);
}

template <class Room>
std::int32_t runSampled(const tscope_call* call, tscope_error* error)
{
    SparseSession<Room> session(*call, error);
    if (session.isGood()) {
        // It adds to 0 times what is there, which may be no number before.
        const auto& values = call->out->members[2];
        session.room().clear(values.data,
                             call->in[0].entries * call->in[0].block[0] * call->in[0].block[1] * values.item_size);
        LibrarySampled<Room>(session, *call).run();
    }
    return session.code();
}

template <class Room>
void addLibrarySampled(std::vector<kernels::KernelEntry>& list)
{
    for (const auto* layout : {"csr", "bsr"})
        list.push_back({.op = "sddmm",
                        .name = "sddmm.cusparse",
                        .layouts = {layout, "strided", "strided"},
                        .result = layout,
                        .types = wholeFloats,
                        .run = runSampled<Room>,
                        .needs = {kernels::eachPlaceOnce(layout)},
                        .shared = {0, 1, -1},
                        .takes = takesSampled<Room>});
}

} // namespace tscope::cuda
