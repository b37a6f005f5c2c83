// SPDX-License-Identifier: Apache-2.0
#include "facts/element_scan.h"

#include "base/check.h"
#include "element/visit.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tscope {

namespace {

constexpr std::int64_t nowhere = -1;

std::uint64_t wordOf(const std::byte* bytes, int count)
{
    std::uint64_t out = 0;
    for (int i = 0; i < count; ++i)
        out |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return out;
}
static_assert(std::endian::native == std::endian::little, "elements are compared as little-endian words");

// The words of a real type that say: all its bits, all but the sign, the largest that is no NaN.
struct RealWords {
    int bytes;
    std::uint64_t all, magnitude, largest;
};

RealWords realWords(const DType& type)
{
    switch (type.type()) {
    case ElementType::f16:
    case ElementType::c32:
        return {2, 0xffff, 0x7fff, 0x7c00};
    case ElementType::bf16:
        return {2, 0xffff, 0x7fff, 0x7f80};
    case ElementType::f32:
    case ElementType::c64:
        return {4, 0xffffffff, 0x7fffffff, 0x7f800000};
    case ElementType::f64:
    case ElementType::c128:
        return {8, ~std::uint64_t{0}, 0x7fffffffffffffff, 0x7ff0000000000000};
    case ElementType::f8e4m3fn:
        return {1, 0xff, 0x7f, 0x7e};
    case ElementType::f8e5m2:
        return {1, 0xff, 0x7f, 0x7c};
    default:
        checkFailed("real or complex", "only these have words of a real type", __FILE__, __LINE__);
    }
}

// Whether an element is meant.
template <class Word, int words, bool isAbove>
struct Matcher {
    static constexpr std::int64_t itemSize = sizeof(Word) * words;
    Word mask[2], wanted[2];

    explicit Matcher(const WordPattern& pattern)
    {
        for (int part = 0; part < 2; ++part) {
            mask[part] = static_cast<Word>(pattern.mask[part]);
            wanted[part] = static_cast<Word>(pattern.wanted[part]);
        }
    }
    unsigned operator()(const std::byte* element) const
    {
        const auto fits = [&](int part) -> unsigned {
            const auto from = element + part * static_cast<std::ptrdiff_t>(sizeof(Word));
            const auto word = static_cast<Word>(loadElement<Word>(from) & mask[part]);
            return isAbove ? word > wanted[part] : word == wanted[part];
        };
        if constexpr (words == 1)
            return fits(0);
        else
            return isAbove ? fits(0) | fits(1) : fits(0) & fits(1);
    }
};

// Blocks of a fixed length, without a way out of them, are compared many elements at a time.
constexpr std::int64_t blockLength = 64;

template <class Match>
bool isInBlock(const std::byte* lowest, const Match& match)
{
    unsigned any = 0;
    for (std::int64_t k = 0; k < blockLength; ++k)
        any |= match(lowest + k * Match::itemSize);
    return any != 0;
}

// The first of `count` elements, each `stride` behind the one before, that is meant.
template <class Match>
std::int64_t firstOf(const std::byte* at, std::int64_t count, std::int64_t stride, const Match& match)
{
    std::int64_t i = 0;
    if (stride == 1 || stride == -1) {
        const auto lowest = stride > 0 ? 0 : 1 - blockLength;
        while (i + blockLength <= count && !isInBlock(at + (i * stride + lowest) * Match::itemSize, match))
            i += blockLength;
    }
    for (; i < count; ++i)
        if (match(at + i * stride * Match::itemSize) != 0)
            return i;
    return nowhere;
}

// Calls f with the matcher of that pattern.
template <class F>
std::int64_t withMatcher(const WordPattern& pattern, F&& f)
{
    const auto ofWord = [&]<class Word>(std::type_identity<Word>) {
        if (pattern.words == 1)
            return pattern.isAbove ? f(Matcher<Word, 1, true>(pattern)) : f(Matcher<Word, 1, false>(pattern));
        return pattern.isAbove ? f(Matcher<Word, 2, true>(pattern)) : f(Matcher<Word, 2, false>(pattern));
    };
    switch (pattern.wordBytes) {
    case 1:
        return ofWord(std::type_identity<std::uint8_t>());
    case 2:
        return ofWord(std::type_identity<std::uint16_t>());
    case 4:
        return ofWord(std::type_identity<std::uint32_t>());
    default:
        return ofWord(std::type_identity<std::uint64_t>());
    }
}

} // namespace

WordPattern patternOf(const Element& wanted)
{
    TSCOPE_CHECK(wanted.isReadable(), "an opaque element has no bytes to look for");
    const auto& type = wanted.type();
    const auto* bytes = wanted.bytes().data();
    WordPattern out;
    switch (type.elementClass()) {
    case ElementClass::real:
    case ElementClass::complex: {
        const auto real = realWords(type);
        out.wordBytes = real.bytes;
        out.words = type.elementClass() == ElementClass::complex ? 2 : 1;
        out.isAbove = wanted.isNan();
        for (int part = 0; part < out.words; ++part) {
            const auto word = wordOf(bytes + part * real.bytes, real.bytes);
            const bool isZero = (word & real.magnitude) == 0;
            out.mask[part] = out.isAbove || isZero ? real.magnitude : real.all;
            out.wanted[part] = out.isAbove ? real.largest : isZero ? 0 : word;
        }
        break;
    }
    case ElementClass::boolean:
        // Any byte but 0 is true; an odd one that is asked for by its number is meant alone.
        out.mask[0] = 0xff;
        out.wanted[0] = wordOf(bytes, 1);
        if (out.wanted[0] == 1) {
            out.isAbove = true;
            out.wanted[0] = 0;
        }
        break;
    default:
        out.wordBytes = static_cast<int>(type.itemSize());
        out.mask[0] = ~std::uint64_t{0};
        out.wanted[0] = wordOf(bytes, out.wordBytes);
    }
    return out;
}

