// SPDX-License-Identifier: Apache-2.0
#include "cuda/device_memory.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace tscope::cuda {

namespace {

bool isSet(const char* variable, std::string_view value)
{
    const auto* found = std::getenv(variable);
    return found != nullptr && value == found;
}

bool usesPool(int device)
{
    static const bool isOff = isSet("TSCOPE_CUDA_POOL", "off");
    int isSupported = 0;
    return !isOff &&
           cudaDeviceGetAttribute(&isSupported, cudaDevAttrMemoryPoolsSupported, device) == cudaSuccess &&
           isSupported != 0;
}

cudaError_t fromPool(void** memory, std::size_t size, int device, cudaStream_t stream)
{
    const auto error = cudaMallocAsync(memory, size, stream);
    if (error != cudaErrorMemoryAllocation)
        return error;
    cudaGetLastError();
    cudaStreamSynchronize(stream);
    cudaMemPool_t pool = nullptr;
    if (cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess)
        cudaMemPoolTrimTo(pool, 0);
    return cudaMallocAsync(memory, size, stream);
}

} // namespace

cudaError_t allocated(void** memory, std::int64_t bytes, int device, cudaStream_t stream)
{
    static const bool isPoisoned = isSet("TSCOPE_CUDA_POISON", "1");
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
    const auto error = usesPool(device) ? fromPool(memory, size, device, stream) : cudaMalloc(memory, size);
    return error == cudaSuccess && isPoisoned ? cudaMemsetAsync(*memory, 0xff, size, stream) : error;
}

cudaError_t released(void* memory, int device, cudaStream_t stream)
{
    return usesPool(device) ? cudaFreeAsync(memory, stream) : cudaFree(memory);
}

} // namespace tscope::cuda
