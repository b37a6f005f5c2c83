// SPDX-License-Identifier: Apache-2.0
#include "dispatch/kernel_call.h"

#include "base/check.h"
#include "base/checked_math.h"
#include "base/say.h"

#include <algorithm>
#include <atomic>

namespace tscope {

namespace {

// What a kernel keeps for itself from one of its steps to the next.
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

std::string nameOf(const tscope_backend& backend, std::int32_t device)
{
    return std::string(backend.device) + ":" + std::to_string(device);
}

} // namespace

KernelCall::StopFlag::StopFlag(const std::stop_token& token)
    : m_callback(token, [this] { std::atomic_ref(m_flag).store(1, std::memory_order_relaxed); })
{
}

KernelCall::KernelCall(const KernelChoice& choice, const Form& result, const Params& params,
                       const CallOptions& options)
    : m_choice(choice), m_form(result), m_params(params), m_options(options), m_stop(options.watch.stop),
      m_abiParams(abiParams(m_params))
{
}

Result<std::unique_ptr<KernelCall>> KernelCall::make(const KernelChoice& choice, std::span<const Tensor> inputs,
                                                     const Form& result, const Params& params,
                                                     const CallOptions& options, DispatchTrace& trace)
{
    if (auto why = whyNotForKernels(result, choice.kernel.shared, options.maxBytes))
        return *std::move(why);
    std::unique_ptr<KernelCall> made(new KernelCall(choice, result, params, options));
    if (auto done = made->read(inputs, trace); !done)
        return done.error();
    if (auto done = made->send(trace); !done)
        return done.error();
    auto& call = made->m_call;
    call.size = sizeof call;
    call.in = made->m_in.data();
    call.in_count = static_cast<std::int32_t>(made->m_in.size());
    call.out = &made->m_out;
    call.params = made->m_abiParams.data();
    call.param_count = static_cast<std::int32_t>(made->m_abiParams.size());
    call.stop = made->m_stop.flag();
    if (made->isDeviceCall()) {
        call.device = made->m_device->device();
        call.stream = made->m_device->stream();
    }
    made->m_out = emptyOperand(made->m_form);
    auto error = noError();
    Kept kept(choice.kernel.release);
    call.kept = kept.place();
    if (choice.kernel.takes != nullptr && choice.kernel.takes(&call, &error) == 0)
        return error.code == TSCOPE_OK || error.code == TSCOPE_UNSUPPORTED
                   ? Error{ErrorCode::unsupported, saidByModule(error), {}, doesNotTake}
                   : errorOf(error, choice.kernel.name);
    return made;
}

// Inputs as the kernel reads them, in the host's memory.
Result<void> KernelCall::read(std::span<const Tensor> inputs, DispatchTrace& trace)
{
    m_inputs.assign(inputs.begin(), inputs.end());
    m_given.reserve(inputs.size()); // what is handed on points into them
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Operand::Lie lie{(m_choice.kernel.rows >> i & 1) != 0, (m_choice.kernel.spaced >> i & 1) != 0};
        auto operand = Operand::reading(inputs[i], lie, m_options.maxBytes);
        if (!operand)
            return operand.error();
        if (operand->bytesCopied() > 0)
            trace.add(DispatchStep::Kind::ready, true,
                      say("input {0} was copied to lie as the kernel reads it", i + 1), operand->bytesCopied());
        m_given.push_back(std::move(*operand));
        m_in.push_back(m_given.back().abi());
    }
    return {};
}

// To the device on which the kernel runs; nothing, where it works in the host's memory.
Result<void> KernelCall::send(DispatchTrace& trace)
{
    if (m_choice.backend->devices == nullptr)
        return {};
    auto made = DeviceCall::make(*m_choice.backend, m_options.device);
    if (!made)
        return made.error();
    m_device.emplace(std::move(*made));
    const auto name = nameOf(*m_choice.backend, m_options.device);
    for (std::size_t i = 0; i < m_in.size(); ++i) {
        const auto bytesSent = m_device->bytesSent(), bytesThere = m_device->bytesThere();
        auto sent = m_device->sent(m_in[i], m_given[i].storages());
        if (!sent)
            return sent.error();
        m_in[i] = *sent;
        if (m_device->bytesThere() > bytesThere && m_device->bytesSent() == bytesSent)
            trace.add(DispatchStep::Kind::ready, true, say("input {0} is on {1} already", i + 1, name));
    }
    if (m_device->bytesSent() > 0 || m_device->bytesThere() == 0)
        trace.add(DispatchStep::Kind::ready, true, say("sent to {0}", name), m_device->bytesSent());
    return {};
}

