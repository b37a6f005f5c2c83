// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTest>
#include <QWidget>

#include <gtest/gtest.h>

#include <initializer_list>

namespace tscope::test {

// Opens the menu of a widget as the key for it does, and chooses what is called so.
inline void chooseInMenu(QWidget& of, std::initializer_list<const char*> path)
{
    const auto at = of.inputMethodQuery(Qt::ImCursorRectangle).toRect().center(); // as Qt asks
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, at, of.mapToGlobal(at));
    QApplication::sendEvent(&of, &asked);
    for (const auto* text : path) {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        ASSERT_NE(menu, nullptr) << text;
        const auto count = menu->actions().size();
        for (qsizetype i = 0; i <= count; ++i) {
            if (menu->activeAction() != nullptr && menu->activeAction()->text() == QString::fromLatin1(text))
                break;
            QTest::keyClick(menu, Qt::Key_Down);
        }
        ASSERT_NE(menu->activeAction(), nullptr) << text;
        ASSERT_EQ(menu->activeAction()->text(), QString::fromLatin1(text));
        QTest::keyClick(menu, Qt::Key_Return);
    }
}

} // namespace tscope::test
