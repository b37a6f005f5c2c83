// SPDX-License-Identifier: Apache-2.0
#include "timing/csv_table.h"

#include "base/check.h"
#include "base/csv_line.h"
#include "base/printable.h"

#include <array>
#include <charconv>
#include <cmath>

namespace tscope::timing {

CsvTable::CsvTable(std::initializer_list<std::string_view> names) : m_names(names.size())
{
    for (const auto name : names)
        add(name);
    endLine();
}

CsvTable& CsvTable::add(std::string_view word)
{
    if (m_fields++ > 0)
        m_text += ',';
    m_text += csvField(printable(word)); // no line ends, so that each line is one of the table
    return *this;
}

CsvTable& CsvTable::add(double number)
{
    if (!std::isfinite(number))
        return add(std::string_view());
    std::array<char, 32> text{};
    const auto done = std::to_chars(text.data(), text.data() + text.size(), number);
    return add(std::string_view(text.data(), static_cast<std::size_t>(done.ptr - text.data())));
}

void CsvTable::endLine()
{
    TSCOPE_CHECK(m_fields == m_names, "a line has a field for each name");
    m_text += "\r\n";
    m_fields = 0;
}

} // namespace tscope::timing
