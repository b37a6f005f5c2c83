// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <utility>

namespace tscope {

// An object of answers, field by field. Made of a list in braces, or by operator[], the library would look for
// each key among those before it and copy them as it grows, which is most of the time that a document of many
// small tensors takes.
class JsonFields
{
public:
    using Json = nlohmann::ordered_json;

    explicit JsonFields(std::size_t count) { m_fields.reserve(count); } // so many are expected

    // Precondition: a key that it does not have yet.
    template <class T>
    JsonFields& add(const char* key, T&& value)
    {
        m_fields.emplace_back(key, std::forward<T>(value));
        return *this;
    }

    Json object() { return std::move(m_fields); } // leaves nothing behind

private:
    Json::object_t m_fields;
};

} // namespace tscope
