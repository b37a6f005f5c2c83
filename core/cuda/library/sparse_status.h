// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/library/sparse_calls.h"
#include "dispatch/abi.h"

#include <cstdint>

namespace tscope::cuda {

// What a status comes to in the codes of calls.
inline std::int32_t codeOf(cusparseStatus_t status)
{
    switch (status) {
    case CUSPARSE_STATUS_SUCCESS:
        return TSCOPE_OK;
    case CUSPARSE_STATUS_ALLOC_FAILED:
    case CUSPARSE_STATUS_INSUFFICIENT_RESOURCES:
        return TSCOPE_OUT_OF_MEMORY;
    case CUSPARSE_STATUS_INVALID_VALUE:
    case CUSPARSE_STATUS_NOT_SUPPORTED:
    case CUSPARSE_STATUS_ARCH_MISMATCH:
    case CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
        return TSCOPE_UNSUPPORTED;
    default:
        return TSCOPE_INTERNAL;
    }
}

// The same as a sentence; `what`: the function that gave it.
inline std::string textOf(const SparseCalls& calls, cusparseStatus_t status, const char* what)
{
    auto text = std::string(what) + ": " + calls.GetErrorString(status) + " (" + calls.GetErrorName(status) + ')';
    if (const auto words = takeSparseWords(); !words.empty())
        text += "; it says: " + words;
    return text;
}

} // namespace tscope::cuda
