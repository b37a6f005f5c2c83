// SPDX-License-Identifier: Apache-2.0
#include "cuda/errors.h"

#include "kernels/call.h"

namespace tscope::cuda {

bool isFatal(cudaError_t error)
{
    switch (error) {
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContained:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorContextIsDestroyed:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorTensorMemoryLeak:
    case cudaErrorMpsClientTerminated:
    case cudaErrorExternalDevice:
    case cudaErrorUnknown:
        return true;
    default:
        return false;
    }
}

std::int32_t reported(cudaError_t error, const char* what, tscope_error* out)
{
    if (error == cudaSuccess)
        return TSCOPE_OK;
    const bool isLost = isFatal(error);
    if (!isLost)
        cudaGetLastError();
    if (out != nullptr) {
        out->vendor_code = static_cast<std::int32_t>(error);
        out->fatal = isLost ? 1 : 0;
    }
    const auto text = std::string(what) + ": " + cudaGetErrorString(error) + " (CUDA error " +
                      std::to_string(static_cast<int>(error)) + ')';
    return kernels::failed(out, error == cudaErrorMemoryAllocation ? TSCOPE_OUT_OF_MEMORY : TSCOPE_INTERNAL, text);
}

} // namespace tscope::cuda
