// SPDX-License-Identifier: Apache-2.0
#include "io/npz/scipy.h"

#include "array/dim_limit.h"
#include "array/index_reader.h"
#include "array/views.h"
#include "base/say.h"
#include "element/visit.h"
#include "io/packed_runs.h"
#include "io/zip/directory.h"
#include "layouts/coo/coo.h"
#include "layouts/registry.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr std::array words{"format"sv, "shape"sv, "data"sv,   "indices"sv, "indptr"sv,
                           "row"sv,    "col"sv,   "coords"sv, "offsets"sv, scipyIsArray};

// Indices of 64 bits may take more than the file: a little of anything, and much only of a large file.
constexpr std::int64_t alwaysFine = std::int64_t{64} << 20;
constexpr std::int64_t mostTimesTheFile = 64;

class ScipyReader
{
public:
    ScipyReader(const NpzMembers& members, const Source& source, WarningList& warnings)
        : m_members(members), m_source(source), m_warnings(warnings), m_format(*members.find("format")->text)
    {
    }

    Result<Tensor> read()
    {
        const auto kind = m_format == "coo"   ? &ScipyReader::readCoo
                          : m_format == "dia" ? &ScipyReader::readDia
                          : m_format == "csr" || m_format == "csc" || m_format == "bsr"
                              ? &ScipyReader::readCompressed
                              : nullptr;
        if (kind == nullptr)
            return corrupt(
                say("wanted a SciPy matrix of format csr, csc, bsr, coo or dia, found {0}", quotedEntry(m_format)),
                "format.npy");
        if (auto read = readShape(); !read)
            return read.error();
        auto tensor = (this->*kind)();
        if (tensor)
            tensor->size = m_shape;
        return tensor;
    }

private:
    std::string matrix() const { return say("a SciPy {0} matrix", m_format); }

    Result<Array> array(std::string_view name) const
    {
        const auto* member = m_members.find(name);
        const auto place = std::string(name) + ".npy";
        if (member == nullptr)
            return corrupt(say("{0} needs an array {1}, found none", matrix(), quotedEntry(name)), place);
        if (!member->array)
            return corrupt(say("{0} needs an array {1}, found a text", matrix(), quotedEntry(name)), place);
        return *member->array;
    }

    Result<void> readShape()
    {
        const auto shape = array("shape");
        if (!shape)
            return shape.error();
        const auto& sizes = shape->geometry.sizes;
        const bool isList = sizes.size() == 1 && sizes[0] >= 1 && sizes[0] <= std::int64_t{dimLimit};
        if (!shape->dtype.isIndexLike() || !isList)
            return corrupt(say("wanted 1 to {0} integers for the shape of {1}, found {2} {3}", dimLimit, matrix(),
                               shape->dtype.name(), text(sizes)),
                           "shape.npy");
        if (!shape->isReadable())
            return cutShort("shape");
        m_shape.resize(static_cast<std::size_t>(sizes[0]));
        IndexReader(*shape).read(0, m_shape);
        if (std::ranges::any_of(m_shape, [](std::int64_t extent) { return extent < 0; }))
            return corrupt(say("wanted a shape that is not negative, found {0}", text(m_shape)), "shape.npy");
        return {};
    }

    // All three have these words for their members.
    Result<Tensor> readCompressed()
    {
        if (m_shape.size() == 1 && m_format == "csr")
            return readSparseVector();
        if (m_shape.size() != 2)
            return noMatrix();
        const auto& layout = *layoutNamed(m_format);
        std::vector<Member> members;
        for (const auto word : {"indptr"sv, "indices"sv, "data"sv}) {
            auto found = array(word);
            if (!found)
                return found.error();
            members.push_back({roleNamed(layout, word), std::move(*found), "strided", false, std::string(word)});
        }
        return makeTensor(layout, std::move(members));
    }

