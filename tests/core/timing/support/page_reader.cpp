// SPDX-License-Identifier: Apache-2.0
#include "core/timing/support/page_reader.h"

#include <algorithm>
#include <array>

namespace tscope::timing {

namespace {

constexpr std::array<std::string_view, 2> neverClosed{"meta", "input"};

class PageReader
{
public:
    explicit PageReader(std::string_view markup) : m_rest(markup), m_whole(markup) {}

    Page read()
    {
        constexpr std::string_view doctype = "<!DOCTYPE html>";
        if (m_rest.starts_with(doctype))
            m_rest.remove_prefix(doctype.size());
        while (!m_rest.empty() && m_page.problem.empty()) {
            if (m_rest.front() == '<')
                tag();
            else
                text(m_rest.substr(0, m_rest.find('<')));
        }
        if (m_page.problem.empty() && !m_open.empty())
            fail("not closed: " + m_page.elements[m_open.back()].tag);
        return std::move(m_page);
    }

private:
    void fail(const std::string& what)
    {
        if (m_page.problem.empty())
            m_page.problem = what + " at byte " + std::to_string(m_whole.size() - m_rest.size());
    }

    void text(std::string_view words)
    {
        for (auto at = words.find('&'); at != std::string_view::npos; at = words.find('&', at + 1)) {
            constexpr std::array<std::string_view, 5> known{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
            if (std::ranges::none_of(known, [&](auto each) { return words.substr(at).starts_with(each); }))
                fail("a bare &");
        }
        if (!m_open.empty())
            m_page.elements[m_open.back()].text += words;
        m_rest.remove_prefix(words.size());
    }

    void tag()
    {
        const auto end = m_rest.find('>');
        if (end == std::string_view::npos)
            return fail("a tag without end");
        auto inside = m_rest.substr(1, end - 1);
        if (inside.starts_with('/')) {
            if (m_open.empty() || m_page.elements[m_open.back()].tag != inside.substr(1))
                return fail("closed out of order: " + std::string(inside));
            m_open.pop_back();
            m_rest.remove_prefix(end + 1);
            return;
        }
        const bool isEmpty = inside.ends_with('/');
        if (isEmpty)
            inside.remove_suffix(1);
        PageElement element;
        element.tag = inside.substr(0, inside.find(' '));
        inside.remove_prefix(std::min(inside.size(), element.tag.size() + 1));
        attributes(inside, element);
        const auto number = m_page.elements.size();
        element.parent = m_open.empty() ? number : m_open.back();
        element.svg = element.tag == "svg" ? number : m_open.empty() ? 0 : m_page.elements[m_open.back()].svg;
        m_page.elements.push_back(element);
        m_rest.remove_prefix(end + 1);
        if (element.tag == "style") {
            const auto close = m_rest.find("</style>");
            m_page.elements.back().text = m_rest.substr(0, close);
            m_rest.remove_prefix(std::min(close, m_rest.size()));
        }
        if (!isEmpty && std::ranges::find(neverClosed, element.tag) == neverClosed.end())
            m_open.push_back(number);
    }

    void attributes(std::string_view inside, PageElement& element)
    {
        while (!inside.empty()) {
            const auto name = inside.substr(0, inside.find_first_of("= "));
            inside.remove_prefix(name.size());
            std::string value;
            if (inside.starts_with("=\"")) {
                const auto close = inside.find('"', 2);
                if (close == std::string_view::npos)
                    return fail("an attribute without end");
                value = inside.substr(2, close - 2);
                inside.remove_prefix(close + 1);
            } else if (name != "checked") {
                return fail("an attribute without a value in quotes: " + std::string(name));
            }
            if (!element.attributes.emplace(name, value).second)
                return fail("an attribute twice: " + std::string(name));
            inside.remove_prefix(inside.starts_with(' ') ? 1 : 0);
        }
    }

    std::string_view m_rest, m_whole;
    std::vector<std::size_t> m_open;
    Page m_page;
};

} // namespace

std::vector<PageElement> Page::all(std::string_view tag) const
{
    std::vector<PageElement> out;
    std::ranges::copy_if(elements, std::back_inserter(out), [&](const auto& each) { return each.tag == tag; });
    return out;
}

Page readPage(std::string_view markup)
{
    return PageReader(markup).read();
}

} // namespace tscope::timing
