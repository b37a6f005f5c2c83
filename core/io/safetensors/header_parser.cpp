// SPDX-License-Identifier: Apache-2.0
#include "io/safetensors/header_parser.h"

#include "array/dim_limit.h"
#include "base/check.h"
#include "base/checked_math.h"
#include "base/pace.h"
#include "base/say.h"
#include "io/quoted_name.h"
#include "literals/json_problem.h"
#include "literals/tracked_chars.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

namespace tscope {

namespace {

constexpr std::string_view metadataName = "__metadata__";
constexpr std::int64_t textBegin = 8;
constexpr int skippedDepthLimit = 8;
constexpr std::uint32_t keysBetweenLooks = 1 << 10;

// What nlohmann's parser calls while it goes over the text.
class Parser
{
public:
    Parser(std::string_view text, const Watch& watch, WarningList& warnings, bool despiteFaults)
        : m_text(text), m_pace(watch, keysBetweenLooks), m_warnings(warnings), m_despiteFaults(despiteFaults),
          m_furthest(text.data()), m_seen(text.data())
    {
    }

    Result<SafetensorsHeader> parse() &&
    {
        // The parser takes it for the end.
        if (const auto at = m_text.find('\0'); at != std::string_view::npos)
            return corrupt(say("the header is not a JSON text: it holds a byte of 0"),
                           placeOf(m_text.data() + at));
        const TrackedChars begin(m_text.data(), &m_furthest), end(m_text.data() + m_text.size(), &m_furthest);
        const bool parsed = nlohmann::json::sax_parse(begin, end, this);
        if (m_error && !(m_despiteFaults && m_error->code == ErrorCode::corrupt))
            return *m_error;
        TSCOPE_CHECK(parsed || m_error, "a parse that fails says why");
        return std::move(m_header);
    }

    bool null() { return m_place == Place::top && m_name == metadataName ? token() : scalar("null"); }
    bool boolean(bool value) { return scalar(value ? "true" : "false"); }
    bool number_integer(std::int64_t value) { return number(std::to_string(value)); }
    bool number_unsigned(std::uint64_t value)
    {
        if (m_place != Place::list || value > static_cast<std::uint64_t>(int64Max))
            return number(std::to_string(value));
        if (m_numbers.size() == dimLimit)
            return fail(say("a list of at most {0} numbers, found more in {1}", dimLimit, field())) &&
                   numberToken();
        m_numbers.push_back(static_cast<std::int64_t>(value));
        return numberToken();
    }
    bool number_float(double, const std::string& written) { return number(written); }
    bool binary(std::vector<std::uint8_t>&) { return false; }

    bool string(std::string& value)
    {
        if (m_place == Place::metadata) {
            if (m_isWrong) // a second text under the same key
                return token();
            if (isMetadataKept())
                m_header.metadata.emplace_back(m_key, std::move(value)); // it may be as long as the header
            else
                m_warnings.add(
                    [&] { return say("the metadata {0} was left out, there is too much", quotedName(m_key)); });
            return token();
        }
        if (m_place != Place::tensor || m_key != "dtype")
            return scalar(say("a string"));
        m_entry.type = safetensorsTypeNamed(value);
        return m_entry.type
                   ? token()
                   : fail(say("a dtype that safetensors has (F32, BF16, I64, BOOL, ...), found {0} for {1}",
                              quotedName(value), quotedName(m_name)));
    }

    bool key(std::string& value)
    {
        if (!m_pace.goesOn(static_cast<std::size_t>(m_furthest - m_text.data()), m_text.size())) {
            m_error = openingCancelled();
            return false;
        }
        if (m_place == Place::skipped)
            return token();
        if (m_place == Place::top) {
            m_name = value;
            m_told = place();
            m_isWrong = false;
            return m_names.insert(value).second ? token() : twice(value, say("the header"));
        }
        m_key = value;
        m_isWrong = m_isWrong && m_place != Place::metadata;
        if (m_place == Place::metadata)
            return !isMetadataKept() || m_metadataKeys.insert(value).second ? token()
                                                                            : twice(value, say("the metadata"));
        if (std::ranges::find(m_fields, value) != m_fields.end())
            return twice(value, quotedName(m_name));
        m_fields.push_back(value);
        if (m_fields.size() > fieldLimit)
            return stop(
                say("wanted dtype, shape and data_offsets, found many more fields in {0}", quotedName(m_name)));
        return token();
    }

