// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/matrix_market/matrix_market.h"

#include "base/checked_math.h"
#include "io/matrix_market/lines.h"
#include "io/matrix_market/repeats.h"
#include "io/matrix_market/symmetry.h"
#include "layouts/coo/coo.h"
#include "layouts/strided/strided.h"

#include <algorithm>
#include <charconv>
#include <optional>

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
        return corrupt(isSkew
                           ? say("a skew-symmetric file stores what lies below the diagonal, found an entry on or "
                                 "above it")
                           : say("a symmetric file stores the lower triangle, found an entry above the diagonal, "
                                 "which would count twice"),
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

// Of the text, its entries and, of a symmetric file, those with the mirrored ones. What the header says of entries
// that can't be there is found to be wrong later.
std::int64_t bytesOf(const Source& source, const MtxHeader& header)
{
    const auto bytesEach = DType(mtxValueType(header.field)).itemSize() + (header.isArray ? 0 : 16);
    const auto stored = std::min(header.entries, mtxMostEntries(source.text().size()));
    const auto made = header.symmetry == MtxSymmetry::general ? 0 : saturatingMul(stored, 2);
    return saturatingAdd(saturatingMul(saturatingAdd(stored, made), bytesEach), source.bytes->byteSize());
}

Result<void> fitsMemory(const Source& source, const MtxHeader& header)
{
    const auto bytes = bytesOf(source, header);
    if (bytes <= source.mostMemory)
        return {};
    return corrupt(
        header.isArray
            ? say("the {0} values of this packed file take {1} bytes in memory, which is refused for its "
                  "size: at most {2}; unpack it first and open what comes out",
                  header.entries, bytes, source.mostMemory)
            : say("the {0} entries of this packed file take {1} bytes in memory, which is refused for its "
                  "size: at most {2}; unpack it first and open what comes out",
                  header.entries, bytes, source.mostMemory));
}

void sayWhatRepeats(const Source& source, const MtxHeader& header, const Tensor& tensor, Document& document)
{
    auto stored = tensor.member("indices").array; // those that stand in the file: mirrored ones come behind them
    stored.geometry.sizes[1] = header.entries;
    const auto count = repeatedMtxEntries(stored, source.mostMemory - bytesOf(source, header), source.watch);
    if (!count)
        document.warnings.emplace_back(say("the entries stand in no order and are too many to tell while opening "
                                           "whether some repeat the place of another"));
    else if (*count > 0)
        document.warnings.push_back(
            *count == 1
                ? say("1 entry repeats the place of an earlier one and is kept; the values of one place add up")
                : say("{0} entries repeat the places of earlier ones and are kept; the values of one place "
                      "add up",
                      *count));
}

Result<Document> readBehind(const MtxHeader& header, const Source& source, std::size_t chunkBytes)
{
    if (auto fits = fitsMemory(source, header); !fits)
        return fits.error();
    auto entries = readMtxEntries(source.text(), header, source.watch, chunkBytes);
    if (!entries)
        return entries.error();
    Document document;
    if (!source.text().starts_with('%') && header.bannerLine == 1)
        document.warnings.push_back(say("a mark of the byte order before the first line was left out"));
    if (header.bannerLine > 1)
        document.warnings.push_back(
            say("what stands before line {0}, which should be the first one, is empty and was left out",
                header.bannerLine));
    if (entries->nonFinite > 0)
        document.warnings.push_back(
            say("{0|value|values} not finite: nan and inf are no part of the format, but are read",
                entries->nonFinite));
    if (entries->tooLarge > 0)
        document.warnings.push_back(
            say("{0|number|numbers} too large for float64 became infinite", entries->tooLarge));
    if (const auto k = firstWithoutNegative(*entries, header); k >= 0)
        return corrupt(say("a skew-symmetric file stands for the negative of each entry too, and that of "
                           "-9223372036854775808 is no integer of 64 bits"),
                       lineOf(k, source, header));
    auto tensor =
        header.isArray ? arrayTensor(header, std::move(*entries)) : cooTensor(source, header, std::move(*entries));
    if (!tensor)
        return tensor.error();
    if (!header.isArray)
        sayWhatRepeats(source, header, *tensor, document);
    if (header.symmetry != MtxSymmetry::general || header.field == MtxField::pattern)
        tensor->claims.set(mtxClaim, mtxWords(header));
    document.tensors.push_back({"", std::move(*tensor)});
    if (!header.comments.empty())
        document.others.push_back({std::string(mtxComments), header.comments});
    return document;
}

// The number of the line that an error names.
std::optional<std::int64_t> lineIn(const Error& error)
{
    constexpr std::string_view word = "line ";
    std::int64_t line = 0;
    const auto* end = error.where.data() + error.where.size();
    const bool isLine = error.where.starts_with(word) &&
                        std::from_chars(error.where.data() + word.size(), end, line).ec == std::errc();
    return isLine ? std::optional(line) : std::nullopt;
}

std::int64_t countAllEntries(std::string_view text, const MtxHeader& header)
{
    const auto lines = MtxLines::cut(text, header, mtxChunkBytes);
    std::int64_t entries = 0;
    if (lines)
        for (const auto& chunk : lines->chunks())
            entries += countEntries(chunk);
    return entries;
}

std::size_t beginOfLine(std::string_view text, const MtxHeader& header, std::int64_t line)
{
    auto at = header.begin;
    for (auto number = header.firstLine; number < line && at < text.size(); ++number)
        at = std::min(at + mtxLine(text, at).size() + 1, text.size());
    return at;
}

// The file up to the line that is wrong; where it only ends too early, up to its last line, which may be cut
// within a number. Makes the header say how many entries those are.
std::optional<Source> soundPart(const Source& source, MtxHeader& header, const Error& error)
{
    const auto line = lineIn(error);
    if (!line || header.isArray)
        return std::nullopt;
    auto part = source;
    const auto text = source.text();
    const auto end = *line >= header.firstLine ? beginOfLine(text, header, *line)
                                               : std::max(header.begin, text.find_last_of('\n') + 1);
    part.bytes = partOf(source.bytes, 0, static_cast<std::int64_t>(end));
    const auto entries = countAllEntries(part.text(), header);
    if (entries >= header.entries && part.bytes->byteSize() == source.bytes->byteSize())
        return std::nullopt; // nothing has become less
    header.entries = std::min(header.entries, entries);
    return part;
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
    header->takesAnyIndex = source.despiteFaults;
    const auto wanted = header->entries;
    auto document = readBehind(*header, source, chunkBytes);
    for (auto part = source; !document && source.despiteFaults;) {
        auto smaller = soundPart(part, *header, document.error());
        if (!smaller)
            break;
        part = *std::move(smaller);
        document = readBehind(*header, part, chunkBytes);
        if (document)
            document->partly = say("{0#} of {1|entry|entries}", header->entries,
                                   std::max(wanted, countAllEntries(source.text(), *header)));
    }
    return document;
}

} // namespace tscope
