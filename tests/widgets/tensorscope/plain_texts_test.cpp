// SPDX-License-Identifier: GPL-3.0-or-later
// Names, types and keys that look like markup, in every widget of the window: none of the files that they name is
// opened.
#include "main_window.h"
#include "notices.h"
#include "support/tool.h"
#include "views/scene_view.h"
#include "widgets/support/all_texts.h"
#include "widgets/support/opened_files.h"
#include "widgets/support/settle.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolTip>
#include <QTreeView>
#include <QTreeWidget>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// `%1`: an absolute path. What is broken has rules, causes and repairs to tell of.
const char* const document = R"({"tensors": {
    "<img src=pipe>": {"layout": "csr", "size": [2, 3], "device": "<img src=pipe>", "<img src=picture.png>": "<b>x</b>",
        "members": {"compressed": [0, 9, 2], "plain": [0, 1], "values": [1, 2]}},
    "<img src=\"%1/pipe\">": {"layout": "strided", "members": {"values": {"dtype": "<img src=picture.png>",
        "itemsize": 4, "shape": [2, 2]}}},
    "a & b <img src=picture.png>": {"layout": "csr", "size": [2, 3], "declared_layout": "<img src=pipe>",
        "members": {"compressed": [0, 1, 2], "plain": [0, 1], "values": [1, 2]}}}})";

QLabel* tip()
{
    for (auto* widget : QApplication::topLevelWidgets())
        if (widget->inherits("QTipLabel") && widget->isVisible())
            return qobject_cast<QLabel*>(widget);
    return nullptr;
}

class PlainTextsTest : public testing::Test
{
protected:
    PlainTextsTest()
    {
        QImage picture(16, 16, QImage::Format_RGB32);
        picture.fill(Qt::magenta);
        EXPECT_TRUE(picture.save(path("picture.png")));
        QDir::setCurrent(m_folder.path()); // where relative names lead to
        write("<img src=pipe>.json", QString::fromUtf8(document).arg(m_folder.path()).toUtf8());
        write("<img src=picture.png>.json", R"({"layout": "<img src=pipe>"})");
        m_window.resize(1280, 800);
        m_window.show();
        m_window.activateWindow();
        m_window.files().open({path("<img src=pipe>.json"), path("<img src=picture.png>.json")});
        settle();
        (void)m_opened.names();
    }
    ~PlainTextsTest() override { QDir::setCurrent(m_before); }

    QString path(const char* name) { return m_folder.filePath(QString::fromUtf8(name)); }
    void write(const char* name, const QByteArray& content)
    {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    void trigger(const char* action)
    {
        m_window.findChild<QAction*>(QString::fromLatin1(action))->trigger();
        settle();
    }

    // A dialog that lists files may look into others.
    void expectNothingOpened(const std::string& where)
    {
        QCoreApplication::processEvents();
        const auto names = m_opened.names();
        for (const auto* named : {"pipe", "picture.png"})
            EXPECT_FALSE(names.contains(QString::fromLatin1(named))) << where << " opened " << named;
    }
    // Checks its texts and its tool tips.
    void expectPlain(QWidget& root, const std::string& where)
    {
        for (const auto* label : root.findChildren<QLabel*>())
            EXPECT_FALSE(label->isVisible() && label->textFormat() != Qt::PlainText)
                << where << ": " << label->objectName().toStdString();
        root.grab();
        expectNothingOpened(where);
        showAllTips(root, [&](const QString& what) {
            const auto* shown = tip();
            EXPECT_TRUE(shown == nullptr || shown->textFormat() == Qt::PlainText) << what.toStdString();
            expectNothingOpened(where + ", " + what.toStdString());
        });
    }

    QString m_before = QDir::currentPath();
    QTemporaryDir m_folder;
    OpenedFiles m_opened{m_folder.path(), QStringLiteral("pipe")};
    MainWindow m_window{Theme::light};
};

} // namespace

// Else all that is below would hold of a test that sees nothing.
TEST_F(PlainTextsTest, WhatIsOpenedIsSeen)
{
    QImage picture;
    EXPECT_TRUE(picture.load(path("picture.png")));
    QFile pipe(path("pipe"));
    EXPECT_TRUE(pipe.open(QIODevice::ReadOnly));
    auto names = m_opened.names();
    EXPECT_TRUE(names.contains(QStringLiteral("picture.png")));
    EXPECT_TRUE(names.contains(QStringLiteral("pipe")));
}

TEST_F(PlainTextsTest, EveryWidgetOfTheWindowForEveryTensor)
{
    for (auto* dock : m_window.findChildren<QDockWidget*>()) {
        dock->show();
        dock->raise();
        settle();
    }
    trigger("duplicate"); // so that there are relatives
    trigger("split-right");
    for (const auto& subject : m_window.workspace().subjects()) {
        m_window.workspace().setCurrent(subject.id);
        settle();
        for (auto* dock : m_window.findChildren<QDockWidget*>())
            dock->raise();
        settle();
        expectPlain(m_window, subject.name.toStdString());
    }
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("<img src=")));
}

