// SPDX-License-Identifier: Apache-2.0
#include "io/npy/header.h"

#include "array/dim_limit.h"
#include "base/say.h"
#include "io/little_endian.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::int64_t longestHeader = 10000; // NumPy's own limit
constexpr std::string_view magic = "\x93NUMPY"sv;

std::string atByte(std::int64_t at)
{
    return "byte " + std::to_string(at);
}

// For sentences: short, and printable wherever it lands.
std::string shown(std::string_view text)
{
    std::string out;
    for (const auto c : text.substr(0, 40))
        out += c >= ' ' && c <= '~' ? c : '?';
    return '"' + out + (text.size() > 40 ? "...\"" : "\"");
}

// The header's text: a Python dict of three known keys. Nothing is evaluated and nothing nests, so there is one
// function for each value that is allowed.
class HeaderParser
{
public:
    HeaderParser(std::string_view text, std::int64_t begin) : m_text(text), m_begin(begin) {}

    Result<NpyHeader> parse()
    {
        if (!take('{'))
            return wanted(say("a dict of descr, fortran_order and shape"));
        while (!take('}')) {
            if (auto entry = parseEntry(); !entry)
                return entry.error();
            if (take(','))
                continue;
            if (!take('}'))
                return wanted(say("\",\" or \"{0}\" in the header", "}"));
            break;
        }
        skipSpaces();
        if (m_at < m_text.size())
            return wanted(say("nothing behind the header's dict"));
        if (!m_descr || !m_isFortranOrder || !m_shape)
            return corrupt(say("the header has no key \"{0}\"", !m_descr            ? "descr"
                                                                : !m_isFortranOrder ? "fortran_order"
                                                                                    : "shape"),
                           atByte(m_begin));
        return NpyHeader{std::move(*m_descr), *m_isFortranOrder, std::move(*m_shape), 0};
    }

private:
    Error wanted(const std::string& what) const
    {
        const auto found = m_text.substr(std::min(m_at, m_text.size()), 40);
        return corrupt(say("wanted {0}, found {1}", what, found.empty() ? say("its end") : shown(found)),
                       atByte(m_begin + static_cast<std::int64_t>(m_at)));
    }

    void skipSpaces()
    {
        while (m_at < m_text.size() && " \t\n\r\f\v"sv.find(m_text[m_at]) != std::string_view::npos)
            ++m_at;
    }
    bool isNext(std::string_view word)
    {
        skipSpaces();
        return m_text.substr(m_at).starts_with(word);
    }
    bool take(char c)
    {
        if (!isNext({&c, 1}))
            return false;
        ++m_at;
        return true;
    }
    bool takeWord(std::string_view word)
    {
        if (!isNext(word))
            return false;
        m_at += word.size();
        return true;
    }

    Result<void> parseEntry()
    {
        const auto begin = m_at;
        auto key = parseString("a key in quotes");
        if (!key)
            return key.error();
        if (!take(':'))
            return wanted(say("\":\" behind the key"));
        const bool isTwice = (*key == "descr" && m_descr) || (*key == "fortran_order" && m_isFortranOrder) ||
                             (*key == "shape" && m_shape);
        if (isTwice)
            return corrupt(say("the header has the key {0} twice", shown(*key)),
                           atByte(m_begin + static_cast<std::int64_t>(begin)));
        if (*key == "descr")
            return parseDescr();
        if (*key == "fortran_order")
            return parseOrder();
        if (*key == "shape")
            return parseShape();
        return corrupt(say("wanted the keys descr, fortran_order and shape, found {0}", shown(*key)),
                       atByte(m_begin + static_cast<std::int64_t>(begin)));
    }

    Result<std::string> parseString(std::string_view what)
    {
        if (isNext("u'") || isNext("u\"") || isNext("b'") || isNext("b\"")) // old writers
            ++m_at;
        if (!isNext("'") && !isNext("\""))
            return wanted(std::string(translated(what)));
        const auto end = m_text.find(m_text[m_at], m_at + 1);
        if (end == std::string_view::npos)
            return wanted(say("a closing quote"));
        auto inside = m_text.substr(m_at + 1, end - m_at - 1);
        if (inside.find_first_of("\\\n") != std::string_view::npos)
            return wanted(say("{0} without escapes", translated(what)));
        m_at = end + 1;
        return std::string(inside);
    }

    Result<void> parseDescr()
    {
        if (isNext("["))
            return unsupported(say("this array holds records of several fields (a structured type), which no "
                                   "tensor can hold; save each field as an array of its own"),
                               atByte(m_begin + static_cast<std::int64_t>(m_at)));
        auto descr = parseString("an element type in quotes, such as '<f4'");
        if (!descr)
            return descr.error();
        m_descr = std::move(*descr);
        return {};
    }

