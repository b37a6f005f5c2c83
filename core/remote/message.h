// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "remote/tensor_packet.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace tscope::remote {

// What goes over the line, either way: what is told, tensors beside it, and of an answer why there is none.
struct Message {
    Json told = Json::object();
    std::vector<Tensor> tensors = {};
    std::optional<Error> error = {};
};
Result<void> send(Channel& channel, SharedStorages& storages, const Message& message,
                  const Patience& patience = {});
// Nothing in it is believed: tensors are unproven, and what is told is yet to be read.
Result<Message> messageIn(Packet packet);

// Asks the worker to give up what it is at.
inline constexpr const char* stopWord = "stop";

// The heartbeat that a busy worker sends every second. A worker without one for long is taken to hang.
Result<void> sendSignOfLife(Channel& channel);
bool isSignOfLife(const Message& message);

// Something else came than was wanted: who reads `told` throws Json::exception, and answers this.
Error notUnderstood(const std::string& found);

// What all kinds of messages tell with.
Json jsonOfType(const DType& type);
Result<DType> typeIn(const Json& from);

} // namespace tscope::remote
