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

Result<std::vector<std::string>> valuesOf(const Tensor& tensor)
{
    const auto& array = valuesMember(tensor).array;
    const auto count = numel(array.geometry);
    if (!count || *count > mostWatched)
        return tooMany();
    std::vector<std::string> cells;
    for (std::int64_t i = 0; i < *count; ++i) {
        const auto element = storedElement(array, i);
        cells.push_back(element ? element->text() : "?");
    }
    return cells;
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
    std::vector<std::string> value;
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
    std::vector<std::string> value;
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

// Counts how many entries each of `groups` has, adds the counts up to where each begins, and tells both: counting
// sort. `key` is the array whose numbers are counted.
Numbers countAndAddUp(WatchedRecorder& recorder, std::size_t key, const Numbers& keys, std::int64_t groups,
                      std::size_t pointers)
{
    Numbers begins(at(groups + 1), 0);
    recorder.begin(say("no row has an entry yet"));
    for (std::int64_t group = 0; group <= groups; ++group)
        recorder.write(pointers, group, 0);
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(keys.size()); ++i) {
        const auto group = keys[at(i)];
        recorder.begin(say("entry {0} is of {1}: its count becomes {2}", i, group, begins[at(group + 1)] + 1));
        recorder.read(key, i);
        recorder.write(pointers, group + 1, ++begins[at(group + 1)]);
    }
    for (std::int64_t group = 1; group <= groups; ++group) {
        const auto before = begins[at(group - 1)], own = begins[at(group)];
        recorder.begin(say("{0} begins at {1} and has {2|entry|entries}, so the next begins at {3}", group - 1,
                           before, own, before + own));
        recorder.read(pointers, group - 1);
        begins[at(group)] = before + own;
        recorder.write(pointers, group, before + own);
    }
    return begins;
}

// Each entry goes to the next free place of its group. `moved` are arrays that go along: from, to.
void scatter(WatchedRecorder& recorder, std::size_t key, const Numbers& keys, Numbers next,
             const std::vector<std::tuple<std::size_t, std::size_t, std::vector<std::string>>>& moved)
{
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(keys.size()); ++i) {
        const auto group = keys[at(i)], to = next[at(group)]++;
        recorder.begin(say("entry {0} goes to place {1}, the next one of {2}", i, to, group));
        recorder.read(key, i);
        for (const auto& [from, into, cells] : moved) {
            recorder.read(from, i);
            recorder.write(into, to, cells[at(i)]);
        }
    }
}

std::vector<std::string> textsOf(const Numbers& numbers)
{
    std::vector<std::string> texts;
    for (const auto number : numbers)
        texts.push_back(std::to_string(number));
    return texts;
}

Result<Watched> cooToCsr(const Tensor& tensor)
{
    const auto entries = tripletsOf(tensor);
    if (!entries)
        return entries.error();
    WatchedRecorder recorder;
    const auto rows = recorder.given("row", entries->row);
    const auto columns = recorder.given("column", entries->column);
    const auto values = recorder.given("values", entries->value);
    const auto pointers = recorder.made("crow_indices", entries->rows + 1);
    const auto plain = recorder.made("col_indices", entries->count());
    const auto sorted = recorder.made("values of CSR", entries->count());
    const auto begins = countAndAddUp(recorder, rows, entries->row, entries->rows, pointers);
    scatter(recorder, rows, entries->row, begins,
            {{columns, plain, textsOf(entries->column)}, {values, sorted, entries->value}});
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
    const auto values = recorder.given("values", matrix->value);
    const auto rows = recorder.given("row", rowOf);
    const auto count = static_cast<std::int64_t>(matrix->value.size());
    const auto pointers = recorder.made("ccol_indices", matrix->columns + 1);
    const auto plain = recorder.made("row_indices", count);
    const auto sorted = recorder.made("values of CSC", count);
    const auto begins = countAndAddUp(recorder, columns, matrix->columnsOf, matrix->columns, pointers);
    scatter(recorder, columns, matrix->columnsOf, begins,
            {{rows, plain, textsOf(rowOf)}, {values, sorted, matrix->value}});
    return recorder.take();
}

// Sorted by place, then those of one place become one. Their sum is said as a sum: it is the values that are
// added.
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
    const auto values = recorder.given("values", entries->value);
    const auto newRows = recorder.made("row after", kept), newColumns = recorder.made("column after", kept),
               newValues = recorder.made("values after", kept);
    std::int64_t to = -1;
    std::string sum;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto from = order[i];
        const bool isNew = i == 0 || placeOf(from) != placeOf(order[i - 1]);
        const auto place =
            "(" + std::to_string(entries->row[at(from)]) + ", " + std::to_string(entries->column[at(from)]) + ")";
        recorder.begin(isNew ? say("entry {0} is the first of {1}", from, place)
                             : say("entry {0} is of {1} too: its value is added", from, place));
        for (const auto array : {rows, columns, values})
            recorder.read(array, from);
        if (isNew) {
            recorder.write(newRows, ++to, entries->row[at(from)]);
            recorder.write(newColumns, to, entries->column[at(from)]);
        }
        sum = isNew ? entries->value[at(from)] : sum + " + " + entries->value[at(from)];
        recorder.write(newValues, to, sum);
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
    Ragged ragged{*std::move(offsets), *std::move(values)};
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
                               ? say("component {0} ends after {1|element|elements}: place {2} is filled with 0",
                                     c, end - begin, to)
                               : say("element {0} of component {1} goes to place {2}", i, c, to));
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
                say("place {0} is element {1} of component {2} and goes to slot {3}", from, to - begin, c, to));
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
