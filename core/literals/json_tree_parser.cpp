// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tree.h"

#include "base/check.h"
#include "base/pace.h"
#include "base/say.h"
#include "literals/json_chars.h"
#include "literals/json_problem.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

namespace tscope {

namespace {

JsonTree::Break breakAt(std::string_view text, std::size_t byte)
{
    const auto before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
    const auto line = static_cast<std::size_t>(1 + std::ranges::count(before, '\n'));
    const auto lineBegin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {line, before.size() - lineBegin + 1};
}

std::string placeOf(const JsonTree::Break& at)
{
    return "line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
}

// Whether the digits are those of the double itself, not of a number that was rounded to it.
bool isIntegerInDigits(double value, std::string_view digits)
{
    char own[std::numeric_limits<double>::max_exponent10 + 3];
    const auto end = std::to_chars(own, own + sizeof own, value, std::chars_format::fixed, 0).ptr;
    return std::string_view(own, end) == digits;
}

} // namespace

// What nlohmann's parser calls while it goes over the text.
class JsonTree::Builder
{
public:
    Builder(std::string_view text, const Watch& watch)
        : m_text(text), m_read{text.data()}, m_pace(watch, valuesBetweenLooks)
    {
    }
    JsonChars begin() { return {m_text, 0, &m_read}; }
    JsonChars end() { return {m_text, m_text.size(), &m_read}; }

    bool null() { return add(JsonKind::null, 0); }
    bool boolean(bool value) { return add(JsonKind::boolean, value ? 1 : 0); }
    bool number_integer(std::int64_t value)
    {
        return addNumber(JsonKind::integer, static_cast<std::uint64_t>(value));
    }
    bool number_unsigned(std::uint64_t value)
    {
        return addNumber(std::in_range<std::int64_t>(value) ? JsonKind::integer : JsonKind::natural, value);
    }
    bool number_float(double value, const std::string& written)
    {
        const bool isRounded =
            written.find_first_of(".eE") == std::string::npos && !isIntegerInDigits(value, written);
        return addNumber(isRounded ? JsonKind::bigInteger : JsonKind::real, std::bit_cast<std::uint64_t>(value));
    }
    bool string(std::string& value)
    {
        m_tree.m_hasBareWords = m_tree.m_hasBareWords || isBare();
        return addWord(isBare() ? bareWord(value) : value);
    }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool key(std::string& value)
    {
        if (isBare()) {
            const auto read = static_cast<std::size_t>(m_read.furthest - m_text.data());
            m_error = corrupt(say("not a JSON text: a key stands in quotes, found {0}", bareWord(value)),
                              placeOf(breakAt(m_text, read - value.size() - 1)));
            return false;
        }
        const bool goesOn = addWord(value);
        m_unsure = 1;
        return goesOn;
    }
    bool start_object(std::size_t) { return open(JsonKind::object); }
    bool start_array(std::size_t) { return open(JsonKind::list); }
    bool end_object() { return close() && keysAreUnique(); }
    bool end_array() { return close(); }

    template <class Exception>
    bool parse_error(std::size_t byte, const std::string& token, const Exception& problem)
    {
        const std::string_view what = problem.what();
        m_tree.m_break = breakAt(m_text, byte);
        if (const auto at = what.find("number overflow"); at != std::string_view::npos) {
            m_error = corrupt(say("the number {0} is too large for float64; write \"Infinity\"", inQuotes(token)),
                              placeOf(*m_tree.m_break));
            return false;
        }
        // A quote that was forgotten reads as a string up to the end too. In a list the marks behind it tell.
        const bool isForgotten =
            what.find("missing closing quote") != std::string_view::npos &&
            (depthOfList() == m_open.size() || token.find_first_of("]},") != std::string::npos);
        const auto within = m_read.hasSeenEnd && !isForgotten ? innermostPlace() : std::string();
        m_error = corrupt(within.empty() ? say("not a JSON text: {0}", jsonProblem(what))
                                         : say("the JSON text ends inside {0}; the rest is missing", within),
                          placeOf(*m_tree.m_break));
        return false;
    }

    Result<JsonTree> take(bool parsed, bool despiteFaults) &&
    {
        if (despiteFaults && m_tree.m_break && m_tree.size() > 0 && endEarly())
            return std::move(m_tree);
        if (m_error)
            return *m_error;
        TSCOPE_CHECK(parsed, "a parse that fails says why");
        return std::move(m_tree);
    }

private:
    // Whether the string that ends here is a word of JsonChars, with letters in place of its quotes.
    bool isBare() const { return m_read.furthest[-1] != '"'; }
    std::string bareWord(std::string_view inner) const
    {
        return std::string(m_read.furthest - inner.size() - 2, m_read.furthest);
    }

    bool add(JsonKind kind, std::uint64_t payload)
    {
        if (!m_pace.goesOn(static_cast<std::size_t>(m_read.furthest - m_text.data()), m_text.size())) {
            m_error = openingCancelled();
            return false;
        }
        m_tree.m_kinds.push(kind);
        m_tree.m_payloads.push(payload);
        m_unsure = 0;
        return true;
    }

