// SPDX-License-Identifier: Apache-2.0
#include "array/stored_element.h"
#include "base/halving.h"
#include "base/say.h"
#include "layouts/compressed/access.h"
#include "layouts/compressed/finding.h"
#include "layouts/compressed/scan/kernels.h"
#include "layouts/shared/component_path.h"
#include "layouts/shared/sum.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// How people call the members.
struct Words {
    std::string_view pointers, indices, values;
};

Words wordsOf(const Access& access, const Layout& layout)
{
    const auto wordOf = [&](const Member& member) { return readersWord(member, layout); };
    return {wordOf(access.compressed()), wordOf(access.plain()), wordOf(access.values())};
}

std::string at(std::string_view member, const Extents& batch, const std::string& position)
{
    std::string out(member);
    out += '[';
    for (const auto index : batch)
        out += std::to_string(index) + ", ";
    return out + position + ']';
}
std::string at(std::string_view member, const Extents& batch, std::int64_t position)
{
    return at(member, batch, std::to_string(position));
}

Element indexElement(const Member& member, std::int64_t value)
{
    auto element = Element::from(Number(value), member.array.dtype);
    return element ? *element : Element();
}

// The positions in a slice that hold `wanted`: by halving where the slice is known to rise, which a long one is
// looked at once for; else by looking at all of it, a window at a time.
std::vector<std::int64_t> positionsOf(const Access& access, std::int64_t line, Access::Slice slice,
                                      std::int64_t wanted)
{
    constexpr std::int64_t windowSize = longestWindow;
    if (slice.end - slice.begin > windowSize && access.indicesRise(line, slice)) {
        const auto at =
            firstNot(slice.begin, slice.end, [&](std::int64_t k) { return access.index(line, k) < wanted; });
        if (at == slice.end || access.index(line, at) != wanted)
            return {};
        return {at};
    }
    std::vector<std::int64_t> found;
    std::vector<std::int64_t> window;
    for (auto begin = slice.begin; begin < slice.end; begin += windowSize) {
        window.resize(static_cast<std::size_t>(std::min(windowSize, slice.end - begin)));
        access.indices(line, begin, window);
        const auto counts = scanKernels<std::int64_t>().entries(
            window.data(), static_cast<std::int64_t>(window.size()), Order::weak, {});
        if (counts.largest < wanted)
            continue;
        auto from = window.begin();
        if (counts.disorder == 0)
            from = std::ranges::lower_bound(window, wanted);
        for (; from != window.end() && (counts.disorder > 0 || *from == wanted); ++from)
            if (*from == wanted)
                found.push_back(begin + (from - window.begin()));
    }
    return found;
}

bool sliceRises(const Access& access, std::int64_t line, Access::Slice slice)
{
    if (slice.end - slice.begin > longestWindow)
        return access.indicesRise(line, slice);
    std::vector<std::int64_t> indices(static_cast<std::size_t>(slice.end - slice.begin));
    access.indices(line, slice.begin, indices);
    return std::ranges::is_sorted(indices);
}

// The entries between which `wanted` would be, which isn't in the slice: all of a slice in no order.
Access::Slice neighboursOf(const Access& access, std::int64_t line, Access::Slice slice, std::int64_t wanted)
{
    if (!sliceRises(access, line, slice))
        return slice;
    const auto behind =
        firstNot(slice.begin, slice.end, [&](std::int64_t k) { return access.index(line, k) < wanted; });
    return {std::max<std::int64_t>(behind - 1, 0), std::min(behind + 1, access.entriesPerLine())};
}

constexpr std::size_t mostTold = 1000; // entries of one element that are told one by one

class Search
{
public:
    Search(const Access& access, const Layout& layout, const Extents& index)
        : m_access(access), m_words(wordsOf(access, layout))
    {
        const auto first = index.begin() + access.batchDims();
        m_batch.assign(index.begin(), first);
        const auto block = access.block();
        const auto row = first[0];
        const auto column = first[1];
        m_inBlock = {row % block[0], column % block[1]};
        const std::array blocks{row / block[0], column / block[1]};
        m_slice = blocks[access.kind().rows ? 0 : 1];
        m_wanted = blocks[access.kind().rows ? 1 : 0];
        m_dense.assign(first + 2, index.end());
        if (access.kind().blocks)
            tell(
                say("row {0} is row {1} of block row {2}, column {3} is column {4} of block column {5} (blocks of "
                    "{6}x{7})",
                    row, m_inBlock[0], blocks[0], column, m_inBlock[1], blocks[1], block[0], block[1]));
        m_path.value = Element::zero(access.values().array.dtype);
    }

