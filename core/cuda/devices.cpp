// SPDX-License-Identifier: Apache-2.0
#include "cuda/devices.h"

#include "cuda/device_memory.h"
#include "cuda/errors.h"
#include "cuda/kernel_lists.h"
#include "kernels/call.h"

#include <cstdlib>

namespace tscope::cuda {

namespace {

constexpr int oldestCapability = 75; // that this toolkit makes code for

std::string versionText(int version) // 12040 is 12.4
{
    return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

// Why no device can be used, where the runtime found none.
std::int32_t whyNone(cudaError_t error, tscope_error* out)
{
    int driver = 0;
    cudaDriverGetVersion(&driver);
    if (out != nullptr)
        out->vendor_code = static_cast<std::int32_t>(error);
    if (error == cudaErrorInsufficientDriver && driver == 0)
        return kernels::failed(out, TSCOPE_NO_DEVICE, "no NVIDIA driver was found");
    if (error == cudaErrorInsufficientDriver)
        return kernels::failed(out, TSCOPE_NO_DEVICE,
                               "the driver supports CUDA " + versionText(driver) + "; this build needs CUDA " +
                                   std::to_string(CUDART_VERSION / 1000) + ", driver 580 or newer");
    if (error == cudaErrorNoDevice || error == cudaSuccess) {
        const auto* visible = std::getenv("CUDA_VISIBLE_DEVICES");
        return kernels::failed(
            out, TSCOPE_NO_DEVICE,
            "there is a driver, but no device to be seen (CUDA_VISIBLE_DEVICES is " +
                (visible != nullptr ? '"' + std::string(visible) + '"' : std::string("not set")) + ')');
    }
    return kernels::failed(out, TSCOPE_NO_DEVICE,
                           std::string("the driver does not give its devices: ") + cudaGetErrorString(error) +
                               " (CUDA error " + std::to_string(static_cast<int>(error)) +
                               "); after an update of the driver the machine has to be started anew");
}

int attribute(cudaDeviceAttr which, int device)
{
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : 0;
}

int capabilityOf(int device)
{
    return attribute(cudaDevAttrComputeCapabilityMajor, device) * 10 +
           attribute(cudaDevAttrComputeCapabilityMinor, device);
}

// Devices are numbered as the runtime does; the first that is too old ends the list.
std::int32_t count(std::int32_t* count, tscope_error* out)
{
    *count = 0;
    int found = 0;
    const auto error = cudaGetDeviceCount(&found);
    if (error != cudaSuccess || found == 0) {
        cudaGetLastError();
        return whyNone(error, out);
    }
    while (*count < found && capabilityOf(*count) >= oldestCapability)
        ++*count;
    if (*count > 0)
        return TSCOPE_OK;
    cudaDeviceProp properties{};
    cudaGetDeviceProperties(&properties, 0);
    return kernels::failed(out, TSCOPE_NO_DEVICE,
                           std::string("the device ") + properties.name + " (sm_" +
                               std::to_string(capabilityOf(0)) + ") is older than sm_" +
                               std::to_string(oldestCapability));
}

std::int32_t info(std::int32_t device, tscope_device_info* info, tscope_error* out)
{
    cudaDeviceProp properties{};
    if (const auto code =
            reported(cudaGetDeviceProperties(&properties, device), "the properties of the device", out))
        return code;
    std::size_t free = 0, total = 0;
    if (const auto code = reported(cudaSetDevice(device), "choosing the device", out))
        return code;
    if (const auto code = reported(cudaMemGetInfo(&free, &total), "the memory of the device", out))
        return code;
    info->simulated = 0;
    info->capability = properties.major * 10 + properties.minor;
    info->processors = properties.multiProcessorCount;
    info->memory = static_cast<std::int64_t>(total);
    info->free_memory = static_cast<std::int64_t>(free);
    info->cache = properties.l2CacheSize;
    const std::string_view name = properties.name;
    name.copy(info->name, sizeof info->name - 1); // the rest are zeros
    return TSCOPE_OK;
}

std::int32_t makeStream(std::int32_t device, void** stream, tscope_error* out)
{
    if (const auto code = reported(cudaSetDevice(device), "choosing the device", out))
        return code;
    cudaStream_t made = nullptr;
    const auto code = reported(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking), "a stream", out);
    *stream = made;
    return code;
}

std::int32_t endStream(std::int32_t device, void* stream, tscope_error* out)
{
    cudaSetDevice(device);
    return reported(cudaStreamDestroy(static_cast<cudaStream_t>(stream)), "ending a stream", out);
}

std::int32_t wait(std::int32_t device, void* stream, tscope_error* out)
{
    if (const auto code = reported(cudaSetDevice(device), "choosing the device", out))
        return code;
    return reported(cudaStreamSynchronize(static_cast<cudaStream_t>(stream)), "waiting for the device", out);
}

std::int32_t allocate(std::int32_t device, std::int32_t kind, std::int64_t bytes, void* stream, void** memory,
                      tscope_error* out)
{
    *memory = nullptr;
    if (const auto code = reported(cudaSetDevice(device), "choosing the device", out))
        return code;
    const auto what =
        std::to_string(bytes) + (kind == TSCOPE_PINNED_MEMORY ? " pinned bytes" : " bytes on the device");
    if (kind == TSCOPE_PINNED_MEMORY)
        return reported(cudaMallocHost(memory, static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1))),
                        what.c_str(), out);
    return reported(allocated(memory, bytes, device, static_cast<cudaStream_t>(stream)), what.c_str(), out);
}

