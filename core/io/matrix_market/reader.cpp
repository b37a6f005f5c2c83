// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/matrix_market.h"

#include "base/checked_math.h"
#include "io/matrix_market/lines.h"
#include "io/matrix_market/symmetry.h"
#include "layouts/coo/coo.h"
#include "layouts/strided/strided.h"

namespace tscope {

namespace {

Member member(const Layout& layout, std::string_view role, DType dtype, StorageBuilder storage, Geometry geometry)
{
    Member out;
    out.role = roleNamed(layout, role);
    out.array = {std::move(storage).seal(), std::move(dtype), std::move(geometry)};
    return out;
}

std::string lineOf(std::int64_t entry, const Source& source, const MtxHeader& header)
{
    const auto lines = MtxLines::cut(source.text(), header, mtxChunkBytes);
    return "line " + std::to_string(lines ? lines->lineNumber(lines->entry(entry)) : 0);
}

Result<Tensor> cooTensor(const Source& source, const MtxHeader& header, MtxEntries entries)
{
    if (const auto k = firstMisplacedEntry(entries, header); k >= 0) {
        const bool isSkew = header.symmetry == MtxSymmetry::skew;
        return corrupt(isSkew ? "a skew-symmetric file stores what lies below the diagonal, found an entry on or "
                                "above it"
                              : "a symmetric file stores the lower triangle, found an entry above the diagonal, "
                                "which would count twice",
                       lineOf(k, source, header));
    }
    auto count = header.entries;
    auto coordinates = std::move(entries.coordinates);
    auto values = std::move(entries.values);
    if (header.symmetry != MtxSymmetry::general) {
        auto expanded = withMirroredEntries({std::move(coordinates), std::move(values)}, header);
        if (!expanded)
            return expanded.error();
        count = expanded->count;
        coordinates = std::move(expanded->coordinates);
        values = std::move(expanded->values);
    }
    Tensor tensor;
    tensor.layout = &cooLayout();
    tensor.members.push_back(
        member(cooLayout(), "indices", ElementType::i64, std::move(coordinates), Geometry::rowMajor({2, count})));
    tensor.members.push_back(
        member(cooLayout(), "values", mtxValueType(header.field), std::move(values), Geometry::rowMajor({count})));
    tensor.size = Extents{header.rows, header.columns};
    return tensor;
}

Result<Tensor> arrayTensor(const MtxHeader& header, MtxEntries entries)
{
    auto values = std::move(entries.values);
    if (header.symmetry != MtxSymmetry::general) {
        auto mirrored = withMirroredElements({std::move(entries.coordinates), std::move(values)}, header);
        if (!mirrored)
            return mirrored.error();
        values = std::move(*mirrored);
    }
    Tensor tensor;
    tensor.layout = &stridedLayout();
    const Geometry byColumns{{header.rows, header.columns}, {1, std::max<std::int64_t>(header.rows, 1)}, 0};
    tensor.members.push_back(
        member(stridedLayout(), "values", mtxValueType(header.field), std::move(values), byColumns));
    return tensor;
}

std::string numbered(std::int64_t count, const char* what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// Of the text, its entries and, of a symmetric file, those with the mirrored ones. What the header says of entries
// that can't be there is found to be wrong later.
Result<void> fitsMemory(const Source& source, const MtxHeader& header)
{
    const auto bytesEach = DType(mtxValueType(header.field)).itemSize() + (header.isArray ? 0 : 16);
    const auto stored = std::min(header.entries, mtxMostEntries(source.text().size()));
    const auto made = header.symmetry == MtxSymmetry::general ? 0 : saturatingMul(stored, 2);
    const auto bytes =
        saturatingAdd(saturatingMul(saturatingAdd(stored, made), bytesEach), source.bytes->byteSize());
    if (bytes <= source.mostMemory)
        return {};
    return corrupt("the " + std::to_string(header.entries) + (header.isArray ? " values" : " entries") +
                   " of this packed file take " + std::to_string(bytes) +
                   " bytes in memory, which is refused for its size: at most " +
                   std::to_string(source.mostMemory) + "; unpack it first and open what comes out");
}

} // namespace

Result<Document> readMatrixMarket(const Source& source)
{
    return readMatrixMarket(source, mtxChunkBytes);
}

Result<Document> readMatrixMarket(const Source& source, std::size_t chunkBytes)
{
    auto header = readMtxHeader(source.text(), source.watch);
    if (!header)
        return header.error();
    if (auto fits = fitsMemory(source, *header); !fits)
        return fits.error();
    auto entries = readMtxEntries(source.text(), *header, source.watch, chunkBytes);
    if (!entries)
        return entries.error();
    Document document;
    if (source.text().front() != '%')
        document.warnings.push_back("a mark of the byte order before the first line was left out");
    if (entries->nonFinite > 0)
        document.warnings.push_back(numbered(entries->nonFinite, "value") +
                                    " not finite: nan and inf are no part of the format, but are read");
    if (entries->tooLarge > 0)
        document.warnings.push_back(numbered(entries->tooLarge, "number") +
                                    " too large for float64 became infinite");
    if (const auto k = firstWithoutNegative(*entries, *header); k >= 0)
        return corrupt("a skew-symmetric file stands for the negative of each entry too, and that of "
                       "-9223372036854775808 is no integer of 64 bits",
                       lineOf(k, source, *header));
    auto tensor = header->isArray ? arrayTensor(*header, std::move(*entries))
                                  : cooTensor(source, *header, std::move(*entries));
    if (!tensor)
        return tensor.error();
    if (header->symmetry != MtxSymmetry::general || header->field == MtxField::pattern)
        tensor->claims.set(mtxClaim, mtxWords(*header));
    document.tensors.push_back({"", std::move(*tensor)});
    if (!header->comments.empty())
        document.others.push_back({std::string(mtxComments), std::move(header->comments)});
    return document;
}

} // namespace tscope
