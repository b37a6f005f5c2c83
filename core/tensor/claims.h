// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tscope {

using ClaimValue = std::variant<bool, std::int64_t, std::string>;

// What a tensor says of itself beside its members: "numel", "is_coalesced", "ragged_idx", "declared_layout" ...
// Layouts decide which claims mean something to them; the others are kept as they came.
class Claims
{
public:
    struct Claim {
        std::string name;
        ClaimValue value;
        bool operator==(const Claim&) const = default;
    };

    void set(std::string_view name, ClaimValue value);
    void erase(std::string_view name);
    const ClaimValue* find(std::string_view name) const;
    std::optional<std::int64_t> integer(std::string_view name) const;
    std::optional<bool> flag(std::string_view name) const;
    std::optional<std::string> word(std::string_view name) const;

    const std::vector<Claim>& all() const { return m_claims; }
    bool operator==(const Claims&) const = default;

private:
    std::vector<Claim> m_claims; // in the order they were made
};

} // namespace tscope