    // csr of one dim has a single slice. Our csr holds matrices only, so it becomes coo.
    Result<Tensor> readSparseVector()
    {
        const auto pointers = array("indptr");
        auto indices = array("indices"), data = array("data");
        if (!pointers || !indices || !data)
            return !pointers ? pointers.error() : !indices ? indices.error() : data.error();
        const auto count = indices->geometry.rank() == 1 ? indices->geometry.sizes[0] : -1;
        Extents bounds(2);
        if (!pointers->dtype.isIndexLike() || !pointers->isReadable() || pointers->geometry.sizes != Extents{2})
            return noPointers(*pointers, text(pointers->geometry.sizes));
        IndexReader(*pointers).read(0, bounds);
        if (bounds[0] != 0 || bounds[1] < 0 || bounds[1] > count || data->geometry.sizes != Extents{count})
            return noPointers(*pointers, text(bounds));
        m_warnings.add(
            [&] { return say("{0} of one dim is shown as coo: it has no rows to point into", matrix()); });
        for (auto* each : {&indices, &data})
            (*each)->geometry.sizes[0] = bounds[1]; // what lies behind is no entry of it
        return readCoordinates(std::move(*indices), "indices", std::move(*data));
    }

    Error noPointers(const Array& found, const std::string& numbers) const
    {
        return corrupt(say("wanted the pointers 0 and a number of entries for {0} of one dim, found {1} {2}",
                           matrix(), found.dtype.name(), numbers),
                       "indptr.npy");
    }

    // `coordinates` has a row of indices for each dim; for one dim it may be that row itself.
    Result<Tensor> readCoordinates(Array coordinates, std::string_view name, Array values) const
    {
        const auto rank = static_cast<std::int64_t>(m_shape.size());
        auto& geometry = coordinates.geometry;
        if (rank == 1 && geometry.rank() == 1)
            geometry = {{1, geometry.sizes[0]}, {0, geometry.strides[0]}, geometry.offset};
        if (geometry.rank() != 2 || geometry.sizes[0] != rank)
            return corrupt(say("wanted a row of indices for each of the {0} dims of {1}, found an array of {2}",
                               rank, matrix(), text(geometry.sizes)),
                           std::string(name) + ".npy");
        const auto entries = geometry.sizes[1];
        auto builder = indexBuilder(entries, 0);
        if (!builder)
            return builder.error();
        if (auto copied = copyAsInt64(coordinates, builder->bytes().data(), name); !copied)
            return copied.error();
        return cooOf(std::move(*builder).seal(), entries, std::move(values));
    }

    Result<Tensor> readCoo()
    {
        // SciPy 1.15 and later save arrays of one dim and of more than two in this form.
        if (m_members.find("coords") != nullptr) {
            auto coordinates = array("coords"), data = array("data");
            if (!coordinates || !data)
                return !coordinates ? coordinates.error() : data.error();
            return readCoordinates(std::move(*coordinates), "coords", std::move(*data));
        }
        if (m_shape.size() > 2)
            return noMatrix();
        const auto row = array("row"), col = array("col"), data = array("data");
        for (const auto* each : {&row, &col, &data})
            if (!*each)
                return each->error();
        const auto& length = row->geometry.sizes;
        if (length.size() != 1 || col->geometry.sizes != length)
            return corrupt(say("wanted as many rows as columns of entries for {0}, found arrays of {1} and {2}",
                               matrix(), text(length), text(col->geometry.sizes)),
                           "row.npy, col.npy");
        auto builder = indexBuilder(length[0], 0);
        if (!builder)
            return builder.error();
        auto* to = builder->bytes().data();
        for (const auto* each : {&row, &col}) {
            if (each == &row && m_shape.size() == 1) // a sparse vector; its rows are all 0
                continue;
            if (auto copied = copyAsInt64(**each, to, each == &row ? "row" : "col"); !copied)
                return copied.error();
            to += length[0] * 8;
        }
        return cooOf(std::move(*builder).seal(), length[0], *data);
    }

