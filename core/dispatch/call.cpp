// SPDX-License-Identifier: Apache-2.0
#include "dispatch/call.h"

#include "base/check.h"
#include "base/checked_math.h"
#include "dispatch/abi_params.h"
#include "dispatch/backends.h"
#include "dispatch/device_call.h"
#include "dispatch/operand.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <stop_token>

namespace tscope {

namespace {

// What a kernel keeps for itself during a call.
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

// A stop of the house as the flag that kernels look at.
class StopFlag
{
public:
    explicit StopFlag(const std::stop_token& token)
        : m_callback(token, [this] { std::atomic_ref(m_flag).store(1, std::memory_order_relaxed); })
    {
    }
    const std::int32_t* flag() const { return &m_flag; }

private:
    std::int32_t m_flag = 0;
    std::stop_callback<std::function<void()>> m_callback;
};

tscope_call callOf(std::span<const tscope_operand> in, tscope_operand& out, std::span<const tscope_param> params)
{
    tscope_call call{};
    call.size = sizeof call;
    call.in = in.data();
    call.in_count = static_cast<std::int32_t>(in.size());
    call.out = &out;
    call.params = params.data();
    call.param_count = static_cast<std::int32_t>(params.size());
    return call;
}

Operand::Lie lieOf(const KernelChoice& choice, std::size_t input)
{
    return {(choice.kernel.rows >> input & 1) != 0, (choice.kernel.spaced >> input & 1) != 0};
}

} // namespace

const Member& valuesMember(const Tensor& tensor)
{
    return *std::ranges::find(tensor.members, RoleKind::values,
                              [](const Member& member) { return member.role->kind; });
}

namespace {

// Inputs as a kernel reads them, in the host's memory.
Result<std::vector<Operand>> operandsOf(const KernelChoice& choice, std::span<const Tensor> inputs,
                                        std::int64_t maxBytes, DispatchTrace& trace)
{
    std::vector<Operand> given;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        auto operand = Operand::reading(inputs[i], lieOf(choice, i), maxBytes);
        if (!operand)
            return operand.error();
        if (operand->bytesCopied() > 0)
            trace.add(DispatchStep::Kind::ready, true,
                      "input " + std::to_string(i + 1) + " was copied to lie as the kernel reads it",
                      operand->bytesCopied());
        given.push_back(std::move(*operand));
    }
    return given;
}

std::string nameOf(const tscope_backend& backend, std::int32_t device)
{
    return std::string(backend.device) + ":" + std::to_string(device);
}

// The device on which a kernel runs, with what it reads; nothing for one that works in the host's memory.
Result<std::optional<DeviceCall>> sentToDevice(const KernelChoice& choice, const std::vector<Operand>& given,
                                               std::vector<tscope_operand>& in, std::int32_t device,
                                               DispatchTrace& trace)
{
    if (choice.backend->devices == nullptr)
        return std::optional<DeviceCall>();
    auto made = DeviceCall::make(*choice.backend, device);
    if (!made)
        return made.error();
    const auto name = nameOf(*choice.backend, device);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto bytesSent = made->bytesSent(), bytesThere = made->bytesThere();
        auto sent = made->sent(in[i], given[i].storages());
        if (!sent)
            return sent.error();
        in[i] = *sent;
        if (made->bytesThere() > bytesThere && made->bytesSent() == bytesSent)
            trace.add(DispatchStep::Kind::ready, true,
                      "input " + std::to_string(i + 1) + " is on " + name + " already");
    }
    if (made->bytesSent() > 0 || made->bytesThere() == 0)
        trace.add(DispatchStep::Kind::ready, true, "sent to " + name, made->bytesSent());
    return std::optional(std::move(*made));
}

void putOn(const std::optional<DeviceCall>& device, tscope_call& call)
{
    if (!device)
        return;
    call.device = device->device();
    call.stream = device->stream();
}

