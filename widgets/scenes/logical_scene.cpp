// SPDX-License-Identifier: GPL-3.0-or-later
// The tensor as people think of it: one matrix, or all of them side by side.
#include "scenes/logical_scene.h"

#include "scenes/logical_caption.h"
#include "scenes/matrix_scene.h"
#include "scenes/scene_writer.h"
#include "scenes/sheets.h"

#include <QCoreApplication>

namespace tscope {

namespace {

// Appends to a scene what is in sight of another one that is drawn at `by`.
void append(Scene& whole, Scene part, QPointF by)
{
    const QRectF window(QPointF(0, 0), whole.size);
    const auto take = [&](auto& from, auto& to) {
        for (auto& item : from)
            if (item.rect.translate(by); item.rect.intersects(window))
                to.push_back(std::move(item));
    };
    take(part.rasters, whole.rasters);
    take(part.boxes, whole.boxes);
    take(part.marks, whole.marks);
    take(part.spots, whole.spots);
    take(part.brackets, whole.brackets);
    take(part.violations, whole.violations);
    for (auto& axis : part.axes) {
        axis.rect.translate(by);
        axis.cells.translate(by);
        axis.from += axis.isDown ? by.y() : by.x();
        whole.axes.push_back(axis);
    }
    for (auto& line : part.lines) {
        line.from += by;
        line.to += by;
        if (QRectF(line.from, line.to).normalized().adjusted(-1, -1, 1, 1).intersects(window))
            whole.lines.push_back(line);
    }
    for (auto& label : part.labels) {
        label.rect.translate(by);
        if (label.seen.isValid())
            label.seen.translate(by);
        // A number along an edge would read as another one if digits of it were cut off.
        if (label.kind == TextKind::small ? window.contains(label.rect) : label.rect.intersects(window))
            whole.labels.push_back(std::move(label));
    }
}

// All matrices of a tensor side by side, under a line that says what they are of.
class SheetsBuilder : public SceneWriter
{
    Q_DECLARE_TR_FUNCTIONS(tscope::LogicalScene)

public:
    SheetsBuilder(const SceneRequest& request, const Matrix& matrix, const Sheets& sheets, const Watch& watch)
        : SceneWriter(request, watch)
    {
        m_scene.extents = matrix.shape.extents;
        m_scene.roles = matrix.roles;
        m_scene.areSheets = true;
        m_scene.content = sheets.content;
        m_scene.words = tr("%n matrices of %1", nullptr, static_cast<int>(sheets.all.size()))
                            .arg(QString::fromStdString(text(matrix.shape.extents)));
        line(QPointF(4 - request.origin.x(), 2 - request.origin.y()), logicalCaption(matrix, 0), Ink::text,
             Ink::canvas, TextKind::note);
        for (const auto& sheet : sheets.all)
            if (!watch.isStopped())
                add(sheet);
    }

private:
    void add(const Sheet& sheet)
    {
        const auto at = sheet.at - m_request.origin;
        auto own = m_request;
        own.origin = {};
        own.size = sheet.size;
        own.roles = sheet.matrix.roles;
        if (QRectF(at, own.size).intersects(QRectF(QPointF(0, 0), m_request.size)))
            append(m_scene, matrixScene(own, sheet.matrix, m_watch), at);
    }
};

} // namespace

Scene logicalScene(const SceneRequest& request, const Watch& watch)
{
    auto found = matrixOf(request, watch);
    if (!found)
        return matrixScene(request, std::move(found), watch);
    auto enlarged = request;
    enlarged.text = found->text;
    const auto sheets = Sheets::of(*found, request);
    auto scene =
        sheets ? SheetsBuilder(enlarged, *found, *sheets, watch).take() : matrixScene(enlarged, *found, watch);
    scene.areSheetsPossible = Sheets::areSeveral(*found);
    return scene;
}

} // namespace tscope
