// SPDX-License-Identifier: Apache-2.0
#include "timing/cost_map_json.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "timing/variant_json.h"

namespace tscope::timing {

namespace {

constexpr Within<std::int64_t> anyAmount{0, int64Max};
constexpr std::int64_t mostBatchDims = 64;
constexpr std::size_t mostForms = 1'000;

// With fewer elements in a tile there would be too many of them.
std::int64_t leastOfTile(std::int64_t elements)
{
    return (elements - 1) / CostMap::most + 1;
}

Json jsonOf(const CostMap::Form& form)
{
    JsonFields out(8);
    addVariant(out, form.variant);
    out.add("bytes", form.bytes).add("fill", form.fill).add("pointer_bytes", form.pointerBytes);
    return out.object();
}

CostMap::Form costFormIn(FieldsReader from, std::size_t tiles)
{
    CostMap::Form out;
    out.variant = variantIn(from);
    const auto ofEach = say("a number for each of {0} tiles", tiles);
    out.bytes = from.wholes("bytes", anyAmount, tiles);
    if (out.bytes.size() != tiles)
        from.refuse("bytes", ofEach);
    out.fill = from.wholes("fill", anyAmount, tiles);
    if (!out.fill.empty() && out.fill.size() != tiles)
        from.refuse("fill", say("{0}, or none", ofEach));
    out.pointerBytes = from.whole("pointer_bytes", anyAmount);
    return out;
}

} // namespace

Json jsonOf(const CostMap& map)
{
    auto forms = Json::array();
    for (const auto& form : map.forms)
        forms.push_back(jsonOf(form));
    JsonFields out(8);
    out.add("tensor", map.tensor)
        .add("batch_dims", map.batchDims)
        .add("rows", map.rows)
        .add("columns", map.columns)
        .add("tile_rows", map.tileRows)
        .add("tile_columns", map.tileColumns)
        .add("entries", map.entries)
        .add("forms", std::move(forms));
    return out.object();
}

CostMap costMapIn(FieldsReader& from)
{
    CostMap out;
    out.batchDims = from.whole("batch_dims", {0, mostBatchDims});
    out.rows = from.whole("rows", {1, int64Max});
    out.columns = from.whole("columns", {1, int64Max});
    out.tileRows = from.whole("tile_rows", {leastOfTile(out.rows), out.rows});
    out.tileColumns = from.whole("tile_columns", {leastOfTile(out.columns), out.columns});
    const auto tiles = static_cast<std::size_t>(out.tilesDown() * out.tilesAcross());
    out.entries = from.wholes("entries", anyAmount, tiles);
    if (out.entries.size() != tiles)
        from.refuse("entries", say("a number for each of {0} tiles", tiles));
    for (const auto form : from.objects("forms", mostForms))
        out.forms.push_back(costFormIn(from.fieldsOf(form), tiles));
    return out;
}

} // namespace tscope::timing
