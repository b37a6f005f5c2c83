// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace tscope::timing {

// A table under way: fields from left to right, line by line.
class CsvTable
{
public:
    explicit CsvTable(std::initializer_list<std::string_view> names);

    CsvTable& add(std::string_view word); // as `csvField` writes it
    CsvTable& add(double number);         // in the fewest digits that read back the same
    template <std::integral Number>
    CsvTable& add(Number number)
    {
        return add(std::string_view(std::to_string(number)));
    }
    CsvTable& add(bool flag) { return add(std::string_view(flag ? "true" : "false")); }
    CsvTable& add(const char* word) { return add(std::string_view(word)); }
    CsvTable& add(const std::string& word) { return add(std::string_view(word)); }
    template <class Value>
    CsvTable& add(const std::optional<Value>& value)
    {
        return value ? add(*value) : add(std::string_view());
    }
    void endLine(); // precondition: as many fields as names

    std::string text() && { return std::move(m_text); }

private:
    std::string m_text;
    std::size_t m_names, m_fields = 0;
};

} // namespace tscope::timing
