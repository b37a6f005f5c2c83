// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/layout.h"
#include "base/result.h"

#include <optional>
#include <span>
#include <string_view>

namespace tscope {

// How one contract asks for one rule.
struct Demand {
    Level level = Level::violation;
    Wording wording = Wording::catalogue;
};

// Which rules one consumer demands of a tensor. `pytorch` is the catalogue as it stands, for every layout there
// is or will be; the others know some layouts and refuse the rest.
class Contract
{
public:
    // What it asks of this rule; nothing: it does not ask.
    std::optional<Demand> demand(const Layout& layout, const Rule& rule) const
    {
        return m_kind == Kind::pytorch ? cataloguesOwn(rule) : demandOfTables(layout, rule);
    }
    // The rule id that says "this contract does not know the layout" ("SP-0"); nothing: it knows it.
    std::optional<std::string_view> refusal(const Layout& layout) const;

    std::string_view name() const { return m_name; }

    enum class Kind : std::uint8_t { pytorch, documented, csr2021, csr2021Draft, scipy, cusparse };
    constexpr Contract(Kind kind, std::string_view name) : m_kind(kind), m_name(name) {}

private:
    static std::optional<Demand> cataloguesOwn(const Rule& rule)
    {
        return rule.asked ? std::optional(Demand{rule.level, rule.wording}) : std::nullopt;
    }
    std::optional<Demand> demandOfTables(const Layout& layout, const Rule& rule) const;

    Kind m_kind;
    std::string_view m_name;
};

std::span<const Contract> contracts(); // the default one first
const Contract& defaultContract();
// Fails (invalidArgument, naming all) when there is no contract of that name.
Result<const Contract*> contractNamed(std::string_view name);
// The statement of a rule under a wording, in the words of this tensor: what holds on one that the contract takes.
std::string statementOf(const Tensor& tensor, const Rule& rule, Wording wording);

} // namespace tscope
