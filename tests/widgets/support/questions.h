// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QWidget>

#include <gtest/gtest.h>

namespace tscope::test {

// The question that stands above a window; null: none is asked.
inline QDialog* questionOf(const QWidget& window)
{
    for (auto* dialog : window.findChildren<QDialog*>(QStringLiteral("question")))
        if (dialog->isVisible())
            return dialog;
    return nullptr;
}

inline QString questionText(const QWidget& window)
{
    QStringList lines;
    if (const auto* dialog = questionOf(window); dialog != nullptr)
        for (const auto* name : {"question text", "question rest"})
            lines << dialog->findChild<QLabel*>(QString::fromLatin1(name))->text();
    return lines.join(QLatin1Char('\n'));
}

// Presses the button of this name in the question, which has to be asked.
inline void answer(const QWidget& window, const char* name)
{
    constexpr int most = 20'000; // milliseconds
    ASSERT_TRUE(QTest::qWaitFor([&] { return questionOf(window) != nullptr; }, most)) << "nothing is asked";
    auto* button = questionOf(window)->findChild<QPushButton*>(QString::fromLatin1(name));
    ASSERT_NE(button, nullptr) << "the question has no " << name;
    QTest::mouseClick(button, Qt::LeftButton);
}

} // namespace tscope::test
