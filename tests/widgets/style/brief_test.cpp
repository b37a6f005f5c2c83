// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/brief.h"

#include <QStringList>

#include <gtest/gtest.h>

using namespace tscope;

TEST(Brief, AShortTextIsShownAsItIs)
{
    EXPECT_EQ(brief(QString()), QString());
    const auto longestThatStays = QString(longestName, QLatin1Char('a'));
    EXPECT_EQ(brief(longestThatStays), longestThatStays);
}

TEST(Brief, OfALongTextTheBeginningAndTheEndAreShown)
{
    const auto text = QStringLiteral("model.") + QString(100'000, QLatin1Char('a')) + QStringLiteral(".weight");
    const auto shown = brief(text);
    EXPECT_EQ(shown.size(), longestName);
    EXPECT_TRUE(shown.startsWith(QStringLiteral("model.a")));
    EXPECT_TRUE(shown.endsWith(QStringLiteral("a.weight")));
    EXPECT_EQ(shown.count(QChar(0x2026)), 1);
}

TEST(Brief, NoCharacterIsTornApart)
{
    const auto face = QString::fromUtf8("\xF0\x9F\x98\x80"); // two units of UTF-16
    for (const auto* before : {"", "a"}) {
        const auto shown = brief(QString::fromUtf8(before) + face.repeated(1000));
        EXPECT_LE(shown.size(), longestName);
        EXPECT_EQ(QString::fromUtf8(shown.toUtf8()), shown);
        EXPECT_FALSE(shown.toUtf8().contains('?'));
    }
}

TEST(Brief, EachLineOfATextIsCutByItselfAndAllOfItToo)
{
    const QString line(10 * longestLine, QLatin1Char('a'));
    EXPECT_EQ(briefLines(QStringLiteral("one\n\ntwo\n")), QStringLiteral("one\n\ntwo\n"));
    const auto lines =
        briefLines(QStringLiteral("one\n") + line + QStringLiteral("\nthree")).split(QLatin1Char('\n'));
    ASSERT_EQ(lines.size(), 3);
    EXPECT_EQ(lines[1].size(), longestLine);
    EXPECT_EQ(lines[2], QStringLiteral("three"));
    const auto many = briefLines((line + QLatin1Char('\n')).repeated(1000));
    EXPECT_LE(many.size(), longestText + 1);
    EXPECT_TRUE(many.endsWith(QChar(0x2026)));
}
