// SPDX-License-Identifier: Apache-2.0
#include "timing/footprint.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "convert/target.h"
#include "dispatch/operand.h"
#include "timing/ordered_csr.h"

#include <algorithm>

namespace tscope::timing {

namespace {

template <class Index>
std::vector<BlockCounts> countLines(const tscope_operand& csr, std::int64_t lines, const Watch& watch)
{
    const auto rows = csr.sizes[csr.batch_dims], columns = csr.sizes[csr.batch_dims + 1];
    const auto* pointers = static_cast<const Index*>(csr.members[0].data);
    const auto* indices = static_cast<const Index*>(csr.members[1].data);
    std::vector<BlockCounts> out;
    for (std::int64_t line = 0; line < lines && !watch.isStopped(); ++line)
        out.push_back(countBlocks(std::span(pointers + line * (rows + 1), static_cast<std::size_t>(rows + 1)),
                                  std::span(indices + line * csr.entries, static_cast<std::size_t>(csr.entries)),
                                  columns, watch));
    return out;
}

template <class Index>
RowSpread countRows(const tscope_operand& csr, std::int64_t lines, const Watch& watch)
{
    constexpr std::int64_t rowsPerLook = 1 << 16;
    const auto rows = csr.sizes[csr.batch_dims];
    const auto* pointers = static_cast<const Index*>(csr.members[0].data);
    LengthCounts lengths;
    for (std::int64_t line = 0; line < lines; ++line, pointers += rows + 1)
        for (std::int64_t row = 0; row < rows; ++row) {
            if (row % rowsPerLook == 0 && watch.isStopped())
                return {};
            lengths.add(pointers[row + 1] - pointers[row]);
        }
    return lengths.spread();
}

} // namespace

std::int64_t Footprint::bytes() const
{
    std::int64_t sum = 0;
    for (const auto& member : members)
        sum = saturatingAdd(sum, member.bytes);
    return sum;
}

Result<Footprints> Footprints::of(const Sound& tensor, const Watch& watch)
{
    const auto csr = orderedCsr(tensor, 0, watch);
    if (!csr)
        return csr.error();
    const auto operand = Operand::reading(csr->tensor(), {}, memoryBudget());
    if (!operand)
        return operand.error();
    Footprints out(*csr);
    out.m_form = formOf(csr->tensor());
    const auto lines = numel(out.m_form.batch()).value_or(0);
    const auto abi = operand->abi();
    out.m_entries = abi.entries;
    out.m_counts = abi.members[0].type == TSCOPE_I64 ? countLines<std::int64_t>(abi, lines, watch)
                                                     : countLines<std::int32_t>(abi, lines, watch);
    out.m_rows = abi.members[0].type == TSCOPE_I64 ? countRows<std::int64_t>(abi, lines, watch)
                                                   : countRows<std::int32_t>(abi, lines, watch);
    if (watch.isStopped())
        return Error{ErrorCode::cancelled, say("counting was stopped")};
    return out;
}

std::int64_t Footprints::blocks(std::int64_t rows, std::int64_t columns) const
{
    std::int64_t sum = 0;
    for (const auto& counts : m_counts)
        sum += counts.at(rows, columns);
    return sum;
}

Footprint Footprints::at(const Layout& layout, const DType& indexDType, std::array<std::int64_t, 2> block) const
{
    Footprint out;
    out.layout = &layout;
    out.block = block;
    out.indexDType = indexDType;
    const auto lines = std::ssize(m_counts);
    const auto rows = m_form.size[static_cast<std::size_t>(m_form.batchDims)],
               columns = m_form.size[static_cast<std::size_t>(m_form.batchDims) + 1];
    const auto tail = numel(m_form.dense()).value_or(0);
    auto form = m_form;
    form.layout = &layout;
    form.indexDType = indexDType;
    form.block = isBlocked(layout) ? block : std::array<std::int64_t, 2>{1, 1};
    const auto whole = lines * m_entries * tail; // elements that are entries
    if (layout.memberForms == nullptr) {
        out.why = "nothing is converted to " + std::string(layout.name) + " so far";
    } else if (layout.family == "strided") {
        out.entries = saturatingMul(rows, columns);
        out.fill = saturatingMul(saturatingMul(lines, out.entries), tail) - whole;
    } else if (layout.family == "coo") {
        form.batchDims = 0;
        out.entries = lines * m_entries;
    } else if (layout.family != "compressed") {
        out.why = "a matrix is no list of components";
    } else if (!isBlocked(layout)) {
        out.entries = m_entries;
    } else if (rows % block[0] != 0 || columns % block[1] != 0) {
        out.why = "blocks that divide the size were wanted";
    } else if (block[0] > BlockCounts::most || block[1] > BlockCounts::most) {
        out.why = "blocks of more than " + std::to_string(BlockCounts::most) + " rows or columns are not counted";
    } else {
        const auto hasOther = [&](const BlockCounts& counts) {
            return counts.at(block[0], block[1]) != m_counts.front().at(block[0], block[1]);
        };
        if (std::ranges::any_of(m_counts, hasOther))
            out.why = "batch entries would differ in how many blocks they have";
        out.entries = m_counts.empty() ? 0 : m_counts.front().at(block[0], block[1]);
        out.fill = blocks(block[0], block[1]) * block[0] * block[1] * tail - whole;
    }
    if (!out.why.empty())
        return out;
    const auto members = layout.memberForms(form, layout.family == "strided" ? 0 : out.entries);
    if (!members) {
        out.why = "its bytes are more than 64 bits count";
        return out;
    }
    for (std::size_t m = 0; m < members->size(); ++m)
        out.members.push_back({layout.roles[m].name, saturatingMul(numel((*members)[m].sizes).value_or(int64Max),
                                                                   (*members)[m].dtype.itemSize())});
    return out;
}

} // namespace tscope::timing
