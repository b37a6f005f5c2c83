// SPDX-License-Identifier: GPL-3.0-or-later
#include "grab.h"

#include "main_window.h"
#include "views/scene_view.h"
#include "words.h"

#include <QImage>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;

TEST(Grab, SizesAreReadWithinLimits)
{
    EXPECT_EQ(parsedSize(QStringLiteral("1280x800")), QSize(1280, 800));
    EXPECT_EQ(parsedSize(QStringLiteral("320x240")), QSize(320, 240));
    EXPECT_EQ(parsedSize(QStringLiteral("8192x8192")), QSize(8192, 8192));
    for (const auto* wrong : {"", "x", "1280", "1280x", "x800", "1280x800x2", "319x240", "320x239", "8193x800",
                              "800x8193", "-1280x800", "99999999999x800", "ax800", "1280X800"})
        EXPECT_EQ(parsedSize(QString::fromLatin1(wrong)), std::nullopt) << wrong;
}

TEST(Grab, ThemesAreNamed)
{
    EXPECT_EQ(parsedTheme(QStringLiteral("light")), Theme::light);
    EXPECT_EQ(parsedTheme(QStringLiteral("dark")), Theme::dark);
    EXPECT_EQ(parsedTheme(QStringLiteral("contrast")), Theme::highContrast);
    EXPECT_EQ(parsedTheme(QStringLiteral("Light")), std::nullopt);
    EXPECT_EQ(parsedTheme({}), std::nullopt);
}

TEST(Grab, DrawsTheWindowAndEachView)
{
    const QTemporaryDir folder;
    MainWindow window(Theme::light);
    window.resize(900, 600);
    window.files().open(Files::samples());

    ASSERT_EQ(grab(window, folder.filePath(QStringLiteral("new/folder"))), QString());

    const auto picture = [&](const QString& name) {
        return QImage(folder.filePath(QStringLiteral("new/folder/") + name));
    };
    EXPECT_EQ(picture(QStringLiteral("window.png")).size(), window.size());
    for (const auto* view : window.views()) {
        const auto image = picture(QString::fromLatin1(view->spec().id) + QStringLiteral(".png"));
        EXPECT_FALSE(image.isNull()) << view->spec().id;
        EXPECT_TRUE(window.jobs().isIdle());
    }
    for (const auto& path : Files::samples()) {
        const auto name = path.section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0);
        EXPECT_FALSE(picture(name + QStringLiteral("/window.png")).isNull()) << name.toStdString();
        EXPECT_FALSE(picture(name + QStringLiteral("/storage.png")).isNull()) << name.toStdString();
    }
    EXPECT_NE(picture(QStringLiteral("csr/logical.png")), picture(QStringLiteral("nested/logical.png")));
}

TEST(Grab, WhatCantBeWrittenIsToldByTheAnswer)
{
    MainWindow window(Theme::light);
    EXPECT_FALSE(grab(window, QStringLiteral("/proc/no/such/folder")).isEmpty());
}

TEST(Grab, WhyNothingCouldBeOpenedIsTheAnswer)
{
    const QTemporaryDir folder;
    MainWindow window(Theme::light);
    window.files().open({QStringLiteral("/no/such/tensor.json")});
    EXPECT_TRUE(grab(window, folder.path()).contains(QStringLiteral("tensor.json")));
    EXPECT_FALSE(QImage(folder.filePath(QStringLiteral("window.png"))).isNull()) << "the page that says why";
    for (const auto* view : window.views())
        EXPECT_FALSE(view->picture()(folder.filePath(QStringLiteral("view.png"))) &&
                     view->viewport()->size().isEmpty());
}
