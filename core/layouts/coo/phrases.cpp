// SPDX-License-Identifier: Apache-2.0
#include "layouts/coo/phrases.h"

#include "base/say.h"
#include "layouts/coo/find.h"
#include "layouts/coo/reading.h"
#include "layouts/shared/sentences.h"

namespace tscope::coo {

namespace {

constexpr PlacePattern places[]{
    {"1.6", "rows", "there are {actual#} rows, and the index type ends at {limit#}"},
    {"1.6", "cols", "there are {actual#} columns, and the index type ends at {limit#}"},
    {"1.6", "nnz", "there are {actual#} entries, and the index type ends at {limit#}"},
    {"COO-1.1", "", "indices is {actual}, not {expected}"},
    {"COO-1.2", "", "values is {actual}, but the tensor is declared as {expected}"},
    {"COO-1.3", "", "the values are {actual}"},
    {"COO-2.1", "", "indices is {actual}, not strided"},
    {"COO-2.2", "", "values is {actual}, not strided"},
    {"COO-2.3", "", "the tensor is tagged {actual}, but read as {expected}"},
    {"COO-3.1", "", "indices has {actual|dim|dims}; it should have {expected}"},
    {"COO-3.2", "", "values has {actual|dim|dims}; the declared dense dims make {expected}"},
    {"COO-3.3", "", "indices has {actual|row|rows}, but {expected|sparse dim is|sparse dims are} declared"},
    {"COO-3.4", "", "indices has {actual|column|columns}; values has {expected|entry|entries}"},
    {"COO-3.5", "ndim", "the size has {actual|dim|dims}; the members need {expected}"},
    {"COO-3.5", "negative", "dim {dim} of the size is {actual}"},
    {"COO-3.6", "", "values has dense dims {actual}; those of the size are {expected}"},
    {"COO-3.7", "overflow", "the number of elements does not fit 64 bits"},
    {"COO-3.7", "cached", "the tensor is declared to have {actual|element|elements}; its size makes {expected#}"},
    {"COO-3.8", "", "the product is {actual#} at dim {dim}"},
    {"COO-4.1", "", "values is on {actual}"},
    {"COO-4.2", "", "indices is on {actual}, the tensor on {expected}"},
    {"COO-4.3", "", "values is on {actual}, the tensor on {expected}"},
    {"COO-4.4", "", "{pinned member}"},
    {"COO-5.1", "", "entry {k} at {coordinates}: {actual} along dim {dim} is negative"},
    {"COO-5.1", "", "entry {k}: {actual} along dim {dim} is negative"},
    {"COO-5.2", "", "entry {k} at {coordinates} is outside: dim {dim} {ends before}"},
    {"COO-5.2", "", "entry {k}: {actual} along dim {dim} is outside: dim {dim} {ends before}"},
    {"COO-5.3", "unsorted",
     "entry {k} at {coordinates} comes after entry {before} at {coordinates before}{and repeats}"},
    {"COO-5.3", "duplicate", "entry {k} at {coordinates} repeats entry {before}"},
    {"COO-5.3", "unsorted", "entry {k} should come before entry {before}"},
    {"COO-5.3", "duplicate", "entry {k} repeats entry {before}"},
    {"COO-6.1", "", "{member} requires a gradient"},
    {"CU-2", "rows*cols", "rows times columns is {actual#}, which does not fit 64 bits"},
    {"CU-2", "nnz", "{actual|entry is|entries are} stored, but there are only {limit#} places for them"},
    {"CU-4", "", "entry {k} at {coordinates} repeats an earlier one"},
    {"CU-6", "", "entry {k} is in row {actual}, the one before in row {prev}"},
    {"CU-7", "dense", "there are {actual|dense dim|dense dims}, and none can be used"},
    {"CU-7", "sparse", "there are {actual|sparse dim|sparse dims}; there should be {expected}"},
    {"CU-8", "", "{member} has strides {actual}"},
    {"SP-1", "dense", "there are {actual|dense dim|dense dims}, and none can be used"},
    {"SP-1", "sparse", "there are {actual|sparse dim|sparse dims}; there should be {expected}"},
    {"SP-1", "values", "values has {actual|dim|dims}; it should have {expected}"},
    {"SP-4", "", "entry {k} at {coordinates} repeats an earlier one"},
    {"SP-4", "", "entry {k} repeats an earlier one"},
    {"CU-4", "", "entry {k} repeats an earlier one"},
};

std::optional<std::string> pinnedMember(const Witness& witness)
{
    const auto* value = witness.find("actual");
    const auto* flags = value == nullptr ? nullptr : std::get_if<std::vector<bool>>(value);
    if (flags == nullptr || flags->empty())
        return std::nullopt;
    return flags->front() ? say("indices is pinned, values is not") : say("values is pinned, indices is not");
}

// The first entry before this one that has its coordinates, where all entries are soon looked at. Entries that are
// out of order repeat others that lie anywhere.
std::string andRepeats(const Tensor& tensor, std::int64_t entry)
{
    constexpr std::int64_t mostEntries = 1 << 16;
    const CooReading reading(tensor, {});
    const auto columns = reading.columns();
    if (reading.whyNoOrder() || !columns || *columns > mostEntries || entry < 0 || entry >= *columns)
        return {};
    const auto rows = reading.rows();
    Extents wanted;
    for (std::int64_t row = 0; row < rows.rows(); ++row)
        wanted.push_back(rows.at(row, entry));
    const auto found = findEntries(reading, wanted, [](std::int64_t, int) {});
    return found.entries.empty() || found.entries.front() >= entry
               ? std::string()
               : say(", and repeats entry {0}", found.entries.front());
}

std::optional<std::string> term(const Tensor& tensor, const Witness* witness, std::string_view name)
{
    if (witness == nullptr)
        return std::nullopt;
    if (name == "pinned member")
        return pinnedMember(*witness);
    if (name == "ends before") {
        const auto limit = integerField(witness, "limit");
        if (!limit)
            return std::nullopt;
        return *limit <= 0 ? say("has no indices") : say("ends at index {0}", *limit - 1);
    }
    const auto k = integerField(witness, "k");
    if (!k)
        return std::nullopt;
    if (name == "before")
        return std::to_string(*k - 1);
    if (name == "and repeats")
        return andRepeats(tensor, *k);
    if (name == "coordinates")
        return coordinatesText(tensor, *k);
    if (name == "coordinates before")
        return coordinatesText(tensor, *k - 1);
    return std::nullopt;
}

} // namespace

constinit const Phrases phrases{places, term};

std::optional<std::string> coordinatesText(const Tensor& tensor, std::int64_t entry)
{
    constexpr std::int64_t mostShown = 8;
    const CooReading reading(tensor, {});
    const auto columns = reading.columns();
    if (reading.whyNoOrder() || !columns || entry < 0 || entry >= *columns ||
        reading.sparseDims().value_or(0) > mostShown)
        return std::nullopt;
    const auto rows = reading.rows();
    Extents out;
    for (std::int64_t row = 0; row < rows.rows(); ++row)
        out.push_back(rows.at(row, entry));
    return text(out);
}

} // namespace tscope::coo
