// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/params.h"
#include "ops/run.h"
#include "remote/tensor_packet.h"

#include <span>
#include <string>
#include <vector>

namespace tscope::remote {

// A call of an operation as it travels to a worker, and what comes back.
struct CallRequest {
    std::string op, device;
    Params params;
    std::vector<Tensor> inputs;
    std::int64_t maxBytes = 0;
};
Result<void> send(Channel& channel, SharedStorages& storages, const CallRequest& request);
Result<CallRequest> requestIn(Incoming& incoming);

Result<void> sendAnswer(Channel& channel, SharedStorages& storages, const Result<RunResult>& answer,
                        const DispatchTrace& trace);
// `trace`: told also where the call failed.
Result<RunResult> answerIn(Incoming& incoming, DispatchTrace& trace);

// Asks the worker to give up what it is at.
inline constexpr std::string_view stopText = R"({"do":"stop","storages":[]})";
bool isStop(const Incoming& incoming);

} // namespace tscope::remote
