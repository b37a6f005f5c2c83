// SPDX-License-Identifier: Apache-2.0
#include "lessons/expression.h"

#include "base/say.h"
#include "lessons/letters.h"

#include <array>
#include <charconv>

namespace tscope {

namespace {

using Kind = Expression::Kind;
using Node = Expression::Node;

constexpr std::size_t longest = 10'000; // characters of one formula
constexpr int deepest = 64;             // brackets and signs inside each other

// Reads by descent, the loosest binding first. After the first error all reading ends.
class Parser
{
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    Result<Node> whole()
    {
        auto node = choice();
        skipSpace();
        if (!m_error && m_at < m_text.size())
            fail(say("wanted the end of the formula, found {0}", found()));
        if (m_error)
            return *m_error;
        return node;
    }

private:
    Node fail(std::string sentence)
    {
        if (!m_error)
            m_error = expressionError(std::move(sentence), column());
        m_at = m_text.size();
        return {};
    }

    std::int64_t column() const { return static_cast<std::int64_t>(m_at) + 1; }
    std::string found() const
    {
        if (m_at >= m_text.size())
            return say("the end");
        auto end = m_at + 1;
        if (isNamePart(m_text[m_at]))
            while (end < m_text.size() && end < m_at + 40 && isNamePart(m_text[end]))
                ++end;
        while (end < m_text.size() && (static_cast<unsigned char>(m_text[end]) & 0xC0U) == 0x80U)
            ++end;
        return "\"" + std::string(m_text.substr(m_at, end - m_at)) + "\"";
    }

    void skipSpace()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }
    bool takes(std::string_view sign)
    {
        skipSpace();
        if (!m_text.substr(m_at).starts_with(sign))
            return false;
        m_at += sign.size();
        return true;
    }
    bool takesWord(std::string_view word)
    {
        skipSpace();
        if (!m_text.substr(m_at).starts_with(word))
            return false;
        const auto end = m_at + word.size();
        if (end < m_text.size() && isNamePart(m_text[end]))
            return false;
        m_at = end;
        return true;
    }
    void wants(std::string_view sign)
    {
        if (!takes(sign))
            fail(say("wanted \"{0}\", found {1}", sign, found()));
    }

    Node node(Kind kind, std::vector<Node> parts, std::string_view word = {})
    {
        const auto at = parts.empty() ? column() : parts.front().column;
        return {kind, std::string(word), {}, std::move(parts), at};
    }
    static std::vector<Node> both(Node a, Node b)
    {
        std::vector<Node> parts;
        parts.push_back(std::move(a));
        parts.push_back(std::move(b));
        return parts;
    }

    Node choice()
    {
        const Deeper deeper(*this);
        if (m_depth > deepest)
            return fail(say("wanted at most {0} brackets inside each other", deepest));
        auto then = any();
        if (!takesWord("if"))
            return then;
        auto parts = both(std::move(then), any());
        if (!takesWord("else"))
            return fail(say("wanted \"{0}\", found {1}", "else", found()));
        parts.push_back(choice());
        return node(Kind::choice, std::move(parts));
    }

    Node any()
    {
        auto left = all();
        while (takesWord("or"))
            left = node(Kind::disjunction, both(std::move(left), all()));
        return left;
    }

    Node all()
    {
        auto left = denied();
        while (takesWord("and"))
            left = node(Kind::conjunction, both(std::move(left), denied()));
        return left;
    }

    Node denied()
    {
        const Deeper deeper(*this);
        if (m_depth > deepest)
            return fail(say("wanted at most {0} brackets inside each other", deepest));
        if (!takesWord("not"))
            return compared();
        std::vector<Node> part;
        part.push_back(denied());
        return node(Kind::denial, std::move(part));
    }

    Node compared()
    {
        auto left = sum();
        for (const auto* sign : {"==", "!=", "<=", ">=", "<", ">"})
            if (takes(sign))
                return node(Kind::comparison, both(std::move(left), sum()), sign);
        if (takesWord("in"))
            return node(Kind::comparison, both(std::move(left), sum()), "in");
        return left;
    }

    Node sum()
    {
        auto left = product();
        for (;;) {
            if (takes("+"))
                left = node(Kind::arithmetic, both(std::move(left), product()), "+");
            else if (takes("-"))
                left = node(Kind::arithmetic, both(std::move(left), product()), "-");
            else
                return left;
        }
    }