Result<Tensor> called(const KernelChoice& choice, std::span<const Tensor> inputs, const Form& form,
                      const Params& params, const CallOptions& options, DispatchTrace& trace)
{
    if (auto why = whyNotForKernels(form, choice.kernel.shared, options.maxBytes))
        return *std::move(why);
    const StopFlag stop(options.watch.stop);
    const auto given = operandsOf(choice, inputs, options.maxBytes, trace);
    if (!given)
        return given.error();
    std::vector<tscope_operand> in;
    for (const auto& operand : *given)
        in.push_back(operand.abi());
    auto device = sentToDevice(choice, *given, in, options.device, trace);
    if (!device)
        return device.error();

    const auto paramList = abiParams(params);
    auto error = noError();
    tscope_operand out = emptyOperand(form);
    auto call = callOf(in, out, paramList);
    call.stop = stop.flag();
    putOn(*device, call);
    Kept kept(choice.kernel.release);
    call.kept = kept.place();

    if (choice.kernel.takes != nullptr && choice.kernel.takes(&call, &error) == 0)
        return error.code == TSCOPE_OK || error.code == TSCOPE_UNSUPPORTED
                   ? Error{ErrorCode::unsupported, error.text, {}, doesNotTake}
                   : errorOf(error, choice.kernel.name);
    auto entries = in.empty() ? 0 : in[0].entries;
    if (choice.kernel.entries != nullptr) {
        entries = choice.kernel.entries(&call, &error);
        if (entries < 0)
            return errorOf(error, choice.kernel.name);
    }
    auto result = ResultOperand::make(form, entries, inputs, choice.kernel.shared, options.maxBytes);
    if (!result)
        return result.error();
    const auto onHost = result->abi();
    out = onHost;
    if (*device) {
        const auto room = (*device)->roomFor(onHost);
        if (!room)
            return room.error();
        out = *room;
    }
    call.scratch = std::max<std::int64_t>(options.maxBytes - result->bytesWritten(entries), 1);
    // Where no element is to be written, a kernel might still walk through all the lines of none.
    const bool hasWork = form.layout->family != "strided" || result->bytesWritten(entries) > 0;
    if (const auto code = hasWork ? choice.kernel.run(&call, &error) : TSCOPE_OK; code != TSCOPE_OK) {
        error.code = code;
        return errorOf(error, choice.kernel.name);
    }
    TSCOPE_CHECK(out.entries <= entries, "a kernel wrote more than there was room for");
    trace.kernel = choice.kernel.name;
    trace.device = choice.backend->device;
    trace.add(DispatchStep::Kind::run, true, trace.kernel, result->bytesWritten(out.entries));
    if (*device) {
        const auto fetched = (*device)->fetch(onHost);
        if (!fetched)
            return fetched.error();
        trace.device = nameOf(*choice.backend, options.device);
        trace.add(DispatchStep::Kind::ready, true, "fetched from " + trace.device, *fetched);
    }
    const bool stays = *device && options.staysOnDevice;
    auto made =
        std::move(*result).tensor(out.entries, stays ? Device{choice.backend->device, options.device} : Device{});
    if (*device)
        (*device)->keepSent();
    if (made && stays)
        for (std::size_t m = 0; m < made->members.size(); ++m)
            if (!isHostTable(*made->layout, *made->members[m].role))
                (*device)->keepWritten(m, made->members[m].array.storage);
    return made;
}

} // namespace

bool wouldTake(const KernelChoice& choice, const Tensor& input, const Form& result, const Params& params,
               std::int64_t maxBytes)
{
    if (choice.kernel.takes == nullptr)
        return true;
    if (whyNotForKernels(result, choice.kernel.shared, maxBytes))
        return false;
    auto operand = Operand::reading(input, lieOf(choice, 0), maxBytes);
    if (!operand)
        return false;
    std::vector<Operand> given;
    given.push_back(std::move(*operand));
    std::vector<tscope_operand> in{given.front().abi()};
    DispatchTrace nobody;
    const auto device = sentToDevice(choice, given, in, 0, nobody);
    if (!device)
        return false;
    const auto paramList = abiParams(params);
    auto out = emptyOperand(result);
    auto call = callOf(in, out, paramList);
    const std::int32_t goOn = 0;
    call.stop = &goOn;
    putOn(*device, call);
    auto error = noError();
    const bool isTaken = choice.kernel.takes(&call, &error) != 0;
    if (error.fatal != 0)
        loseDevices(*choice.backend, error.text);
    return isTaken;
}

Result<Tensor> callKernel(const KernelChoice& choice, std::span<const Tensor> inputs, const Form& form,
                          const Params& params, const CallOptions& options, DispatchTrace& trace)
{
    try { // scratch of kernels that are linked in; modules say so by their code
        const auto steps = trace.steps;
        auto made = called(choice, inputs, form, params, options, trace);
        const auto* devices = choice.backend->devices;
        const bool isFull = !made && made.error().code == ErrorCode::outOfMemory && devices != nullptr;
        if (isFull && dropResident(*devices, options.device) > 0) { // it is sent again when it is needed
            trace.steps = steps;
            made = called(choice, inputs, form, params, options, trace);
        }
        if (!made && made.error().reason == deviceLost)
            loseDevices(*choice.backend, made.error().text);
        return made;
    } catch (const std::bad_alloc&) {
        return Error{
            ErrorCode::outOfMemory, std::string(choice.kernel.name) + " found no memory to work in", {}, {}};
    }
}

} // namespace tscope
