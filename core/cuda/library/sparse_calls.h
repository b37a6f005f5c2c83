// SPDX-License-Identifier: Apache-2.0
// Functions that its next version takes away are not even seen.
#pragma once

#ifndef DISABLE_CUSPARSE_DEPRECATED
#define DISABLE_CUSPARSE_DEPRECATED
#endif
#include <cusparse.h>

#include <string>

namespace tscope::cuda {

// What we call of cuSPARSE; a new function is one word here.
// clang-format off
#define TSCOPE_SPARSE_CALLS(call) \
    call(Create) call(SetStream) call(GetErrorName) call(GetErrorString) call(CreateCsr) call(CreateCsc) \
    call(CreateCoo) call(CreateBsr) call(CsrSetPointers) call(DestroySpMat) call(SpMatGetSize) \
    call(CreateDnVec) call(DestroyDnVec) call(CreateDnMat) call(DestroyDnMat) call(SpMV_bufferSize) \
    call(SpMV) call(SpMM_bufferSize) call(SpMM) call(SDDMM_bufferSize) call(SDDMM) \
    call(SpGEMM_createDescr) call(SpGEMM_destroyDescr) call(SpGEMM_workEstimation) call(SpGEMM_compute) \
    call(SpGEMM_copy) call(SparseToDense_bufferSize) call(SparseToDense)
// clang-format on

struct SparseCalls {
#define TSCOPE_FIELD(name) decltype(&cusparse##name) name = nullptr;
    TSCOPE_SPARSE_CALLS(TSCOPE_FIELD)
#undef TSCOPE_FIELD
};

struct SparseLibrary {
    const SparseCalls* calls = nullptr; // null: it is not to be had
    std::string why, version;           // of one that is not; "12.6.3" of one that is
};

// Opened when it is first asked for.
const SparseLibrary& sparseLibrary();

// What it said on this thread since it was last asked: more than a status tells.
std::string takeSparseWords();

} // namespace tscope::cuda
