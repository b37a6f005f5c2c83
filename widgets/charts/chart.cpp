// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart.h"

#include "charts/export.h"
#include "charts/surface.h"

#include <QApplication>
#include <QClipboard>
#include <QImage>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr int scrollSteps = 100; // of the scroll bar for each row

} // namespace

Chart::Chart(const QString& name, bool isLog, QWidget* parent)
    : QWidget(parent), m_surface(std::make_unique<Surface>(this)), m_scrollBar(new QScrollBar(Qt::Vertical, this)),
      m_isLog(isLog)
{
    setAccessibleName(name);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_Hover);
    m_scrollBar->setVisible(false);
    m_scrollBar->setAccessibleName(tr("Rows of the chart"));
    connect(m_scrollBar, &QScrollBar::valueChanged, this,
            [this](int value) { scrollTo(value * 1.0 / scrollSteps); });
}

Chart::~Chart() = default;

void Chart::setLog(bool isLog)
{
    m_isScaleChosen = true;
    applyLog(isLog);
}

void Chart::preferLog(double least, double greatest)
{
    constexpr double mostLinear = 30;
    if (!m_isScaleChosen)
        applyLog(least > 0 && greatest > mostLinear * least);
}

void Chart::applyLog(bool isLog)
{
    if (isLog == m_isLog)
        return;
    m_isLog = isLog;
    m_shownX.reset();
    if (!isScrolled())
        m_shownY.reset();
    refresh();
    Q_EMIT logChanged(isLog);
}

void Chart::showAll()
{
    m_shownX.reset();
    m_shownY.reset();
    refresh();
}

Look Chart::lookAt(QSizeF size) const
{
    return {size, font(), m_isLog, m_shownX, m_shownY, m_chosen, litItems()};
}

void Chart::refresh()
{
    if (m_chosen >= itemCount())
        m_chosen = -1;
    // Room for the scroll bar is taken from what is drawn only where there is one.
    const auto bar = wholeHeight(height()) > height() ? m_scrollBar->sizeHint().width() : 0;
    m_drawing = draw(lookAt(QSizeF(width() - bar, height())));
    m_scrollBar->setVisible(isScrolled());
    if (isScrolled())
        setScrollBar();
    if (hasFocus())
        m_drawing.swatches.push_back(
            {QRectF(QPointF(0, 0), m_drawing.size - QSizeF(1, 1)), Ink::none, Hatch::none, Ink::selected});
    m_surface->widget()->setGeometry(0, 0, width() - bar, height());
    present(m_drawing);
    if (!m_said.isEmpty() && !isStillTrue())
        say({}, {});
}

bool Chart::isStillTrue() const
{
    if (m_saidOf >= 0)
        return m_saidOf < itemCount() && m_said.endsWith(textOf(m_saidOf));
    return std::ranges::find(m_drawing.labels, m_said, &Label::whole) != m_drawing.labels.end();
}

bool Chart::isScrolled() const
{
    return !m_drawing.fields.empty() && m_drawing.fields.front().y.hold == Hold::length;
}

void Chart::present(const Drawing& drawing)
{
    m_surface->show(drawing, Palette::behind(palette()), font());
}

void Chart::setScrollBar()
{
    const auto& field = m_drawing.fields.front();
    const auto top = static_cast<int>(field.rect.top());
    m_scrollBar->setGeometry(width() - m_scrollBar->sizeHint().width(), top, m_scrollBar->sizeHint().width(),
                             static_cast<int>(field.rect.height()));
    const QSignalBlocker blocker(m_scrollBar);
    m_scrollBar->setRange(0, static_cast<int>((field.y.full.length() - field.y.shown.length()) * scrollSteps));
    m_scrollBar->setPageStep(static_cast<int>(field.y.shown.length() * scrollSteps));
    m_scrollBar->setSingleStep(scrollSteps);
    m_scrollBar->setValue(static_cast<int>(std::lround(field.y.shown.low * scrollSteps)));
}

void Chart::zoom(QPointF at, double factor)
{
    if (m_drawing.fields.empty())
        return;
    const auto& field = m_drawing.fields.front();
    m_shownX = zoomed(field.x, field.fromX(at.x()), factor);
    m_shownY = zoomed(field.y, field.fromY(at.y()), factor);
    refresh();
}

void Chart::pull(QPointF by)
{
    if (m_drawing.fields.empty())
        return;
    const auto& field = m_drawing.fields.front();
    m_shownX = pulled(field.x, -by.x() / field.rect.width());
    m_shownY = pulled(field.y, (field.y.isDown ? -by.y() : by.y()) / field.rect.height());
    refresh();
}

