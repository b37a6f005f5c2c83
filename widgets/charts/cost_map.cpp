// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/cost_map.h"

#include "charts/measures.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

struct CostWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::CostWords)
};

// A session may come from a file, and be none that a reader let through.
bool isWhole(const timing::CostMap& map)
{
    if (map.rows < 1 || map.columns < 1 || map.tileRows < 1 || map.tileColumns < 1 ||
        map.tilesDown() > timing::CostMap::most || map.tilesAcross() > timing::CostMap::most)
        return false;
    const auto tiles = static_cast<std::size_t>(map.tilesDown() * map.tilesAcross());
    return map.entries.size() == tiles && std::ranges::all_of(map.forms, [&](const timing::CostMap::Form& form) {
               return form.bytes.size() == tiles && (form.fill.empty() || form.fill.size() == tiles);
           });
}

// The last element of a tile that begins there; without leaving 64 bits.
std::int64_t lastOf(std::int64_t first, std::int64_t tile, std::int64_t all)
{
    return all - first <= tile ? all - 1 : first + tile - 1;
}

CostTile tileAt(const timing::CostMap& map, const timing::CostMap::Form& form, std::size_t at)
{
    CostTile tile;
    tile.firstRow = static_cast<std::int64_t>(at) / map.tilesAcross() * map.tileRows;
    tile.firstColumn = static_cast<std::int64_t>(at) % map.tilesAcross() * map.tileColumns;
    tile.lastRow = lastOf(tile.firstRow, map.tileRows, map.rows);
    tile.lastColumn = lastOf(tile.firstColumn, map.tileColumns, map.columns);
    tile.entries = map.entries[at];
    tile.fill = form.fill.empty() ? 0 : form.fill[at];
    tile.bytes = static_cast<double>(form.bytes[at]);
    return tile;
}

// Conversions go through the tensor as it was given, and not through this form.
std::optional<CostTime> timeOf(const timing::Session& session, const Cells& cells, Time time,
                               std::optional<std::size_t> chosen, const timing::Variant& form)
{
    const timing::Row* found = nullptr;
    const auto* device = chosen && *chosen < session.rows.size() ? &session.rows[*chosen].device : nullptr;
    for (const auto& row : session.rows) {
        if (time == Time::conversion || !isMeant(cells, row) || row.variant != form ||
            row.status != timing::Status::ok || !figureOf(row, time).isThere())
            continue;
        if (found == nullptr || (device != nullptr && row.device == *device && found->device != *device))
            found = &row;
    }
    if (found == nullptr)
        return {};
    return CostTime{
        figureOf(*found, time).median().value,
        CostWords::tr("%1 on %2, %3")
            .arg(QString::fromStdString(found->op), QString::fromStdString(found->device), titleOf(time))};
}

std::vector<QString> formTitlesOf(const timing::CostMap& map)
{
    std::vector<timing::Row> rows(map.forms.size());
    std::vector<const timing::Row*> pointers;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].variant = map.forms[i].variant;
        pointers.push_back(&rows[i]);
    }
    return titlesOf(pointers);
}

} // namespace

QString titleOf(CostMeasure measure)
{
    switch (measure) {
    case CostMeasure::share:
        return CostWords::tr("share of the bytes");
    case CostMeasure::fill:
        return CostWords::tr("fill (elements)");
    case CostMeasure::time:
        return CostWords::tr("time, by bytes");
    }
    return {};
}

double CostMap::at(const CostTile& tile, CostMeasure measure) const
{
    const auto share = bytes > 0 ? tile.bytes / bytes : 0;
    return measure == CostMeasure::fill    ? static_cast<double>(tile.fill)
           : measure == CostMeasure::share ? share
                                           : share * (time ? time->nanoseconds : 0);
}

bool CostMap::has(CostMeasure measure) const
{
    return measure == CostMeasure::share || (measure == CostMeasure::time && time) ||
           (measure == CostMeasure::fill &&
            std::ranges::any_of(tiles, [](const CostTile& tile) { return tile.fill > 0; }));
}

QString textOf(double value, CostMeasure measure)
{
    return measure == CostMeasure::share  ? shareText(value)
           : measure == CostMeasure::fill ? shortNumber(value)
                                          : timeText(value);
}

std::vector<CostMap> costMapsOf(const timing::Session& session, const Cells& cells, Time time,
                                std::optional<std::size_t> row)
{
    std::vector<CostMap> all;
    const auto told = std::ranges::find(session.costMaps, cells.tensor, &timing::CostMap::tensor);
    if (told == session.costMaps.end() || !isWhole(*told))
        return all;
    const auto titles = formTitlesOf(*told);
    for (std::size_t i = 0; i < told->forms.size(); ++i) {
        const auto& form = told->forms[i];
        CostMap map;
        map.tensor = told->tensor;
        map.form = form.variant;
        map.title = titles[i];
        map.batchDims = told->batchDims;
        map.rows = told->rows;
        map.columns = told->columns;
        map.across = told->tilesAcross();
        map.pointerBytes = static_cast<double>(form.pointerBytes);
        for (std::size_t at = 0; at < told->entries.size(); ++at) {
            map.tiles.push_back(tileAt(*told, form, at));
            map.bytes += map.tiles.back().bytes;
        }
        map.time = timeOf(session, cells, time, row, form.variant);
        all.push_back(std::move(map));
    }
    return all;
}

Table tableOf(const CostMap& map)
{
    Table table;
    if (map.tiles.empty())
        return table;
    table.header = {CostWords::tr("first row"),
                    CostWords::tr("last row"),
                    CostWords::tr("first column"),
                    CostWords::tr("last column"),
                    CostWords::tr("entries"),
                    CostWords::tr("fill (elements)"),
                    CostWords::tr("memory (bytes)"),
                    CostWords::tr("share of the bytes"),
                    CostWords::tr("time, by bytes (ns)")};
    const auto add = [&](const QStringList& place, double bytes, const QString& share, const QString& time) {
        table.rows.push_back(place + QStringList{exactNumber(bytes), share, time});
    };
    for (const auto& tile : map.tiles)
        add({QString::number(tile.firstRow), QString::number(tile.lastRow), QString::number(tile.firstColumn),
             QString::number(tile.lastColumn), QString::number(tile.entries), QString::number(tile.fill)},
            tile.bytes, exactNumber(map.at(tile, CostMeasure::share)),
            map.time ? exactNumber(map.at(tile, CostMeasure::time)) : QString());
    // What lies in no tile, and all of them together.
    add({CostWords::tr("pointers"), {}, {}, {}, {}, {}}, map.pointerBytes, {}, {});
    add({CostWords::tr("all tiles"), {}, {}, {}, {}, {}}, map.bytes, {},
        map.time ? exactNumber(map.time->nanoseconds) : QString());
    return table;
}

} // namespace tscope::charts