    Path run()
    {
        if (const auto slice = readPointers())
            for (std::size_t told = 0; const auto k : readIndices(*slice))
                readValue(k, told++ < mostTold);
        addUp();
        return std::move(m_path);
    }

private:
    void tell(std::string text) { m_path.steps.push_back({std::move(text), {}, {}}); }

    // "block row 3"
    std::string lineText(bool isRow, std::int64_t number) const
    {
        if (m_access.kind().blocks)
            return isRow ? say("block row {0}", number) : say("block column {0}", number);
        return isRow ? say("row {0}", number) : say("column {0}", number);
    }

    // "crow_indices[2] = 2, crow_indices[3] = 5: row 2 has entries 2..4"
    std::string pointersText(std::int64_t low, std::int64_t high) const
    {
        const auto pair = say("{0} = {1}, {2} = {3}", at(m_words.pointers, m_batch, m_slice), low,
                              at(m_words.pointers, m_batch, m_slice + 1), high);
        const auto line = lineText(m_access.kind().rows, m_slice);
        if (low > high)
            return pair;
        return low == high       ? say("{0}: {1} is empty", pair, line)
               : high == low + 1 ? say("{0}: {1} has entry {2}", pair, line, low)
                                 : say("{0}: {1} has entries {2}", pair, line, runText(low, high));
    }

    std::optional<Access::Slice> readPointers()
    {
        const auto line = m_access.lineOf(m_access.compressed(), m_batch);
        if (!line || m_slice + 1 >= m_access.pointersPerLine()) {
            tell(say("{0} has no pointers for {1}: stopped here", m_words.pointers,
                     lineText(m_access.kind().rows, m_slice)));
            return std::nullopt;
        }
        const auto low = m_access.pointer(*line, m_slice);
        const auto high = m_access.pointer(*line, m_slice + 1);
        const auto slot = *line * m_access.pointersPerLine() + m_slice;
        const Slots slots{"compressed", slot, slot + 2};
        m_path.steps.push_back({pointersText(low, high), slots, indexElement(m_access.compressed(), low)});
        m_path.places.push_back(slots);
        const auto line2 = m_access.lineOf(m_access.plain(), m_batch);
        if (!line2) {
            tell(say("{0} has no such batch entry: stopped here", m_words.indices));
            return std::nullopt;
        }
        const auto stored = m_access.entriesPerLine();
        if (low > high)
            tell(say("the pointers fall, so the slice is read as empty"));
        else if (low < 0 || high > stored)
            tell(say("the pointers leave {0}, which has {1} entries: only those inside are read", m_words.indices,
                     stored));
        return m_access.slice(*line, m_slice);
    }

