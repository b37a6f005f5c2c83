// SPDX-License-Identifier: Apache-2.0
#include "timing/density.h"

#include "array/index_reader.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/target.h"
#include "dispatch/operand.h"
#include "layouts/registry.h"
#include "make/pattern_density.h"
#include "timing/forms.h"
#include "timing/made_numbers.h"
#include "timing/number_text.h"
#include "timing/ordered_csr.h"

#include <algorithm>
#include <cmath>

namespace tscope::timing {

namespace {

std::vector<std::int64_t> indicesOf(const Array& array)
{
    std::vector<std::int64_t> out(static_cast<std::size_t>(numel(array.geometry).value_or(0)));
    IndexReader(array).read(0, out);
    return out;
}

Pattern patternOf(const Tensor& csr)
{
    Pattern out;
    out.rowEnds = indicesOf(csr.members[0].array);
    out.rowEnds.erase(out.rowEnds.begin());
    out.columns = indicesOf(csr.members[1].array);
    return out;
}

// The blocks in which there are entries.
Pattern inBlocks(const Pattern& pattern, std::array<std::int64_t, 2> block)
{
    Pattern out;
    const auto rows = std::ssize(pattern.rowEnds);
    std::int64_t begin = 0;
    for (std::int64_t last = block[0] - 1; last < rows; last += block[0]) {
        const auto end = pattern.rowEnds[static_cast<std::size_t>(last)];
        std::vector<std::int64_t> columns(pattern.columns.begin() + begin, pattern.columns.begin() + end);
        for (auto& column : columns)
            column /= block[1];
        std::ranges::sort(columns);
        out.columns.insert(out.columns.end(), columns.begin(), std::unique(columns.begin(), columns.end()));
        out.rowEnds.push_back(out.nnz());
        begin = end;
    }
    return out;
}

// All elements of these blocks.
Pattern ofBlocks(const Pattern& blocks, std::array<std::int64_t, 2> block)
{
    Pattern out;
    std::int64_t begin = 0;
    for (const auto end : blocks.rowEnds) {
        for (std::int64_t row = 0; row < block[0]; ++row) {
            for (auto k = begin; k < end; ++k)
                for (std::int64_t column = 0; column < block[1]; ++column)
                    out.columns.push_back(blocks.columns[static_cast<std::size_t>(k)] * block[1] + column);
            out.rowEnds.push_back(out.nnz());
        }
        begin = end;
    }
    return out;
}

Result<Tensor> csrOf(const Pattern& pattern, const Extents& size, const DType& dtype)
{
    auto values = madeNumbers({{pattern.nnz()}}, dtype);
    if (!values)
        return values.error();
    auto pointers = pattern.rowEnds;
    pointers.insert(pointers.begin(), 0);
    const auto& csr = *layoutNamed("csr");
    const auto member = [&](std::string_view role, Array array) {
        return Member{.role = roleNamed(csr, role), .array = std::move(array)};
    };
    auto tensor = makeTensor(csr, {member("compressed", Array::fromInts({std::ssize(pointers)}, pointers)),
                                   member("plain", Array::fromInts({pattern.nnz()}, pattern.columns)),
                                   member("values", std::move(values->front().members.front().array))});
    if (tensor)
        tensor->size = size;
    return tensor;
}

Error stopped()
{
    return {ErrorCode::cancelled, say("making a pattern was stopped")};
}

} // namespace

Result<Sound> withDensity(const Sound& given, double times, std::int64_t maxBytes, const Watch& watch)
{
    if (!(times > 0) || !std::isfinite(times))
        return invalidArgument(say("a number of times above 0 was wanted, found {0}", significant(times)));
    const auto own = formOf(given.tensor());
    if (isOfComponents(*given.tensor().layout) || own.size.size() != 2 || own.denseDims != 0)
        return unsupported(
            say("a matrix without batch and dense dims was wanted, found size {0}", tscope::text(own.size)));
    const auto most = maxBytes > 0 ? maxBytes : memoryBudget();
    const auto csr = orderedCsr(given, most, watch);
    if (!csr)
        return csr.error();
    const auto elements = patternOf(csr->tensor());
    const auto pattern = inBlocks(elements, own.block); // a block comes and goes as a whole
    const auto columns = own.size[1] / own.block[1];
    // Columns, pointers and numbers while it is made, and where each column was last used.
    constexpr double bytesOfEntry = 40, bytesOfColumn = 8;
    const auto all = static_cast<double>(elements.nnz()) * std::max(times, 1.0) * bytesOfEntry +
                     static_cast<double>(columns) * bytesOfColumn;
    if (all > static_cast<double>(most))
        return Error{ErrorCode::outOfMemory, say("with {0} times its entries it would take more than {1} to make",
                                                 significant(times), amountText(most))};
    const auto made = times < 1 ? thinned(pattern, times, watch) : densified(pattern, columns, times, watch);
    if (watch.isStopped())
        return stopped();
    if (made.nnz() == 0 || made.nnz() == pattern.nnz())
        return unsupported(made.nnz() == 0
                               ? say("no entry is left")
                               : say("it has no more and no fewer entries than the one it was made of"));
    auto tensor = csrOf(ofBlocks(made, own.block), own.size, own.dtype);
    if (!tensor)
        return tensor.error();
    const auto sound = proven(std::move(*tensor), say("the tensor of this density"), watch);
    if (!sound)
        return sound.error();
    FormWish wish{given.tensor().layout, own.block, own.dtype, {}};
    if (const auto index = variantOf(given.tensor()).indexDType; !index.empty())
        wish.indexDType = DType::parse(index);
    return inForm(*sound, wish, most, watch);
}

std::string nameWithDensity(const std::string& name, double times)
{
    auto number = significant(times, 3);
    if (number.find('.') != std::string::npos && number.find('e') == std::string::npos) {
        number.erase(number.find_last_not_of('0') + 1);
        if (number.ends_with('.'))
            number.pop_back();
    }
    return (name.empty() ? "" : name + " ") + "x " + number;
}

} // namespace tscope::timing
