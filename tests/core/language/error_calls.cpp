// SPDX-License-Identifier: Apache-2.0
#include "core/language/error_calls.h"

#include "core/language/source_texts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace tscope::test {

namespace {

constexpr std::array makers{"invalidArgument",
                            "unsupported",
                            "corrupt",
                            "overflow",
                            "overBudget",
                            "fail",
                            "error",
                            "refusedShape",
                            "cantBreak",
                            "cannotBeMultiplied",
                            "tooLarge",
                            "damaged",
                            "notUnderstood",
                            "endedWorker",
                            "stop",
                            "reject",
                            "jsonError",
                            "textError",
                            "fail",
                            "broken"};
constexpr std::array sayers{"say", "translated"};
// Of these the sentence comes behind something else.
constexpr std::array secondArgument{"cannotRead", "cantCast", "refuse", "refuseAt"};

template <std::size_t Count>
bool isOne(const std::array<const char*, Count>& names, const std::string& name)
{
    return std::ranges::find(names, std::string_view(name)) != names.end();
}

bool isMaker(const std::string& call)
{
    return isOne(makers, call) || isOne(secondArgument, call);
}

bool hasWords(const std::string& text)
{
    int letters = 0;
    for (const unsigned char c : text) {
        letters = std::isalpha(c) != 0 ? letters + 1 : 0;
        if (letters == 2)
            return true;
    }
    return false;
}

// A bracket that is open, what it belongs to, and how many commas have passed in it.
struct Open {
    std::string call;
    std::size_t argument = 0;
    bool isError = false; // Error{ErrorCode::corrupt, ...} or what is returned as one
};

class Walk
{
public:
    explicit Walk(const std::string& source) : m_source(source), m_literals(literalsOf(source)) {}

    std::vector<UnsaidLiteral> all()
    {
        std::size_t at = 0;
        for (const auto& literal : m_literals) {
            passCode(at, literal.at);
            look(literal);
            m_word.clear();
            at = m_endOf(literal.at);
        }
        return std::move(m_found);
    }

private:
    // Behind the quoted pieces of a literal that begins there.
    std::size_t m_endOf(std::size_t at) const
    {
        for (++at; at < m_source.size() && m_source[at] != '"'; ++at)
            at += m_source[at] == '\\' ? 1 : 0;
        return at + 1;
    }

    void passCode(std::size_t at, std::size_t end)
    {
        while (at < end) {
            const auto rest = std::string_view(m_source).substr(at);
            if (rest.starts_with("//") || rest.starts_with("#include")) {
                at = std::min(m_source.find('\n', at), end);
            } else if (rest.starts_with("R\"")) {
                const auto open = m_source.find('(', at);
                const auto close = ")" + m_source.substr(at + 2, open - at - 2) + "\"";
                at = std::min(m_source.find(close, open) + close.size(), end);
            } else if (m_source[at] == '"' || (m_source[at] == '\'' && !isInWord(at))) {
                const char mark = m_source[at++];
                while (at < end && m_source[at] != mark)
                    at += m_source[at] == '\\' ? 2 : 1;
                ++at;
            } else {
                pass(m_source[at++]);
            }
        }
    }

    // 1'000'000
    bool isInWord(std::size_t at) const
    {
        return at > 0 && std::isalnum(static_cast<unsigned char>(m_source[at - 1])) != 0;
    }

    void pass(char c)
    {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
            if (m_isWordOver)
                m_word.clear();
            m_isWordOver = false;
            m_word += c;
            if (m_word == "ErrorCode" && !m_open.empty() && m_open.back().argument == 0)
                m_open.back().isError = true;
            return;
        }
        m_isWordOver = true;
        if (std::isspace(static_cast<unsigned char>(c)) != 0)
            return;
        if (c == '(' || c == '{' || c == '[')
            m_open.push_back({m_word});
        else if ((c == ')' || c == '}' || c == ']') && !m_open.empty())
            m_open.pop_back();
        else if (c == ',' && !m_open.empty())
            ++m_open.back().argument;
        else if (c == ';' && !m_open.empty())
            m_open.back() = {};
        m_word.clear();
    }

    void look(const Literal& literal)
    {
        if (!hasWords(literal.text) || m_open.empty())
            return;
        // A single word that is handed on to some other function is a key, not a piece of the sentence.
        const bool isPiece = literal.text.find(' ') != std::string::npos || m_open.back().call == "string" ||
                             m_open.back().isError || isMaker(m_open.back().call) || m_open.back().call.empty();
        if (!isPiece)
            return;
        for (auto open = m_open.rbegin(); open != m_open.rend(); ++open) {
            if (isOne(sayers, open->call))
                return;
            const auto sentenceAt = open->isError || isOne(secondArgument, open->call) ? 1U : 0U;
            if ((open->isError || isMaker(open->call)) && open->argument == sentenceAt)
                m_found.push_back({literal.text, open->isError ? "Error" : open->call, literal.at});
            if (open->isError || isMaker(open->call))
                return;
        }
    }

    const std::string& m_source;
    const std::vector<Literal> m_literals;
    std::vector<Open> m_open;
    std::string m_word;
    bool m_isWordOver = true;
    std::vector<UnsaidLiteral> m_found;
};

} // namespace

std::vector<UnsaidLiteral> unsaidLiteralsOf(const std::string& source)
{
    return Walk(source).all();
}

} // namespace tscope::test