void Chart::scrollTo(double low)
{
    const auto& axis = m_drawing.fields.front().y;
    m_shownY = pulled(axis, (low - axis.shown.low) / axis.shown.length());
    refresh();
}

// Scrolls by as little as brings the whole row into sight.
void Chart::reveal(int item)
{
    if (!isScrolled())
        return;
    const auto& shown = m_drawing.fields.front().y.shown;
    const double row = item;
    if (row < shown.low)
        m_shownY = Range{row, row + shown.length()};
    else if (row + 1 > shown.high)
        m_shownY = Range{row + 1 - shown.length(), row + 1};
}

void Chart::choose(int item)
{
    m_chosen = item >= 0 && item < itemCount() ? item : -1;
    if (m_chosen >= 0)
        reveal(m_chosen);
    refresh();
}

int Chart::next(int item, Qt::Key arrow) const
{
    const bool isOn = arrow == Qt::Key_Down || arrow == Qt::Key_Right;
    return item < 0 ? 0 : std::clamp(item + (isOn ? 1 : -1), 0, itemCount() - 1);
}

int Chart::itemAt(QPointF at) const
{
    const auto spot =
        std::ranges::find_if(m_drawing.spots, [&](const Spot& each) { return each.rect.contains(at); });
    return spot == m_drawing.spots.end() ? -1 : spot->item;
}

QPointF Chart::placeOf(int item) const
{
    const auto spot = std::ranges::find(m_drawing.spots, item, &Spot::item);
    return spot == m_drawing.spots.end() ? QPointF() : spot->rect.bottomLeft();
}

void Chart::pointAt(QPointF at)
{
    // The whole of a text that was elided comes before numbers.
    const auto label = std::ranges::find_if(
        m_drawing.labels, [&](const Label& each) { return !each.whole.isEmpty() && each.rect.contains(at); });
    const auto item = itemAt(at);
    QString text;
    if (label != m_drawing.labels.end())
        text = label->whole;
    if (item >= 0)
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + textOf(item);
    say(text, at.toPoint(), item);
    setCursor(item >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void Chart::say(const QString& text, QPoint at, int item)
{
    m_saidOf = item;
    if (text != m_said) {
        m_said = text;
        setAccessibleDescription(text);
        Q_EMIT pointed(text);
    }
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(mapToGlobal(at + QPoint(12, 12)), text, this);
}

void Chart::setSource(const QString& subject, const QString& origin)
{
    m_subject = subject;
    m_origin = origin;
}

Look Chart::wholeLook() const
{
    auto look = lookAt(QSizeF(width(), wholeHeight(height())));
    look.chosen = -1;
    return look;
}

QString Chart::pictureTitle() const
{
    return m_subject.isEmpty() ? accessibleName() : tr("%1: %2").arg(accessibleName(), m_subject);
}

std::function<Result<void>(const QString& path)> Chart::file() const
{
    return [content = content(), look = wholeLook(), &palette = Palette::behind(palette()), title = pictureTitle(),
            origin = m_origin](const QString& path) {
        if (isTablePath(path))
            return writeTable(path, content.table());
        return writePicture(path, {drawWithWholeTexts(content.draw, look), palette, look.font, title, origin});
    };
}

CopyWork Chart::pictureWork() const
{
    return [draw = content().draw, look = wholeLook(), &palette = Palette::behind(palette()),
            title = pictureTitle(), origin = m_origin]() -> Result<QVariant> {
        constexpr double scale = 2; // sharp on all screens
        auto image = imageOf({drawWithWholeTexts(draw, look), palette, look.font, title, origin}, scale);
        if (!image)
            return image.error();
        return QVariant(std::move(*image));
    };
}

CopyWork Chart::tableWork() const
{
    return [table = content().table]() -> Result<QVariant> { return QVariant(QString::fromUtf8(csv(table()))); };
}

void Chart::copy(const CopyWork& work)
{
    if (isSignalConnected(QMetaMethod::fromSignal(&Chart::copyAsked)))
        return copyAsked(work);
    if (const auto copied = work())
        putOnClipboard(*copied);
}

void putOnClipboard(const QVariant& copied)
{
    if (copied.typeId() == QMetaType::QImage)
        QGuiApplication::clipboard()->setImage(copied.value<QImage>());
    else
        QGuiApplication::clipboard()->setText(copied.toString());
}

} // namespace tscope::charts
