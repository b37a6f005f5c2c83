// SPDX-License-Identifier: Apache-2.0
#include "literals/scipy_print.h"

#include "base/pace.h"
#include "base/say.h"
#include "layouts/coo/coo.h"
#include "literals/number_fit.h"
#include "literals/text_array.h"
#include "literals/text_lexer.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace tscope {

namespace {

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

// "(0, 1)" at the front of a line: where it ends, if something follows it there.
std::optional<std::size_t> endOfCoordinates(std::string_view line)
{
    if (!line.starts_with('('))
        return std::nullopt;
    const auto close = line.find(')');
    if (close == std::string_view::npos || close < 2)
        return std::nullopt;
    const auto inside = line.substr(1, close - 1);
    if (inside.find_first_not_of("0123456789, -") != std::string_view::npos)
        return std::nullopt;
    const auto rest = line.substr(close + 1);
    if (rest.empty() || (rest.front() != '\t' && rest.front() != ' ') || trimmed(rest).empty())
        return std::nullopt;
    return close + 1;
}

// What stands between the quotes behind "dtype" or "type": 'float64' or '<class 'numpy.float64'>'.
std::optional<DType> typeIn(std::string_view header)
{
    const auto at = header.find("type '");
    if (at == std::string_view::npos)
        return std::nullopt;
    auto name = header.substr(at + 6);
    if (name.starts_with("<class '"))
        name.remove_prefix(8);
    return DType::parse(name.substr(0, name.find('\'')));
}

// The integer right before or behind a word.
std::optional<std::int64_t> integerBefore(std::string_view text, std::string_view word)
{
    const auto at = text.find(word);
    if (at == std::string_view::npos)
        return std::nullopt;
    auto begin = at;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9')
        --begin;
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data() + begin, text.data() + at, value);
    return read.ec == std::errc() && begin < at ? std::optional(value) : std::nullopt;
}

class ScipyReader
{
public:
    ScipyReader(std::string_view text, WarningList& warnings, const Watch& watch)
        : m_text(text), m_warnings(warnings), m_pace(watch, linesBetweenLooks)
    {
    }

