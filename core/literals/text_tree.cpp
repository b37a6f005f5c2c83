// SPDX-License-Identifier: Apache-2.0
#include "literals/text_tree.h"

#include "base/check.h"
#include "base/pace.h"
#include "base/say.h"
#include "literals/text_lexer.h"

#include <bit>
#include <charconv>

namespace tscope {

namespace {

bool isContainer(TextKind kind)
{
    return kind == TextKind::list || kind == TextKind::call || kind == TextKind::keyword;
}

// A number behind four decimals is where torch's print rounds.
bool endsAtFourDecimals(std::string_view written)
{
    const auto dot = written.find('.');
    if (dot == std::string_view::npos)
        return false;
    const auto end = written.find_first_not_of("0123456789", dot + 1);
    return std::min(end, written.size()) - dot - 1 == 4;
}

// Python's, and as NumPy 2 prints its own.
std::optional<bool> flagNamed(std::string_view word)
{
    for (const std::string_view module : {"np.", "numpy."})
        if (word.starts_with(module) && word.ends_with('_')) {
            word.remove_prefix(module.size());
            word.remove_suffix(1);
            break;
        }
    return word == "True" ? std::optional(true) : word == "False" ? std::optional(false) : std::nullopt;
}

} // namespace

// One open bracket at a time, none on the machine's stack.
class TextTree::Parser
{
public:
    Parser(TextTree& tree, const Watch& watch)
        : m_tree(tree), m_lexer(tree.m_text), m_pace(watch, tokensBetweenLooks)
    {
    }

    Result<void> run()
    {
        while (true) {
            auto token = m_lexer.next();
            if (!token)
                return token.error();
            if (token->kind == TokenKind::end)
                return finish(*token);
            if (!m_pace.goesOn(token->at, m_tree.m_text.size()))
                return openingCancelled();
            if (auto taken = take(*token); !taken)
                return taken;
        }
    }

private:
    // A bracket that still waits for its end. `wants`: a value must follow (there was a comma or an equals sign).
    struct Open {
        Index node; // list or call
        char bracket;
        bool hasValue; // since the last comma
        bool hasComma = false;
        std::optional<Index> keyword = {}; // whose value comes next
        std::size_t at = 0;
    };

    Error fail(std::string sentence, const Token& token) { return m_lexer.fail(std::move(sentence), token.at); }

    Index add(TextKind kind, std::size_t at, std::uint64_t payload)
    {
        m_tree.m_nodes.push({kind, static_cast<std::uint32_t>(at), payload});
        return m_tree.m_nodes.size() - 1;
    }

    static std::uint64_t spanOf(std::string_view whole, std::string_view part)
    {
        const auto begin = static_cast<std::uint64_t>(part.data() - whole.data());
        return begin << 32 | static_cast<std::uint64_t>(part.size());
    }

    Result<void> take(const Token& token)
    {
        switch (token.kind) {
        case TokenKind::comma:
            return takeComma(token);
        case TokenKind::close:
            return takeClose(token);
        case TokenKind::equals:
            return takeEquals(token);
        case TokenKind::open:
            return takeOpen(token);
        case TokenKind::ellipsis:
            return fail(say("\"...\" stands for data that were not printed; print all of them, with "
                            "torch.set_printoptions(threshold=10**9) or numpy.set_printoptions(threshold=10**9)"),
                        token);
        default:
            return takeValue(token);
        }
    }

    // Whether a value may stand here.
    Result<void> admit(const Token& token)
    {
        m_callName = {};
        if (m_open.empty()) {
            if (m_isDone)
                return moreBehind('"' + std::string(token.text.substr(0, 20)) + '"', token);
            m_isDone = true;
            return {};
        }
        auto& open = m_open.back();
        // NumPy prints lists without commas; arguments need them.
        if (open.hasValue && (open.bracket == '(' || m_tree.kind(open.node) == TextKind::call))
            return fail(say("wanted a comma, found \"{0}\"", token.text.substr(0, 20)), token);
        open.hasValue = true;
        open.keyword.reset();
        return {};
    }