    Node product()
    {
        auto left = signedOne();
        for (;;) {
            if (takes("*"))
                left = node(Kind::arithmetic, both(std::move(left), signedOne()), "*");
            else if (takes("//"))
                left = node(Kind::arithmetic, both(std::move(left), signedOne()), "//");
            else if (takes("%"))
                left = node(Kind::arithmetic, both(std::move(left), signedOne()), "%");
            else
                return left;
        }
    }

    Node signedOne()
    {
        const Deeper deeper(*this);
        if (m_depth > deepest)
            return fail(say("wanted at most {0} brackets inside each other", deepest));
        if (!takes("-"))
            return elementOf(single());
        std::vector<Node> part;
        part.push_back(signedOne());
        return node(Kind::negation, std::move(part));
    }

    Node elementOf(Node of)
    {
        while (takes("[")) {
            auto parts = both(std::move(of), choice());
            wants("]");
            of = node(Kind::element, std::move(parts));
        }
        return of;
    }

    Node single()
    {
        skipSpace();
        if (m_at >= m_text.size())
            return fail(say("wanted a number, a name or a list, found {0}", found()));
        const auto c = m_text[m_at];
        if ((c >= '0' && c <= '9'))
            return number();
        if (c == '"' || c == '\'')
            return word(c);
        if (takes("(")) {
            auto inside = choice();
            wants(")");
            return inside;
        }
        if (c == '[')
            return list();
        if (isNameStart(c))
            return nameOrCall();
        return fail(say("wanted a number, a name or a list, found {0}", found()));
    }

    Node number()
    {
        const auto from = column();
        std::int64_t whole = 0;
        const auto rest = m_text.substr(m_at);
        const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), whole);
        if (read.ec != std::errc())
            return fail(say("wanted a number below 2^63, found {0}", found()));
        m_at += static_cast<std::size_t>(read.ptr - rest.data());
        return {Kind::constant, {}, whole, {}, from};
    }

    Node word(char quote)
    {
        const auto from = column();
        const auto end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos)
            return fail(say("wanted a closing {0}, found {1}", std::string(1, quote), say("the end")));
        Node node{Kind::constant, {}, std::string(m_text.substr(m_at + 1, end - m_at - 1)), {}, from};
        m_at = end + 1;
        return node;
    }

    Node list()
    {
        const auto from = column();
        wants("[");
        Node node{Kind::list, {}, {}, {}, from};
        if (takes("]"))
            return node;
        node.parts.push_back(choice());
        if (takesWord("for"))
            return comprehension(std::move(node));
        while (takes(","))
            node.parts.push_back(choice());
        wants("]");
        return node;
    }

    Node comprehension(Node node)
    {
        node.kind = Kind::comprehension;
        skipSpace();
        node.word = std::string(name());
        if (node.word.empty())
            return fail(say("wanted a name, found {0}", found()));
        if (!takesWord("in"))
            return fail(say("wanted \"{0}\", found {1}", "in", found()));
        node.parts.push_back(any());
        if (takesWord("if"))
            node.parts.push_back(any());
        wants("]");
        return node;
    }

    std::string_view name()
    {
        const auto from = m_at;
        if (m_at < m_text.size() && isNameStart(m_text[m_at]))
            while (m_at < m_text.size() && isNamePart(m_text[m_at]))
                ++m_at;
        return m_text.substr(from, m_at - from);
    }

    Node nameOrCall()
    {
        const auto from = column();
        const auto word = name();
        if (word == "true" || word == "false" || word == "True" || word == "False")
            return {Kind::constant, {}, Value(word == "true" || word == "True"), {}, from};
        if (!takes("("))
            return {Kind::name, std::string(word), {}, {}, from};
        Node call{Kind::call, std::string(word), {}, {}, from};
        if (takes(")"))
            return call;
        do
            call.parts.push_back(choice());
        while (takes(","));
        wants(")");
        return call;
    }

    struct Deeper {
        explicit Deeper(Parser& parser) : m_parser(parser) { ++m_parser.m_depth; }
        ~Deeper() { --m_parser.m_depth; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

        Parser& m_parser;
    };

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::optional<Error> m_error;
};

} // namespace

Error expressionError(std::string sentence, std::int64_t column)
{
    return invalidArgument(std::move(sentence), say("column {0}", column));
}

const Value* Scope::find(std::string_view name) const
{
    const auto at = names.find(name);
    return at == names.end() ? nullptr : &at->second;
}

Result<Expression> Expression::parse(std::string_view text)
{
    if (text.size() > longest)
        return expressionError(
            say("wanted a formula of at most {0#} characters, found {1#}", longest, text.size()), 1);
    auto root = Parser(text).whole();
    if (!root)
        return root.error();
    return Expression(std::string(text), *std::move(root));
}

} // namespace tscope
