// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace tscope::timing {

// A table of HTML under way. Texts are escaped here.
class HtmlTable
{
public:
    struct Column {
        std::string_view name;
        bool isOfNumbers = false;
    };
    explicit HtmlTable(std::initializer_list<Column> columns);

    HtmlTable& add(std::string_view text, std::string_view style = {});
    HtmlTable& number(std::string_view text) { return add(text, "n"); }
    void endLine();

    bool isEmpty() const { return m_lines == 0; }
    std::string markup() &&; // of an empty one: nothing

private:
    std::string m_out;
    int m_lines = 0;
    bool m_isInLine = false;
};

} // namespace tscope::timing