    Result<void> copyAsInt64(const Array& from, std::byte* to, std::string_view name) const
    {
        if (from.dtype.isOpaque())
            return noIndices(from, name);
        if (!from.isReadable())
            return cutShort(name);
        bool isInteger = false, fits = true;
        visitElement(from.dtype, [&](auto tag) {
            using T = typename decltype(tag)::type;
            if constexpr (std::is_integral_v<T>) {
                isInteger = true;
                forPackedRuns(from, [&](std::span<const std::byte> bytes) {
                    for (std::size_t i = 0; i < bytes.size(); i += sizeof(T), to += 8) {
                        const auto index = loadElement<T>(bytes.data() + i);
                        fits = fits && std::in_range<std::int64_t>(index);
                        storeElement(static_cast<std::int64_t>(index), to);
                    }
                    return !m_source.watch.isStopped();
                });
            }
        });
        if (!isInteger)
            return noIndices(from, name);
        if (m_source.watch.isStopped())
            return Error{ErrorCode::cancelled, say("the indices were not read to their end"), {}, {}};
        if (!fits)
            return corrupt(say("wanted indices that fit int64 in {0}, found larger ones", quotedEntry(name)),
                           std::string(name) + ".npy");
        return {};
    }

    Error noIndices(const Array& from, std::string_view name) const
    {
        return corrupt(
            say("wanted integers in {0} of {1}, found {2}", quotedEntry(name), matrix(), from.dtype.name()),
            std::string(name) + ".npy");
    }

    // Arrays of refused files may be shorter than they say. What is made anew needs all of them.
    Error cutShort(std::string_view name) const
    {
        return corrupt(say("{0} needs all of {1}, which was cut short", matrix(), quotedEntry(name)),
                       std::string(name) + ".npy");
    }

    // Room for the indices of coo; with the values, where these are made anew too, it may not be too much.
    Result<StorageBuilder> indexBuilder(std::int64_t entries, std::int64_t bytesOfValue) const
    {
        const auto bytes = saturatingMul(entries, 8 * std::ssize(m_shape) + bytesOfValue);
        if (bytes > alwaysFine && bytes / mostTimesTheFile > m_source.bytes->byteSize())
            return corrupt(say("the {0} entries of {1} need {2} bytes as coo, which is refused for a file of {3}",
                               entries, matrix(), bytes, m_source.bytes->byteSize()));
        return StorageBuilder::make(entries * 8 * static_cast<std::int64_t>(m_shape.size()));
    }

    Result<Tensor> cooOf(StoragePtr indices, std::int64_t entries, Array values) const
    {
        const auto rank = static_cast<std::int64_t>(m_shape.size());
        Array array{std::move(indices), ElementType::i64, Geometry::rowMajor({rank, entries})};
        return makeTensor(cooLayout(), {{roleNamed(cooLayout(), "indices"), std::move(array)},
                                        {roleNamed(cooLayout(), "values"), std::move(values)}});
    }

    Error noMatrix() const
    {
        return corrupt(say("wanted two integers for the shape of {0}, found {1}", matrix(), text(m_shape)),
                       "shape.npy");
    }

    // One diagonal: its place among the others, and which of its slots lie inside the shape. The slot of column j
    // is the j-th, its row is j - offset.
    struct Diagonal {
        std::int64_t place = 0, offset = 0, begin = 0, end = 0;
    };

