// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "element/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tscope {

enum class ParamKind : std::uint8_t { integer, integers, number, flag, type };

// One parameter of an operation, as a command line and a dialog offer it.
struct ParamSpec {
    std::string_view name;
    ParamKind kind = ParamKind::integer;
    std::string_view fallback; // what it is when nothing is said; "" with `optional`: nothing
    std::string_view meaning;
    bool optional = false;
};

using ParamValue = std::variant<std::int64_t, std::vector<std::int64_t>, double, bool, DType>;

// The parameters of one call, each of the kind that its operation says. One that is optional may be absent.
class Params
{
public:
    void set(std::string_view name, ParamValue value);
    bool has(std::string_view name) const { return find(name) != nullptr; }
    // Preconditions: it is there, and of that kind.
    std::int64_t integer(std::string_view name) const { return std::get<std::int64_t>(*find(name)); }
    const std::vector<std::int64_t>& integers(std::string_view name) const
    {
        return std::get<std::vector<std::int64_t>>(*find(name));
    }
    double number(std::string_view name) const { return std::get<double>(*find(name)); }
    bool flag(std::string_view name) const { return std::get<bool>(*find(name)); }
    const DType& type(std::string_view name) const { return std::get<DType>(*find(name)); }

    const std::vector<std::pair<std::string, ParamValue>>& all() const { return m_values; }

private:
    const ParamValue* find(std::string_view name) const;
    std::vector<std::pair<std::string, ParamValue>> m_values;
};

// "name=value" texts read as the operation wants them, fallbacks filled in. Fails for a name it does not know and
// for a value of another kind.
Result<Params> parseParams(std::span<const ParamSpec> specs, std::span<const std::string> texts);

} // namespace tscope