std::int32_t release(std::int32_t device, std::int32_t kind, void* memory, void* stream, tscope_error* out)
{
    cudaSetDevice(device);
    if (kind == TSCOPE_PINNED_MEMORY)
        return reported(cudaFreeHost(memory), "giving pinned memory back", out);
    return reported(released(memory, device, static_cast<cudaStream_t>(stream)), "giving memory back", out);
}

std::int32_t copy(std::int32_t device, std::int32_t direction, void* to, const void* from, std::int64_t bytes,
                  void* stream, tscope_error* out)
{
    if (const auto code = reported(cudaSetDevice(device), "choosing the device", out))
        return code;
    const auto kind = direction == TSCOPE_TO_DEVICE     ? cudaMemcpyHostToDevice
                      : direction == TSCOPE_FROM_DEVICE ? cudaMemcpyDeviceToHost
                                                        : cudaMemcpyDeviceToDevice;
    return reported(
        cudaMemcpyAsync(to, from, static_cast<std::size_t>(bytes), kind, static_cast<cudaStream_t>(stream)),
        "a copy", out);
}

std::int32_t makeEvent(std::int32_t device, void** event, tscope_error* out)
{
    if (const auto code = reported(cudaSetDevice(device), "choosing the device", out))
        return code;
    cudaEvent_t made = nullptr;
    const auto code = reported(cudaEventCreate(&made), "an event", out);
    *event = made;
    return code;
}

std::int32_t endEvent(std::int32_t device, void* event, tscope_error* out)
{
    cudaSetDevice(device);
    return reported(cudaEventDestroy(static_cast<cudaEvent_t>(event)), "ending an event", out);
}

std::int32_t record(std::int32_t device, void* event, void* stream, tscope_error* out)
{
    cudaSetDevice(device);
    return reported(cudaEventRecord(static_cast<cudaEvent_t>(event), static_cast<cudaStream_t>(stream)),
                    "recording an event", out);
}

std::int32_t elapsed(std::int32_t device, void* from, void* to, double* nanoseconds, tscope_error* out)
{
    cudaSetDevice(device);
    if (const auto code =
            reported(cudaEventSynchronize(static_cast<cudaEvent_t>(to)), "waiting for an event", out))
        return code;
    float milliseconds = 0;
    const auto code =
        reported(cudaEventElapsedTime(&milliseconds, static_cast<cudaEvent_t>(from), static_cast<cudaEvent_t>(to)),
                 "the time between events", out);
    *nanoseconds = static_cast<double>(milliseconds) * 1e6;
    return code;
}

} // namespace

const tscope_devices& deviceTable()
{
    static const tscope_devices table{
        .size = sizeof(tscope_devices),
        .count = count,
        .info = info,
        .make_stream = makeStream,
        .end_stream = endStream,
        .wait = wait,
        .allocate = allocate,
        .release = release,
        .copy = copy,
        .make_event = makeEvent,
        .end_event = endEvent,
        .record = record,
        .elapsed = elapsed,
        .remark = librariesRemark,
    };
    return table;
}

} // namespace tscope::cuda