    bool start_object(std::size_t)
    {
        switch (m_place) {
        case Place::outside:
            m_place = Place::top;
            return token();
        case Place::top:
            if (m_isWrong && m_name == metadataName) // a second one
                return startSkipped(say("an object"));
            m_place = m_name == metadataName ? Place::metadata : Place::tensor;
            m_entry = {};
            m_entry.name = m_name;
            m_entry.told = m_told;
            m_fields.clear();
            m_hasShape = m_hasOffsets = false;
            return token();
        default:
            return startSkipped(say("an object"));
        }
    }

    bool start_array(std::size_t)
    {
        if (m_place != Place::tensor || (m_key != "shape" && m_key != "data_offsets"))
            return startSkipped(say("a list"));
        m_place = Place::list;
        m_numbers.clear();
        return token();
    }

    bool end_array()
    {
        if (m_place == Place::skipped)
            return endSkipped();
        m_place = Place::tensor;
        if (m_key == "shape") {
            m_entry.shape = m_numbers;
            m_hasShape = true;
            return token();
        }
        if (m_numbers.size() != 2)
            return fail(
                say("two data_offsets, begin and end, found {0} for {1}", m_numbers.size(), quotedName(m_name)));
        m_entry.begin = m_numbers[0];
        m_entry.end = m_numbers[1];
        m_hasOffsets = true;
        return token();
    }

    bool end_object()
    {
        if (m_place == Place::skipped)
            return endSkipped();
        if (m_place == Place::top) {
            m_place = Place::outside;
            return token();
        }
        if (m_place == Place::tensor) {
            for (const auto& [has, what] : {std::pair{m_entry.type != nullptr, "dtype"},
                                            {m_hasShape, "shape"},
                                            {m_hasOffsets, "data_offsets"}})
                if (!has && !fail(say("a {0} for {1}, found none", what, quotedName(m_name))))
                    return false;
            if (m_header.entries.size() == safetensorsTensorLimit)
                return stop(say("wanted at most {0} tensors, found more", safetensorsTensorLimit));
            if (!m_isWrong)
                m_header.entries.push_back(std::move(m_entry));
        }
        m_place = Place::top;
        return token();
    }

    template <class Exception>
    bool parse_error(std::size_t, const std::string& token, const Exception& problem)
    {
        if (const auto sentence = numberOverflow(problem.what(), token))
            m_error = corrupt(*sentence, placeOf(m_furthest - 1));
        else
            m_error = corrupt(say("the header is not a JSON text: {0}", jsonProblem(problem.what())),
                              placeOf(std::max(m_furthest - 1, m_text.data())));
        return false;
    }

private:
    enum class Place { outside, top, metadata, tensor, list, skipped };
    static constexpr std::size_t fieldLimit = 64;

    // 1e999 in the place of a whole number.
    static std::optional<std::string> numberOverflow(std::string_view what, std::string_view token)
    {
        if (what.find("number overflow") == std::string_view::npos)
            return std::nullopt;
        return say("wanted a whole number of 63 bits, found {0}", quotedName(token));
    }

    std::string placeOf(const char* at) const { return placeText(textBegin + (at - m_text.data())); }
    static std::string placeText(std::int64_t byte) { return "byte " + std::to_string(byte); }

    // Where the token that was just read begins.
    std::int64_t place() const
    {
        const auto* at = m_seen;
        while (at < m_text.data() + m_text.size() &&
               std::string_view(" \t\r\n,:").find(*at) != std::string_view::npos)
            ++at;
        return textBegin + (at - m_text.data());
    }

    bool stop(const std::string& sentence)
    {
        m_error = corrupt(sentence, placeText(place()));
        return false;
    }

    // What is wrong with one tensor or one text of the metadata; the others may be wanted all the same. Only its
    // first fault is said.
    bool reject(const std::string& sentence)
    {
        if (!m_despiteFaults || m_place == Place::outside)
            return stop(sentence);
        if (!std::exchange(m_isWrong, true)) {
            const auto& lost = m_place == Place::metadata ? m_key : m_name;
            m_warnings.add([&] { return say("{0} was left out: {1}", quotedName(lost), sentence); });
            m_header.unread += m_name == metadataName ? 0 : 1;
        }
        return token();
    }

