// SPDX-License-Identifier: Apache-2.0
#include "ops/side_by_side.h"

#include "array/index_reader.h"
#include "base/checked_math.h"
#include "base/human_numbers.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/convert.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "layouts/registry.h"

#include <algorithm>

namespace tscope {

namespace {

bool isBatched(const Sound& input)
{
    return input.tensor().layout->family == "compressed" && formOf(input.tensor()).batchDims > 0;
}

Extents batchOf(const Form& form)
{
    return {form.size.begin(), form.size.begin() + form.batchDims};
}

Error tooLarge(std::int64_t maxBytes)
{
    return unsupported(say("the matrices of the batch in one would take more than the {0} that may be used",
                           byteSizeText(maxBytes)));
}

// Precondition: a sound csr tensor with batch dims.
Result<Tensor> diagonalOf(const Tensor& batched, std::int64_t maxBytes)
{
    const auto form = formOf(batched);
    const auto rank = static_cast<std::size_t>(form.batchDims);
    const auto lines = numel(batchOf(form));
    const auto rows = form.size[rank], columns = form.size[rank + 1];
    const auto& given = batched.member("values").array;
    const auto entries = given.geometry.sizes[rank];
    const auto allRows = lines ? checkedMul(*lines, rows) : std::nullopt;
    const auto allColumns = lines ? checkedMul(*lines, columns) : std::nullopt;
    const auto allEntries = lines ? checkedMul(*lines, entries) : std::nullopt;
    constexpr std::int64_t each = 2 * sizeof(std::int64_t); // gathered, and as an array
    if (!allRows || !allColumns || !allEntries ||
        saturatingMul(saturatingAdd(saturatingAdd(*allRows, *allEntries), 1), each) > maxBytes)
        return tooLarge(maxBytes);

    const IndexReader pointers(batched.member("compressed").array), indices(batched.member("plain").array);
    std::vector<std::int64_t> starts, places;
    for (std::int64_t line = 0; line < *lines; ++line) {
        for (std::int64_t row = 0; row < rows; ++row)
            starts.push_back(line * entries + pointers.at(line * (rows + 1) + row));
        for (std::int64_t entry = 0; entry < entries; ++entry)
            places.push_back(line * columns + indices.at(line * entries + entry));
    }
    starts.push_back(*allEntries);
    auto values = isContiguous(given.geometry) ? Result<Array>(given) : packed(given);
    if (!values)
        return values.error();
    Extents sizes{*allEntries}, size{*allRows, *allColumns};
    for (auto d = rank + 1; d < given.geometry.sizes.size(); ++d) {
        sizes.push_back(given.geometry.sizes[d]);
        size.push_back(given.geometry.sizes[d]);
    }
    values->geometry = Geometry::rowMajor(std::move(sizes), values->geometry.offset);
    const auto& csr = *layoutNamed("csr");
    auto out = makeTensor(csr, {{roleNamed(csr, "compressed"), Array::fromInts({*allRows + 1}, starts)},
                                {roleNamed(csr, "plain"), Array::fromInts({*allEntries}, places)},
                                {roleNamed(csr, "values"), std::move(*values)}});
    if (out)
        out->size = std::move(size);
    return out;
}

// Splits a csr matrix that has entries only in its diagonal blocks into a batch. `size`: with batch dims.
Result<Tensor> takenApart(const Tensor& diagonal, Extents size, std::int64_t batchDims, std::int64_t maxBytes)
{
    const auto rank = static_cast<std::size_t>(batchDims);
    const Extents batch(size.begin(), size.begin() + batchDims);
    const auto rows = size[rank], columns = size[rank + 1];
    const IndexReader pointers(diagonal.member("compressed").array), indices(diagonal.member("plain").array);
    const auto entries = indices.numel();
    const auto dims = batchDims + 2;
    if (saturatingMul(saturatingMul(entries, dims), 2 * sizeof(std::int64_t)) > maxBytes)
        return tooLarge(maxBytes);
    std::vector<std::int64_t> places(static_cast<std::size_t>(entries * dims));
    for (std::int64_t row = 0; row + 1 < pointers.numel(); ++row) {
        auto index = indexOf(batch, row / rows);
        index.push_back(row % rows);
        index.push_back(0);
        for (auto entry = pointers.at(row); entry < pointers.at(row + 1); ++entry) {
            index.back() = indices.at(entry) % columns;
            for (std::size_t d = 0; d < index.size(); ++d)
                places[d * static_cast<std::size_t>(entries) + static_cast<std::size_t>(entry)] = index[d];
        }
    }
    const auto& coo = *layoutNamed("coo");
    auto out = makeTensor(coo, {{roleNamed(coo, "indices"), Array::fromInts({dims, entries}, places)},
                                {roleNamed(coo, "values"), diagonal.member("values").array}});
    if (out) {
        out->size = std::move(size);
        out->claims.set("is_coalesced", true);
    }
    return out;
}

} // namespace

Result<std::optional<RunResult>> runSideBySide(const OpSpec& op, std::span<const Sound> inputs,
                                               const Params& params, const RunOptions& given)
{
    if (!op.keepsBatchesApart || !std::ranges::all_of(inputs, isBatched))
        return std::optional<RunResult>();
    auto options = given;
    if (options.maxBytes <= 0)
        options.maxBytes = memoryBudget();
    options.trace = nullptr; // what failed before is told unless this succeeds
    std::vector<Tensor> batched;
    std::vector<Sound> diagonals;
    for (const auto& input : inputs) {
        auto csr =
            convert(input, {.layout = layoutNamed("csr")}, {.maxBytes = options.maxBytes, .watch = options.watch});
        if (!csr)
            return csr.error();
        auto whole = diagonalOf(csr->tensor, options.maxBytes);
        if (!whole)
            return whole.error();
        auto sound = proven(std::move(*whole), say("the matrices of the batch in one"), options.watch);
        if (!sound)
            return sound.error();
        batched.push_back(std::move(csr->tensor));
        diagonals.push_back(std::move(*sound));
    }
    const auto plan = op.plan(batched, params);
    if (!plan)
        return plan.error();
    auto out = run(op, diagonals, params, options);
    if (!out)
        return out.error();
    auto apart = takenApart(out->tensor, plan->result.size, plan->result.batchDims, options.maxBytes);
    if (!apart)
        return apart.error();
    out->tensor = std::move(*apart);
    out->trace.add(
        DispatchStep::Kind::around, true,
        say("batch entries side by side in one matrix, and apart as coo: they differ in their number of entries"));
    if (given.trace != nullptr)
        *given.trace = out->trace;
    return std::optional(std::move(*out));
}

} // namespace tscope
