// SPDX-License-Identifier: Apache-2.0
#include "tensor/claims.h"

#include <algorithm>

namespace tscope {

void Claims::set(std::string_view name, ClaimValue value)
{
    const auto at = std::ranges::find(m_claims, name, &Claim::name);
    if (at != m_claims.end())
        at->value = std::move(value);
    else
        m_claims.push_back({std::string(name), std::move(value)});
}

void Claims::erase(std::string_view name)
{
    std::erase_if(m_claims, [&](const Claim& claim) { return claim.name == name; });
}

const ClaimValue* Claims::find(std::string_view name) const
{
    const auto at = std::ranges::find(m_claims, name, &Claim::name);
    return at == m_claims.end() ? nullptr : &at->value;
}

namespace {

template <class T>
std::optional<T> as(const ClaimValue* value)
{
    if (const auto* typed = value ? std::get_if<T>(value) : nullptr)
        return *typed;
    return std::nullopt;
}

} // namespace

std::optional<std::int64_t> Claims::integer(std::string_view name) const
{
    return as<std::int64_t>(find(name));
}

std::optional<bool> Claims::flag(std::string_view name) const
{
    return as<bool>(find(name));
}

std::optional<std::string> Claims::word(std::string_view name) const
{
    return as<std::string>(find(name));
}

} // namespace tscope
