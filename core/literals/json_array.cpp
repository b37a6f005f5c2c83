// SPDX-License-Identifier: Apache-2.0
#include "literals/json_array.h"

#include "array/dim_limit.h"
#include "base/printable.h"
#include "base/say.h"
#include "literals/json_elements.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tscope {

namespace {

using Index = JsonTree::Index;

// The keys of an array's object, found once. 0 stands for "not given": index 0 is the whole text.
struct Keys {
    Index dtype = 0, itemSize = 0, shape = 0, strides = 0, offset = 0, data = 0, storage = 0, storageNumel = 0;
    Index device = 0, pinned = 0, layout = 0, requiresGrad = 0;
};

struct KeyName {
    std::string_view name;
    Index Keys::*slot;
};

constexpr auto sharedForm = R"({"shared": "tensor/member"})";

constexpr std::array keyNames{
    KeyName{"dtype", &Keys::dtype},
    KeyName{"itemsize", &Keys::itemSize},
    KeyName{"shape", &Keys::shape},
    KeyName{"sizes", &Keys::shape},
    KeyName{"strides", &Keys::strides},
    KeyName{"offset", &Keys::offset},
    KeyName{"data", &Keys::data},
    KeyName{"storage", &Keys::storage},
    KeyName{"device", &Keys::device},
    KeyName{"storage_numel", &Keys::storageNumel},
    KeyName{"pinned", &Keys::pinned},
    KeyName{"layout", &Keys::layout},
    KeyName{"requires_grad", &Keys::requiresGrad},
};

// Bytes for so many elements. No answer: none; too many: as many as can be said.
std::int64_t bytesFor(std::optional<std::int64_t> elements, const DType& dtype)
{
    return saturatingMul(elements.value_or(0), dtype.itemSize());
}

// Elements in logical order, put where the strides say. The storage ends with the last element reached.
Result<StoragePtr> spread(const JsonTree& tree, Index at, const Geometry& geometry, const DType& dtype,
                          std::span<const std::byte> elements, Storage::Label label, JsonAllowance& allowance)
{
    const auto itemSize = dtype.itemSize();
    const auto count = static_cast<std::int64_t>(elements.size()) / itemSize;
    const auto needed = minStorage(geometry);
    constexpr std::int64_t spreadLimit = 64, freeSpread = 65536;
    if (!needed || *needed > count * spreadLimit + freeSpread ||
        !allowance.take(std::max<std::int64_t>(*needed - count * spreadLimit, 0)))
        return corrupt(say("the strides {0} with offset {1} spread {2} elements too far or below the storage; "
                           "give the raw buffer as \"storage\"",
                           text(geometry.strides), geometry.offset, count),
                       tree.path(at));
    auto builder = StorageBuilder::make(*needed * itemSize);
    if (!builder)
        return builder.error();
    const auto out = builder->bytes();
    std::vector<bool> isWritten(static_cast<std::size_t>(*needed));
    Extents index(geometry.sizes.size());
    Wide slot = geometry.offset;
    for (std::int64_t position = 0; position < count; ++position) {
        const auto to = static_cast<std::size_t>(slot.clamped());
        const auto* from = elements.data() + position * itemSize;
        auto* place = out.data() + to * static_cast<std::size_t>(itemSize);
        if (isWritten[to] && std::memcmp(place, from, static_cast<std::size_t>(itemSize)) != 0)
            return corrupt(
                say("by the strides {0} element {1} shares a slot with an earlier one, but their data differ",
                    text(geometry.strides), position),
                tree.path(at));
        std::memcpy(place, from, static_cast<std::size_t>(itemSize));
        isWritten[to] = true;
        for (auto d = index.size(); d-- > 0;) {
            slot = slot + Wide(geometry.strides[d]);
            if (++index[d] < geometry.sizes[d])
                break;
            slot = slot + Wide::product(-geometry.sizes[d], geometry.strides[d]);
            index[d] = 0;
        }
    }
    return std::move(*builder).seal(std::move(label));
}

class ArrayReader
{
public:
    ArrayReader(const JsonTree& tree, Index at, const DType& dtype, WarningList& warnings,
                JsonAllowance& allowance, bool isWholeTensor)
        : m_tree(tree), m_at(at), m_dtype(dtype), m_warnings(warnings), m_allowance(allowance),
          m_isWholeTensor(isWholeTensor)
    {
    }

