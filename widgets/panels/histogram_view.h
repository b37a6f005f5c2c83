// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/distribution.h"

#include <QWidget>

namespace tscope {

// A small histogram. The bin under the pointer, or the one that the arrow keys lead to, tells its range and count.
class HistogramView : public QWidget
{
    Q_OBJECT

public:
    explicit HistogramView(const char* name, QWidget* parent = nullptr);

    void show(const QString& title, const Histogram& histogram);
    using QWidget::show;

    int current() const { return m_pointed >= 0 ? m_pointed : m_chosen; } // a bin; -1: none
    QString caption() const;                                              // the line above the bars
    QRectF barRect(int bin) const;

    QSize sizeHint() const override;
    // It is hidden where it has no room, so it asks for none.
    QSize minimumSizeHint() const override { return {120, 0}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int binCount() const { return static_cast<int>(m_histogram.counts.size()); }
    int binAt(QPointF at) const;
    QRectF field() const;
    void paintAxes(QPainter& painter, const QRectF& field) const;
    void moveTo(int chosen, int pointed);
    void describe();

    QString m_title;
    Histogram m_histogram;
    int m_chosen = -1, m_pointed = -1;
};

} // namespace tscope
