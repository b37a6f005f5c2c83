// SPDX-License-Identifier: GPL-3.0-or-later
// A view that one window shares and another one opens or gets pasted.
#include "main_window.h"
#include "make/generators.h"
#include "notices.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class SharingTest : public testing::Test
{
protected:
    SharingTest()
    {
        for (auto* window : {&m_one, &m_other})
            window->show();
        m_one.workspace().add(Document{{{"mine", sample("csr")}}, {}}, QStringLiteral("test"));
        settle(m_one);
        // Looked at in a way of its own.
        auto& logical = *m_one.views().front();
        QTest::keyClick(&logical, Qt::Key_Plus);
        logical.setColouring(Colouring::value);
        m_one.selection().select(m_one.workspace().current(), ElementPlace{{2, 4}});
        settle(m_one);
        m_one.findChild<QAction*>(QStringLiteral("share"))->trigger();
        dialogOf(m_one)
            ->findChild<QPlainTextEdit*>(QStringLiteral("share notes"))
            ->setPlainText(QStringLiteral("row 2 has a <b>gap</b>"));
    }
    static void settle(MainWindow& window) { ASSERT_TRUE(tscope::test::settle(window.jobs())); }
    static QDialog* dialogOf(MainWindow& window) { return window.findChild<QDialog*>(QStringLiteral("share")); }
    void press(const char* button)
    {
        QTest::mouseClick(dialogOf(m_one)->findChild<QPushButton*>(QString::fromLatin1(button)), Qt::LeftButton);
        settle(m_one);
    }
    void expectSameView()
    {
        settle(m_other);
        const auto* subject = m_other.workspace().currentSubject();
        ASSERT_NE(subject, nullptr);
        EXPECT_EQ(subject->name, QStringLiteral("mine"));
        const auto &mine = *m_one.views().front(), &theirs = *m_other.views().front();
        EXPECT_EQ(theirs.framing().zoom, mine.framing().zoom);
        EXPECT_FALSE(theirs.framing().isFit);
        EXPECT_EQ(theirs.colouring(), Colouring::value);
        ASSERT_TRUE(m_other.selection().selected());
        EXPECT_EQ(m_other.selection().selected()->place, Place(ElementPlace{{2, 4}}));
        EXPECT_TRUE(m_other.notices().text().contains(QStringLiteral("Notes: row 2 has a <b>gap</b>")))
            << m_other.notices().text().toStdString();
    }

    MainWindow m_one{Theme::light}, m_other{Theme::light};
    QTemporaryDir m_folder;
};

} // namespace

TEST_F(SharingTest, ATextOnTheClipboardBringsTensorViewSelectionAndNotes)
{
    press("share text");
    EXPECT_EQ(dialogOf(m_one), nullptr) << "it has done its work";
    ASSERT_TRUE(QGuiApplication::clipboard()->text().contains(QStringLiteral("\"layout\": \"csr\"")));
    m_other.findChild<QAction*>(QStringLiteral("paste"))->trigger();
    expectSameView();
}

TEST_F(SharingTest, AFileBringsThemToo)
{
    const auto path = m_folder.filePath(QStringLiteral("shared.json"));
    QMetaObject::invokeMethod(
        &m_one,
        [&] {
            auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            ASSERT_NE(files, nullptr);
            files->selectFile(path);
            static_cast<QDialog*>(files)->accept();
        },
        Qt::QueuedConnection);
    press("share file");
    ASSERT_TRUE(QFile::exists(path));
    m_other.files().open({path});
    expectSameView();
}

TEST_F(SharingTest, WhatIsTooLargeForTheClipboardBecomesAFileOnly)
{
    dialogOf(m_one)->reject();
    QTest::qWait(1); // it deletes itself
    const auto large = *makeTensorOf({.kind = "arange", .layout = "strided", .size = {1000, 1000}});
    m_one.workspace().add(Document{{{"large", large}}, {}}, QStringLiteral("test"));
    settle(m_one);
    m_one.findChild<QAction*>(QStringLiteral("share"))->trigger();
    EXPECT_FALSE(dialogOf(m_one)->findChild<QPushButton*>(QStringLiteral("share text"))->isEnabled());
    EXPECT_TRUE(dialogOf(m_one)->findChild<QPushButton*>(QStringLiteral("share file"))->isEnabled());
}
