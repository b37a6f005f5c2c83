// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/probe/device.h"
#include "dispatch/device_call.h"
#include "dispatch/kernel_key.h"
#include "dispatch/operand.h"
#include "dispatch/params.h"

#include <memory>
#include <optional>
#include <span>

namespace tscope::probe {

// A call of one kernel whose operands stay on the device, to be done again and again.
class ResidentCall
{
public:
    // Fails with the reason doesNotTake where the kernel does not do it. Preconditions: those of callKernel().
    static Result<std::unique_ptr<ResidentCall>> make(const Device& device, const KernelChoice& choice,
                                                      std::span<const Tensor> inputs, const Form& result,
                                                      const Params& params);

    void* stream() const { return m_device->stream(); }
    // All that the kernel does, put on the stream.
    Result<void> run();
    // Makes of the room of the result what nobody would write; waits for it.
    Result<void> poison(const Device& device);
    // The result in the host's memory, as far as the call writes it, until the next fetch.
    Result<tscope_operand> fetch();

    std::int64_t bytesRead() const { return m_bytesRead; } // each member of the inputs once
    std::int64_t bytesWritten() const { return m_bytesWritten; }

private:
    ResidentCall(const KernelChoice& choice, const Form& result) : m_choice(choice), m_form(result) {}
    Result<void> prepare(const Device& device, std::span<const Tensor> inputs, const Params& params);
    Result<void> failed(std::int32_t code, tscope_error& error) const;

    KernelChoice m_choice;
    Form m_form;
    Params m_params;
    std::vector<tscope_param> m_abiParams;
    std::vector<Operand> m_given;
    std::vector<tscope_operand> m_in;
    std::optional<DeviceCall> m_device;
    std::optional<ResultOperand> m_result;
    std::int64_t m_entries = 0; // that there is room for
    tscope_operand m_room{}, m_out{};
    tscope_call m_call{};
    std::int32_t m_stop = 0;
    std::int64_t m_bytesRead = 0, m_bytesWritten = 0;
};

} // namespace tscope::probe