    bool fail(const std::string& wanted) { return reject(say("wanted {0}", wanted)); }

    bool twice(std::string_view key, const std::string& in)
    {
        return reject(say("the key {0} stands twice in {1}", quotedName(key), in));
    }

    bool token()
    {
        m_seen = m_furthest;
        return true;
    }

    // A number ends where another character begins, which has been read by then.
    bool numberToken()
    {
        m_seen = m_furthest - 1;
        return true;
    }

    // Metadata has a word for each of as many tensors as there may be, and no more.
    bool isMetadataKept() const { return m_header.metadata.size() < safetensorsTensorLimit; }

    std::string field() const { return say("{0} of {1}", m_key, quotedName(m_name)); }

    // Where only some other kind of value may stand.
    bool scalar(const std::string& found)
    {
        switch (m_place) {
        case Place::outside:
            return fail(say("a JSON object as header, found {0}", found));
        case Place::top:
            return fail(m_name == metadataName
                            ? say("the metadata as an object, found {0}", found)
                            : say("an object with dtype, shape and data_offsets for {0}, found {1}",
                                  quotedName(m_name), found));
        case Place::metadata:
            return fail(say("a string for the metadata {0}, found {1}", quotedName(m_key), found));
        case Place::list:
            return fail(say("whole numbers of 63 bits, not negative, in {0}, found {1}", field(), found));
        case Place::tensor:
            if (m_key == "dtype")
                return fail(say("the name of a type as dtype of {0}, found {1}", quotedName(m_name), found));
            if (m_key == "shape" || m_key == "data_offsets")
                return fail(say("a list of numbers as {0}, found {1}", field(), found));
            unknownField();
            return token();
        case Place::skipped:
            break;
        }
        return token();
    }

    bool number(const std::string& written)
    {
        return scalar(written.size() > 40 ? written.substr(0, 40) + "..." : written) && numberToken();
    }

    // A value of a field that nobody knows is gone over.
    bool startSkipped(const std::string& found)
    {
        if (m_place != Place::skipped) {
            const bool isUnknown =
                m_place == Place::tensor && m_key != "dtype" && m_key != "shape" && m_key != "data_offsets";
            if (!isUnknown) {
                if (!scalar(found))
                    return false;
            } else {
                unknownField();
            }
            m_skippedIn = m_place;
            m_place = Place::skipped;
        }
        if (++m_skippedDepth > skippedDepthLimit)
            return stop(
                say("wanted a header nested at most {0} deep, found more in {1}", skippedDepthLimit, field()));
        return token();
    }

    bool endSkipped()
    {
        if (--m_skippedDepth == 0)
            m_place = m_skippedIn;
        return token();
    }

    void unknownField()
    {
        m_warnings.add([&] { return say("{0} is not known and was left out", field()); });
    }

    std::string_view m_text;
    Pace m_pace;
    WarningList& m_warnings;
    bool m_despiteFaults;
    const char* m_furthest; // one past the last character that the parser has taken
    const char* m_seen;     // where the last token ended
    Place m_place = Place::outside;
    Place m_skippedIn = Place::tensor;
    int m_skippedDepth = 0;
    bool m_isWrong = false; // the tensor m_name, or the text of the metadata under m_key, is left out
    std::string m_name, m_key;
    std::int64_t m_told = 0; // where m_name stands
    SafetensorsEntry m_entry;
    bool m_hasShape = false, m_hasOffsets = false;
    std::vector<std::string> m_fields;
    std::vector<std::int64_t> m_numbers;
    std::unordered_set<std::string> m_names, m_metadataKeys;
    SafetensorsHeader m_header;
    std::optional<Error> m_error;
};

} // namespace

Result<SafetensorsHeader> parseSafetensorsHeader(std::string_view text, const Watch& watch, WarningList& warnings,
                                                 bool despiteFaults)
{
    return Parser(text, watch, warnings, despiteFaults).parse();
}

} // namespace tscope
