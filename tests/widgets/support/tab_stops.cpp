// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/tab_stops.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QImage>
#include <QSet>
#include <QTest>

namespace tscope::test {

namespace {

QString shown(const QWidget& widget)
{
    QStringList path;
    for (const auto* at = &widget; at != nullptr && !at->isWindow() && path.size() < 3; at = at->parentWidget())
        path.prepend(QString::fromLatin1(at->metaObject()->className()) + QLatin1Char(' ') + at->objectName());
    return path.join(QLatin1Char('/'));
}

QString nameOf(QWidget& widget)
{
    auto* element = QAccessible::queryAccessibleInterface(&widget);
    return element == nullptr ? QString() : element->text(QAccessible::Name);
}

// The part of the window in which the widget and a ring around it lie.
QImage pictureOf(QWidget& window, const QWidget& widget)
{
    const QRect rect(widget.mapTo(&window, QPoint(0, 0)), widget.size());
    return window.grab(rect.adjusted(-3, -3, 3, 3)).toImage();
}

// Some of it lies inside all that it is in.
bool isInSight(const QWidget& widget)
{
    QRect seen = widget.rect();
    for (const auto* at = &widget; !at->isWindow() && !seen.isEmpty(); at = at->parentWidget())
        seen = seen.translated(at->pos()) & at->parentWidget()->rect();
    return widget.isVisible() && !seen.isEmpty();
}

// Where it lies in what it lies in, from the inside out.
std::string placesOf(const QWidget& widget)
{
    std::string all;
    for (const auto* at = &widget; !at->isWindow(); at = at->parentWidget())
        all += QStringLiteral("%1 at %2,%3 of %4x%5%6; ")
                   .arg(QLatin1String(at->metaObject()->className()))
                   .arg(at->x())
                   .arg(at->y())
                   .arg(at->width())
                   .arg(at->height())
                   .arg(QLatin1String(at->isVisible() ? "" : " (hidden)"))
                   .toStdString();
    return all;
}

// Behind other panels, in whose place it is, and not only scrolled away.
bool isBehind(const QWidget& widget)
{
    const auto* child = &widget;
    while (!child->parentWidget()->isWindow())
        child = child->parentWidget();
    return !isInSight(*child);
}

// Of buttons that exclude each other Tab comes to one.
bool isOneOfSeveral(const QWidget& widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return button != nullptr && (button->autoExclusive() || button->group() != nullptr) && !button->isChecked();
}

bool isStop(const QWidget& widget)
{
    return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus &&
           widget.focusProxy() == nullptr && !isBehind(widget) && !isOneOfSeveral(widget);
}

} // namespace

QStringList faultsOfTabStops(QWidget& window)
{
    QStringList faults;
    QSet<QWidget*> stops;
    auto* focused = QApplication::focusWidget();
    if (focused == nullptr)
        return {QStringLiteral("nothing has the focus")};
    while (!stops.contains(focused)) {
        stops.insert(focused);
        const auto fault = [&](const char* text) {
            faults << QStringLiteral("%1 %2").arg(shown(*focused), QLatin1String(text));
        };
        if (!isInSight(*focused))
            fault(("cannot be seen: " + placesOf(*focused)).c_str());
        if (!focused->isEnabled())
            fault("cannot be used");
        if (nameOf(*focused).isEmpty())
            fault("has no name");
        const auto with = pictureOf(window, *focused);
        QTest::keyClick(focused, Qt::Key_Tab);
        auto* next = QApplication::focusWidget();
        if (next == nullptr || next == focused)
            break;
        if (with == pictureOf(window, *focused))
            fault("shows no sign of the focus");
        focused = next;
    }
    for (auto* widget : window.findChildren<QWidget*>())
        if (widget->window() == &window && isStop(*widget) && !stops.contains(widget))
            faults << shown(*widget) + QStringLiteral(" is not reached");
    return faults;
}

} // namespace tscope::test