TEST_F(PlainTextsTest, EveryDialog)
{
    m_window.workspace().rename(m_window.workspace().current(),
                                QStringLiteral("![x](pipe) <img src=picture.png>"));
    for (const auto* action :
         {"build-paste", "build-generate", "build-arrays", "build-transform", "build-fault", "convert", "run",
          "movement", "palette", "settings", "save-as", "keys", "manual", "about"}) {
        trigger(action);
        for (auto* dialog : m_window.findChildren<QDialog*>()) {
            if (!dialog->isVisible())
                continue;
            for (const auto* page : dialog->findChildren<QTextBrowser*>())
                EXPECT_EQ(page->toHtml().count(QStringLiteral("<img")),
                          page->toHtml().count(QStringLiteral("<img src=\"picture:")))
                    << action << ": no file, only what the program draws itself";
            dialog->grab();
            expectNothingOpened(action);
            showAllTips(*dialog, [&](const QString& what) {
                const auto* shown = tip();
                EXPECT_TRUE(shown == nullptr || shown->textFormat() == Qt::PlainText) << what.toStdString();
                expectNothingOpened(std::string(action) + ": " + what.toStdString());
            });
            dialog->close();
        }
        settle();
    }
}

TEST_F(PlainTextsTest, APointerThatRestsOnAName)
{
    // Both lists stand at the left then: the pointer reaches no further than the screen, which is 800 pixels wide.
    m_window.resize(1600, 800);
    settle();
    trigger("duplicate");
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    for (const auto* list : {"subjects", "family"}) {
        auto& view = *m_window.findChild<QTreeView*>(QString::fromLatin1(list));
        auto index = view.model()->index(0, 0);
        if (const auto below = view.model()->index(0, 0, index); below.isValid())
            index = below;
        QToolTip::hideText();
        ASSERT_TRUE(waitUntil([] { return tip() == nullptr; }));
        QTest::mouseMove(view.viewport(), view.visualRect(index).center() - QPoint(8, 0));
        QTest::mouseMove(view.viewport(), view.visualRect(index).center());
        ASSERT_TRUE(waitUntil([] { return tip() != nullptr; })) << list;
        EXPECT_EQ(tip()->textFormat(), Qt::PlainText) << list;
        EXPECT_TRUE(tip()->text().contains(QStringLiteral("<img"))) << tip()->text().toStdString();
        expectNothingOpened(list);
    }
}

// Qt makes these itself, of what it is given.
TEST_F(PlainTextsTest, AMessageOfQtsOwnDialogs)
{
    QMessageBox message;
    message.setText(QStringLiteral("<img src=pipe> exists. Replace it?"));
    message.show();
    message.grab();
    expectNothingOpened("message");
}

// The tests make their texts plain in a main() of their own; the program has to do so itself.
TEST_F(PlainTextsTest, TheProgramItself)
{
    const QTemporaryDir pictures;
    const auto good = path("<img src=pipe>.json").toStdString(),
               refused = path("<img src=picture.png>.json").toStdString();
    for (const auto& files : {std::vector{refused}, std::vector{good}, std::vector{good, refused}}) {
        std::vector<std::string> words{"--grab", pictures.path().toStdString()};
        words.insert(words.end(), files.begin(), files.end());
        const auto run = runTool(TENSORSCOPE_BINARY, words);
        EXPECT_TRUE(QFile::exists(pictures.filePath(QStringLiteral("window.png")))) << run.err;
        expectNothingOpened(files.front());
        QFile::remove(pictures.filePath(QStringLiteral("window.png")));
    }
}

TEST(PlainTexts, WhatIsMeantToBeMarkupStays)
{
    QLabel label(QStringLiteral("<b>bold</b>"));
    label.setTextFormat(Qt::RichText);
    label.ensurePolished();
    EXPECT_EQ(label.textFormat(), Qt::RichText);
}

TEST_F(PlainTextsTest, ALongTipWrapsAndStaysAsItIs)
{
    const auto words = QStringLiteral("entries of a row are sorted and unique ").repeated(8).trimmed();
    QToolTip::showText(m_window.mapToGlobal(QPoint(20, 20)), words, &m_window);
    ASSERT_TRUE(waitUntil([] { return tip() != nullptr; }));
    EXPECT_EQ(tip()->text(), words);
    EXPECT_EQ(tip()->textFormat(), Qt::PlainText);
    const auto metrics = tip()->fontMetrics();
    EXPECT_LT(tip()->width(), 75 * metrics.averageCharWidth());
    EXPECT_GE(tip()->height(), 4 * metrics.lineSpacing());
    // One that takes the place of another wraps, too; a long word stays whole.
    const auto word = QStringLiteral("folder").repeated(15);
    QToolTip::showText(m_window.mapToGlobal(QPoint(40, 40)), word, &m_window);
    EXPECT_GE(tip()->width(), metrics.horizontalAdvance(word));
    QToolTip::hideText();
}