    Result<JsonArray> read()
    {
        if (m_tree.kind(m_at) == JsonKind::object) {
            if (auto found = findKeys(); !found)
                return found.error();
            if (auto described = describe(); !described)
                return described.error();
        } else {
            m_keys.data = m_at;
        }
        auto filled = fill();
        if (!filled)
            return filled.error();
        return std::move(m_out);
    }

private:
    Result<void> findKeys()
    {
        for (auto key = m_at + 1; key < m_tree.end(m_at); key = m_tree.end(key + 1)) {
            const auto* name = std::ranges::find(keyNames, m_tree.word(key), &KeyName::name);
            if (m_isWholeTensor && (name == keyNames.end() || name->slot == &Keys::layout))
                continue;
            if (name == keyNames.end()) {
                m_warnings.add(
                    [&] { return say("the key {0} is not known here and was left out", m_tree.path(key)); });
                continue;
            }
            if (m_tree.kind(key + 1) == JsonKind::null)
                continue;
            if (m_keys.*name->slot != 0)
                return corrupt(say("shape and sizes are the same key, give one of them"), m_tree.path(key));
            m_keys.*name->slot = key + 1;
        }
        if (m_keys.data && m_keys.storage)
            return corrupt(say("data and storage both say what the elements are, give one of them"),
                           m_tree.path(m_at));
        return {};
    }

    Result<void> describe()
    {
        if (m_keys.dtype) {
            auto word = jsonWord(m_tree, m_keys.dtype);
            if (!word)
                return word.error();
            m_dtype = DType::parse(*word);
        }
        if (m_keys.itemSize) {
            const auto size = jsonInteger(m_tree, m_keys.itemSize);
            if (!size)
                return size.error();
            if (!m_dtype.isOpaque() && *size != m_dtype.itemSize())
                return jsonError(m_tree, m_keys.itemSize,
                                 say("the element size of {0}, {1}", m_dtype.name(), m_dtype.itemSize()));
            if (m_dtype.isOpaque() && (*size < 0 || *size > 1024))
                return jsonError(m_tree, m_keys.itemSize, say("an element size up to 1024 bytes"));
            if (m_dtype.isOpaque())
                m_dtype = DType::opaque(std::string(m_dtype.name()), *size);
        }
        if (m_keys.layout) {
            auto word = jsonWord(m_tree, m_keys.layout);
            if (!word)
                return word.error();
            m_out.layout = boundedWord(std::move(*word));
        }
        if (m_keys.device) {
            auto word = jsonWord(m_tree, m_keys.device);
            if (!word)
                return word.error();
            m_label.device = Device::parse(*word);
        }
        for (const auto& [key, flag] :
             {std::pair{m_keys.pinned, &m_label.pinned}, std::pair{m_keys.requiresGrad, &m_out.requiresGrad}})
            if (key) {
                const auto value = jsonFlag(m_tree, key);
                if (!value)
                    return value.error();
                *flag = *value;
            }
        return {};
    }

    // Strides and offset as given, else row-major; a shape that is not given is `inferred`.
    Result<void> placeElements(const Extents& inferred)
    {
        auto& geometry = m_out.array.geometry;
        geometry.sizes = inferred;
        if (m_keys.shape) {
            auto sizes = jsonExtents(m_tree, m_keys.shape);
            if (!sizes)
                return sizes.error();
            geometry.sizes = std::move(*sizes);
        }
        geometry.strides = rowMajorStrides(geometry.sizes);
        if (m_keys.strides) {
            auto strides = jsonExtents(m_tree, m_keys.strides);
            if (!strides)
                return strides.error();
            geometry.strides = std::move(*strides);
        }
        if (m_keys.offset) {
            const auto offset = jsonInteger(m_tree, m_keys.offset);
            if (!offset)
                return offset.error();
            geometry.offset = *offset;
        }
        return {};
    }

