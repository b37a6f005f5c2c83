// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/settle.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QTest>
#include <QWidget>

#include <gtest/gtest.h>

namespace tscope::test {

// The question that stands above a window; null: none is asked.
inline QMessageBox* questionOf(const QWidget& window)
{
    for (auto* box : window.findChildren<QMessageBox*>(QStringLiteral("question")))
        if (box->isVisible())
            return box;
    return nullptr;
}

inline QString questionText(const QWidget& window)
{
    const auto* box = questionOf(window);
    return box == nullptr ? QString() : box->text() + QLatin1Char('\n') + box->informativeText();
}

// Presses the button of this name in the question, which has to be asked.
inline void answer(const QWidget& window, const char* button)
{
    ASSERT_TRUE(waitUntil([&] { return questionOf(window) != nullptr; }));
    auto* box = questionOf(window);
    for (auto* each : box->buttons())
        if (each->objectName() == QLatin1String(button)) {
            QTest::mouseClick(each, Qt::LeftButton);
            return;
        }
    FAIL() << "the question has no " << button;
}

} // namespace tscope::test
