// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/outlines.h"

namespace tscope {

namespace {

// What is seen on the ground of a view and of a window.
QColor lineOf(const Palette& palette, Theme theme)
{
    return theme == Theme::light ? palette[Ink::frame].darker(115) : palette[Ink::frame];
}

// Unticked ones, on a ground of their own: a line that is chosen is as dark as theirs. Fusion's are hardly seen in
// a light theme, and black on black in the others.
QString boxes(const Palette& palette, Theme theme)
{
    return QStringLiteral("QListView::indicator:unchecked, QCheckBox::indicator:unchecked"
                          " { border: 1px solid %1; background: %2; width: 11px; height: 11px; }"
                          "QCheckBox::indicator:unchecked:disabled { border-color: %3; background: none; }")
        .arg(lineOf(palette, theme).name(), palette[Ink::canvas].name(), palette[Ink::grid].name());
}

// Fusion's thumbs are shades of their grooves, in a light theme the lighter of the two: which is which can't be
// told.
QString scrollBars(const Palette& palette, Theme theme)
{
    const bool isHigh = theme == Theme::highContrast;
    const auto line = lineOf(palette, theme);
    const auto thumb = isHigh ? palette[Ink::grid] : line;
    return QStringLiteral("QScrollBar { background: %1; }"
                          "QScrollBar:vertical { width: 14px; }"
                          "QScrollBar:horizontal { height: 14px; }"
                          "QScrollBar::handle { background: %2; border: 1px solid %3; margin: %4; }"
                          "QScrollBar::handle:hover, QScrollBar::handle:pressed { background: %5; }"
                          "QScrollBar::handle:vertical { min-height: 20px; }"
                          "QScrollBar::handle:horizontal { min-width: 20px; }"
                          "QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }"
                          "QScrollBar::add-page, QScrollBar::sub-page { background: %1; }"
                          "QAbstractScrollArea::corner { background: %1; border: none; }")
        .arg(palette[isHigh ? Ink::canvas : Ink::surface].name(), thumb.name(), line.name(),
             isHigh ? QStringLiteral("0") : QStringLiteral("3px"), palette[Ink::faintText].name());
}

// Fusion's groove is a shade of the window, which is not seen in a dark theme.
QString sliders(const Palette& palette, Theme theme)
{
    return QStringLiteral("QSlider::groove:horizontal { height: 4px; border: 1px solid %1; background: %2; }"
                          "QSlider::sub-page:horizontal { border: 1px solid %3; background: %3; }"
                          "QSlider::handle:horizontal { width: 9px; margin: -6px 0; background: %1; "
                          "border: 1px solid %2; }"
                          "QSlider::handle:horizontal:focus { background: %3; }"
                          "QSlider::sub-page:horizontal:disabled { border-color: %4; background: %4; }"
                          "QSlider::handle:horizontal:disabled { background: %4; }")
        .arg(lineOf(palette, theme).name(), palette[Ink::canvas].name(), palette[Ink::selected].name(),
             palette[Ink::grid].name());
}

} // namespace

QString outlinesFor(Theme theme)
{
    const auto& palette = Palette::of(theme);
    const auto common = scrollBars(palette, theme) + boxes(palette, theme) + sliders(palette, theme);
    if (theme != Theme::highContrast)
        return common;
    // What Fusion draws as shades of the ground is drawn as lines and blocks here.
    return common +
           QStringLiteral(
               "QLineEdit, QComboBox, QPlainTextEdit, QListView, QTreeView, QPushButton, "
               "QTabWidget::pane, QAbstractSpinBox"
               " { border: 1px solid %1; }"
               "QLineEdit { padding: 2px; }"
               "QComboBox { padding: 1px 4px; }"
               "QPushButton { padding: 3px 14px; }"
               "QAbstractSpinBox { padding: 1px; }"
               "QAbstractSpinBox QLineEdit { border: none; padding: 0; }"
               "QAbstractSpinBox:focus { border-color: %2; }"
               "QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 14px; background: %4; "
               "border-left: 1px solid %1; }"
               "QAbstractSpinBox::up-arrow { width: 0; height: 0; border-left: 4px solid %4; "
               "border-right: 4px solid %4; border-bottom: 4px solid %1; }"
               "QAbstractSpinBox::down-arrow { width: 0; height: 0; border-left: 4px solid %4; "
               "border-right: 4px solid %4; border-top: 4px solid %1; }"
               "QTabBar { qproperty-drawBase: 0; }"
               "QTabBar::tab { padding: 4px 10px; border: 1px solid %4; }"
               "QTabBar::tab:selected { border-color: %1; border-bottom: 3px solid %2; }"
               "QTabBar::tab:focus { border-color: %2; }"
               "QPushButton:default, QPushButton:focus { border: 2px solid %2; }"
               "QPushButton:disabled, QListView::item:disabled { color: %3; border-color: %3; }")
               .arg(palette[Ink::frame].name(), palette[Ink::selected].name(), palette[Ink::grid].name(),
                    palette[Ink::canvas].name());
}

} // namespace tscope