    Result<void> fill()
    {
        m_out.array.dtype = m_dtype;
        if (m_dtype.isOpaque() && (m_keys.data || (m_keys.storage && !isShared()))) {
            m_warnings.add([&] {
                return say("{0}: elements of the unknown type {1} can't be held, their data were left out",
                           m_tree.path(m_at), m_dtype.name());
            });
            if (!m_keys.shape && m_keys.data) {
                auto shape = nestedShape(m_tree, m_keys.data, m_dtype);
                if (!shape)
                    return shape.error();
                return declare(shape->sizes);
            }
            return declare({});
        }
        if (m_keys.data)
            return fillFromData();
        if (!m_keys.storage)
            return declare({});
        return isShared() ? share() : fillFromStorage();
    }

    bool isShared() const { return m_keys.storage && m_tree.kind(m_keys.storage) == JsonKind::object; }

    Result<void> declare(const Extents& inferred)
    {
        if (!m_keys.shape && inferred.empty() && !m_keys.data && m_tree.kind(m_at) == JsonKind::object)
            return corrupt(say("an array needs a shape, data or storage, found none of them"), m_tree.path(m_at));
        if (auto placed = placeElements(inferred); !placed)
            return placed;
        auto elements = minStorage(m_out.array.geometry);
        if (m_keys.storageNumel) {
            const auto given = jsonInteger(m_tree, m_keys.storageNumel);
            if (!given)
                return given.error();
            if (*given < 0)
                return jsonError(m_tree, m_keys.storageNumel, say("a length of 0 or more"));
            elements = *given;
        }
        m_out.array.storage = declaredStorage(bytesFor(elements, m_dtype), m_label);
        return {};
    }

    Result<void> share()
    {
        if (auto placed = placeElements({}); !placed)
            return placed;
        if (!m_keys.shape)
            return corrupt(say("an array in a shared storage needs a shape"), m_tree.path(m_at));
        const auto key = m_keys.storage + 1;
        if (m_tree.count(m_keys.storage) != 1 || m_tree.word(key) != "shared" ||
            m_tree.kind(key + 1) != JsonKind::word)
            return jsonError(m_tree, m_keys.storage, say("a list of elements or {0}", sharedForm));
        m_out.sharedWith = std::string(m_tree.word(key + 1));
        if (m_keys.device || m_keys.pinned)
            m_warnings.add(
                [&] { return say("{0}: device and pinned are those of the shared storage", m_tree.path(m_at)); });
        return {};
    }

    Result<void> fillFromStorage()
    {
        const auto at = m_keys.storage;
        if (m_tree.kind(at) != JsonKind::list)
            return jsonError(m_tree, at, say("a list of elements or {0}", sharedForm));
        const auto shape = flatShape(m_tree, at);
        if (auto placed = placeElements(shape.sizes); !placed)
            return placed;
        if (m_keys.storageNumel) {
            const auto given = jsonInteger(m_tree, m_keys.storageNumel);
            if (!given)
                return given.error();
            if (*given != shape.numel)
                return jsonError(m_tree, m_keys.storageNumel, say("the length of storage, {0}", shape.numel));
        }
        auto bytes = elementBytes(at, shape);
        if (!bytes)
            return bytes.error();
        m_out.array.storage = std::move(*bytes).seal(m_label);
        return {};
    }

    Result<void> fillFromData()
    {
        const auto at = m_keys.data;
        auto shape = shapeOfData(at);
        if (!shape)
            return shape.error();
        if (auto placed = placeElements(shape->sizes); !placed)
            return placed;
        auto bytes = elementBytes(at, *shape);
        if (!bytes)
            return bytes.error();
        const auto& geometry = m_out.array.geometry;
        if (numel(geometry) != shape->numel)
            return corrupt(numel(geometry) ? say("the shape {0} wants {1} elements, found {2}",
                                                 text(geometry.sizes), *numel(geometry), shape->numel)
                                           : say("the shape {0} wants countless elements, found {1}",
                                                 text(geometry.sizes), shape->numel),
                           m_tree.path(at));
        if (m_keys.storageNumel)
            m_warnings.add([&] {
                return say("{0}: the data say how long the storage is", m_tree.path(m_keys.storageNumel));
            });
        if (!m_keys.strides && !m_keys.offset) {
            m_out.array.storage = std::move(*bytes).seal(m_label);
            return {};
        }
        if (!geometry.isWellFormed())
            return corrupt(
                say("data need one stride for each dim, found {0} for {1}; give the raw buffer as \"storage\"",
                    geometry.strides.size(), geometry.rank()),
                m_tree.path(at));
        auto storage = spread(m_tree, at, geometry, m_dtype, bytes->bytes(), m_label, m_allowance);
        if (!storage)
            return storage.error();
        m_out.array.storage = std::move(*storage);
        return {};
    }

