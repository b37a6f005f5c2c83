// SPDX-License-Identifier: Apache-2.0
#include "core/language/source_texts.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tscope::test {

namespace {

class Scanner
{
public:
    explicit Scanner(const std::string& source) : m_source(source) {}

    std::vector<Literal> all()
    {
        while (m_at < m_source.size())
            step();
        return std::move(m_all);
    }

private:
    bool is(std::string_view text) const { return m_source.compare(m_at, text.size(), text) == 0; }
    void skipBehind(std::string_view text)
    {
        const auto found = m_source.find(text, m_at + 1);
        m_at = found == std::string::npos ? m_source.size() : found + text.size();
    }

    void step()
    {
        const char c = m_source[m_at];
        if (is("//"))
            return skipBehind("\n");
        if (is("/*"))
            return skipBehind("*/");
        if (is("#include"))
            return skipBehind("\n");
        if (is("R\"")) {
            const auto open = m_source.find('(', m_at);
            return skipBehind(")" + m_source.substr(m_at + 2, open - m_at - 2) + "\"");
        }
        // 1'000 is a number; return '"' ends one word and begins a quotation.
        if (c == '\'' && (m_at == 0 || std::isalnum(static_cast<unsigned char>(m_source[m_at - 1])) == 0))
            return readQuoted('\'', nullptr);
        if (c == '"')
            return readLiteral();
        if (std::isspace(static_cast<unsigned char>(c)) == 0) {
            m_code += c;
            m_isBehindLiteral = false;
        }
        ++m_at;
    }

    void readQuoted(char mark, std::string* text)
    {
        for (++m_at; m_at < m_source.size() && m_source[m_at] != mark; ++m_at) {
            const bool isEscape = m_source[m_at] == '\\';
            m_at += isEscape;
            if (text != nullptr)
                *text += isEscape && m_source[m_at] == 'n' ? '\n' : m_source[m_at];
        }
        ++m_at;
        m_code += mark;
    }

    void readLiteral()
    {
        if (!m_isBehindLiteral)
            m_all.push_back({{}, m_code.substr(m_code.size() - std::min<std::size_t>(m_code.size(), 80)), m_at});
        readQuoted('"', &m_all.back().text);
        m_isBehindLiteral = true;
    }

    const std::string& m_source;
    std::size_t m_at = 0;
    std::string m_code; // what was passed, without blanks
    bool m_isBehindLiteral = false;
    std::vector<Literal> m_all;
};

} // namespace

std::vector<Literal> literalsOf(const std::string& source)
{
    return Scanner(source).all();
}

std::vector<SourceFile> sourceFiles()
{
    std::vector<SourceFile> out;
    for (const auto* folder : {"/core", "/app/tscope", "/widgets", "/app/tensorscope"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::string(TSCOPE_SOURCES) + folder))
            if (const auto ending = entry.path().extension(); ending == ".cpp" || ending == ".h") {
                std::ifstream file(entry.path());
                out.push_back({entry.path().string(), {std::istreambuf_iterator<char>(file), {}}});
            }
    return out;
}

} // namespace tscope::test