    bool addNumber(JsonKind kind, std::uint64_t payload)
    {
        const bool goesOn = add(kind, payload);
        const bool isPaired = !m_open.empty() && m_tree.kind(m_open.back()) == JsonKind::object;
        const bool isEnded = std::string_view(",]} \t\r\n").find(m_read.furthest[-1]) != std::string_view::npos;
        m_unsure = isEnded ? 0 : isPaired ? 2 : 1; // the break may have cut its last digits
        return goesOn;
    }

    bool addWord(const std::string& word)
    {
        const auto at = m_tree.m_words.size();
        const auto length = static_cast<std::uint32_t>(word.size());
        m_tree.m_words.append(reinterpret_cast<const char*>(&length), sizeof length);
        m_tree.m_words += word;
        return add(JsonKind::word, at);
    }

    bool open(JsonKind kind)
    {
        if (m_open.size() == static_cast<std::size_t>(depthLimit)) {
            m_error = corrupt(say("nested more than {0} deep", depthLimit),
                              m_open.empty() ? std::string() : m_tree.path(m_open.back()));
            return false;
        }
        m_open.push_back(m_tree.m_kinds.size());
        return add(kind, 0); // the end is known when it closes; 0: still open
    }

    bool close()
    {
        m_closed = m_open.back();
        m_open.pop_back();
        m_tree.m_payloads[m_closed] = m_tree.m_kinds.size();
        m_unsure = 0;
        return true;
    }

    // How many of the open values lie around the list in which the text breaks off, rows of it not counted. All of
    // them: it breaks off in no list.
    std::size_t depthOfList() const
    {
        auto depth = m_open.size();
        while (depth > 0 && m_tree.kind(m_open[depth - 1]) == JsonKind::list)
            --depth;
        return depth;
    }

    // The path of the value in which the text breaks off; of a nested list, the outermost one.
    std::string innermostPlace() const
    {
        if (m_open.empty())
            return {};
        return m_tree.path(m_open[std::min(depthOfList(), m_open.size() - 1)]);
    }

    void truncate(std::size_t size)
    {
        m_tree.m_kinds.truncate(size);
        m_tree.m_payloads.truncate(size);
    }

    // A tree whose text breaks off keeps its rules too: each key has a value, and no key stands twice. A row that
    // is not complete is left out, so that its list remains a rectangle.
    bool endEarly()
    {
        truncate(m_tree.size() - m_unsure);
        if (const auto list = depthOfList(); list + 1 < m_open.size()) {
            truncate(m_open[list + 1]);
            m_open.resize(list + 1);
        }
        for (const auto at : m_open) {
            m_closed = at;
            if (m_tree.kind(at) == JsonKind::object && !keysAreUnique())
                return false;
        }
        m_tree.m_break->within = innermostPlace();
        return true;
    }

    bool keysAreUnique()
    {
        constexpr std::size_t few = 8;
        std::vector<std::string_view> keys;
        for (auto key = m_closed + 1; key < m_tree.end(m_closed); key = m_tree.end(key + 1))
            keys.push_back(m_tree.word(key));
        if (keys.size() > few) {
            std::ranges::sort(keys);
            const auto twice = std::ranges::adjacent_find(keys);
            return twice == keys.end() || keyTwice(*twice);
        }
        for (std::size_t a = 0; a < keys.size(); ++a)
            for (std::size_t b = a + 1; b < keys.size(); ++b)
                if (keys[a] == keys[b])
                    return keyTwice(keys[a]);
        return true;
    }

    bool keyTwice(std::string_view key)
    {
        m_error = corrupt(say("the key {0} stands twice in one object", inQuotes(key)), m_tree.path(m_closed));
        return false;
    }

    static constexpr std::uint32_t valuesBetweenLooks = 1 << 14;

    std::string_view m_text;
    ReadChars m_read;
    Pace m_pace;
    JsonTree m_tree;
    std::vector<Index> m_open; // from the top
    std::size_t m_unsure = 0;  // of the last values: those that are not kept if the text breaks off here
    Index m_closed = 0;
    std::optional<Error> m_error;
};

Result<JsonTree> JsonTree::parse(std::string_view text, const Watch& watch, bool despiteFaults)
{
    constexpr std::size_t textLimit = std::size_t{1} << 30;
    if (text.size() > textLimit)
        return corrupt(say("a JSON text may have up to 1 GiB, found {0} bytes", text.size()));
    const auto firstHalf = partOfWatch(watch, 0, 0.5);
    Builder builder(text, firstHalf);
    const bool parsed = nlohmann::json::sax_parse(builder.begin(), builder.end(), &builder);
    auto tree = std::move(builder).take(parsed, despiteFaults);
    if (tree)
        tree->m_readersWatch = partOfWatch(watch, 0.5, 1);
    return tree;
}

} // namespace tscope