Result<void> KernelCall::failed(std::int32_t code, tscope_error& error) const
{
    error.code = code;
    return errorOf(error, m_choice.kernel.name);
}

Result<void> KernelCall::makeRoom(std::int64_t entries)
{
    auto result = ResultOperand::make(m_form, entries, m_inputs, m_choice.kernel.shared, m_options.maxBytes);
    if (!result)
        return result.error();
    m_result.emplace(std::move(*result));
    m_entries = entries;
    m_room = m_result->abi();
    if (!isDeviceCall())
        return {};
    const auto room = m_device->roomFor(m_room);
    if (!room)
        return room.error();
    m_room = *room;
    return {};
}

Result<void> KernelCall::run()
{
    auto error = noError();
    const auto& kernel = m_choice.kernel;
    Kept kept(kernel.release);
    m_call.kept = kept.place();
    auto entries = m_in.empty() ? 0 : m_in[0].entries;
    if (kernel.entries != nullptr) {
        m_out = emptyOperand(m_form);
        entries = kernel.entries(&m_call, &error);
        if (entries < 0)
            return errorOf(error, kernel.name);
    }
    if (!m_result || entries != m_entries)
        if (auto made = makeRoom(entries); !made)
            return made.error();
    m_out = m_room;
    m_call.scratch = std::max<std::int64_t>(m_options.maxBytes - m_result->bytesWritten(entries), 1);
    // Where no element is to be written, a kernel might still walk through all the lines of none.
    const bool hasWork = m_form.layout->family != "strided" || m_result->bytesWritten(entries) > 0;
    if (const auto code = hasWork ? kernel.run(&m_call, &error) : TSCOPE_OK; code != TSCOPE_OK)
        return failed(code, error);
    TSCOPE_CHECK(m_out.entries <= entries, "a kernel wrote more than there was room for");
    return {};
}

Result<void> KernelCall::wait()
{
    return isDeviceCall() ? m_device->wait() : Result<void>();
}

Result<Tensor> KernelCall::take(DispatchTrace& trace)
{
    TSCOPE_CHECK(m_result.has_value(), "what a kernel wrote is taken after it ran");
    auto room = std::move(*m_result);
    m_result.reset();
    const auto& backend = *m_choice.backend;
    trace.kernel = m_choice.kernel.name;
    trace.device = backend.device;
    trace.add(DispatchStep::Kind::run, true, trace.kernel, room.bytesWritten(m_out.entries));
    if (!isDeviceCall())
        return std::move(room).tensor(m_out.entries);

    const auto fetched = m_device->fetch(room.abi());
    if (!fetched)
        return fetched.error();
    trace.device = nameOf(backend, m_options.device);
    trace.add(DispatchStep::Kind::ready, true, say("fetched from {0}", trace.device), *fetched);
    const bool stays = m_options.staysOnDevice;
    auto made = std::move(room).tensor(m_out.entries, stays ? Device{backend.device, m_options.device} : Device{});
    m_device->keepSent();
    if (made && stays)
        for (std::size_t m = 0; m < made->members.size(); ++m)
            if (!isHostTable(*made->layout, *made->members[m].role))
                m_device->keepWritten(m, made->members[m].array.storage);
    return made;
}

Result<void> KernelCall::spoil()
{
    for (std::int32_t m = 0; m_result && m < m_room.member_count; ++m) {
        const auto& member = m_room.members[m];
        if (member.data == nullptr) // shared with an input
            continue;
        const auto bytes = static_cast<std::size_t>(bytesOf(member));
        if (!isDeviceCall()) {
            std::fill_n(static_cast<std::byte*>(member.data), bytes, std::byte{0xff});
            continue;
        }
        const std::vector<std::byte> odd(bytes, std::byte{0xff});
        auto error = noError();
        const auto code = odd.empty()
                              ? TSCOPE_OK
                              : m_choice.backend->devices->copy(m_options.device, TSCOPE_TO_DEVICE, member.data,
                                                                odd.data(), std::ssize(odd), stream(), &error);
        if (code != TSCOPE_OK)
            return failed(code, error);
        if (auto done = wait(); !done) // the bytes go next
            return done;
    }
    return {};
}

std::int64_t KernelCall::bytesRead() const
{
    std::int64_t bytes = 0;
    for (const auto& input : m_given) {
        const auto operand = input.abi();
        for (std::int32_t m = 0; m < operand.member_count; ++m)
            bytes = saturatingAdd(bytes, bytesOf(operand.members[m]));
    }
    return bytes;
}

} // namespace tscope
