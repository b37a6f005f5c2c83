// SPDX-License-Identifier: Apache-2.0
#include "timing/json_fields_reader.h"

#include "base/printable.h"
#include "base/say.h"
#include "timing/number_text.h"

#include <cmath>

namespace tscope::timing {

namespace {

constexpr std::size_t longestWord = std::size_t{1} << 20;

std::string rangeText(Within<std::int64_t> range)
{
    return say("a whole number from {0} to {1}", range.least, range.most);
}

std::string rangeText(Within<double> range)
{
    return say("a number from {0} to {1}", significant(range.least), significant(range.most));
}

} // namespace

FieldsReader::FieldsReader(const JsonTree& tree, Index object, std::optional<Error>& problem)
    : m_tree(tree), m_object(object), m_problem(problem)
{
    for (auto key = object + 1; key < tree.end(object); key = tree.end(key + 1))
        m_fields.emplace(tree.word(key), key + 1);
}

void FieldsReader::refuseAt(Index value, const std::string& wanted)
{
    if (!m_problem)
        m_problem = corrupt(say("wanted {0}, found {1}", wanted, printable(m_tree.shortText(value))),
                            printable(m_tree.path(value)));
}

void FieldsReader::refuse(const char* key, const std::string& wanted)
{
    if (const auto found = m_fields.find(key); found != m_fields.end()) {
        refuseAt(found->second, wanted);
    } else if (!m_problem) {
        const auto path = printable(m_tree.path(m_object));
        m_problem = corrupt(say("wanted {0}, found no such key", wanted), path + (path.empty() ? "" : ".") + key);
    }
}

std::optional<FieldsReader::Index> FieldsReader::at(const char* key, const std::string& wanted)
{
    if (m_problem)
        return std::nullopt;
    if (const auto found = m_fields.find(key); found != m_fields.end())
        return found->second;
    refuse(key, wanted);
    return std::nullopt;
}

std::string FieldsReader::word(const char* key)
{
    const auto wanted = say("a text of at most {0} bytes", longestWord);
    const auto value = at(key, wanted);
    if (!value || m_tree.kind(*value) == JsonKind::null)
        return {};
    if (m_tree.kind(*value) == JsonKind::word && m_tree.word(*value).size() <= longestWord)
        return std::string(m_tree.word(*value));
    refuseAt(*value, wanted);
    return {};
}

bool FieldsReader::flag(const char* key)
{
    const auto value = at(key, say("true or false"));
    if (value && m_tree.kind(*value) == JsonKind::boolean)
        return m_tree.flag(*value);
    if (value)
        refuseAt(*value, say("true or false"));
    return false;
}

std::int64_t FieldsReader::wholeAt(Index value, Within<std::int64_t> range)
{
    if (m_tree.kind(value) == JsonKind::integer) {
        const auto number = std::get<std::int64_t>(m_tree.number(value));
        if (number >= range.least && number <= range.most)
            return number;
    }
    refuseAt(value, rangeText(range));
    return range.least;
}

double FieldsReader::realAt(Index value, Within<double> range)
{
    if (m_tree.isNumber(value)) {
        const auto number = std::visit(
            [](auto held) {
                if constexpr (std::is_arithmetic_v<decltype(held)>)
                    return static_cast<double>(held);
                else
                    return std::nan("");
            },
            m_tree.number(value));
        if (number >= range.least && number <= range.most)
            return number;
    }
    refuseAt(value, rangeText(range));
    return range.least;
}

std::int64_t FieldsReader::whole(const char* key, Within<std::int64_t> range)
{
    const auto value = at(key, rangeText(range));
    return value ? wholeAt(*value, range) : range.least;
}

double FieldsReader::real(const char* key, Within<double> range)
{
    const auto value = at(key, rangeText(range));
    return value ? realAt(*value, range) : range.least;
}

std::optional<double> FieldsReader::realOrNull(const char* key, Within<double> range)
{
    const auto value = at(key, say("{0} or null", rangeText(range)));
    return value && m_tree.kind(*value) != JsonKind::null ? std::optional(realAt(*value, range)) : std::nullopt;
}

std::optional<std::vector<FieldsReader::Index>> FieldsReader::list(const char* key, std::size_t most)
{
    const auto wanted = say("a list of at most {0}", most);
    const auto value = at(key, wanted);
    if (!value)
        return std::nullopt;
    std::vector<Index> out;
    if (m_tree.kind(*value) == JsonKind::list)
        for (auto part = *value + 1; part < m_tree.end(*value) && out.size() <= most; part = m_tree.end(part))
            out.push_back(part);
    if (m_tree.kind(*value) == JsonKind::list && out.size() <= most)
        return out;
    refuseAt(*value, wanted);
    return std::nullopt;
}

std::vector<std::int64_t> FieldsReader::wholes(const char* key, Within<std::int64_t> range, std::size_t most)
{
    std::vector<std::int64_t> out;
    if (const auto values = list(key, most))
        for (const auto value : *values)
            out.push_back(wholeAt(value, range));
    return out;
}

std::vector<double> FieldsReader::reals(const char* key, Within<double> range, std::size_t most)
{
    std::vector<double> out;
    if (const auto values = list(key, most))
        for (const auto value : *values)
            out.push_back(realAt(value, range));
    return out;
}

std::vector<std::string> FieldsReader::words(const char* key, std::size_t most)
{
    std::vector<std::string> out;
    if (const auto values = list(key, most))
        for (const auto value : *values) {
            const bool isWord = m_tree.kind(value) == JsonKind::word && m_tree.word(value).size() <= longestWord;
            if (!isWord)
                refuseAt(value, say("a text of at most {0} bytes", longestWord));
            out.emplace_back(isWord ? m_tree.word(value) : std::string_view());
        }
    return out;
}

std::optional<FieldsReader::Index> FieldsReader::objectOrNull(const char* key)
{
    const auto value = at(key, say("an object or null"));
    if (!value || m_tree.kind(*value) == JsonKind::null)
        return std::nullopt;
    if (m_tree.kind(*value) == JsonKind::object)
        return value;
    refuseAt(*value, say("an object or null"));
    return std::nullopt;
}

std::vector<FieldsReader::Index> FieldsReader::objects(const char* key, std::size_t most)
{
    auto out = list(key, most).value_or(std::vector<Index>{});
    for (const auto value : out)
        if (m_tree.kind(value) != JsonKind::object)
            refuseAt(value, say("an object"));
    return m_problem ? std::vector<Index>{} : out;
}

std::vector<std::pair<std::string, FieldsReader::Index>> FieldsReader::named(const char* key, std::size_t most)
{
    const auto wanted = say("an object of at most {0} fields", most);
    const auto value = at(key, wanted);
    std::vector<std::pair<std::string, Index>> out;
    if (!value)
        return out;
    if (m_tree.kind(*value) == JsonKind::object)
        for (auto name = *value + 1; name < m_tree.end(*value) && out.size() <= most; name = m_tree.end(name + 1))
            out.emplace_back(cutText(m_tree.word(name), longestWord), name + 1);
    if (m_tree.kind(*value) != JsonKind::object || out.size() > most) {
        refuseAt(*value, wanted);
        out.clear();
    }
    return out;
}

} // namespace tscope::timing
