// SPDX-License-Identifier: Apache-2.0
#include "remote/serve.h"

#include "dispatch/device_call.h"
#include "ops/operations.h"
#include "remote/call_packet.h"

#include <atomic>
#include <optional>
#include <thread>

namespace tscope::remote {

namespace {

// The inputs are proven here, whatever the other process found.
Result<RunResult> answered(const CallRequest& request, const Watch& watch, DispatchTrace& trace)
{
    const auto* op = operationNamed(request.op);
    if (op == nullptr)
        return invalidArgument("an operation was wanted (" + operationNames() + "), found \"" + request.op + '"');
    std::vector<Sound> inputs;
    for (const auto& tensor : request.inputs) {
        auto proved = prove(tensor, watch);
        if (!std::holds_alternative<Sound>(proved))
            return unsupported("an input is not sound for the worker");
        inputs.push_back(std::move(std::get<Sound>(proved)));
    }
    return run(*op, inputs, request.params,
               {.device = request.device, .maxBytes = request.maxBytes, .watch = watch, .trace = &trace});
}

} // namespace

int serve(Channel channel)
{
    SharedStorages storages;
    while (true) {
        auto packet = channel.receive();
        if (!packet)
            return 0;
        auto incoming = Incoming::of(std::move(*packet), storages);
        if (incoming && isStop(*incoming))
            continue; // of what has ended already
        const auto request = incoming ? requestIn(*incoming) : Result<CallRequest>(incoming.error());
        std::stop_source stop;
        std::atomic<bool> isDone = false;
        DispatchTrace trace;
        std::optional<Result<RunResult>> answer;
        std::jthread work([&] {
            answer = request ? answered(*request, {.stop = stop.get_token()}, trace)
                             : Result<RunResult>(request.error());
            isDone = true;
        });
        while (!isDone) {
            if (!channel.hasPacket(1))
                continue;
            const auto other = channel.receive();
            stop.request_stop();
            if (!other) // nobody waits for it; what hangs in a driver would keep the process for ever
                std::_Exit(0);
        }
        work.join();
        if (!sendAnswer(channel, storages, *answer, trace))
            return 0;
        if (!*answer && answer->error().reason == deviceLost)
            return lostDevice;
    }
}

} // namespace tscope::remote
