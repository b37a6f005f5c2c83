// SPDX-License-Identifier: Apache-2.0
// What can be told of a formula without working it out.
#include "lessons/expression.h"

namespace tscope {

namespace {

void addWords(const Expression::Node& node, std::vector<std::string>& words)
{
    if (node.kind == Expression::Kind::name || node.kind == Expression::Kind::call)
        words.push_back(node.word);
    for (const auto& part : node.parts)
        addWords(part, words);
}

} // namespace

std::vector<std::string> Expression::words() const
{
    std::vector<std::string> words;
    addWords(m_root, words);
    return words;
}

std::optional<std::size_t> Expression::elementsWritten() const
{
    return m_root.kind == Expression::Kind::list ? std::optional(m_root.parts.size()) : std::nullopt;
}

std::string_view Expression::called() const
{
    return m_root.kind == Expression::Kind::call ? std::string_view(m_root.word) : std::string_view();
}

std::string_view Expression::nameGivenTo(std::string_view function) const
{
    const bool isOfName =
        called() == function && m_root.parts.size() == 1 && m_root.parts.front().kind == Kind::name;
    return isOfName ? std::string_view(m_root.parts.front().word) : std::string_view();
}

} // namespace tscope