    Result<Tensor> readDia()
    {
        if (m_shape.size() != 2)
            return noMatrix();
        auto offsets = array("offsets"), data = array("data");
        for (auto* each : {&offsets, &data})
            if (!*each)
                return each->error();
        if (data->geometry.rank() == 1) { // one diagonal, as SciPy takes it too
            data->geometry = {{1, data->geometry.sizes[0]}, {0, data->geometry.strides[0]}, data->geometry.offset};
            if (offsets->geometry.rank() == 0)
                offsets->geometry = {{1}, {0}, offsets->geometry.offset};
        }
        const auto& sizes = data->geometry.sizes;
        if (!offsets->dtype.isIndexLike())
            return noIndices(*offsets, "offsets");
        if (data->dtype.isOpaque() || sizes.size() != 2 || offsets->geometry.sizes != Extents{sizes[0]})
            return corrupt(say("wanted a row of data for each offset of {0}, found arrays of {1} and {2}",
                               matrix(), text(sizes), text(offsets->geometry.sizes)),
                           "data.npy, offsets.npy");
        for (const auto& [each, name] : {std::pair(&offsets, "offsets"sv), std::pair(&data, "data"sv)})
            if (!(*each)->isReadable())
                return cutShort(name);
        std::vector<Diagonal> diagonals;
        std::int64_t entries = 0;
        const IndexReader reader(*offsets);
        for (std::int64_t i = 0; sizes[1] > 0 && i < sizes[0]; ++i) {
            const auto offset = reader.at(i);
            const auto end = std::min({sizes[1], m_shape[1], saturatingAdd(m_shape[0], offset)});
            const auto begin = std::max<std::int64_t>(offset, 0);
            if (begin >= end) // all of it lies outside, maybe farther than can be counted
                continue;
            diagonals.push_back({i, offset, begin, end});
            entries += end - begin; // no more than there are elements
        }
        auto indices = indexBuilder(entries, data->dtype.itemSize());
        if (!indices)
            return indices.error();
        auto values = StorageBuilder::make(entries * data->dtype.itemSize());
        if (!values)
            return values.error();
        auto* rows = indices->bytes().data();
        auto* columns = rows + entries * 8;
        auto* to = values->bytes().data();
        for (const auto& [place, offset, begin, end] : diagonals) {
            if (m_source.watch.isStopped())
                return Error{ErrorCode::cancelled, say("the diagonals were not read to their end"), {}, {}};
            for (auto j = begin; j < end; ++j, rows += 8, columns += 8) {
                storeElement(j - offset, rows);
                storeElement(j, columns);
            }
            const auto& strides = data->geometry.strides;
            const auto first = data->geometry.offset + place * strides[0] + begin * strides[1];
            forPackedRuns({data->storage, data->dtype, {{end - begin}, {strides[1]}, first}},
                          [&](std::span<const std::byte> bytes) {
                              std::memcpy(to, bytes.data(), bytes.size());
                              to += bytes.size();
                              return true;
                          });
        }
        m_warnings.add([&] {
            return say(
                "a SciPy dia matrix of {0} diagonals is shown as coo: the {1} slots that lie inside its shape",
                sizes[0], entries);
        });
        return cooOf(std::move(*indices).seal(), entries,
                     {std::move(*values).seal(), data->dtype, Geometry::rowMajor({entries})});
    }

    const NpzMembers& m_members;
    const Source& m_source;
    WarningList& m_warnings;
    std::string m_format;
    Extents m_shape;
};

} // namespace

bool isScipyMatrix(const NpzMembers& members)
{
    const auto* format = members.find("format");
    return format != nullptr && format->text && members.find("shape") != nullptr;
}

bool isPartOfScipyMatrix(const NpzMembers& members, std::string_view member)
{
    const auto* format = members.find("format");
    if (format == nullptr || !format->text || std::ranges::find(words, member) == words.end())
        return false;
    const bool isCoo = *format->text == "coo", isDia = *format->text == "dia";
    const bool hasCoords = members.find("coords") != nullptr;
    if (member == "row" || member == "col")
        return isCoo && !hasCoords;
    if (member == "coords")
        return isCoo;
    if (member == "indices" || member == "indptr")
        return !isCoo && !isDia;
    return member != "offsets" || isDia;
}

Result<Tensor> readScipyMatrix(const NpzMembers& members, const Source& source, WarningList& warnings)
{
    return ScipyReader(members, source, warnings).read();
}

} // namespace tscope
