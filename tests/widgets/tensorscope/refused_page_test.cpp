// SPDX-License-Identifier: GPL-3.0-or-later
#include "refused_page.h"

#include "main_window.h"
#include "notices.h"
#include "widgets/support/settle.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

QString dataFile(const char* name)
{
    return QStringLiteral(TSCOPE_TEST_DATA "/files/") + QString::fromLatin1(name);
}

class RefusedPageTest : public testing::Test
{
protected:
    RefusedPageTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
    }
    void open(const QStringList& paths)
    {
        m_window.files().open(paths);
        ASSERT_TRUE(settle(m_window.jobs()));
    }
    template <class Widget>
    Widget& child(const char* name)
    {
        return *m_window.findChild<Widget*>(QString::fromLatin1(name));
    }
    bool isSeen() { return child<QWidget>("refused").isVisible(); }
    std::string sentence() { return child<QLabel>("refused sentence").text().toStdString(); }
    std::string lines() { return child<QPlainTextEdit>("refused lines").toPlainText().toStdString(); }
    void click(const char* button) { QTest::mouseClick(&child<QPushButton>(button), Qt::LeftButton); }
    std::size_t count() { return m_window.workspace().subjects().size(); }

    MainWindow m_window{Theme::light};
};

bool has(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_F(RefusedPageTest, APickleThatWouldRunSomethingIsShownAndNotRun)
{
    open({dataFile("hostile/pt/pickle_os_system.pt")});
    EXPECT_TRUE(isSeen());
    EXPECT_TRUE(has(sentence(), "would run os.system(")) << sentence();
    EXPECT_TRUE(has(lines(), "os.system(")) << lines();
    EXPECT_TRUE(has(child<QLabel>("refused heading").text().toStdString(), "Nothing of it was run"));
    EXPECT_EQ(count(), 0U);
    click("copy refusal");
    const auto copied = QApplication::clipboard()->text().toStdString();
    EXPECT_TRUE(has(copied, "pickle_os_system.pt") && has(copied, "would run") && has(copied, "os.system("))
        << copied;
    click("close refusal");
    EXPECT_FALSE(isSeen());
    EXPECT_TRUE(child<QPushButton>("details").isVisible());
    click("details");
    EXPECT_TRUE(isSeen());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    EXPECT_FALSE(isSeen());
}

TEST_F(RefusedPageTest, APathThatCannotBeOpenedIsToldInOnePlace)
{
    open({QStringLiteral("/no/such/file.json")});
    EXPECT_TRUE(isSeen());
    const auto why = child<QLabel>("refused sentence").text().mid(2);
    ASSERT_FALSE(why.isEmpty());
    int places = 0;
    for (const auto* widget : m_window.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* text = qobject_cast<const QPlainTextEdit*>(widget);
        places += (label != nullptr && label->text().contains(why)) ||
                          (text != nullptr && text->toPlainText().contains(why))
                      ? 1
                      : 0;
    }
    EXPECT_EQ(places, 1);
    EXPECT_FALSE(child<QWidget>("notices").isVisible());
    // Put away, it stays told by a line until that is dismissed.
    click("close refusal");
    EXPECT_TRUE(child<QWidget>("notices").isVisible());
}

TEST_F(RefusedPageTest, TheTensorsBesideWhatWouldRunAreOpen)
{
    open({dataFile("hostile/pt/pickle_hidden_in_dict.pt")});
    EXPECT_TRUE(isSeen()) << "before the tensors it is told what the file is";
    ASSERT_EQ(count(), 1U);
    EXPECT_EQ(m_window.workspace().subjects()[0].name, QStringLiteral("weight"));
    EXPECT_FALSE(QFile::exists(QStringLiteral("fixture_was_executed")));
    click("dismiss");
    EXPECT_FALSE(isSeen());
    EXPECT_FALSE(child<QPushButton>("details").isVisible());
    EXPECT_TRUE(child<QWidget>("canvas").isVisible());
}

TEST_F(RefusedPageTest, OfATextTheLineIsShownAndOfBytesThePlace)
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& content) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        return file.fileName();
    };
    open({write("broken.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 0.5\n2 x 1\n")});
    EXPECT_FALSE(isSeen()) << "what could be read of it is seen";
    click("details");
    EXPECT_TRUE(isSeen());
    EXPECT_TRUE(has(child<QLabel>("refused place").text().toStdString(), "line 4")) << sentence();
    EXPECT_TRUE(has(lines(), ">      4  2 x 1")) << lines();

    open({write("cut.npy", QByteArray("\x93NUMPY\x01\x00\x10\x00{'descr': '<f4'", 25))});
    EXPECT_TRUE(has(lines(), "93 4e 55 4d 50 59")) << lines();
    EXPECT_EQ(child<QListWidget>("refused files").count(), 2) << "the one before is still there";
    EXPECT_TRUE(child<QListWidget>("refused files").isVisible());
    QTest::keyClick(&child<QListWidget>("refused files"), Qt::Key_Up);
    EXPECT_TRUE(has(lines(), "2 x 1"));

    open({QStringLiteral("/no/such/file.npy")});
    EXPECT_TRUE(isSeen());
    EXPECT_FALSE(child<QPlainTextEdit>("refused lines").isVisible());
}

