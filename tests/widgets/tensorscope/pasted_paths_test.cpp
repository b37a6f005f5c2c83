// SPDX-License-Identifier: GPL-3.0-or-later
#include "pasted_paths.h"

#include "main_window.h"
#include "notices.h"
#include "widgets/support/settle.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

QString write(const QTemporaryDir& folder, const char* name)
{
    const auto path = folder.filePath(QString::fromUtf8(name));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("[[1, 2], [3, 4]]");
    return path;
}

} // namespace

TEST(PastedPaths, AreFoundAsPeopleCopyThem)
{
    const QTemporaryDir folder;
    const auto plain = write(folder, "a.txt"), odd = write(folder, "with 'odd\" na me.txt"),
               other = write(folder, "\u00e4.txt");
    const auto escaped = QString(odd)
                             .replace(QLatin1String(" "), QLatin1String("\\ "))
                             .replace(QLatin1String("'"), QLatin1String("\\'"))
                             .replace(QLatin1String("\""), QLatin1String("\\\""));
    struct Case {
        QString text;
        QStringList paths;
    };
    const Case cases[]{
        {plain, {plain}},
        {QStringLiteral("  ") + plain + QStringLiteral(" \r\n"), {plain}},
        {odd, {odd}},
        {escaped, {odd}},
        {QStringLiteral("\"%1\"").arg(plain), {plain}},
        {QStringLiteral("'%1'").arg(other), {other}},
        {QUrl::fromLocalFile(odd).toString(QUrl::FullyEncoded), {odd}},
        {QStringLiteral("FILE://%1").arg(plain), {plain}},
        {plain + QLatin1Char('\n') + other + QLatin1Char('\n'), {plain, other}},
        {QStringLiteral("'%1' %2").arg(other, plain), {other, plain}},
        {plain + QLatin1Char('\n') + plain, {plain}},
        {folder.path(), {folder.path()}},
        {QStringLiteral("~"), {QDir::homePath()}},
        {QStringLiteral("~/no such file"), {}},
        {QStringLiteral("~/nothing.npy"), {QDir::homePath() + QStringLiteral("/nothing.npy")}},
        {QStringLiteral("/no/such/file.npy"), {QStringLiteral("/no/such/file.npy")}},
    };
    for (const auto& each : cases)
        EXPECT_EQ(pathsIn(each.text), each.paths) << each.text.toStdString();
}

TEST(PastedPaths, OtherTextIsNone)
{
    const QTemporaryDir folder;
    const auto plain = write(folder, "a.txt");
    for (const auto& text :
         {QString(), QStringLiteral(" \n"), QStringLiteral("[[1, 2]]"), QStringLiteral("1"), QStringLiteral("nan"),
          QStringLiteral("tensor([1., 2.])"), QStringLiteral("{\"layout\": 7}"), QStringLiteral("'not closed"),
          QStringLiteral("/"), QStringLiteral("http://a.b/c.npy"), QStringLiteral("file://elsewhere/a.npy"),
          plain + QStringLiteral("\n[1, 2]"), plain + QStringLiteral(" 7"),
          QStringLiteral("/a ").repeated(40'000)})
        EXPECT_EQ(pathsIn(text), QStringList()) << text.left(60).toStdString();
}

TEST(PastedPaths, AreOpenedByTheWindow)
{
    const QTemporaryDir folder;
    MainWindow window(Theme::light);
    window.show();
    window.activateWindow();
    ASSERT_TRUE(waitUntil([&] { return window.isActiveWindow(); }));
    const auto settled = [&] { return settle(window.jobs()); };
    const auto count = [&] { return window.workspace().subjects().size(); };
    QApplication::clipboard()->setText(write(folder, "a.txt") + QLatin1Char('\n') + write(folder, "b.txt"));
    QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier); // on the start page
    ASSERT_TRUE(settled());
    ASSERT_EQ(count(), 2U);
    EXPECT_EQ(window.workspace().subjects()[1].name, QStringLiteral("b"));

    // From a file manager.
    auto* copied = new QMimeData;
    copied->setUrls({QUrl::fromLocalFile(write(folder, "c.txt"))});
    QApplication::clipboard()->setMimeData(copied);
    window.findChild<QAction*>(QStringLiteral("paste"))->trigger();
    ASSERT_TRUE(settled());
    EXPECT_EQ(count(), 3U);

    QApplication::clipboard()->setText(QStringLiteral("[1, 2, 3]"));
    QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier);
    ASSERT_TRUE(settled());
    EXPECT_EQ(count(), 4U);
    EXPECT_TRUE(window.notices().text().isEmpty());

    QApplication::clipboard()->setText(folder.filePath(QStringLiteral("missing.npy")));
    QTest::keyClick(&window, Qt::Key_V, Qt::ControlModifier);
    ASSERT_TRUE(settled());
    EXPECT_EQ(count(), 4U);
    EXPECT_TRUE(window.notices().text().contains(QStringLiteral("there is no file")))
        << window.notices().text().toStdString();

    // A field that takes text goes on taking it.
    auto* filter = window.findChild<QLineEdit*>(QStringLiteral("tensor filter"));
    filter->setFocus();
    QApplication::clipboard()->setText(QStringLiteral("b"));
    QTest::keyClick(filter, Qt::Key_V, Qt::ControlModifier);
    ASSERT_TRUE(settled());
    EXPECT_EQ(filter->text(), QStringLiteral("b"));
    EXPECT_EQ(count(), 4U);
}
