// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/keys.h"

#include "io/pickle/text.h"

#include <algorithm>
#include <bit>

namespace tscope {

namespace {

constexpr std::size_t longestText = 1'000; // bytes of a string that is compared
constexpr std::size_t longestLine = 200;   // bytes of what a key of parts reads like
constexpr std::size_t leastOfParts = 64;   // what one costs at least

} // namespace

PickleKey PickleKeys::of(PickleTree::Id key)
{
    const auto kind = m_tree.kind(key);
    switch (kind) {
    case PickleKind::none:
        return {kind};
    case PickleKind::boolean:
        return {kind, m_tree.flag(key) ? 1U : 0U};
    case PickleKind::integer:
        return {kind, static_cast<std::uint64_t>(m_tree.integer(key))};
    case PickleKind::real:
        return {kind, std::bit_cast<std::uint64_t>(m_tree.real(key))};
    case PickleKind::string:
    case PickleKind::bytes:
    case PickleKind::bigInteger: {
        const auto text = m_tree.text(key);
        return text.size() <= longestText ? PickleKey{kind, 0, text} : PickleKey{kind, key + std::uint64_t{1}};
    }
    default:
        return ofParts(key);
    }
}

PickleKey PickleKeys::ofParts(PickleTree::Id key)
{
    const PickleKey itself{m_tree.kind(key), key + std::uint64_t{1}};
    if (m_bytesLeft == 0)
        return itself;
    bool wasCut = false;
    auto text = pickleText(m_tree, key, longestLine, &wasCut);
    m_bytesLeft -= std::min(m_bytesLeft, text.size() + leastOfParts);
    return wasCut ? itself : PickleKey{itself.kind, 0, m_texts.emplace_back(std::move(text))};
}

} // namespace tscope
