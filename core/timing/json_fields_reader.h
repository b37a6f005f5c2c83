// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "literals/json_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tscope::timing {

// Numbers that a field may have, ends among them.
template <class Number>
struct Within {
    Number least, most;
};

// The fields of one object of an untrusted text. What is asked for and is not as wanted is noted, the first of it
// in words, and something harmless given instead: so one look at the end tells whether all of it was good.
class FieldsReader
{
public:
    using Index = JsonTree::Index;

    // `problem` belongs to the whole reading.
    FieldsReader(const JsonTree& tree, Index object, std::optional<Error>& problem);

    std::string word(const char* key); // null: empty
    bool flag(const char* key);
    std::int64_t whole(const char* key, Within<std::int64_t> range);
    double real(const char* key, Within<double> range);
    std::optional<double> realOrNull(const char* key, Within<double> range);
    std::vector<std::int64_t> wholes(const char* key, Within<std::int64_t> range, std::size_t most);
    std::vector<double> reals(const char* key, Within<double> range, std::size_t most);
    std::vector<std::string> words(const char* key, std::size_t most);

    std::optional<Index> objectOrNull(const char* key);
    // The values of a list of objects, or of an object of objects; keys then come with them.
    std::vector<Index> objects(const char* key, std::size_t most);
    std::vector<std::pair<std::string, Index>> named(const char* key, std::size_t most);
    std::int64_t wholeAt(Index value, Within<std::int64_t> range);
    FieldsReader fieldsOf(Index object) const { return {m_tree, object, m_problem}; } // an object in this one

    bool has(const char* key) const { return m_fields.contains(key); }
    // Notes: wanted this, found that, at the field.
    void refuse(const char* key, const std::string& wanted);

private:
    std::optional<Index> at(const char* key, const std::string& wanted);
    void refuseAt(Index value, const std::string& wanted);
    std::optional<std::vector<Index>> list(const char* key, std::size_t most);
    double realAt(Index value, Within<double> range);

    const JsonTree& m_tree;
    Index m_object;
    std::optional<Error>& m_problem;
    std::unordered_map<std::string_view, Index> m_fields;
};

} // namespace tscope::timing
