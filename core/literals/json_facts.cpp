// SPDX-License-Identifier: Apache-2.0
#include "literals/json_facts.h"

#include "base/checked_math.h"
#include "base/say.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace tscope {

namespace {

using Json = nlohmann::json;
using Numbers = std::vector<std::int64_t>;

constexpr std::size_t textLimit = std::size_t{16} << 20;
constexpr std::int64_t storageLimit = std::int64_t{1} << 20; // elements that are filled in, all together

std::optional<Numbers> numbersIn(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array())
        return std::nullopt;
    Numbers numbers;
    for (const auto& each : *found) {
        if (!each.is_number_integer())
            return std::nullopt;
        numbers.push_back(each.get<std::int64_t>());
    }
    return numbers;
}

std::string wordIn(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int64_t> numberIn(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? std::optional(found->get<std::int64_t>())
                                                               : std::nullopt;
}

// Where in its storage each element of a member lies, in row-major order. Nothing where the facts don't fit each
// other.
std::optional<Numbers> slotsOf(const Json& member, std::size_t elements, std::int64_t storage)
{
    const auto shape = numbersIn(member, "shape"), strides = numbersIn(member, "strides");
    const auto offset = numberIn(member, "offset");
    if (!shape || !strides || !offset || shape->size() != strides->size())
        return std::nullopt;
    std::int64_t count = 1;
    for (const auto extent : *shape)
        count = extent < 0 ? -1 : saturatingMul(count, extent);
    if (count < 0 || static_cast<std::uint64_t>(count) != elements)
        return std::nullopt;
    Numbers slots;
    for (std::int64_t position = 0; position < count; ++position) {
        Wide slot = *offset;
        auto rest = position;
        for (auto d = shape->size(); d-- > 0; rest /= (*shape)[d])
            slot = slot + Wide::product(rest % (*shape)[d], (*strides)[d]);
        const auto at = slot.asInt64();
        if (!at || *at < 0 || *at >= storage)
            return std::nullopt;
        slots.push_back(*at);
    }
    return slots;
}

class Rewriter
{
public:
    explicit Rewriter(WarningList& warnings) : m_warnings(warnings) {}

    Json tensor(const Json& facts, const std::string& name)
    {
        Json out{{"layout", wordIn(facts, "layout")}};
        for (const char* key : {"dtype", "size", "device"})
            if (facts.contains(key) && !facts[key].is_null())
                out[key] = facts[key];
        if (wordIn(facts, "layout") == "nested" || wordIn(facts, "layout") == "jagged")
            out.erase("size"); // told with placeholders
        auto& members = out["members"] = Json::object();
        if (const auto list = facts.find("members"); list != facts.end() && list->is_array())
            for (const auto& each : *list) {
                const auto as = wordIn(each, "as");
                const auto key = as.empty() ? wordIn(each, "name") : as;
                members[key] = member(each, name + '/' + key);
            }
        return out;
    }

private:
    Json member(const Json& facts, const std::string& path)
    {
        Json out = Json::object();
        for (const char* key : {"dtype", "shape", "strides", "offset"})
            if (facts.contains(key) && !facts[key].is_null())
                out[key] = facts[key];
        const auto id = numberIn(facts, "storage_id");
        const auto known = id ? m_storages.find(*id) : m_storages.end();
        if (known != m_storages.end()) {
            out["storage"] = {{"shared", known->second}};
            return out;
        }
        if (id)
            m_storages.emplace(*id, path);
        const auto length = numberIn(facts, "storage_numel").value_or(-1);
        const auto data = facts.find("data");
        const bool hasData = data != facts.end() && data->is_array() && length >= 0 && length <= m_left;
        const auto slots = hasData ? slotsOf(facts, data->size(), length) : std::nullopt;
        if (!slots) {
            if (length >= 0)
                out["storage_numel"] = length;
            m_warnings.add(
                [&] { return say("the facts leave out the elements of {0}: it is declared only", path); });
            return out;
        }
        m_left -= length;
        Json storage = Json::array();
        storage.get_ref<Json::array_t&>().resize(static_cast<std::size_t>(length), 0);
        std::vector<bool> isTold(static_cast<std::size_t>(length));
        for (std::size_t i = 0; i < slots->size(); ++i) {
            const auto slot = static_cast<std::size_t>((*slots)[i]);
            storage[slot] = (*data)[i];
            isTold[slot] = true;
        }
        if (std::ranges::find(isTold, false) != isTold.end())
            m_warnings.add(
                [&] { return say("facts do not tell the unused slots of {0}; they are 0 here", path); });
        out["storage"] = std::move(storage);
        return out;
    }

    WarningList& m_warnings;
    std::int64_t m_left = storageLimit;
    std::map<std::int64_t, std::string> m_storages; // by id: the member that has it
};

} // namespace

Result<std::string> tensorsOfFacts(std::string_view answer, WarningList& warnings)
{
    if (answer.size() > textLimit)
        return corrupt(say("facts of tensors may have up to 16 MiB, found {0} bytes", answer.size()));
    const auto facts = Json::parse(answer, nullptr, false);
    const auto tensors = facts.is_object() ? facts.find("tensors") : facts.end();
    if (tensors == facts.end() || !tensors->is_array() || tensors->empty())
        return corrupt(say("wanted the facts of one tensor or more, found none"));
    Json out = Json::object();
    Rewriter rewriter(warnings);
    for (const auto& each : *tensors) {
        if (!each.is_object())
            return corrupt(say("wanted the facts of a tensor, found {0}", each.type_name()));
        auto name = wordIn(each, "name");
        while (out.contains(name))
            name += '\'';
        out[name] = rewriter.tensor(each, name);
    }
    return Json{{"tensors", std::move(out)}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace tscope