    Result<Tensor> read()
    {
        auto rest = m_text;
        if (trimmed(rest).starts_with('<')) {
            const auto end = rest.find(">\n");
            const auto last = end == std::string_view::npos ? rest.rfind('>') : end;
            if (last == std::string_view::npos)
                return fail(say("the header is never closed by \">\""), 0);
            if (auto header = readHeader(rest.substr(0, last)); !header)
                return header.error();
            rest.remove_prefix(last + 1);
        }
        while (!rest.empty()) {
            if (!m_pace.goesOn(at(rest), m_text.size()))
                return openingCancelled();
            const auto end = std::min(rest.find('\n'), rest.size());
            if (auto line = readLine(trimmed(rest.substr(0, end))); !line)
                return line.error();
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return assemble();
    }

private:
    Error fail(std::string sentence, std::size_t at) const
    {
        return corrupt(std::move(sentence), placeInText(m_text, at));
    }
    std::size_t at(std::string_view part) const { return static_cast<std::size_t>(part.data() - m_text.data()); }

    Result<void> readHeader(std::string_view header)
    {
        m_dtype = typeIn(header);
        m_nnz = integerBefore(header, " stored elements");
        if (!m_nnz)
            m_nnz = integerBefore(header, " stored element");
        const auto shape = header.find("shape (");
        if (shape != std::string_view::npos) {
            // "shape (2, 3)", as a tuple of its own.
            const auto begin = shape + 6;
            const auto tuple = header.substr(begin, header.find(')', begin) + 1 - begin);
            const auto tree = TextTree::parse(std::string(tuple));
            if (!tree)
                return fail(say("the shape in the header can't be read: {0}", tree.error().text), begin);
            auto size = textExtents(*tree, 0);
            if (!size)
                return fail(say("the shape in the header can't be read: {0}", size.error().text), begin);
            m_size = std::move(*size);
            return {};
        }
        // "<2x3 sparse matrix of type ..."
        const auto x = header.find('x');
        const auto rows = integerBefore(header, "x");
        const auto columns = integerBefore(header, " sparse");
        if (rows && columns && header.find(" sparse") > x)
            m_size = Extents{*rows, *columns};
        return {};
    }

    Result<void> readLine(std::string_view line)
    {
        if (line.empty() || line.starts_with("Coords"))
            return {};
        if (line == ":" || line.starts_with(":\t") || line.starts_with(": "))
            return fail(say("\":\" stands for entries that were not printed; print all of them, by "
                            "numpy.set_printoptions(threshold=10**9) or from A.tocoo()"),
                        at(line));
        const auto end = endOfCoordinates(line);
        if (!end)
            return fail(say("wanted a line \"(row, col)  value\", found \"{0}\"", line.substr(0, 40)), at(line));
        auto inside = line.substr(1, *end - 2);
        std::size_t dims = 0;
        while (!trimmed(inside).empty()) {
            const auto comma = std::min(inside.find(','), inside.size());
            const auto digits = trimmed(inside.substr(0, comma));
            std::int64_t value = 0;
            const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
            if (read.ec != std::errc() || read.ptr != digits.data() + digits.size())
                return fail(say("wanted a coordinate of 64 bits, found \"{0}\"", digits.substr(0, 40)), at(line));
            m_coordinates.push_back(value);
            ++dims;
            inside.remove_prefix(std::min(comma + 1, inside.size()));
        }
        if (m_values.empty())
            m_dims = dims;
        if (dims != m_dims || dims == 0)
            return fail(say("wanted {0} coordinates as in the first line, found {1}", m_dims, dims), at(line));
        return readValue(trimmed(line.substr(*end)));
    }

    Result<void> readValue(std::string_view written)
    {
        if (m_values.size() == TextTree::elementLimit)
            return fail(say("a text literal may have up to {0} elements, found more", TextTree::elementLimit),
                        at(written));
        if (written == "True" || written == "False") {
            m_values.push_back(written == "True");
            return {};
        }
        auto digits = written;
        if (digits.size() > 2 && digits.front() == '(' && digits.back() == ')')
            digits = digits.substr(1, digits.size() - 2);
        TextLexer lexer(digits);
        const auto token = lexer.next();
        if (!token || token->kind != TokenKind::number || token->text.size() != digits.size())
            return fail(say("wanted a value, found \"{0}\"", written.substr(0, 40)), at(written));
        m_values.push_back(token->number);
        return {};
    }

    DType inferred() const
    {
        std::size_t widest = 0;
        for (const auto& value : m_values)
            widest = std::max(widest, value.index());
        if (m_values.empty())
            return ElementType::f64;
        if (std::holds_alternative<bool>(m_values.front()) && widest == 0)
            return ElementType::boolean;
        return widest == 4 ? ElementType::c128 : widest == 3 ? ElementType::f64 : ElementType::i64;
    }

    Result<Tensor> assemble()
    {
        if (m_values.empty() && m_nnz.value_or(0) > 0)
            return fail(
                say("the header tells of {0} entries, but none is printed; paste what print(A) shows", *m_nnz), 0);
        const auto dtype = m_dtype.value_or(inferred());
        if (dtype.isOpaque())
            return fail(say("elements of the unknown type {0} can't be read", dtype.name()), 0);
        const auto count = static_cast<std::int64_t>(m_values.size());
        auto bytes = StorageBuilder::make(count * dtype.itemSize());
        if (!bytes)
            return bytes.error();
        for (std::int64_t i = 0; i < count; ++i) {
            const auto fit = storeNumber(m_values[static_cast<std::size_t>(i)], dtype,
                                         bytes->bytes().data() + i * dtype.itemSize());
            if (fit != Fit::fits)
                return fail(misfitText(say("the value of entry {0}", i), fit, dtype), 0);
        }
        const auto dims = m_values.empty() && m_size ? m_size->size() : m_dims;
        std::vector<std::int64_t> indices(m_coordinates.size());
        for (std::size_t i = 0; i < m_values.size(); ++i)
            for (std::size_t d = 0; d < dims; ++d)
                indices[d * m_values.size() + i] = m_coordinates[i * dims + d];
        Member indexMember, valueMember;
        indexMember.role = roleNamed(cooLayout(), "indices");
        indexMember.array = Array::fromInts({static_cast<std::int64_t>(dims), count}, indices);
        valueMember.role = roleNamed(cooLayout(), "values");
        valueMember.array = Array{std::move(*bytes).seal(), dtype, Geometry::rowMajor({count})};
        std::vector<Member> members;
        members.push_back(std::move(indexMember));
        members.push_back(std::move(valueMember));
        auto tensor = makeTensor(cooLayout(), std::move(members));
        if (!tensor)
            return tensor;
        tensor->size = m_size;
        if (!m_size)
            m_warnings.add(
                [] { return say("the print does not tell the shape; the coordinates give a lower bound of it"); });
        if (m_nnz && *m_nnz != count)
            m_warnings.add([&] { return say("the header tells of {0} entries, found {1}", *m_nnz, count); });
        return tensor;
    }

    static constexpr std::uint32_t linesBetweenLooks = 1 << 12;

    std::string_view m_text;
    WarningList& m_warnings;
    Pace m_pace;
    std::optional<DType> m_dtype;
    std::optional<std::int64_t> m_nnz;
    std::optional<Extents> m_size;
    std::size_t m_dims = 0;
    std::vector<std::int64_t> m_coordinates; // entry by entry
    std::vector<Number> m_values;
};

} // namespace

bool isScipyPrint(std::string_view text)
{
    const auto start = trimmed(text.substr(0, std::min<std::size_t>(text.size(), 4096)));
    if (start.starts_with('<')) {
        const auto header = start.substr(0, 300);
        return header.find("sparse") != std::string_view::npos &&
               header.find("stored element") != std::string_view::npos;
    }
    return endOfCoordinates(start.substr(0, start.find('\n'))).has_value();
}

Result<Tensor> readScipyPrint(std::string_view text, WarningList& warnings, const Watch& watch)
{
    return ScipyReader(text, warnings, watch).read();
}

} // namespace tscope