    // Data are a flat list of elements, or nested as the shape is.
    Result<JsonShape> shapeOfData(Index at)
    {
        if (m_keys.shape && m_tree.kind(at) == JsonKind::list) {
            const auto sizes = jsonExtents(m_tree, m_keys.shape);
            if (!sizes)
                return sizes.error();
            const auto flat = flatShape(m_tree, at);
            if (numel(*sizes) == flat.numel && (sizes->size() != 1 || flat.numel == 0))
                if (flat.numel == 0 || m_tree.kind(at + 1) != JsonKind::list || isComplexElement(at + 1))
                    return flat;
            if (sizes->size() == 1)
                return flat;
            auto nested = nestedShape(m_tree, at, m_dtype);
            if (nested && nested->sizes.size() > 1 && nested->sizes != *sizes)
                return corrupt(
                    say("the shape is {0}, but data are nested as {1}", text(*sizes), text(nested->sizes)),
                    m_tree.path(at));
            return nested;
        }
        return nestedShape(m_tree, at, m_dtype);
    }

    bool isComplexElement(Index at) const
    {
        return m_dtype.elementClass() == ElementClass::complex && m_tree.end(at) == at + 3;
    }

    Result<StorageBuilder> elementBytes(Index at, const JsonShape& shape)
    {
        auto builder = StorageBuilder::make(shape.numel * m_dtype.itemSize());
        if (!builder)
            return builder;
        if (auto stored = storeElements(m_tree, at, shape, m_dtype, builder->bytes()); !stored)
            return stored.error();
        return builder;
    }

    const JsonTree& m_tree;
    Index m_at;
    DType m_dtype;
    WarningList& m_warnings;
    JsonAllowance& m_allowance;
    bool m_isWholeTensor;
    Keys m_keys;
    Storage::Label m_label;
    JsonArray m_out;
};

} // namespace

bool isJsonArrayKey(std::string_view key)
{
    return std::ranges::find(keyNames, key, &KeyName::name) != keyNames.end();
}

Result<JsonArray> readJsonArray(const JsonTree& tree, Index at, const DType& defaultType, WarningList& warnings,
                                JsonAllowance& allowance)
{
    return ArrayReader(tree, at, defaultType, warnings, allowance, false).read();
}

Result<JsonArray> readFlatJsonArray(const JsonTree& tree, Index at, const DType& defaultType,
                                    WarningList& warnings, JsonAllowance& allowance)
{
    return ArrayReader(tree, at, defaultType, warnings, allowance, true).read();
}

Error jsonError(const JsonTree& tree, Index at, std::string_view wanted)
{
    return corrupt(say("wanted {0}, found {1}", wanted, tree.shortText(at)), tree.path(at));
}

Result<std::int64_t> jsonInteger(const JsonTree& tree, Index at)
{
    if (tree.kind(at) == JsonKind::integer)
        return std::get<std::int64_t>(tree.number(at));
    return jsonError(tree, at, say("an integer of 64 bits"));
}

Result<Extents> jsonExtents(const JsonTree& tree, Index at)
{
    if (tree.kind(at) != JsonKind::list)
        return jsonError(tree, at, say("a list of integers"));
    if (tree.count(at) > dimLimit)
        return jsonError(tree, at, say("a list of at most {0} integers", dimLimit));
    Extents out;
    for (auto part = at + 1; part < tree.end(at); part = tree.end(part)) {
        const auto value = jsonInteger(tree, part);
        if (!value)
            return value.error();
        out.push_back(*value);
    }
    return out;
}

Result<bool> jsonFlag(const JsonTree& tree, Index at)
{
    if (tree.kind(at) == JsonKind::boolean)
        return tree.flag(at);
    return jsonError(tree, at, say("true or false"));
}

Result<std::string> jsonWord(const JsonTree& tree, Index at)
{
    if (tree.kind(at) == JsonKind::word)
        return std::string(tree.word(at));
    return jsonError(tree, at, say("a word"));
}

} // namespace tscope
