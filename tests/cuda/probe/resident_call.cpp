// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/resident_call.h"

#include "base/checked_math.h"
#include "dispatch/abi_params.h"
#include "dispatch/call.h"

namespace tscope::probe {

namespace {

constexpr std::int64_t mostBytes = std::int64_t{1} << 36; // of copies and results; more is not measured

std::int64_t bytesOf(const tscope_operand& operand)
{
    std::int64_t bytes = 0;
    for (std::int32_t m = 0; m < operand.member_count; ++m) {
        std::int64_t count = 1;
        for (std::int32_t d = 0; d < operand.members[m].dims; ++d)
            count *= operand.members[m].sizes[d];
        bytes += count * operand.members[m].item_size;
    }
    return bytes;
}

// What a kernel keeps from one of its steps to the next.
class Kept
{
public:
    explicit Kept(void (*release)(void*)) : m_release(release) {}
    ~Kept()
    {
        if (m_kept != nullptr && m_release != nullptr)
            m_release(m_kept);
    }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    void** place() { return &m_kept; }

private:
    void* m_kept = nullptr;
    void (*m_release)(void*);
};

} // namespace

Result<std::unique_ptr<ResidentCall>> ResidentCall::make(const Device& device, const KernelChoice& choice,
                                                         std::span<const Tensor> inputs, const Form& result,
                                                         const Params& params)
{
    std::unique_ptr<ResidentCall> call(new ResidentCall(choice, result));
    if (auto done = call->prepare(device, inputs, params); !done)
        return done.error();
    return call;
}

Result<void> ResidentCall::failed(std::int32_t code, tscope_error& error) const
{
    error.code = code;
    return errorOf(error, m_choice.kernel.name);
}

Result<void> ResidentCall::prepare(const Device& device, std::span<const Tensor> inputs, const Params& params)
{
    if (auto why = whyNotForKernels(m_form, m_choice.kernel.shared, mostBytes))
        return *std::move(why);
    auto made = DeviceCall::make(device.backend(), device.number());
    if (!made)
        return made.error();
    m_device.emplace(std::move(*made));
    m_given.reserve(inputs.size()); // what is handed on points into them
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        auto operand = Operand::reading(
            inputs[i], {(m_choice.kernel.rows >> i & 1) != 0, (m_choice.kernel.spaced >> i & 1) != 0}, mostBytes);
        if (!operand)
            return operand.error();
        m_given.push_back(std::move(*operand));
        const auto abi = m_given.back().abi();
        m_bytesRead = saturatingAdd(m_bytesRead, bytesOf(abi));
        const auto sent = m_device->sent(abi);
        if (!sent)
            return sent.error();
        m_in.push_back(*sent);
    }
    m_params = params;
    m_abiParams = abiParams(m_params);
    m_out = emptyOperand(m_form);
    m_call.size = sizeof m_call;
    m_call.in = m_in.data();
    m_call.in_count = static_cast<std::int32_t>(m_in.size());
    m_call.out = &m_out;
    m_call.params = m_abiParams.data();
    m_call.param_count = static_cast<std::int32_t>(m_abiParams.size());
    m_call.stop = &m_stop;
    m_call.device = device.number();
    m_call.stream = m_device->stream();

    auto error = noError();
    const auto& kernel = m_choice.kernel;
    m_entries = m_in.empty() ? 0 : m_in[0].entries;
    {
        Kept kept(kernel.release);
        m_call.kept = kept.place();
        if (kernel.takes != nullptr && kernel.takes(&m_call, &error) == 0)
            return Error{ErrorCode::unsupported, error.text, {}, doesNotTake};
        if (kernel.entries != nullptr)
            m_entries = kernel.entries(&m_call, &error);
        if (m_entries < 0)
            return errorOf(error, kernel.name);
    }
    auto result = ResultOperand::make(m_form, m_entries, inputs, kernel.shared, mostBytes);
    if (!result)
        return result.error();
    m_result.emplace(std::move(*result));
    m_bytesWritten = m_result->bytesWritten(m_entries);
    const auto room = m_device->roomFor(m_result->abi());
    if (!room)
        return room.error();
    m_room = *room;
    return m_device->wait();
}

Result<void> ResidentCall::run()
{
    auto error = noError();
    const auto& kernel = m_choice.kernel;
    Kept kept(kernel.release);
    m_call.kept = kept.place();
    if (kernel.entries != nullptr) {
        m_out = emptyOperand(m_form);
        const auto entries = kernel.entries(&m_call, &error);
        if (entries < 0)
            return errorOf(error, kernel.name);
        if (entries != m_entries)
            return Error{ErrorCode::internal,
                         std::string(kernel.name) + " found another number of entries this time"};
    }
    m_out = m_room;
    if (const auto code = kernel.run(&m_call, &error); code != TSCOPE_OK)
        return failed(code, error);
    if (m_out.entries != m_entries)
        return Error{ErrorCode::internal,
                     std::string(kernel.name) + " wrote another number of entries than there is room for"};
    return {};
}

Result<void> ResidentCall::poison(const Device& device)
{
    for (std::int32_t m = 0; m < m_room.member_count; ++m) {
        auto one = m_room;
        one.members = m_room.members + m;
        one.member_count = 1;
        if (m_room.members[m].data == nullptr)
            continue;
        const std::vector<std::byte> odd(static_cast<std::size_t>(bytesOf(one)), std::byte{0xff});
        if (odd.empty())
            continue;
        if (auto done =
                device.copy(TSCOPE_TO_DEVICE, m_room.members[m].data, odd.data(), std::ssize(odd), stream());
            !done)
            return done.error();
        if (auto done = m_device->wait(); !done) // the bytes go next
            return done.error();
    }
    return {};
}

Result<tscope_operand> ResidentCall::fetch()
{
    const auto host = m_result->abi();
    if (auto done = m_device->fetch(host); !done)
        return done.error();
    return host;
}

} // namespace tscope::probe
