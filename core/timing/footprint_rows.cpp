// SPDX-License-Identifier: Apache-2.0
#include "timing/footprint_rows.h"

#include "base/checked_math.h"
#include "convert/target.h"
#include "dispatch/call.h"
#include "timing/component_footprint.h"
#include "timing/content_hash.h"
#include "timing/cost_map.h"
#include "timing/footprint.h"
#include "timing/roofs.h"
#include "timing/row_order.h"

#include <algorithm>

namespace tscope::timing {

namespace {

// What a product with a vector takes at the least: all that is stored is read, and so are both vectors.
double predictedFor(std::int64_t bytes, std::int64_t rows, std::int64_t columns, std::int64_t itemSize,
                    const Limits* limits)
{
    if (limits == nullptr || rows == 0)
        return 0;
    const auto all = saturatingAdd(bytes, saturatingMul(saturatingAdd(rows, columns), itemSize));
    return static_cast<double>(all) / bandwidthFor(all, *limits).rate;
}

class MatrixFootprints
{
public:
    MatrixFootprints(Session& session, std::string name, const Sound& tensor, const Footprints& counted)
        : m_session(session), m_limits(session.processorLimits()), m_name(std::move(name)),
          m_tensor(tensor.tensor()), m_counted(counted)
    {
        const auto& form = counted.form();
        m_rows = form.size[static_cast<std::size_t>(form.batchDims)];
        m_columns = form.size[static_cast<std::size_t>(form.batchDims) + 1];
    }

    void addRow(const FormWish& wish)
    {
        const auto variant = variantOf(m_tensor, wish);
        const auto index = variant.indexDType.empty() ? DType(ElementType::i64) : DType::parse(variant.indexDType);
        const auto footprint = m_counted.at(*wish.layout, index, wish.block);
        if (!footprint.why.empty())
            return;
        FootprintRow row{m_name, variant, footprint.entries, footprint.fill, {}, 0};
        const auto type = DType::parse(variant.dtype);
        for (const auto& member : footprint.members) {
            const bool isValues = member.role == "values";
            row.members.push_back(
                {std::string(member.role),
                 isValues ? member.bytes / m_counted.form().dtype.itemSize() * type.itemSize() : member.bytes});
        }
        row.predictedNs = predictedFor(row.bytes(), m_rows, m_columns, type.itemSize(), m_limits);
        m_session.footprints.push_back(std::move(row));
        m_told.push_back(variant);
    }

    // Of one batch entry, as all have the same sizes.
    void addBlocks()
    {
        BlockTable table{m_name, BlockCounts::most, {}, {}, 0};
        table.entries = m_counted.blocks(1, 1);
        const auto itemSize = m_counted.form().dtype.itemSize();
        const auto indexSize = m_counted.form().indexDType.itemSize();
        for (std::int64_t r = 1; r <= table.side; ++r)
            for (std::int64_t c = 1; c <= table.side; ++c) {
                const auto blocks = m_counted.blocks(r, c);
                table.blocks.push_back(blocks);
                const auto each = saturatingAdd(saturatingMul(r * c, itemSize), indexSize);
                const auto bytes = saturatingAdd(saturatingMul(blocks, each), (m_rows / r + 1) * indexSize);
                table.predictedNs.push_back(predictedFor(bytes, m_rows, m_columns, itemSize, m_limits));
            }
        m_session.blockTables.push_back(std::move(table));
    }

    // Of the forms that have a row.
    void addCosts(const Watch& watch)
    {
        auto map = costMapOf(m_counted, m_told, watch);
        if (!map)
            return;
        map->tensor = m_name;
        m_session.costMaps.push_back(std::move(*map));
    }

private:
    Session& m_session;
    const Limits* m_limits;
    std::string m_name;
    const Tensor& m_tensor;
    const Footprints& m_counted;
    std::int64_t m_rows = 0, m_columns = 0;
    std::vector<Variant> m_told;
};

void addSpread(Session& session, const std::string& name, const RowSpread& spread)
{
    const auto subject = std::ranges::find(session.subjects, name, &Subject::name);
    if (subject == session.subjects.end())
        return;
    subject->rows = spread.rows;
    subject->longestRow = spread.greatest;
    subject->spread = spread;
}

void addComponentFootprints(Session& session, const std::string& name, const Sound& tensor,
                            std::span<const FormWish> forms)
{
    for (const auto& wish : forms)
        if (auto row = componentFootprint(tensor.tensor(), wish)) {
            row->tensor = name;
            session.footprints.push_back(std::move(*row));
        }
}

} // namespace

void addFormFootprints(Session& session, const std::string& name, const Sound& tensor,
                       std::span<const FormWish> forms, const Watch& watch)
{
    if (isOfComponents(*tensor.tensor().layout))
        return addComponentFootprints(session, name, tensor, forms);
    const auto counted = Footprints::of(tensor, watch);
    if (!counted)
        return;
    MatrixFootprints footprints(session, name, tensor, *counted);
    for (const auto& wish : forms)
        footprints.addRow(wish);
}

void addFootprints(Session& session, const std::string& name, const Sound& tensor, std::span<const FormWish> forms,
                   const Watch& watch)
{
    if (isOfComponents(*tensor.tensor().layout)) {
        addComponentFootprints(session, name, tensor, forms);
        addSpread(session, name, componentSpread(tensor.tensor(), watch));
        return;
    }
    const auto counted = Footprints::of(tensor, watch);
    if (!counted)
        return;
    MatrixFootprints footprints(session, name, tensor, *counted);
    for (const auto& wish : forms)
        footprints.addRow(wish);
    footprints.addBlocks();
    footprints.addCosts(watch);
    addSpread(session, name, counted->rows());
}

Subject bareSubjectOf(const std::string& name, const Sound& sound)
{
    const auto& tensor = sound.tensor();
    Subject subject;
    subject.name = name;
    subject.given = variantOf(tensor);
    if (const auto size = tensor.layout->read(tensor, {})->outline().size)
        for (const auto& extent : *size)
            subject.size.push_back(extent.kind == OuterExtent::Kind::number ? extent.value : -1);
    subject.stored = numel(valuesMember(tensor).array.geometry).value_or(0);
    return subject;
}

Subject subjectOf(const std::string& name, const Sound& sound, const Watch& watch)
{
    auto subject = bareSubjectOf(name, sound);
    subject.contentHash = contentHashOf(sound.tensor(), watch);
    subject.isInRowOrder = areInRowOrder(sound.tensor(), watch);
    return subject;
}

} // namespace tscope::timing
