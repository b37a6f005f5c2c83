// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert.h"
#include "ops/run.h"
#include "remote/message.h"

namespace tscope::remote {

// A call of an operation as it travels to a worker, and what comes back.
struct CallRequest {
    std::string op, device;
    Params params;
    std::vector<Tensor> inputs;
    std::int64_t maxBytes = 0;
};
Message questionOf(CallRequest request);
Result<CallRequest> callIn(const Message& question);

// `trace`: told also of a call that failed.
Message answerOf(const Result<RunResult>& done, const DispatchTrace& trace);
Result<RunResult> runResultIn(Message answer, DispatchTrace& trace);

// The same for a conversion.
struct ConvertCall {
    Tensor input;
    ConvertRequest request;
    std::string device; // "cuda:1"
    std::int64_t maxBytes = 0;
};
Message questionOf(ConvertCall call);
Result<ConvertCall> conversionIn(const Message& question);

Message answerOf(const Result<Converted>& done);
Result<Converted> convertedIn(Message answer);

} // namespace tscope::remote
