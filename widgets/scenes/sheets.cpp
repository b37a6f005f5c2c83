// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/sheets.h"

#include "anatomy/reading.h"
#include "base/checked_math.h"
#include "scenes/fitting.h"
#include "scenes/logical_caption.h"
#include "scenes/text_fit.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostSheets = 64, mostCellsInAll = 4096;
constexpr double sheetGap = 12;

// The next index along the dims that tell sheets apart; false behind the last.
bool advance(Extents& index, const Matrix& matrix)
{
    for (int dim = matrix.rank() - 1; dim >= 0; --dim) {
        if (!matrix.isHeld(dim) || dim == matrix.tail)
            continue;
        auto& number = index[static_cast<std::size_t>(dim)];
        if (++number < matrix.shape.extents[static_cast<std::size_t>(dim)])
            return true;
        number = 0;
    }
    return false;
}

// The caption of a sheet is never cut, so a sheet is at least as wide.
double captionWidth(const Matrix& matrix)
{
    return columnsOf(logicalCaption(matrix, 0)) * matrix.text.advance + 12;
}

} // namespace

bool Sheets::areSeveral(const Matrix& matrix)
{
    std::int64_t cells = 1;
    for (int dim = 0; dim < matrix.rank(); ++dim)
        if (dim != matrix.tail)
            cells = saturatingMul(cells, matrix.shape.extents[static_cast<std::size_t>(dim)]);
    return matrix.count > 1 && matrix.count <= mostSheets && cells <= mostCellsInAll && matrix.isOutsideKnown;
}

std::optional<Sheets> Sheets::of(const Matrix& matrix, const SceneRequest& request)
{
    if (matrix.roles.isAlone || !areSeveral(matrix))
        return std::nullopt;
    const auto reading = matrix.tensor.layout->read(matrix.tensor, {});
    Sheets sheets;
    auto index = matrix.roles.fixed;
    for (int dim = 0; dim < matrix.rank(); ++dim)
        if (dim != matrix.tail)
            index[static_cast<std::size_t>(dim)] = 0;
    std::int64_t number = 0;
    do {
        Sheet sheet{matrix, {}, {}};
        sheet.matrix.isSheet = true;
        sheet.matrix.number = number++;
        sheet.matrix.roles.fixed = index;
        if (reading->hasComponents() && matrix.isHeld(0))
            sheet.matrix.component = reading->componentSize(index[0]);
        sheets.all.push_back(std::move(sheet));
    } while (advance(index, matrix));
    sheets.arrange(request, smallestText);
    if (!fitsInto(sheets.content, request.size))
        return std::nullopt;
    sheets.arrange(request, request.zoom);
    return sheets;
}

void Sheets::arrange(const SceneRequest& request, double zoom)
{
    // Under the caption of the whole.
    auto next = QPointF(0, request.text.enlarged(zoom / all.front().matrix.wholeWidth).line + 6);
    double bottom = next.y();
    content = {};
    for (auto& sheet : all) {
        tscope::arrange(sheet.matrix, request, zoom);
        auto& size = sheet.size;
        size = sheet.matrix.content();
        size.setWidth(std::max(size.width(), captionWidth(sheet.matrix)));
        if (next.x() > 0 && next.x() + size.width() > request.size.width())
            next = {0, bottom + sheetGap};
        sheet.at = next;
        next.rx() += size.width() + sheetGap;
        bottom = std::max(bottom, sheet.at.y() + size.height());
        content = content.expandedTo({sheet.at.x() + size.width(), bottom});
    }
}

const Sheet* Sheets::find(const Extents& index) const
{
    const auto at = std::ranges::find_if(all, [&](const Sheet& sheet) {
        const auto& matrix = sheet.matrix;
        for (int dim = 0; dim < matrix.rank(); ++dim)
            if (matrix.isHeld(dim) && dim != matrix.tail &&
                Matrix::at(index, dim) != Matrix::at(matrix.roles.fixed, dim))
                return false;
        return true;
    });
    return at == all.end() ? nullptr : &*at;
}

} // namespace tscope