    // Behind the first value there is more. Notes of people are not called a tensor because they begin with a
    // word.
    Error moreBehind(const std::string& found, const Token& token)
    {
        if (m_tree.kind(0) == TextKind::list)
            return fail(say("wanted the end of the text behind the first tensor, found {0}", found), token);
        if (m_tree.kind(0) == TextKind::call)
            return fail(say("wanted the end of the text behind {0}, found {1}", m_tree.shortText(0), found),
                        token);
        return m_lexer.fail(say("wanted a tensor, such as [[1, 2]] or tensor([1, 2]), found {0} and behind it {1}",
                                m_tree.shortText(0), found),
                            m_tree.m_nodes[0].at);
    }

    Result<void> takeValue(const Token& token)
    {
        if (auto admitted = admit(token); !admitted)
            return admitted;
        if (token.kind == TokenKind::number)
            return takeNumber(token);
        if (token.kind == TokenKind::string)
            add(TextKind::string, token.at, spanOf(m_tree.m_text, token.text));
        else if (token.kind == TokenKind::angle)
            add(TextKind::word, token.at, spanOf(m_tree.m_text, token.text));
        else if (const auto flag = flagNamed(token.text))
            return countElement(token, add(TextKind::boolean, token.at, *flag));
        else if (token.text == "None")
            add(TextKind::none, token.at, spanOf(m_tree.m_text, token.text));
        else {
            add(TextKind::word, token.at, spanOf(m_tree.m_text, token.text));
            m_callName = m_tree.m_nodes.size() - 1;
        }
        return {};
    }

    Result<void> countElement(const Token& token, Index)
    {
        if (++m_elements > elementLimit)
            return fail(say("a text literal may have up to {0} elements, found more", elementLimit), token);
        return {};
    }

    Result<void> takeNumber(const Token& token)
    {
        m_tree.m_hasFourDecimals |= endsAtFourDecimals(token.text);
        m_tree.m_hasOverflow |= token.isOverflown;
        if (const auto* complex = std::get_if<std::complex<double>>(&token.number)) {
            m_tree.m_complex.push(*complex);
            return countElement(token, add(TextKind::complex, token.at, m_tree.m_complex.size() - 1));
        }
        if (const auto* integer = std::get_if<std::int64_t>(&token.number))
            return countElement(token, add(TextKind::integer, token.at, static_cast<std::uint64_t>(*integer)));
        if (const auto* natural = std::get_if<std::uint64_t>(&token.number))
            return countElement(token, add(TextKind::natural, token.at, *natural));
        return countElement(token, add(token.isBeyond64Bits ? TextKind::bigInteger : TextKind::real, token.at,
                                       std::bit_cast<std::uint64_t>(std::get<double>(token.number))));
    }

    Result<void> takeOpen(const Token& token)
    {
        if (m_open.size() == depthLimit)
            return fail(say("nested more than {0} deep", depthLimit), token);
        const char bracket = token.text.front();
        if (bracket == '(' && m_callName) {
            auto& call = m_tree.m_nodes[*m_callName];
            call.kind = TextKind::call;
            m_open.push_back({*m_callName, bracket, false, false, {}, token.at});
            // The name keeps the payload; the end is kept beside, in a node of its own.
            m_callName.reset();
            add(TextKind::none, token.at, 0);
            return {};
        }
        if (auto admitted = admit(token); !admitted)
            return admitted;
        m_open.push_back({add(TextKind::list, token.at, 0), bracket, false, false, {}, token.at});
        return {};
    }

    Result<void> takeComma(const Token& token)
    {
        m_callName = {};
        if (m_open.empty() && m_isDone)
            return moreBehind(say("a comma"), token);
        if (m_open.empty() || !m_open.back().hasValue || m_open.back().keyword)
            return fail(say("wanted a value, found a comma"), token);
        m_open.back().hasValue = false;
        m_open.back().hasComma = true;
        return {};
    }