    Result<void> parseOrder()
    {
        if (takeWord("True"))
            m_isFortranOrder = true;
        else if (takeWord("False"))
            m_isFortranOrder = false;
        else
            return wanted(say("True or False for fortran_order"));
        return {};
    }

    Result<void> parseShape()
    {
        if (!take('('))
            return wanted(say("a tuple for shape, such as (3, 4)"));
        Extents shape;
        bool hasComma = false;
        while (!take(')')) {
            const auto size = parseSize();
            if (!size)
                return size.error();
            if (shape.size() == dimLimit)
                return corrupt(say("the shape has more dims than the limit of {0}", dimLimit),
                               atByte(m_begin + static_cast<std::int64_t>(m_at)));
            shape.push_back(*size);
            if (take(',')) {
                hasComma = true;
                continue;
            }
            if (!take(')'))
                return wanted(say("\",\" or \")\" in the shape"));
            break;
        }
        if (shape.size() == 1 && !hasComma)
            return corrupt(
                say("wanted a tuple for shape, found a number in brackets: ({0}) lacks its comma", shape.front()),
                atByte(m_begin + static_cast<std::int64_t>(m_at)));
        m_shape = std::move(shape);
        return {};
    }

    Result<std::int64_t> parseSize()
    {
        skipSpaces();
        std::int64_t value = 0;
        const auto* end = m_text.data() + m_text.size();
        const auto read = std::from_chars(m_text.data() + m_at, end, value);
        if (read.ec == std::errc::result_out_of_range)
            return wanted(say("a size that fits 64 bits"));
        if (read.ec != std::errc())
            return wanted(say("a size, a whole number"));
        if (value < 0)
            return wanted(say("a size that is not negative"));
        m_at = static_cast<std::size_t>(read.ptr - m_text.data());
        if (m_at < m_text.size() && m_text[m_at] == 'L') // Python 2
            ++m_at;
        return value;
    }

    std::string_view m_text;
    std::int64_t m_begin; // of the text in the file
    std::size_t m_at = 0;
    std::optional<std::string> m_descr;
    std::optional<bool> m_isFortranOrder;
    std::optional<Extents> m_shape;
};

} // namespace

Result<NpyHeader> readNpyHeader(std::span<const std::byte> file)
{
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    if (!text.starts_with(magic))
        return corrupt(
            say("wanted a NumPy array, which begins with \\x93NUMPY, found {0}", shown(text.substr(0, 8))),
            atByte(0));
    if (file.size() < 8)
        return corrupt(say("the file ends before the version of its header"), atByte(std::ssize(file)));
    const int major = std::to_integer<int>(file[6]), minor = std::to_integer<int>(file[7]);
    if (major < 1 || major > 3 || minor != 0)
        return unsupported(
            say("this is a .npy file of version {0}.{1}; versions 1.0, 2.0 and 3.0 are read", major, minor),
            atByte(6));
    const std::int64_t begin = major == 1 ? 10 : 12;
    if (std::ssize(file) < begin)
        return corrupt(say("the file ends before the length of its header"), atByte(std::ssize(file)));
    const std::int64_t length =
        major == 1 ? littleEndian<std::uint16_t>(file.data() + 8) : littleEndian<std::uint32_t>(file.data() + 8);
    if (length > std::ssize(file) - begin)
        return corrupt(say("the header is said to have {0} bytes, the file has {1} more: it was cut short", length,
                           std::ssize(file) - begin),
                       atByte(8));
    if (length > longestHeader)
        return corrupt(say("the header is said to have {0} bytes, the limit is {1}", length, longestHeader),
                       atByte(8));
    auto header =
        HeaderParser(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(length)), begin)
            .parse();
    if (header)
        header->dataBegin = begin + length;
    return header;
}

std::string npyHeaderText(std::string_view descr, bool isFortranOrder, const Extents& shape)
{
    std::string sizes;
    for (const auto size : shape)
        sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    if (shape.size() == 1)
        sizes += ',';
    auto text = "{'descr': '" + std::string(descr) + "', 'fortran_order': " + (isFortranOrder ? "True" : "False") +
                ", 'shape': (" + sizes + "), }";
    // Room for one size to grow to 21 digits in place.
    if (!shape.empty()) {
        const auto digits = std::to_string(isFortranOrder ? shape.back() : shape.front()).size();
        text.append(21 - std::min<std::size_t>(digits, 21), ' ');
    }
    constexpr std::size_t alignment = 64, before = 10;
    text.append(alignment - (before + text.size() + 1) % alignment, ' ');
    text += '\n';
    std::string out(magic);
    out += "\1\0"sv;
    putLittleEndian(out, static_cast<std::uint16_t>(text.size()));
    return out + text;
}

} // namespace tscope
