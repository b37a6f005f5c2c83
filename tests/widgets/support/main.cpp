// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.h"
#include "style/plain_texts.h"
#include "style/spoken_names.h"
#include "style/wheel_needs_focus.h"

#include <QApplication>
#include <QStandardPaths>

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true); // nothing of the user's is read or written
    QApplication app(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    new tscope::PlainTexts(app); // as in the application
    new tscope::SpokenNames(app);
    new tscope::WheelNeedsFocus(app);
    tscope::speak(QStringLiteral("en")); // with its plurals
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
