// SPDX-License-Identifier: Apache-2.0
#include "literals/json_claims.h"

#include "array/dim_limit.h"
#include "base/say.h"
#include "literals/json_array.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tscope {

namespace {

constexpr std::size_t unknownClaimLimit = 1000; // of one tensor

constexpr std::array<std::string_view, 6> integerClaims{"numel",      "sparse_dim", "dense_dim",
                                                        "ragged_idx", "min_seqlen", "max_seqlen"};

} // namespace

bool JsonClaimReader::isInteger(std::string_view word)
{
    return std::ranges::find(integerClaims, word) != integerClaims.end();
}

Result<void> JsonClaimReader::read(JsonTree::Index key, Claims& claims)
{
    const auto word = m_tree.word(key);
    const auto at = key + 1;
    if (word == "declared_layout") {
        auto value = jsonWord(m_tree, at);
        if (!value)
            return value.error();
        claims.set(word, std::move(*value));
    } else if (word == "is_coalesced") {
        const auto value = jsonFlag(m_tree, at);
        if (!value)
            return value.error();
        claims.set(word, *value);
    } else if (isInteger(word)) {
        const auto value = jsonInteger(m_tree, at);
        if (!value)
            return value.error();
        claims.set(word, *value);
    } else {
        keepUnknown(key, claims);
    }
    return {};
}

void JsonClaimReader::keepUnknown(JsonTree::Index key, Claims& claims)
{
    const auto at = key + 1;
    std::optional<ClaimValue> value;
    if (m_tree.kind(at) == JsonKind::boolean)
        value = m_tree.flag(at);
    else if (m_tree.kind(at) == JsonKind::integer)
        value = std::get<std::int64_t>(m_tree.number(at));
    else if (m_tree.kind(at) == JsonKind::word)
        value = std::string(m_tree.word(at));
    const bool isKept = value && m_unknown++ < unknownClaimLimit;
    if (isKept)
        claims.set(m_tree.word(key), std::move(*value));
    m_warnings.add([&] {
        return isKept ? say("the key {0} is not known and was kept as it is", m_tree.path(key))
                      : say("the key {0} is not known and was left out", m_tree.path(key));
    });
}

Result<Extents> readJsonSize(const JsonTree& tree, JsonTree::Index at)
{
    if (tree.kind(at) != JsonKind::list)
        return jsonError(tree, at, say("a list of integers"));
    if (tree.count(at) > dimLimit)
        return jsonError(tree, at, say("a list of at most {0} integers", dimLimit));
    Extents size;
    for (auto part = at + 1; part < tree.end(at); part = tree.end(part)) {
        if (tree.kind(part) == JsonKind::word && tree.word(part).starts_with('j')) {
            size.push_back(-1);
            continue;
        }
        const auto extent = jsonInteger(tree, part);
        if (!extent)
            return extent.error();
        size.push_back(*extent);
    }
    return size;
}

} // namespace tscope
