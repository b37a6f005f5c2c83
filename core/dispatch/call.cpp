// SPDX-License-Identifier: Apache-2.0
#include "dispatch/call.h"

#include "base/say.h"
#include "dispatch/backends.h"
#include "dispatch/kernel_call.h"

#include <algorithm>
#include <new>

namespace tscope {

const Member& valuesMember(const Tensor& tensor)
{
    return *std::ranges::find(tensor.members, RoleKind::values,
                              [](const Member& member) { return member.role->kind; });
}

bool wouldTake(const KernelChoice& choice, const Tensor& input, const Form& result, const Params& params,
               std::int64_t maxBytes)
{
    if (choice.kernel.takes == nullptr)
        return true;
    DispatchTrace nobody;
    const auto made = KernelCall::make(choice, {&input, 1}, result, params, {.maxBytes = maxBytes}, nobody);
    if (!made && made.error().reason == deviceLost)
        loseDevices(*choice.backend, made.error().text);
    return static_cast<bool>(made);
}

namespace {

Result<Tensor> called(const KernelChoice& choice, std::span<const Tensor> inputs, const Form& form,
                      const Params& params, const CallOptions& options, DispatchTrace& trace)
{
    const auto call = KernelCall::make(choice, inputs, form, params, options, trace);
    if (!call)
        return call.error();
    if (auto done = (*call)->run(); !done)
        return done.error();
    return (*call)->take(trace);
}

} // namespace

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
        return Error{ErrorCode::outOfMemory, say("{0} found no memory to work in", choice.kernel.name), {}, {}};
    }
}

} // namespace tscope
