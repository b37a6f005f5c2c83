// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/surface.h"

#include "charts/painter.h"

#include <qcustomplot.h>

namespace tscope::charts {

// What is not an axis, as one thing on top of them.
class Surface::Marks : public QCPLayerable
{
public:
    explicit Marks(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("main")) {}

    const Drawing* drawing = nullptr;
    const Palette* palette = nullptr;
    QFont font;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* /*painter*/) const override {}
    void draw(QCPPainter* painter) override
    {
        if (drawing == nullptr)
            return;
        painter->save();
        paint(*painter, *drawing, *palette, font);
        painter->restore();
    }
};

namespace {

void setAxis(QCPAxis& axis, const Axis& spec, const std::vector<Tick>& ticks, const Palette& palette)
{
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const auto& tick : ticks)
        ticker->addTick(tick.at, QString());
    axis.setTicker(ticker);
    axis.setScaleType(spec.isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setRange(spec.shown.low, spec.shown.high);
    axis.setRangeReversed(spec.isDown);
    axis.setTickLabels(false);
    axis.setTicks(!ticks.empty());
    axis.setSubTicks(false);
    axis.setTickLength(0, 3);
    const QPen frame(palette[Ink::frame], 1);
    axis.setBasePen(frame);
    axis.setTickPen(frame);
    axis.grid()->setVisible(!ticks.empty());
    axis.grid()->setPen(QPen(palette[Ink::grid], 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

void setAxes(QCPAxisRect& rect, const Field& field, const Palette& palette)
{
    rect.setBackground(QBrush(palette[Ink::canvas]));
    setAxis(*rect.axis(QCPAxis::atBottom), field.x, field.xTicks, palette);
    setAxis(*rect.axis(QCPAxis::atLeft), field.y, field.yTicks, palette);
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight}) {
        rect.axis(side)->setVisible(true);
        setAxis(*rect.axis(side), Axis{}, {}, palette);
    }
}

} // namespace

Surface::Surface(QWidget* parent) : m_plot(new QCustomPlot(parent)), m_places(new QCPLayoutInset)
{
    // The chart around it is what the mouse and the keys go to.
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setInteractions({});
    m_plot->plotLayout()->clear();
    m_plot->plotLayout()->addElement(0, 0, m_places);
    m_marks = new Marks(m_plot); // owned by the plot
}

Surface::~Surface()
{
    m_marks->drawing = nullptr;
}

QWidget* Surface::widget()
{
    return m_plot;
}

void Surface::setFieldCount(std::size_t count)
{
    while (m_rects.size() > count) {
        m_places->remove(m_rects.back());
        m_rects.pop_back();
    }
    while (m_rects.size() < count) {
        auto* rect = new QCPAxisRect(m_plot, true); // owned by its place
        rect->setAutoMargins(QCP::msNone);
        rect->setMargins({});
        rect->setMinimumSize(1, 1);
        rect->setLayer(QStringLiteral("background")); // else its ground would cover what is drawn in it
        for (auto* axis : rect->axes()) {
            axis->setLayer(QStringLiteral("axes"));
            axis->grid()->setLayer(QStringLiteral("grid"));
        }
        m_places->addElement(rect, QRectF(0, 0, 1, 1));
        m_rects.push_back(rect);
    }
}

void Surface::show(const Drawing& drawing, const Palette& palette, const QFont& font)
{
    m_drawing = drawing;
    setFieldCount(drawing.fields.size());
    const auto size = drawing.size;
    for (std::size_t i = 0; i < m_rects.size(); ++i) {
        const auto& rect = drawing.fields[i].rect;
        // Shares of the whole, of which the layout makes whole pixels again by cutting.
        m_places->setInsetRect(static_cast<int>(i),
                               QRectF((rect.left() + 0.1) / size.width(), (rect.top() + 0.1) / size.height(),
                                      (rect.width() + 0.1) / size.width(), (rect.height() + 0.1) / size.height()));
        setAxes(*m_rects[i], drawing.fields[i], palette);
    }
    m_plot->setBackground(QBrush(palette[Ink::canvas]));
    m_marks->drawing = &m_drawing;
    m_marks->palette = &palette;
    m_marks->font = font;
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace tscope::charts
