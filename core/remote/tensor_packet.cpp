// SPDX-License-Identifier: Apache-2.0
#include "remote/tensor_packet.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "layouts/registry.h"
#include "remote/message.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace tscope::remote {

namespace {

constexpr std::size_t mostDims = 64;          // of what another process describes
constexpr std::size_t mostValues = 4'000'000; // in one packet: each takes more memory than its text
constexpr std::size_t mostLevels = 64;        // of nesting: JSON is copied and printed by recursion

Json jsonOf(const Extents& numbers)
{
    return Json(std::vector<std::int64_t>(numbers.begin(), numbers.end()));
}

Json jsonOf(const ClaimValue& value)
{
    return std::visit([](const auto& one) { return Json(one); }, value);
}

Result<Extents> numbersIn(const Json& from, const char* key)
{
    const auto at = from.find(key);
    if (at == from.end() || !at->is_array() || at->size() > mostDims)
        return notUnderstood(say("no list of numbers as {0}", key));
    Extents numbers;
    for (const auto& number : *at) {
        if (!number.is_number_integer())
            return notUnderstood(say("something else than numbers in {0}", key));
        numbers.push_back(number.get<std::int64_t>());
    }
    return numbers;
}

Result<std::int64_t> numberIn(const Json& from, const char* key)
{
    const auto at = from.find(key);
    if (at == from.end() || !at->is_number_integer())
        return notUnderstood(say("no number as {0}", key));
    return at->get<std::int64_t>();
}

Result<std::string> wordIn(const Json& from, const char* key)
{
    const auto at = from.find(key);
    if (at == from.end() || !at->is_string())
        return notUnderstood(say("no word as {0}", key));
    return at->get<std::string>();
}

Result<DType> typeAt(const Json& from, const char* key)
{
    const auto at = from.find(key);
    return at == from.end() ? Result<DType>(notUnderstood(say("no element type as {0}", key))) : typeIn(*at);
}

// Whether JSON is small enough to be parsed. What a string contains is not counted. In text that is no JSON the
// counts mean nothing, but there the parser stops before they can be wrong.
Result<void> boundedJson(std::string_view text)
{
    std::size_t values = 0, levels = 0;
    bool isInString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (letter == '"')
            isInString = !isInString;
        else if (isInString)
            i += letter == '\\' ? 1 : 0; // skips the escaped character
        else if (letter == ']' || letter == '}')
            levels -= levels > 0 ? 1 : 0;
        else if (letter == ',' || letter == '[' || letter == '{') {
            levels += letter == ',' ? 0 : 1;
            if (++values > mostValues)
                return notUnderstood(say("more than {0} values in one packet", mostValues));
            if (levels > mostLevels)
                return notUnderstood(say("more than {0} levels of nesting in one packet", mostLevels));
        }
    }
    return {};
}

} // namespace

Result<SharedMemory> SharedStorages::sharing(const StoragePtr& storage)
{
    if (auto own = SharedMemory::of(*storage))
        return std::move(*own);
    std::erase_if(m_entries, [](const auto& entry) { return entry.second.storage.expired(); });
    if (const auto known = m_entries.find(storage->id()); known != m_entries.end())
        return known->second.memory;
    auto memory = SharedMemory::create(storage->byteSize());
    if (!memory)
        return memory;
    storage->read(0, memory->bytes());
    m_bytesCopied += storage->byteSize();
    m_entries.insert_or_assign(storage->id(), Entry{storage, *memory});
    return memory;
}

Result<Json> Outgoing::add(const Tensor& tensor)
{
    Json out{{"layout", tensor.layout->name}};
    if (tensor.size)
        out["size"] = jsonOf(*tensor.size);
    if (tensor.dtype)
        out["dtype"] = jsonOfType(*tensor.dtype);
    if (tensor.indexDType)
        out["index_dtype"] = jsonOfType(*tensor.indexDType);
    if (tensor.device)
        out["device"] = tensor.device->text();
    for (const auto& claim : tensor.claims.all())
        out["claims"].push_back({{"name", claim.name}, {"value", jsonOf(claim.value)}});
    auto members = Json::array();
    for (const auto& member : tensor.members) {
        const auto& storage = member.array.storage;
        if (!storage->hasBytes())
            return unsupported(
                say("bytes were wanted for {0}, which is declared only: another process can't have them",
                    member.role->name));
        const auto [at, isNew] = m_numbers.try_emplace(storage->id(), m_memories.size());
        if (isNew) {
            auto memory = m_storages.sharing(storage);
            if (!memory)
                return memory.error();
            m_memories.push_back(std::move(*memory));
        }
        members.push_back({{"role", member.role->name},
                           {"layout", member.layout},
                           {"dtype", jsonOfType(member.array.dtype)},
                           {"sizes", jsonOf(member.array.geometry.sizes)},
                           {"strides", jsonOf(member.array.geometry.strides)},
                           {"offset", member.array.geometry.offset},
                           {"device", storage->device().text()},
                           {"pinned", storage->isPinned()},
                           {"storage", at->second}});
    }
    out["members"] = std::move(members);
    return out;
}