ElementScan::ElementScan(const Array& array, const Element& wanted, bool isForward)
    : m_storage(array.storage), m_pattern(patternOf(wanted)), m_itemSize(array.dtype.itemSize()),
      m_numel(tscope::numel(array.geometry).value_or(0)), m_offset(array.geometry.offset), m_isForward(isForward)
{
    TSCOPE_CHECK(array.isReadable() && array.dtype == wanted.type(), "elements of one type are compared");
    if (m_numel == 0)
        return;
    const auto range = reach(array.geometry);
    m_first = range->first.clamped();
    m_last = range->last.clamped();
    for (std::size_t d = 0; d < array.geometry.sizes.size(); ++d) {
        const auto size = array.geometry.sizes[d];
        auto stride = array.geometry.strides[d];
        if (size == 1)
            continue;
        if (!isForward) { // the same elements from the other end
            m_offset += (size - 1) * stride;
            stride = -stride;
        }
        if (!m_dims.empty() && checkedMul(size, stride) == m_dims.back().stride)
            m_dims.back() = {m_dims.back().size * size, stride, 1};
        else
            m_dims.push_back({size, stride, 1});
    }
    if (m_dims.empty())
        m_dims.push_back({1, 1, 1});
    for (auto d = m_dims.size() - 1; d-- > 0;)
        m_dims[d].volume = m_dims[d + 1].volume * m_dims[d + 1].size;
}

std::optional<std::int64_t> ElementScan::next(std::int64_t begin, std::int64_t end, const Watch& watch)
{
    if (begin >= end)
        return std::nullopt;
    // Where elements share bytes there may be far more of them than bytes to look at.
    if (m_numel - 1 > m_last - m_first && !isAnywhere(watch))
        return std::nullopt;
    const auto hit = inDim(0, m_offset, begin, end, watch);
    if (hit == nowhere)
        return std::nullopt;
    return m_isForward ? hit : m_numel - 1 - hit;
}

bool ElementScan::isAnywhere(const Watch& watch)
{
    if (!m_isAnywhere) {
        const auto found = inRun(m_first, 1, 0, m_last - m_first + 1, watch) != nowhere;
        if (!found && watch.isStopped())
            return false;
        m_isAnywhere = found;
    }
    return *m_isAnywhere;
}

// The first position in [begin, end) of the elements of the dims from d on, which begin at that offset.
std::int64_t ElementScan::inDim(std::size_t d, std::int64_t offset, std::int64_t begin, std::int64_t end,
                                const Watch& watch)
{
    const auto& dim = m_dims[d];
    if (d + 1 == m_dims.size())
        return inRun(offset, dim.stride, begin, end, watch);
    while (begin < end && !watch.isStopped()) {
        const auto k = begin / dim.volume;
        const auto from = begin - k * dim.volume;
        const auto to = std::min(dim.volume, end - k * dim.volume);
        if (const auto hit = inDim(d + 1, offset + k * dim.stride, from, to, watch); hit != nowhere)
            return k * dim.volume + hit;
        if (dim.stride == 0 && from == 0 && to == dim.volume)
            return nowhere; // the others are the same elements again
        begin = k * dim.volume + to;
    }
    return nowhere;
}

std::int64_t ElementScan::inRun(std::int64_t offset, std::int64_t stride, std::int64_t begin, std::int64_t end,
                                const Watch& watch)
{
    if (stride == 0)
        end = std::min(end, begin + 1); // one element, again and again
    // As many at once as are looked at before the watch is; fewer where bytes have to be brought together first.
    constexpr std::int64_t most = 1 << 16, mostBytes = 1 << 16;
    const auto apart = stride < 0 ? 0 - static_cast<std::uint64_t>(stride) : static_cast<std::uint64_t>(stride);
    const auto fits = static_cast<std::uint64_t>(mostBytes / m_itemSize);
    const auto atOnce = m_storage->data() != nullptr
                            ? most
                            : static_cast<std::int64_t>(fits / std::max<std::uint64_t>(apart, 1)) + 1;
    while (begin < end && !watch.isStopped()) {
        const auto count = std::min(atOnce, end - begin);
        const auto one = offset + begin * stride, other = offset + (begin + count - 1) * stride;
        const auto low = std::min(one, other), high = std::max(one, other);
        const auto bytes = m_storage->window(low * m_itemSize, (high + 1) * m_itemSize, m_scratch);
        const auto* at = bytes.data() + (one - low) * m_itemSize;
        const auto hit =
            withMatcher(m_pattern, [&](const auto& match) { return firstOf(at, count, stride, match); });
        m_lookedAt += hit == nowhere ? count : hit + 1;
        if (hit != nowhere)
            return begin + hit;
        begin += count;
    }
    return nowhere;
}

} // namespace tscope