    std::vector<std::int64_t> readIndices(Access::Slice slice)
    {
        const auto line = *m_access.lineOf(m_access.plain(), m_batch);
        const auto found = positionsOf(m_access, line, slice, m_wanted);
        const auto wanted = lineText(!m_access.kind().rows, m_wanted);
        const auto first = line * m_access.entriesPerLine();
        if (slice.begin == slice.end)
            tell(say("{0} is not stored, so 0", wanted));
        else if (found.empty())
            m_path.steps.push_back({say("no {0} in {1}: {2} is not stored, so 0", m_wanted,
                                        at(m_words.indices, m_batch, runText(slice.begin, slice.end)), wanted),
                                    Slots{"plain", first + slice.begin, first + slice.end},
                                    indexElement(m_access.plain(), m_access.index(line, slice.begin))});
        if (found.empty())
            if (const auto beside = neighboursOf(m_access, line, slice, m_wanted); beside.begin < beside.end)
                m_path.gap = Slots{"plain", first + beside.begin, first + beside.end};
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto k = found[i];
            const Slots slots{"plain", first + k, first + k + 1};
            m_path.places.push_back(slots);
            if (i == mostTold)
                tell(say("and so on for {0} more entries", found.size() - i));
            if (i >= mostTold)
                continue;
            m_path.steps.push_back(
                {say("{0} = {1}: {2} is entry {3}", at(m_words.indices, m_batch, k), m_wanted, wanted, k), slots,
                 indexElement(m_access.plain(), m_wanted)});
        }
        return found;
    }

    std::string nameOfValue(const Extents& index) const { return std::string(m_words.values) + subscript(index); }

    void readValue(std::int64_t k, bool isTold)
    {
        m_path.found = true;
        const auto index = m_access.valueIndex(m_batch, k, m_inBlock[0], m_inBlock[1], m_dense);
        if (!m_access.hasValue(index))
            return isTold ? tell(say("{0} {1} has no {2}: stopped here", m_words.values,
                                     text(m_access.values().array.geometry.sizes), nameOfValue(index)))
                          : void();
        const auto& values = m_access.values();
        std::optional<Slots> slots;
        const auto slot = m_access.valueSlot(index);
        if (slot < int64Max) { // else the values are more than can be counted
            slots = Slots{"values", slot, slot + 1};
            m_path.places.push_back(*slots);
        }
        const auto value = values.isStrided() ? storedElement(values.array, slot) : std::nullopt;
        if (!value) {
            m_unreadable = true;
            if (isTold)
                m_path.steps.push_back({say("{0} can't be read", nameOfValue(index)), slots, {}});
            return;
        }
        m_found.push_back(*value);
        if (isTold)
            m_path.steps.push_back(
                {nameOfValue(index) + " = " + m_found.back().text() + orderWord(), slots, m_found.back()});
    }

    // Said of blocks that lie column by column, as a transposed view has them.
    std::string orderWord() const
    {
        const auto& geometry = m_access.values().array.geometry;
        const auto d = static_cast<std::size_t>(m_access.batchDims()) + 1;
        if (!m_access.kind().blocks || geometry.sizes[d] < 2 || geometry.sizes[d + 1] < 2 ||
            geometry.strides[d] >= geometry.strides[d + 1])
            return {};
        return say(" (blocks lie column by column)");
    }

    void addUp()
    {
        if (m_found.empty()) {
            if (m_unreadable)
                m_path.value = Element(DType::opaque("unknown"), {});
            return;
        }
        m_path.value = m_found.front();
        if (m_found.size() == 1)
            return;
        std::string sum;
        for (std::size_t i = 0; i < std::min<std::size_t>(m_found.size(), 8); ++i)
            sum += (i == 0 ? "" : " + ") + m_found[i].text();
        if (m_found.size() > 8)
            sum += " + ...";
        if (const auto total = sumOf(m_found)) {
            m_path.value = *total;
            sum += " = " + total->text();
        }
        tell(say("{0} entries for one element add up: {1}", m_found.size(), sum));
    }

    const Access& m_access;
    Words m_words;
    Path m_path;
    Extents m_batch, m_dense;
    std::array<std::int64_t, 2> m_inBlock{};
    std::int64_t m_slice = 0, m_wanted = 0;
    std::vector<Element> m_found;
    bool m_unreadable = false;
};

} // namespace

Result<Path> locate(const Tensor& tensor, const Extents& index)
{
    const auto access = Access::make(tensor);
    const auto size = access ? std::optional(access->size()) : CompressedReading(tensor, {}).size();
    if (size) {
        bool inside = index.size() == size->size();
        for (std::size_t d = 0; inside && d < index.size(); ++d)
            inside = index[d] >= 0 && index[d] < (*size)[d];
        if (!inside)
            return invalidArgument(say("an index into {0} was wanted, found {1}", text(*size), text(index)));
    }
    if (!access) {
        Path path;
        path.value = Element::zero(tensor.declaredDType());
        path.steps.push_back({say("{0}: stopped here", access.error().text), {}, {}});
        return path;
    }
    return Search(*access, *tensor.layout, index).run();
}

} // namespace tscope::compressed