TEST_F(RefusedPageTest, ATensorOfADamagedFileIsSeenAndComparedLikeAnyOther)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("part.mtx")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("%%MatrixMarket matrix coordinate real general\n4 400 2\n1 1 0.5\n2 413 1.5\n");
    file.close();
    open({file.fileName()});
    ASSERT_EQ(count(), 1U);
    EXPECT_FALSE(isSeen());
    EXPECT_TRUE(child<QWidget>("canvas").isVisible());
    EXPECT_TRUE(child<QWidget>("notices").isVisible());

    click("details");
    EXPECT_TRUE(isSeen());
    EXPECT_TRUE(has(lines(), ">      4  2 413 1.5")) << lines();
    EXPECT_TRUE(child<QWidget>("rules area").isVisible()) << "the tensor is of this file";
    auto& list = child<QTreeView>("subjects");
    const auto row = list.visualRect(list.currentIndex());
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, row.center());
    EXPECT_FALSE(isSeen());
    EXPECT_TRUE(child<QWidget>("canvas").isVisible());

    child<QAction>("compare-file").trigger();
    ASSERT_TRUE(settle(m_window.jobs()));
    const auto* beside = m_window.workspace().find(m_window.tabs().beside());
    ASSERT_NE(beside, nullptr);
    EXPECT_EQ(beside->tensor->layout, m_window.workspace().subjects()[0].tensor->layout);
}

TEST_F(RefusedPageTest, WhereOthersCouldBeReadTheyAreSeenFirst)
{
    open({dataFile("hostile/pt/pickle_os_system.pt"), dataFile("good/npy/f4_c.npy"),
          dataFile("hostile/pt/pickle_no_stop.pt")});
    EXPECT_EQ(count(), 1U);
    EXPECT_FALSE(isSeen());
    click("details");
    EXPECT_TRUE(has(sentence(), "os.system"));
    EXPECT_EQ(child<QListWidget>("refused files").count(), 2);
    // Looking at a tensor puts the page away.
    open({dataFile("good/npy/f4_c.npy")});
    EXPECT_FALSE(isSeen());
}

// A panel that is enlarged over the window hides the page, the tensors and the notices.
TEST_F(RefusedPageTest, WhatIsOpenedComesToTheFrontOfAnEnlargedPanel)
{
    const auto good = dataFile("good/npy/f4_c.npy"), bad = dataFile("hostile/pt/pickle_os_system.pt");
    open({good});
    child<QDockWidget>("timing").toggleViewAction()->trigger();
    ASSERT_TRUE(settle(m_window.jobs()));
    auto& enlarge = child<QPushButton>("enlarge timing");
    const auto cover = [&] {
        enlarge.click();
        ASSERT_FALSE(m_window.centralWidget()->isVisible());
    };
    cover();
    open({bad});
    EXPECT_TRUE(isSeen());
    EXPECT_FALSE(enlarge.isChecked());
    cover();
    open({dataFile("good/npy/be_f4.npy")});
    EXPECT_TRUE(child<QWidget>("canvas").isVisible());
    // Of several the tensors are seen, and the refusal is told beside them.
    cover();
    open({good, bad});
    EXPECT_TRUE(child<QWidget>("canvas").isVisible());
    EXPECT_TRUE(child<QWidget>("notices").isVisible());
    EXPECT_TRUE(has(child<Notices>("notices").text().toStdString(), "pickle_os_system.pt"));
    EXPECT_TRUE(child<QPushButton>("details").isVisible());
}

// The panels would else tell of a tensor that is not of this file.
TEST_F(RefusedPageTest, PanelsTellNothingOfAnotherTensorMeanwhile)
{
    open({QStringLiteral(":/samples/csr.json")});
    auto& rules = child<QWidget>("rules area");
    EXPECT_TRUE(rules.isVisible());
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("cut.npy"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("\x93NUMPY");
    file.close();
    open({path});
    ASSERT_TRUE(isSeen());
    EXPECT_FALSE(rules.isVisible());
    m_window.files().open({QStringLiteral(":/samples/coo.json")});
    ASSERT_TRUE(settle(m_window.jobs()));
    EXPECT_FALSE(isSeen());
    EXPECT_TRUE(rules.isVisible());
}
