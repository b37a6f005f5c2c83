// SPDX-License-Identifier: Apache-2.0
#include "convert/build_members.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/element_cast.h"
#include "dispatch/call.h"

#include <algorithm>

namespace tscope {

namespace {

// The values of all entries, one entry after the other, and the keys of these.
class Entries
{
public:
    Result<void> read(const Tensor& source, const Target& target, const PlacedElements& elements,
                      std::int64_t maxBytes, const Watch& watch)
    {
        countEntries(elements);
        const auto itemSize = target.dtype.itemSize();
        const auto count = checkedMul(m_count, elements.valuesPerEntry());
        const auto bytes = count ? checkedMul(*count, itemSize) : std::nullopt;
        // Beside the values a bit for each, and the keys of entries, whose vector grows to twice what it holds.
        m_bytes = saturatingAdd(
            saturatingAdd(bytes.value_or(int64Max), count.value_or(0) / 8),
            saturatingMul(m_count, static_cast<std::int64_t>(2 * elements.keyLength() * sizeof(std::int64_t))));
        if (!bytes || m_bytes > maxBytes)
            return overBudget(say("the values of the result"), m_bytes, maxBytes);
        auto builder = StorageBuilder::make(*bytes);
        if (!builder)
            return builder.error();
        const auto& from = valuesMember(source).array;
        std::vector<bool> isSet(static_cast<std::size_t>(*count));
        std::int64_t entry = -1;
        for (std::size_t at = 0; at < elements.count(); ++at) {
            if (at % 4096 == 0 && watch.isStopped())
                return conversionStopped();
            const auto place = elements[at];
            if (isNew(elements, at)) {
                ++entry;
                m_keys.insert(m_keys.end(), place.key.begin(), place.key.end());
            }
            const auto to = static_cast<std::size_t>(entry * elements.valuesPerEntry() + place.value);
            const auto bytesOfElement = builder->bytes().subspan(to * static_cast<std::size_t>(itemSize),
                                                                 static_cast<std::size_t>(itemSize));
            const auto stored = from.at(place.slot);
            auto element = castElement(stored, target.dtype);
            if (element)
                m_losses.add(stored, *element);
            if (element && isSet[to]) {
                ++m_addedUp;
                element = sumOfElements(Element(target.dtype, bytesOfElement), *element);
            }
            if (!element)
                return element.error();
            std::ranges::copy(element->bytes(), bytesOfElement.begin());
            isSet[to] = true;
        }
        m_filled = std::ranges::count(isSet, false);
        m_values = std::move(*builder).seal();
        return {};
    }

    std::int64_t count() const { return m_count; }
    std::int64_t addedUp() const { return m_addedUp; }
    std::int64_t filled() const { return m_filled; }
    const CastLosses& losses() const { return m_losses; }
    const StoragePtr& values() const { return m_values; }
    std::int64_t bytes() const { return m_bytes; } // that it takes, with what it took while it was read
    std::int64_t key(std::int64_t entry, std::size_t number, std::size_t keyLength) const
    {
        return m_keys[static_cast<std::size_t>(entry) * keyLength + number];
    }

private:
    // Layouts without keys have one entry, whatever is there.
    static bool isNew(const PlacedElements& elements, std::size_t at)
    {
        return at == 0 || !std::ranges::equal(elements[at].key, elements[at - 1].key);
    }
    void countEntries(const PlacedElements& elements)
    {
        m_count = elements.isOneEntry() ? 1 : 0;
        for (std::size_t at = 0; at < elements.count() && !elements.isOneEntry(); ++at)
            m_count += isNew(elements, at) ? 1 : 0;
    }

