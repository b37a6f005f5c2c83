// SPDX-License-Identifier: Apache-2.0
#include "remote/message.h"

#include "base/printable.h"
#include "base/say.h"

#include <utility>

namespace tscope::remote {

namespace {

constexpr std::size_t longestText = 4096; // of an error: it is shown to people

Error errorIn(const Json& from)
{
    const auto code = from.value("code", -1);
    const bool isKnown = code >= 0 && code <= static_cast<int>(ErrorCode::internal);
    const auto text = [&](const char* key) {
        return std::string(cutText(from.value(key, std::string()), longestText));
    };
    return {isKnown ? static_cast<ErrorCode>(code) : ErrorCode::internal, text("text"), text("where"),
            text("reason")};
}

} // namespace

Error notUnderstood(const std::string& found)
{
    return corrupt(say("a question or its answer was wanted from the other process, found {0}", found));
}

Json jsonOfType(const DType& type)
{
    return {{"name", type.name()}, {"item_size", type.itemSize()}};
}

Result<DType> typeIn(const Json& from)
{
    if (!from.is_object() || !from.contains("name") || !from["name"].is_string())
        return notUnderstood(say("no element type"));
    const auto name = from["name"].get<std::string>();
    const auto type = DType::parse(name);
    const auto size = from.find("item_size");
    if (!type.isOpaque())
        return type;
    if (size == from.end() || !size->is_number_integer())
        return notUnderstood(say("an element type of no size"));
    return DType::opaque(name, std::max<std::int64_t>(size->get<std::int64_t>(), 0));
}

Result<void> sendSignOfLife(Channel& channel)
{
    return channel.send(R"({"alive":true,"storages":[]})", {});
}

bool isSignOfLife(const Message& message)
{
    const auto& told = message.told;
    return told.contains("alive") && told["alive"] == true && told.size() == 2; // and the list of no storages
}

Result<void> send(Channel& channel, SharedStorages& storages, const Message& message, const Patience& patience)
{
    Outgoing outgoing(storages);
    auto told = message.told;
    auto tensors = Json::array();
    for (const auto& tensor : message.tensors) {
        auto added = outgoing.add(tensor);
        if (!added)
            return added.error();
        tensors.push_back(std::move(*added));
    }
    told["tensors"] = std::move(tensors);
    told["bytes_copied"] = storages.bytesCopied();
    if (message.error)
        told["error"] = {{"code", static_cast<int>(message.error->code)},
                         {"text", message.error->text},
                         {"where", message.error->where},
                         {"reason", message.error->reason}};
    return outgoing.send(channel, told, patience);
}

Result<Message> messageIn(Packet packet)
try {
    auto incoming = Incoming::of(std::move(packet));
    if (!incoming)
        return incoming.error();
    Message message;
    message.told = std::move(incoming->description());
    if (const auto error = message.told.find("error"); error != message.told.end())
        message.error = errorIn(*error);
    if (const auto listed = message.told.find("tensors"); listed != message.told.end())
        for (const auto& one : *listed) {
            auto tensor = incoming->tensor(one);
            if (!tensor)
                return tensor.error();
            message.tensors.push_back(std::move(*tensor));
        }
    return message;
} catch (const Json::exception& wrong) {
    return notUnderstood(wrong.what());
}

} // namespace tscope::remote
