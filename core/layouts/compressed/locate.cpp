// SPDX-License-Identifier: Apache-2.0
#include "array/stored_element.h"
#include "base/halving.h"
#include "layouts/compressed/access.h"
#include "layouts/compressed/finding.h"
#include "layouts/compressed/scan/kernels.h"
#include "layouts/shared/sum.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

// How people call the members, and what they count.
struct Words {
    std::string_view pointers, indices, values, slice, other;
};

Words wordsOf(const Access& access, const Layout& layout)
{
    const auto wordOf = [&](const Member& member) { return readersWord(member, layout); };
    const auto isOfRows = access.kind().rows;
    return {wordOf(access.compressed()), wordOf(access.plain()), wordOf(access.values()),
            isOfRows ? "row" : "column", isOfRows ? "column" : "row"};
}

std::string at(std::string_view member, const Extents& batch, std::int64_t position)
{
    std::string out(member);
    out += '[';
    for (const auto index : batch)
        out += std::to_string(index) + ", ";
    return out + std::to_string(position) + ']';
}

std::string listed(std::string_view member, const Extents& index)
{
    std::string out(member);
    for (std::size_t d = 0; d < index.size(); ++d)
        out += (d == 0 ? "[" : ", ") + std::to_string(index[d]);
    return out + "]";
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
            say("row " + std::to_string(row) + " is row " + std::to_string(m_inBlock[0]) + " of block row " +
                std::to_string(blocks[0]) + ", column " + std::to_string(column) + " is column " +
                std::to_string(m_inBlock[1]) + " of block column " + std::to_string(blocks[1]) + " (blocks of " +
                std::to_string(block[0]) + "x" + std::to_string(block[1]) + ")");
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
    void say(std::string text) { m_path.steps.push_back({std::move(text), {}, {}}); }

    std::string blockWord(std::string_view word) const
    {
        return (m_access.kind().blocks ? "block " : "") + std::string(word);
    }

    std::optional<Access::Slice> readPointers()
    {
        const auto line = m_access.lineOf(m_access.compressed(), m_batch);
        if (!line || m_slice + 1 >= m_access.pointersPerLine()) {
            say(std::string(m_words.pointers) + " has no pointers for " + blockWord(m_words.slice) + " " +
                std::to_string(m_slice) + ": stopped here");
            return std::nullopt;
        }
        const auto low = m_access.pointer(*line, m_slice);
        const auto high = m_access.pointer(*line, m_slice + 1);
        const auto slot = *line * m_access.pointersPerLine() + m_slice;
        const Slots slots{"compressed", slot, slot + 2};
        m_path.steps.push_back({at(m_words.pointers, m_batch, m_slice) + ".." +
                                    at(m_words.pointers, m_batch, m_slice + 1) + " = " + std::to_string(low) +
                                    ".." + std::to_string(high),
                                slots, indexElement(m_access.compressed(), low)});
        m_path.places.push_back(slots);
        const auto line2 = m_access.lineOf(m_access.plain(), m_batch);
        if (!line2) {
            say(std::string(m_words.indices) + " has no such batch entry: stopped here");
            return std::nullopt;
        }
        const auto stored = m_access.entriesPerLine();
        if (low > high)
            say("the pointers fall, so the slice is read as empty");
        else if (low < 0 || high > stored)
            say("the pointers leave " + std::string(m_words.indices) + ", which has " + std::to_string(stored) +
                " entries: only those inside are read");
        return m_access.slice(*line, m_slice);
    }

    std::vector<std::int64_t> readIndices(Access::Slice slice)
    {
        const auto line = *m_access.lineOf(m_access.plain(), m_batch);
        const auto found = positionsOf(m_access, line, slice, m_wanted);
        const auto wanted = blockWord(m_words.other) + " " + std::to_string(m_wanted);
        const auto first = line * m_access.entriesPerLine();
        if (slice.begin == slice.end)
            say("the slice is empty: not stored, so 0");
        else if (found.empty())
            m_path.steps.push_back(
                {"no " + std::to_string(m_wanted) + " in " + at(m_words.indices, m_batch, slice.begin) + ".." +
                     at(m_words.indices, m_batch, slice.end - 1) + ": " + wanted + " is not stored, so 0",
                 Slots{"plain", first + slice.begin, first + slice.end},
                 indexElement(m_access.plain(), m_access.index(line, slice.begin))});
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto k = found[i];
            const Slots slots{"plain", first + k, first + k + 1};
            m_path.places.push_back(slots);
            if (i == mostTold)
                say("and so on for " + std::to_string(found.size() - i) + " more entries");
            if (i >= mostTold)
                continue;
            m_path.steps.push_back({at(m_words.indices, m_batch, k) + " = " + std::to_string(m_wanted) + ": " +
                                        wanted + " is entry " + std::to_string(k),
                                    slots, indexElement(m_access.plain(), m_wanted)});
        }
        return found;
    }

    void readValue(std::int64_t k, bool isTold)
    {
        m_path.found = true;
        const auto index = m_access.valueIndex(m_batch, k, m_inBlock[0], m_inBlock[1], m_dense);
        if (!m_access.hasValue(index))
            return isTold ? say(std::string(m_words.values) + " " + text(m_access.values().array.geometry.sizes) +
                                " has no " + listed(m_words.values, index) + ": stopped here")
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
                m_path.steps.push_back({listed(m_words.values, index) + " can't be read", slots, {}});
            return;
        }
        m_found.push_back(*value);
        if (isTold)
            m_path.steps.push_back({listed(m_words.values, index) + " = " + m_found.back().text() + orderWord(),
                                    slots, m_found.back()});
    }

    // Said of blocks that lie column by column, as a transposed view has them.
    std::string orderWord() const
    {
        const auto& geometry = m_access.values().array.geometry;
        const auto d = static_cast<std::size_t>(m_access.batchDims()) + 1;
        if (!m_access.kind().blocks || geometry.sizes[d] < 2 || geometry.sizes[d + 1] < 2 ||
            geometry.strides[d] >= geometry.strides[d + 1])
            return {};
        return " (blocks lie column by column)";
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
        std::string sum = std::to_string(m_found.size()) + " entries for one element add up:";
        for (std::size_t i = 0; i < std::min<std::size_t>(m_found.size(), 8); ++i)
            sum += (i == 0 ? " " : " + ") + m_found[i].text();
        if (m_found.size() > 8)
            sum += " + ...";
        if (const auto total = sumOf(m_found)) {
            m_path.value = *total;
            sum += " = " + total->text();
        }
        say(std::move(sum));
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
            return invalidArgument("an index into " + text(*size) + " was wanted, found " + text(index));
    }
    if (!access) {
        Path path;
        path.value = Element::zero(tensor.declaredDType());
        path.steps.push_back({access.error().text + ": stopped here", {}, {}});
        return path;
    }
    return Search(*access, *tensor.layout, index).run();
}

} // namespace tscope::compressed
