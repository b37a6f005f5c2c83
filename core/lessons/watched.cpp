// SPDX-License-Identifier: Apache-2.0
#include "lessons/watched.h"

#include "anatomy/layout.h"
#include "array/index_reader.h"
#include "array/stored_element.h"
#include "base/check.h"
#include "base/checked_math.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "facts/logical_shape.h"
#include "lessons/watched_compression.h"
#include "lessons/watched_recorder.h"
#include "proof/prove.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tscope {

namespace {

Error tooMany()
{
    return invalidArgument(say("wanted at most {0} entries, so that each can be followed", mostWatched));
}

Result<Numbers> numbersOf(const Tensor& tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    if (member == nullptr || !member->isReadable() || !member->array.dtype.isIndexLike())
        return invalidArgument(say("this tensor has no {0} that can be read", role));
    const IndexReader reader(member->array);
    if (reader.numel() > 2 * mostWatched)
        return tooMany();
    Numbers numbers(static_cast<std::size_t>(reader.numel()));
    reader.read(0, numbers);
    return numbers;
}

Result<WatchedValues> valuesOf(const Tensor& tensor)
{
    const auto& array = valuesMember(tensor).array;
    const auto count = numel(array.geometry);
    if (!count || *count > mostWatched)
        return tooMany();
    WatchedValues values;
    for (std::int64_t i = 0; i < *count; ++i)
        values.push_back({storedElement(array, i)});
    return values;
}

std::vector<std::string> textsOf(const WatchedValues& values)
{
    std::vector<std::string> texts;
    for (const auto& value : values)
        texts.push_back(value.text());
    return texts;
}

Result<void> checkExtents(const Extents& extents)
{
    if (extents.size() != 2)
        return invalidArgument(say("wanted a matrix whose entries are single numbers"));
    if (std::ranges::max(extents) > mostWatched)
        return invalidArgument(
            say("wanted at most {0} rows and columns, so that each can be followed", mostWatched));
    return {};
}

// A matrix of numbers, each entry with its row, its column and its value.
struct Triplets {
    std::int64_t rows = 0, columns = 0;
    Numbers row, column;
    WatchedValues value;
    std::int64_t count() const { return static_cast<std::int64_t>(row.size()); }
};

Result<Triplets> tripletsOf(const Tensor& tensor)
{
    const auto shape = logicalShape(tensor);
    if (!shape)
        return shape.error();
    if (const auto small = checkExtents(shape->extents); !small)
        return small.error();
    auto numbers = numbersOf(tensor, "indices");
    if (!numbers)
        return numbers.error();
    auto values = valuesOf(tensor);
    if (!values)
        return values.error();
    const auto count = values->size();
    if (numbers->size() != 2 * count)
        return invalidArgument(say("wanted a matrix whose entries are single numbers"));
    const auto half = numbers->begin() + static_cast<std::ptrdiff_t>(count);
    return Triplets{shape->extents[0], shape->extents[1], Numbers(numbers->begin(), half),
                    Numbers(half, numbers->end()), *std::move(values)};
}

struct Compressed {
    std::int64_t rows = 0, columns = 0;
    Numbers pointers, columnsOf;
    WatchedValues value;
};

Result<Compressed> compressedOf(const Tensor& tensor)
{
    const auto shape = logicalShape(tensor);
    if (!shape)
        return shape.error();
    if (const auto small = checkExtents(shape->extents); !small)
        return small.error();
    auto pointers = numbersOf(tensor, "compressed");
    if (!pointers)
        return pointers.error();
    auto plain = numbersOf(tensor, "plain");
    if (!plain)
        return plain.error();
    auto values = valuesOf(tensor);
    if (!values)
        return values.error();
    if (plain->size() != values->size())
        return invalidArgument(say("wanted a matrix whose entries are single numbers"));
    return Compressed{shape->extents[0], shape->extents[1], *std::move(pointers), *std::move(plain),
                      *std::move(values)};
}

std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

Result<Watched> cooToCsr(const Tensor& tensor)
{
    const auto entries = tripletsOf(tensor);
    if (!entries)
        return entries.error();
    WatchedRecorder recorder;
    const auto rows = recorder.given("row", entries->row);
    const auto columns = recorder.given("column", entries->column);
    const auto values = recorder.given("values", textsOf(entries->value));
    const auto pointers = recorder.made("crow_indices", entries->rows + 1);
    const auto plain = recorder.made("col_indices", entries->count());
    const auto sorted = recorder.made("values of CSR", entries->count());
    WatchedCompression csr(recorder, {pointers, plain, sorted}, false, entries->rows);
    csr.countAndAddUp(rows, entries->row);
    csr.scatter({rows, columns, values}, entries->row, entries->column, entries->value);
    csr.sort();
    if (const auto added = csr.addUpDuplicates(); !added)
        return added.error();
    return recorder.take();
}

Result<Watched> csrToCsc(const Tensor& tensor)
{
    const auto matrix = compressedOf(tensor);
    if (!matrix)
        return matrix.error();
    Numbers rowOf;
    for (std::int64_t row = 0; row < matrix->rows; ++row)
        rowOf.insert(rowOf.end(), at(matrix->pointers[at(row + 1)] - matrix->pointers[at(row)]), row);
    WatchedRecorder recorder;
    recorder.given("crow_indices", matrix->pointers);
    const auto columns = recorder.given("col_indices", matrix->columnsOf);
    const auto values = recorder.given("values", textsOf(matrix->value));
    const auto rows = recorder.given("row", rowOf);
    const auto count = static_cast<std::int64_t>(matrix->value.size());
    const auto pointers = recorder.made("ccol_indices", matrix->columns + 1);
    const auto plain = recorder.made("row_indices", count);
    const auto sorted = recorder.made("values of CSC", count);
    WatchedCompression csc(recorder, {pointers, plain, sorted}, true, matrix->columns);
    csc.countAndAddUp(columns, matrix->columnsOf);
    csc.scatter({columns, rows, values}, matrix->columnsOf, rowOf, matrix->value);
    csc.sort();
    if (const auto added = csc.addUpDuplicates(); !added)
        return added.error();
    return recorder.take();
}

// The entries in the order of their places; those of one place become one, whose value is their sum.
Result<Watched> coalesce(const Tensor& tensor)
{
    const auto entries = tripletsOf(tensor);
    if (!entries)
        return entries.error();
    std::vector<std::int64_t> order(at(entries->count()));
    std::iota(order.begin(), order.end(), 0);
    const auto placeOf = [&](std::int64_t i) { return std::pair(entries->row[at(i)], entries->column[at(i)]); };
    std::ranges::stable_sort(order, {}, placeOf);
    std::int64_t kept = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        kept += i == 0 || placeOf(order[i]) != placeOf(order[i - 1]) ? 1 : 0;
    WatchedRecorder recorder;
    const auto rows = recorder.given("row", entries->row);
    const auto columns = recorder.given("column", entries->column);
    const auto values = recorder.given("values", textsOf(entries->value));
    const auto newRows = recorder.made("row after", kept), newColumns = recorder.made("column after", kept),
               newValues = recorder.made("values after", kept);
    std::int64_t to = -1;
    WatchedValue sum;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto from = order[i];
        const bool isNew = i == 0 || placeOf(from) != placeOf(order[i - 1]);
        const auto place =
            "(" + std::to_string(entries->row[at(from)]) + ", " + std::to_string(entries->column[at(from)]) + ")";
        const auto& value = entries->value[at(from)];
        if (isNew) {
            recorder.begin(say("Entry {0} is the first at {1}.", from, place));
            sum = value;
        } else {
            auto both = sumOf(sum, value);
            if (!both)
                return both.error();
            recorder.begin(say("Entry {0} is at {1} too: {2} + {3} = {4}.", from, place, sum.text(), value.text(),
                               both->text()));
            sum = *std::move(both);
        }
        for (const auto array : {rows, columns, values})
            recorder.read(array, from);
        if (isNew) {
            recorder.write(newRows, ++to, entries->row[at(from)]);
            recorder.write(newColumns, to, entries->column[at(from)]);
        }
        recorder.write(newValues, to, sum.text());
    }
    return recorder.take();
}

