// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/outlines.h"

namespace tscope {

QString outlinesFor(Theme theme)
{
    const auto& palette = Palette::of(theme);
    if (theme == Theme::dark) // an unticked box would be black on black there too
        return QStringLiteral(
                   "QCheckBox::indicator:unchecked { border: 1px solid %1; width: 11px; height: 11px; }")
            .arg(palette[Ink::frame].name());
    if (theme != Theme::highContrast)
        return {};
    return QStringLiteral("QLineEdit, QComboBox, QPlainTextEdit, QListView, QTreeView, QPushButton, "
                          "QTabWidget::pane, QTabBar::tab:selected"
                          " { border: 1px solid %1; }"
                          "QLineEdit { padding: 2px; }"
                          "QComboBox { padding: 1px 4px; }"
                          "QPushButton { padding: 3px 14px; }"
                          "QTabBar::tab { padding: 4px 10px; }"
                          "QPushButton:default, QPushButton:focus { border: 2px solid %2; }"
                          "QListView::indicator:unchecked, QCheckBox::indicator:unchecked { border: 1px solid %1; "
                          "width: 11px; height: 11px; }"
                          "QPushButton:disabled, QListView::item:disabled { color: %3; border-color: %3; }")
        .arg(palette[Ink::frame].name(), palette[Ink::selected].name(), palette[Ink::grid].name());
}

} // namespace tscope