    // "name =" before an argument; before the whole text it names a variable and means nothing to us.
    Result<void> takeEquals(const Token& token)
    {
        if (!m_callName)
            return fail(say("wanted a value, found \"=\""), token);
        const auto name = *m_callName;
        m_callName = {};
        if (m_open.empty()) {
            m_tree.m_nodes.truncate(name);
            m_isDone = false;
            return {};
        }
        auto& open = m_open.back();
        if (m_tree.kind(open.node) != TextKind::call)
            return fail(say("\"=\" belongs to the arguments of a call"), token);
        m_tree.m_nodes[name].kind = TextKind::keyword;
        open.keyword = name;
        open.hasValue = false;
        return {};
    }

    Result<void> takeClose(const Token& token)
    {
        m_callName = {};
        if (m_open.empty())
            return fail(say("one \"{0}\" too many", token.text), token);
        const auto open = m_open.back();
        const char wanted = open.bracket == '[' ? ']' : ')';
        if (token.text.front() != wanted)
            return fail(say("wanted \"{0}\" for the bracket of {1}, found \"{2}\"", wanted,
                            placeToRead(m_tree.m_text, open.at), token.text),
                        token);
        if (open.keyword)
            return fail(say("wanted a value behind \"=\", found \"{0}\"", token.text), token);
        m_open.pop_back();
        close(open);
        return {};
    }

    void close(const Open& open)
    {
        auto& nodes = m_tree.m_nodes;
        const auto end = nodes.size();
        const bool isCall = nodes[open.node].kind == TextKind::call;
        const auto first = open.node + (isCall ? 2 : 1);
        nodes[isCall ? open.node + 1 : open.node].payload = end;
        const auto name = isCall ? m_tree.word(open.node) : std::string_view{};
        if (name == "complex" && end == first + 2 && isReal(first) && isReal(first + 1))
            return becomeComplex(open.node, first);
        if (end != first + 1)
            return;
        // The scalars of NumPy 2: "np.float64(1.5)".
        const bool isScalar = name.starts_with("np.") && name != "np.array" && name != "np.matrix";
        if (m_tree.kind(first) == TextKind::string && (isScalar || name == "float"))
            return becomeQuoted(open.node, first);
        if (!m_tree.isNumber(first))
            return;
        // And "(1+2j)" is its number.
        if ((!isCall && open.bracket == '(' && !open.hasComma) || isScalar) {
            nodes[open.node] = nodes[first];
            nodes.truncate(open.node + 1);
        }
    }

    bool isReal(Index i) const { return m_tree.isNumber(i) && m_tree.kind(i) != TextKind::complex; }

    double realOf(Index i) const
    {
        return std::visit(
            [](const auto& value) {
                if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>)
                    return static_cast<double>(value);
                else
                    return value.real();
            },
            m_tree.number(i));
    }

    // "complex(-0.0, nan)": parts that no sum of them would keep.
    void becomeComplex(Index call, Index first)
    {
        auto& nodes = m_tree.m_nodes;
        m_tree.m_complex.push({realOf(first), realOf(first + 1)});
        nodes[call] = {TextKind::complex, nodes[call].at, m_tree.m_complex.size() - 1};
        nodes.truncate(call + 1);
        --m_elements; // two numbers are one
    }

    // "float('inf')", "np.longdouble('1.5')".
    void becomeQuoted(Index call, Index first)
    {
        auto& nodes = m_tree.m_nodes;
        const auto element = parseElement(m_tree.word(first), ElementType::c128);
        if (!element)
            return;
        const auto number = std::get<std::complex<double>>(element->number());
        const auto at = nodes[call].at;
        nodes.truncate(call);
        if (m_tree.word(first).ends_with('j')) {
            m_tree.m_complex.push(number);
            nodes.push({TextKind::complex, at, m_tree.m_complex.size() - 1});
        } else {
            nodes.push({TextKind::real, at, std::bit_cast<std::uint64_t>(number.real())});
        }
        ++m_elements;
    }

