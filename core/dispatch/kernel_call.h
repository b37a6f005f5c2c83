// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/abi_params.h"
#include "dispatch/call.h"
#include "dispatch/device_call.h"
#include "dispatch/operand.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace tscope {

// A call of one kernel that it takes, with what it reads lying where it reads it: to be done once, or again and
// again, as who measures does.
class KernelCall
{
public:
    // Fails with the reason doesNotTake where the kernel does not do it. The choice's backend and the watch must
    // outlive it. Preconditions: those of callKernel().
    static Result<std::unique_ptr<KernelCall>> make(const KernelChoice& choice, std::span<const Tensor> inputs,
                                                    const Form& result, const Params& params,
                                                    const CallOptions& options, DispatchTrace& trace);

    // The kernel, put on the stream of a device or done; room for the result is made unless it is there.
    Result<void> run();
    Result<void> wait(); // until it is done
    // What the last run wrote; the next one makes new room. Precondition: there was one.
    Result<Tensor> take(DispatchTrace& trace);
    void dropRoom() { m_result.reset(); } // the next run makes new room
    // Makes of the room of the result what nobody would write. Precondition: the last run was waited for.
    Result<void> spoil();

    const KernelChoice& choice() const { return m_choice; }
    std::int32_t device() const { return m_options.device; }
    void* stream() const { return m_device ? m_device->stream() : nullptr; }
    std::int64_t bytesRead() const; // each element of the inputs once
    // Of the last run.
    std::int64_t bytesWritten() const { return m_result ? m_result->bytesWritten(m_out.entries) : 0; }

private:
    // A stop of the house as the flag that kernels look at.
    class StopFlag
    {
    public:
        explicit StopFlag(const std::stop_token& token);
        const std::int32_t* flag() const { return &m_flag; }

    private:
        std::int32_t m_flag = 0;
        std::stop_callback<std::function<void()>> m_callback;
    };

    KernelCall(const KernelChoice& choice, const Form& result, const Params& params, const CallOptions& options);
    Result<void> read(std::span<const Tensor> inputs, DispatchTrace& trace);
    Result<void> send(DispatchTrace& trace);
    Result<void> makeRoom(std::int64_t entries);
    Result<void> failed(std::int32_t code, tscope_error& error) const;
    bool isDeviceCall() const { return m_device.has_value(); }

    KernelChoice m_choice;
    Form m_form;
    Params m_params;
    CallOptions m_options;
    StopFlag m_stop;
    std::vector<tscope_param> m_abiParams;
    std::vector<Tensor> m_inputs;
    std::vector<Operand> m_given;
    std::vector<tscope_operand> m_in;
    std::optional<DeviceCall> m_device;
    std::optional<ResultOperand> m_result; // the room, in the host's memory
    std::int64_t m_entries = 0;            // that there is room for
    tscope_operand m_room{}, m_out{};
    tscope_call m_call{};
};

} // namespace tscope