Result<void> Outgoing::send(Channel& channel, const Json& description, const Patience& patience) const
{
    auto all = description;
    auto storages = Json::array();
    std::vector<int> descriptors;
    for (auto memory : m_memories) {
        storages.push_back(std::ssize(memory.bytes()));
        descriptors.push_back(memory.descriptor());
    }
    all["storages"] = std::move(storages);
    return channel.send(all.dump(-1, ' ', false, Json::error_handler_t::replace), descriptors, patience);
}

Result<Incoming> Incoming::of(Packet packet)
{
    Incoming incoming;
    if (auto bounded = boundedJson(packet.text); !bounded)
        return bounded.error();
    auto parsed = Json::parse(packet.text, nullptr, false);
    if (parsed.is_discarded() || !parsed.is_object())
        return notUnderstood(say("no JSON object"));
    const auto sizes = parsed.find("storages");
    if (sizes == parsed.end() || !sizes->is_array() || sizes->size() != packet.descriptors.size())
        return notUnderstood(say("another number of storages than came with it"));
    // Shared memory may be sparse and takes real memory once it is read.
    auto left = memoryOfProcess();
    for (std::size_t i = 0; i < packet.descriptors.size(); ++i) {
        if (!(*sizes)[i].is_number_integer())
            return notUnderstood(say("a storage without a size"));
        const auto size = (*sizes)[i].get<std::int64_t>();
        if (size > left)
            return notUnderstood(say("storages of more bytes than this machine has memory"));
        left -= std::max<std::int64_t>(size, 0);
        auto memory = SharedMemory::attach(packet.descriptors[i].number(), (*sizes)[i].get<std::int64_t>());
        if (!memory)
            return memory.error();
        incoming.m_memories.push_back(std::move(*memory));
    }
    incoming.m_description = std::make_shared<Json>(std::move(parsed));
    return incoming;
}

StoragePtr Incoming::storage(std::size_t number, const Storage::Label& label)
{
    auto& storage = m_storages[{number, label.device.text() + (label.pinned ? " pinned" : "")}];
    if (storage == nullptr)
        storage = m_memories[number].storage(label);
    return storage;
}

Result<Tensor> Incoming::tensor(const Json& from)
{
    if (!from.is_object())
        return notUnderstood(say("no object"));
    const auto name = wordIn(from, "layout");
    if (!name)
        return name.error();
    const auto* layout = layoutNamed(*name);
    const auto listed = from.find("members");
    if (layout == nullptr || listed == from.end() || !listed->is_array())
        return notUnderstood(say("no layout that is known, or no members"));
    std::vector<Member> members;
    for (const auto& one : *listed) {
        const auto role = wordIn(one, "role"), memberLayout = wordIn(one, "layout"),
                   device = wordIn(one, "device");
        const auto type = typeAt(one, "dtype");
        auto sizes = numbersIn(one, "sizes"), strides = numbersIn(one, "strides");
        const auto offset = numberIn(one, "offset"), storage = numberIn(one, "storage");
        if (!role || !memberLayout || !device || !type || !sizes || !strides || !offset || !storage)
            return notUnderstood(say("a member of which something is missing"));
        const auto* known = roleNamed(*layout, *role);
        if (known == nullptr || *storage < 0 || *storage >= std::ssize(m_memories))
            return notUnderstood(say("a member that the layout does not have, or without a storage"));
        Member member;
        member.role = known;
        member.layout = *memberLayout;
        const auto pinned = one.find("pinned");
        member.array = {this->storage(static_cast<std::size_t>(*storage),
                                      {Device::parse(*device), pinned != one.end() && *pinned == true}),
                        *type, Geometry{std::move(*sizes), std::move(*strides), *offset}};
        members.push_back(std::move(member));
    }
    auto tensor = makeTensor(*layout, std::move(members));
    if (!tensor)
        return tensor;
    if (from.contains("size")) {
        auto size = numbersIn(from, "size");
        if (!size)
            return size.error();
        tensor->size = std::move(*size);
    }
    for (const auto& [key, to] :
         {std::pair{"dtype", &tensor->dtype}, std::pair{"index_dtype", &tensor->indexDType}}) {
        if (!from.contains(key))
            continue;
        const auto type = typeAt(from, key);
        if (!type)
            return type.error();
        *to = *type;
    }
    if (const auto device = from.find("device"); device != from.end() && device->is_string())
        tensor->device = Device::parse(device->get<std::string>());
    for (const auto& claim : from.value("claims", Json::array())) {
        const auto word = wordIn(claim, "name");
        const auto value = claim.find("value");
        if (!word || value == claim.end())
            return notUnderstood(say("a claim without a name or a value"));
        if (value->is_boolean())
            tensor->claims.set(*word, value->get<bool>());
        else if (value->is_number_integer())
            tensor->claims.set(*word, value->get<std::int64_t>());
        else if (value->is_string())
            tensor->claims.set(*word, value->get<std::string>());
    }
    return tensor;
}

} // namespace tscope::remote