    std::int64_t m_count = 0, m_addedUp = 0, m_filled = 0, m_bytes = 0;
    CastLosses m_losses;
    std::vector<std::int64_t> m_keys;
    StoragePtr m_values;
};

Result<Array> integers(Extents sizes, std::span<const std::int64_t> numbers, const DType& type)
{
    auto builder = StorageBuilder::make(saturatingMul(static_cast<std::int64_t>(numbers.size()), type.itemSize()));
    if (!builder)
        return builder.error();
    auto* to = builder->bytes().data();
    for (const auto number : numbers) {
        const auto element = Element::from(number, type);
        if (!element)
            return invalidArgument(say("the index {0} does not fit {1}", number, type.name()));
        to = std::ranges::copy(element->bytes(), to).out;
    }
    return Array{std::move(*builder).seal(), type, Geometry::rowMajor(std::move(sizes))};
}

Extents joined(std::initializer_list<Extents> parts)
{
    Extents all;
    for (const auto& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

class Builder
{
public:
    Builder(const Target& target, const Entries& entries, std::size_t keyLength, std::int64_t maxBytes,
            const Watch& watch)
        : m_target(target), m_entries(entries), m_keyLength(keyLength), m_maxBytes(maxBytes), m_watch(watch)
    {
    }

    Result<Tensor> build()
    {
        const auto family = m_target.layout->family;
        return family == "coo"          ? coo()
               : family == "compressed" ? compressed()
               : family == "nested"     ? nested()
               : family == "jagged"     ? jagged()
                                        : strided();
    }

private:
    // For so many index numbers, which are gathered in a growing vector before they become an array.
    Result<void> hasRoom(const std::string& what, std::int64_t count) const
    {
        const auto wanted = saturatingMul(count, std::int64_t{3 * sizeof(std::int64_t)});
        if (wanted > m_maxBytes || wanted == int64Max)
            return overBudget(what, wanted, m_maxBytes);
        return {};
    }
    Member member(std::string_view role, Array array) const
    {
        return {roleNamed(*m_target.layout, role), std::move(array)};
    }
    Array values(Extents sizes) const
    {
        return {m_entries.values(), m_target.dtype, Geometry::rowMajor(std::move(sizes))};
    }

    Result<Tensor> strided() const
    {
        return makeTensor(*m_target.layout, {member("values", values(m_target.size))});
    }

    Result<Tensor> coo() const
    {
        const auto count = m_entries.count();
        const auto dims = static_cast<std::int64_t>(m_keyLength);
        if (auto fits = hasRoom(say("the indices of the result"), saturatingMul(count, dims)); !fits)
            return fits.error();
        std::vector<std::int64_t> numbers;
        for (std::size_t d = 0; d < m_keyLength; ++d)
            for (std::int64_t entry = 0; entry < count; ++entry)
                numbers.push_back(m_entries.key(entry, d, m_keyLength));
        auto indices = integers({dims, count}, numbers, m_target.indexDType);
        if (!indices)
            return indices.error();
        auto tensor =
            makeTensor(*m_target.layout, {member("indices", std::move(*indices)),
                                          member("values", values(joined({{count}, m_target.denseSize()})))});
        if (tensor) {
            tensor->size = m_target.size;
            tensor->claims.set("is_coalesced", true);
        }
        return tensor;
    }

    Result<Tensor> compressed() const
    {
        const auto& size = m_target.size;
        const auto batchDims = static_cast<std::size_t>(m_target.batchDims());
        const Extents batch(size.begin(), size.begin() + m_target.batchDims());
        const auto lines = numel(batch);
        const bool rowsFirst = m_target.layout->name == "csr" || m_target.layout->name == "bsr";
        const bool isBlocked = m_target.layout->name == "bsr" || m_target.layout->name == "bsc";
        const auto slices =
            rowsFirst ? size[batchDims] / m_target.block[0] : size[batchDims + 1] / m_target.block[1];
        // With no lines, any number of pointers fits 64 bits.
        const auto pointers = slices == int64Max ? int64Max : saturatingMul(lines.value_or(int64Max), slices + 1);
        if (auto fits =
                hasRoom(say("the pointers and indices of the result"), saturatingAdd(pointers, m_entries.count()));
            !fits)
            return fits.error();
        const auto perLine = *lines == 0 ? 0 : m_entries.count() / *lines;
        std::vector<std::int64_t> starts, plain;
        std::int64_t entry = 0;
        for (std::int64_t line = 0; line < *lines; ++line) {
            const auto begin = entry;
            starts.push_back(0);
            for (std::int64_t slice = 0; slice < slices; ++slice) {
                if (slice % 4096 == 0 && m_watch.isStopped())
                    return conversionStopped();
                while (entry < m_entries.count() && isOf(entry, batch, line, slice)) {
                    plain.push_back(m_entries.key(entry, batchDims + 1, m_keyLength));
                    ++entry;
                }
                starts.push_back(entry - begin);
            }
            if (entry - begin != perLine)
                return unsupported(say("batch entries with as many entries each were wanted, which a {0} must "
                                       "have; of {1} in {2} batch entries, number {3} has {4}",
                                       m_target.layout->name, m_entries.count(), *lines, line, entry - begin));
        }
        auto compressed = integers(joined({batch, {slices + 1}}), starts, m_target.indexDType);
        if (!compressed)
            return compressed.error();
        auto indices = integers(joined({batch, {perLine}}), plain, m_target.indexDType);
        if (!indices)
            return indices.error();
        const auto block = isBlocked ? Extents{m_target.block[0], m_target.block[1]} : Extents{};
        auto tensor = makeTensor(
            *m_target.layout, {member("compressed", std::move(*compressed)), member("plain", std::move(*indices)),
                               member("values", values(joined({batch, {perLine}, block, m_target.denseSize()})))});
        if (tensor)
            tensor->size = size;
        return tensor;
    }
    bool isOf(std::int64_t entry, const Extents& batch, std::int64_t line, std::int64_t slice) const
    {
        Extents at;
        for (std::size_t d = 0; d < batch.size(); ++d)
            at.push_back(m_entries.key(entry, d, m_keyLength));
        return (batch.empty() || positionOf(batch, at) == line) &&
               m_entries.key(entry, batch.size(), m_keyLength) == slice;
    }

    // Components of one size, one behind the other.
    Result<Tensor> nested() const
    {
        const auto components = m_target.size.front();
        const Extents each(m_target.size.begin() + 1, m_target.size.end());
        const auto dims = static_cast<std::int64_t>(each.size());
        const auto strides = rowMajorStrides(each);
        if (auto fits = hasRoom(say("the tables of the result"), saturatingMul(components, 2 * dims + 1)); !fits)
            return fits.error();
        std::vector<std::int64_t> sizesTable, stridesTable, offsets;
        for (std::int64_t c = 0; c < components; ++c) {
            sizesTable.insert(sizesTable.end(), each.begin(), each.end());
            stridesTable.insert(stridesTable.end(), strides.begin(), strides.end());
            offsets.push_back(c * *numel(each));
        }
        auto sizesMember = integers({components, dims}, sizesTable, ElementType::i64);
        auto stridesMember = integers({components, dims}, stridesTable, ElementType::i64);
        auto offsetsMember = integers({components}, offsets, ElementType::i64);
        if (!sizesMember || !stridesMember || !offsetsMember)
            return (!sizesMember ? sizesMember : !stridesMember ? stridesMember : offsetsMember).error();
        return makeTensor(*m_target.layout, {member("buffer", values({*numel(m_target.size)})),
                                             member("nested_sizes", std::move(*sizesMember)),
                                             member("nested_strides", std::move(*stridesMember)),
                                             member("storage_offsets", std::move(*offsetsMember))});
    }

    Result<Tensor> jagged() const
    {
        const auto components = m_target.size.front();
        if (m_target.size.size() < 2)
            return unsupported(
                say("a jagged tensor has a ragged dim behind that of its components, found size {0}",
                    text(m_target.size)));
        const auto length = m_target.size[1];
        const auto all = checkedMul(components, length);
        if (!all)
            return Error{ErrorCode::overflow,
                         say("offsets that 64 bits can count were wanted for jagged, found {0} components of {1}",
                             components, length),
                         {},
                         {}};
        if (auto fits = hasRoom(say("the offsets of the result"), saturatingAdd(components, 1)); !fits)
            return fits.error();
        std::vector<std::int64_t> offsets;
        for (std::int64_t c = 0; c <= components; ++c)
            offsets.push_back(c * length);
        auto offsetsMember = integers({components + 1}, offsets, m_target.indexDType);
        if (!offsetsMember)
            return offsetsMember.error();
        Extents sizes{*all};
        sizes.insert(sizes.end(), m_target.size.begin() + 2, m_target.size.end());
        return makeTensor(*m_target.layout, {member("values", values(std::move(sizes))),
                                             member("offsets", std::move(*offsetsMember))});
    }

    const Target& m_target;
    const Entries& m_entries;
    std::size_t m_keyLength;
    std::int64_t m_maxBytes;
    const Watch& m_watch;
};

} // namespace

Result<BuiltTensor> buildMembers(const Tensor& source, const Target& target, const PlacedElements& elements,
                                 std::int64_t maxBytes, const Watch& watch)
{
    Entries entries;
    if (auto read = entries.read(source, target, elements, maxBytes, watch); !read)
        return read.error();
    auto tensor =
        Builder(target, entries, elements.keyLength(), saturatingSub(maxBytes, entries.bytes()), watch).build();
    if (!tensor)
        return tensor.error();
    return BuiltTensor{std::move(*tensor), entries.addedUp(), entries.filled(), entries.losses()};
}

} // namespace tscope
