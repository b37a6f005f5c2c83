// SPDX-License-Identifier: Apache-2.0
#include "timing/report/html_table.h"

#include "timing/report/markup.h"

namespace tscope::timing {

HtmlTable::HtmlTable(std::initializer_list<Column> columns) : m_out("<div class=\"wide\"><table><tr>")
{
    for (const auto& column : columns)
        m_out += (column.isOfNumbers ? "<th class=\"n\">" : "<th>") + escaped(column.name) + "</th>";
    m_out += "</tr>\n";
}

HtmlTable& HtmlTable::add(std::string_view text, std::string_view style)
{
    if (!m_isInLine)
        m_out += "<tr>";
    m_isInLine = true;
    m_out += style.empty() ? std::string("<td>") : "<td class=\"" + std::string(style) + "\">";
    m_out += escaped(text) + "</td>";
    return *this;
}

void HtmlTable::endLine()
{
    m_out += "</tr>\n";
    m_isInLine = false;
    ++m_lines;
}

std::string HtmlTable::markup() &&
{
    return isEmpty() ? std::string() : std::move(m_out) + "</table></div>\n";
}

} // namespace tscope::timing
