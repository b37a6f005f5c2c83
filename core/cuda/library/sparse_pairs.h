// SPDX-License-Identifier: Apache-2.0
// Sparse times sparse by cuSPARSE: it computes before it is known how much room the result needs.
#pragma once

#include "cuda/library/sparse_session.h"

namespace tscope::cuda {

inline std::string whyNotForPairs(const tscope_call& call)
{
    for (const auto* factor : {&call.in[0], &call.in[1]})
        if (auto why = whyNotForSparseLibrary(*factor, valuesOf(*factor).type); !why.empty())
            return why;
    if (call.in[0].members[0].type != call.in[1].members[0].type)
        return "takes two factors with indices of one width";
    return {};
}

// The product from its first step to the last.
template <class Room>
class LibraryPairs
{
public:
    LibraryPairs(const tscope_call& call, tscope_error* error) : m_session(call, error)
    {
        if (!m_session.isGood())
            return;
        m_scalars.emplace(type(call).compute);
        m_session.checkMade(m_a.emplace(describedSparse(calls(), call.in[0])));
        m_session.checkMade(m_b.emplace(describedSparse(calls(), call.in[1])));
        m_session.checkMade(m_c.emplace(emptyProduct(call)));
        if (m_session.isGood())
            m_session.check(calls().SpGEMM_createDescr(&m_state), "cusparseSpGEMM_createDescr");
    }
    ~LibraryPairs()
    {
        if (m_state != nullptr)
            calls().SpGEMM_destroyDescr(m_state);
    }
    LibraryPairs(const LibraryPairs&) = delete;
    LibraryPairs& operator=(const LibraryPairs&) = delete;

    bool isGood() const { return m_session.isGood(); }
    std::int32_t code() const { return m_session.code(); }
    void answerTo(const tscope_call& call, tscope_error* error) { m_session.room().answerTo(call, error); }

    // Bytes of the first step: also the library's word on whether it does it at all.
    std::size_t begin(const tscope_call& call)
    {
        return step(call, calls().SpGEMM_workEstimation, "cusparseSpGEMM_workEstimation", nullptr, 0);
    }
    // All but writing the result; how many entries it has.
    std::int64_t compute(const tscope_call& call)
    {
        const auto first = begin(call);
        step(call, calls().SpGEMM_workEstimation, "cusparseSpGEMM_workEstimation", m_session.buffer(first), first);
        const auto second = step(call, calls().SpGEMM_compute, "cusparseSpGEMM_compute", nullptr, 0);
        step(call, calls().SpGEMM_compute, "cusparseSpGEMM_compute", m_session.buffer(second), second);
        std::int64_t rows = 0, columns = 0, entries = 0;
        if (isGood())
            m_session.check(calls().SpMatGetSize(m_c->get(), &rows, &columns, &entries), "cusparseSpMatGetSize");
        return entries;
    }
    void write(const tscope_call& call)
    {
        if (!isGood())
            return;
        const auto* members = call.out->members;
        m_session.check(calls().CsrSetPointers(m_c->get(), members[0].data, members[1].data, members[2].data),
                        "cusparseCsrSetPointers");
        if (isGood())
            m_session.check(calls().SpGEMM_copy(m_session.handle(), plain, plain, m_scalars->one(), m_a->get(),
                                                m_b->get(), m_scalars->zero(), m_c->get(), type(call).compute,
                                                algorithm, m_state),
                            "cusparseSpGEMM_copy");
    }

private:
    static constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    // Its sums are the same each time. Those that have it in their name (CSR_ALG_DETERMINITIC) belong to another
    // set of functions, cusparseSpGEMMreuse, and fail with an internal error in these.
    static constexpr auto algorithm = CUSPARSE_SPGEMM_ALG1;

    const SparseCalls& calls() const { return m_session.calls(); }
    static LibraryType type(const tscope_call& call) { return *libraryType(valuesOf(call.in[0]).type); }

    SparseDescription emptyProduct(const tscope_call& call) const
    {
        const auto index = call.in[0].members[0].type == TSCOPE_I64 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
        return {calls().DestroySpMat, [&](cusparseSpMatDescr_t* out) {
                    return calls().CreateCsr(out, call.in[0].sizes[0], call.in[1].sizes[1], 0, nullptr, nullptr,
                                             nullptr, index, index, CUSPARSE_INDEX_BASE_ZERO, type(call).value);
                }};
    }

    // With no buffer it tells how long one is to be.
    template <class Step>
    std::size_t step(const tscope_call& call, Step function, const char* name, void* buffer, std::size_t bytes)
    {
        if (isGood())
            m_session.check(function(m_session.handle(), plain, plain, m_scalars->one(), m_a->get(), m_b->get(),
                                     m_scalars->zero(), m_c->get(), type(call).compute, algorithm, m_state, &bytes,
                                     buffer),
                            name);
        return bytes;
    }

    SparseSession<Room> m_session;
    std::optional<OneAndZero> m_scalars;
    std::optional<SparseDescription> m_a, m_b, m_c;
    cusparseSpGEMMDescr_t m_state = nullptr;
};

template <class Room>
std::int32_t takesPairs(const tscope_call* call, tscope_error* error)
{
    if (const auto why = whyNotForPairs(*call); !why.empty())
        return refused(error, why);
    LibraryPairs<Room> product(*call, error);
    if (product.isGood())
        product.begin(*call);
    return takenIfGood(product, error);
}

template <class Room>
std::int64_t entriesOfLibraryPairs(const tscope_call* call, tscope_error* error)
{
    auto& product = kernels::stateOf<LibraryPairs<Room>>(*call, error);
    const auto entries = product.isGood() ? product.compute(*call) : 0;
    return product.isGood() ? entries : -product.code();
}

template <class Room>
std::int32_t runLibraryPairs(const tscope_call* call, tscope_error* error)
{
    auto& product = kernels::stateOf<LibraryPairs<Room>>(*call, error);
    product.answerTo(*call, error);
    product.write(*call);
    return product.code();
}

template <class Room>
void addLibraryPairs(std::vector<kernels::KernelEntry>& list)
{
    list.push_back({.op = "matmul",
                    .name = "matmul.cusparse_spgemm",
                    .layouts = {"csr", "csr"},
                    .result = "csr",
                    .types = wholeFloats,
                    .run = runLibraryPairs<Room>,
                    .entries = entriesOfLibraryPairs<Room>,
                    .needs = {"5.6"},
                    .takes = takesPairs<Room>,
                    .release = kernels::releaseKept<LibraryPairs<Room>>});
}

} // namespace tscope::cuda