    Result<void> finish(const Token& token)
    {
        if (m_tree.m_nodes.size() == 0)
            return fail(say("wanted a tensor as text, found nothing"), token);
        if (m_open.empty())
            return {};
        // A print that was cut behind its members still says all: "..., size=(4, 6), nnz=4,".
        const auto open = m_open.back();
        if (m_open.size() == 1 && m_tree.kind(open.node) == TextKind::call && !open.keyword) {
            m_tree.m_isCut = true;
            m_open.clear();
            close(open);
            return {};
        }
        return m_lexer.fail(
            say("the text ends before the bracket of {0} is closed", placeToRead(m_tree.m_text, open.at)),
            token.at);
    }

    static constexpr std::uint32_t tokensBetweenLooks = 1 << 13;

    TextTree& m_tree;
    TextLexer m_lexer;
    Pace m_pace;
    std::vector<Open> m_open;
    std::optional<Index> m_callName; // a bare word that was just read: a bracket or "=" may follow
    std::size_t m_elements = 0;
    bool m_isDone = false;
};

Result<TextTree> TextTree::parse(std::string text, const Watch& watch)
{
    TextTree tree;
    tree.m_text = std::move(text);
    tree.m_readersWatch = partOfWatch(watch, 0.5, 1);
    const auto firstHalf = partOfWatch(watch, 0, 0.5);
    Parser parser(tree, firstHalf);
    if (auto run = parser.run(); !run)
        return run.error();
    return tree;
}

TextTree::Index TextTree::firstPart(Index i) const
{
    return kind(i) == TextKind::call ? i + 2 : i + 1;
}

TextTree::Index TextTree::end(Index i) const
{
    while (kind(i) == TextKind::keyword)
        ++i;
    if (!isContainer(kind(i)))
        return i + 1;
    return static_cast<Index>(m_nodes[kind(i) == TextKind::call ? i + 1 : i].payload);
}

std::size_t TextTree::count(Index i) const
{
    std::size_t count = 0;
    for (auto part = firstPart(i); part < end(i); part = end(part))
        ++count;
    return count;
}

std::string_view TextTree::word(Index i) const
{
    TSCOPE_CHECK(!isNumber(i) && kind(i) != TextKind::list, "numbers and lists have no name");
    const auto payload = m_nodes[i].payload;
    return std::string_view(m_text).substr(payload >> 32, payload & 0xFFFFFFFF);
}

Number TextTree::number(Index i) const
{
    const auto payload = m_nodes[i].payload;
    switch (kind(i)) {
    case TextKind::boolean:
        return payload != 0;
    case TextKind::integer:
        return static_cast<std::int64_t>(payload);
    case TextKind::natural:
        return payload;
    case TextKind::complex:
        return m_complex[payload];
    default:
        return std::bit_cast<double>(payload);
    }
}

std::string TextTree::shortText(Index i) const
{
    switch (kind(i)) {
    case TextKind::list:
        return say("a list of {0}", count(i));
    case TextKind::call:
        return say("the call {0}(...)", word(i).substr(0, 60));
    case TextKind::string:
        return say("the string '{0}'", word(i).substr(0, 40));
    case TextKind::none:
        return "None";
    case TextKind::word:
    case TextKind::keyword:
        return '"' + std::string(word(i).substr(0, 60)) + '"';
    default:
        break;
    }
    // A number, as it was written.
    const auto at = m_nodes[i].at;
    return m_text.substr(at, std::min<std::size_t>(m_text.find_first_of(" ,])\n", at + 1) - at, 40));
}

std::string TextTree::place(Index i) const
{
    return placeInText(m_text, m_nodes[i].at);
}

} // namespace tscope