struct Ragged {
    Numbers offsets;
    std::vector<std::string> value;
    std::int64_t width = 0; // of the box that holds all components: the longest of them
    std::int64_t components() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

Result<Ragged> raggedOf(const Tensor& tensor)
{
    if (const auto* lengths = tensor.find("lengths"); lengths != nullptr)
        return invalidArgument(
            say("wanted components that lie one behind the other, found such with lengths of their own"));
    auto offsets = numbersOf(tensor, "offsets");
    if (!offsets)
        return offsets.error();
    auto values = valuesOf(tensor);
    if (!values)
        return values.error();
    const auto& array = valuesMember(tensor).array;
    if (array.geometry.rank() != 1 || offsets->empty())
        return invalidArgument(say("wanted components of one dim"));
    Ragged ragged{*std::move(offsets), textsOf(*values)};
    for (std::int64_t c = 0; c < ragged.components(); ++c)
        ragged.width = std::max(ragged.width, ragged.offsets[at(c + 1)] - ragged.offsets[at(c)]);
    // Few elements can still have a large box: one long component among many short ones.
    if (ragged.components() * ragged.width > mostWatched)
        return invalidArgument(say("wanted a box of at most {0} elements, so that each can be followed; "
                                   "found one of {1} x {2}",
                                   mostWatched, ragged.components(), ragged.width));
    return ragged;
}

Result<Watched> pad(const Tensor& tensor)
{
    const auto ragged = raggedOf(tensor);
    if (!ragged)
        return ragged.error();
    const auto width = ragged->width;
    WatchedRecorder recorder;
    const auto offsets = recorder.given("offsets", ragged->offsets);
    const auto values = recorder.given("values", ragged->value);
    const auto box = recorder.made("box", ragged->components() * width);
    for (std::int64_t c = 0; c < ragged->components(); ++c) {
        const auto begin = ragged->offsets[at(c)], end = ragged->offsets[at(c + 1)];
        for (std::int64_t i = 0; i < width; ++i) {
            const auto to = c * width + i;
            const bool isFill = begin + i >= end;
            recorder.begin(isFill
                               ? say("Component {0} ends after {1|element|elements}: place {2} is filled with 0.",
                                     c, end - begin, to)
                               : say("Element {0} of component {1} goes to place {2}.", i, c, to));
            recorder.read(offsets, c);
            recorder.read(offsets, c + 1);
            if (!isFill)
                recorder.read(values, begin + i);
            recorder.write(box, to, isFill ? "0" : ragged->value[at(begin + i)]);
        }
    }
    return recorder.take();
}

// The way back: what is padding is passed over.
Result<Watched> unpad(const Tensor& tensor)
{
    const auto ragged = raggedOf(tensor);
    if (!ragged)
        return ragged.error();
    const auto width = ragged->width;
    std::vector<std::string> cells;
    for (std::int64_t c = 0; c < ragged->components(); ++c)
        for (std::int64_t i = 0; i < width; ++i) {
            const auto from = ragged->offsets[at(c)] + i;
            cells.push_back(from < ragged->offsets[at(c + 1)] ? ragged->value[at(from)] : "0");
        }
    WatchedRecorder recorder;
    const auto offsets = recorder.given("offsets", ragged->offsets);
    const auto box = recorder.given("box", cells);
    const auto values = recorder.made("values", static_cast<std::int64_t>(ragged->value.size()));
    for (std::int64_t c = 0; c < ragged->components(); ++c) {
        const auto begin = ragged->offsets[at(c)], end = ragged->offsets[at(c + 1)];
        for (auto to = begin; to < end; ++to) {
            const auto from = c * width + to - begin;
            recorder.begin(
                say("Place {0} is element {1} of component {2} and goes to slot {3}.", from, to - begin, c, to));
            recorder.read(offsets, c);
            recorder.read(box, from);
            recorder.write(values, to, cells[at(from)]);
        }
    }
    return recorder.take();
}

// Broken tensors are not walked: an index may lead anywhere. Tensors that can't be followed are not proven at all,
// which takes its time.
template <Result<Watched> (*run)(const Tensor&)>
Result<Watched> ofSound(const Tensor& tensor)
{
    if (std::ranges::any_of(tensor.members, [](const Member& member) {
            return numel(member.array.geometry).value_or(int64Max) > 2 * mostWatched;
        }))
        return tooMany();
    const auto sound = proven(tensor, say("the tensor that is watched"));
    if (!sound)
        return sound.error();
    return run(sound->tensor());
}

constexpr auto algorithms = std::to_array<WatchedAlgorithm>({
    {"coo-to-csr", "coo", ofSound<cooToCsr>},
    {"coalesce", "coo", ofSound<coalesce>},
    {"csr-to-csc", "csr", ofSound<csrToCsc>},
    {"pad", "jagged", ofSound<pad>},
    {"unpad", "jagged", ofSound<unpad>},
});

} // namespace

std::vector<WatchedArray> Watched::after(std::size_t count) const
{
    TSCOPE_CHECK(count <= steps.size(), "no more steps than there are");
    auto now = arrays;
    for (std::size_t i = 0; i < count; ++i)
        for (const auto& write : steps[i].writes)
            now[write.at.array].cells[static_cast<std::size_t>(write.at.slot)] = write.after;
    return now;
}

std::span<const WatchedAlgorithm> watchedAlgorithms()
{
    return algorithms;
}

} // namespace tscope
