// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/drawing.h"
#include "style/palette.h"

#include <memory>
#include <vector>

class QCPAxisRect;
class QCPLayoutInset;
class QCustomPlot;
class QWidget;

namespace tscope::charts {

// Where a drawing is seen: QCustomPlot draws its axes and keeps what was drawn, and no other file knows it.
class Surface
{
public:
    explicit Surface(QWidget* parent);
    ~Surface();
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    QWidget* widget();
    void show(const Drawing& drawing, const Palette& palette, const QFont& font);

private:
    class Marks;

    void setFieldCount(std::size_t count);

    QCustomPlot* m_plot; // owned by the parent
    QCPLayoutInset* m_places;
    std::vector<QCPAxisRect*> m_rects;
    Marks* m_marks;
    Drawing m_drawing;
};

} // namespace tscope::charts
