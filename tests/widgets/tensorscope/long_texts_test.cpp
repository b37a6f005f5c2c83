// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of any length in a file: no widget is given more of them than it can lay out at once.
#include "main_window.h"
#include "notices.h"
#include "panels/text_panel.h"
#include "style/brief.h"
#include "views/scene_view.h"
#include "widgets/support/all_texts.h"
#include "widgets/support/settle.h"
#include "workspace/log.h"

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTreeView>

#include <gtest/gtest.h>

#include <map>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr qsizetype length = 50'000;

QString longText(char letter)
{
    return QString(length, QLatin1Char(letter));
}

class LongTextsTest : public testing::Test
{
protected:
    LongTextsTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    QString write(const char* name, const QString& text)
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0);
        return file.fileName();
    }
    static void expectBrief(QWidget& root, const std::string& where)
    {
        std::map<std::string, qsizetype> longest;
        forEachText(root, [&](const QString& what, const QString& text) {
            qsizetype line = 0;
            for (const auto each : QStringView(text).split(QLatin1Char('\n')))
                line = std::max(line, each.size());
            auto& most = longest[what.toStdString()];
            most = std::max(most, line);
            EXPECT_LE(text.size(), longestText + 100) << what.toStdString();
        });
        for (const auto& [what, most] : longest)
            EXPECT_LE(most, 3 * longestLine) << where << ": " << what; // a few texts stand in one line
    }

    QTemporaryDir m_folder;
    MainWindow m_window{Theme::light};
};

} // namespace

TEST_F(LongTextsTest, OfNamesTypesKeysAndDevicesAPartIsShown)
{
    m_window.files().open({write("long.json", QStringLiteral(R"({"tensors": {
            "%1": {"layout": "csr", "size": [2, 3], "device": "%2", "%3": "%3", "declared_layout": "%4",
                "members": {"compressed": [0, 9, 2], "plain": [0, 1], "values": [1, 2]}},
            "%5": {"layout": "strided", "members": {"values": {"dtype": "%6", "itemsize": 4, "shape": [2, 2]}}}}})")
                                                  .arg(longText('a'), longText('b'), longText('c'), longText('d'),
                                                       longText('e'), longText('f')))});
    settle();
    ASSERT_EQ(m_window.workspace().subjects().size(), 2U);
    EXPECT_EQ(m_window.workspace().subjects()[0].name.size(), length) << "the name itself is kept";
    m_window.findChild<QAction*>(QStringLiteral("duplicate"))->trigger();
    m_window.findChild<QAction*>(QStringLiteral("split-right"))->trigger();
    for (const auto& subject : m_window.workspace().subjects()) {
        m_window.workspace().setCurrent(subject.id);
        for (auto* dock : m_window.findChildren<QDockWidget*>()) {
            dock->show();
            dock->raise();
            settle();
        }
        expectBrief(m_window, "window");
    }
    for (const auto* action : {"build-paste", "build-arrays", "build-transform", "build-fault", "convert", "run",
                               "movement", "palette", "save-as"}) {
        m_window.findChild<QAction*>(QString::fromLatin1(action))->trigger();
        settle();
        for (auto* dialog : m_window.findChildren<QDialog*>())
            if (dialog->isVisible()) {
                expectBrief(*dialog, action);
                dialog->close();
            }
        settle();
    }
}

TEST_F(LongTextsTest, OfWhatCouldNotBeReadToo)
{
    m_window.files().open(
        {write("layout.json", QStringLiteral(R"({"layout": "%1"})").arg(longText('a'))),
         write("key.json", QStringLiteral(R"({"layout": "csr", "members": {"%1": [1]}})").arg(longText('b'))),
         write("text.txt", longText('c'))});
    settle();
    EXPECT_FALSE(m_window.notices().text().isEmpty());
    expectBrief(m_window, "window");
}

TEST_F(LongTextsTest, ANameThatIsEditedButNotChangedStaysWhole)
{
    m_window.files().open({write("long.json", QStringLiteral(R"({"tensors": {"%1": {"layout": "strided",
        "members": {"values": [1]}}, "b": {"layout": "strided", "members": {"values": [1]}}}})")
                                                  .arg(longText('a')))});
    settle();
    auto& view = *m_window.findChild<QTreeView*>(QStringLiteral("subjects"));
    auto& model = *view.model();
    const auto name = model.index(0, 0, model.index(0, 0));
    ASSERT_TRUE(model.setData(name, name.data(Qt::EditRole)));
    EXPECT_EQ(m_window.workspace().subjects()[0].name.size(), length);
    ASSERT_TRUE(model.setData(name, QStringLiteral("short")));
    EXPECT_EQ(m_window.workspace().subjects()[0].name, QStringLiteral("short"));
}

// Also where what it shows is bounded by nobody before: that of a layout of an extension, say.
TEST(LongTexts, OfAPanelOfTextAPartIsShown)
{
    class Panel : public TextPanel
    {
    public:
        Panel() : TextPanel(QStringLiteral("text"), QStringLiteral("Text")) {}

    private:
        void refresh() override { setText("one\n" + std::string(length, 'a') + "\nthree"); }
    } panel;
    panel.show();
    const auto lines = panel.findChild<QPlainTextEdit*>()->toPlainText().split(QLatin1Char('\n'));
    ASSERT_EQ(lines.size(), 3);
    EXPECT_EQ(lines[1].size(), longestLine);
    EXPECT_EQ(lines[2], QStringLiteral("three"));
}

TEST(LongTexts, OfANoticeAndOfWhatIsLoggedAPartIsKept)
{
    Notices notices;
    notices.add(QStringLiteral("a.json"), longText('a'));
    EXPECT_EQ(notices.text().size(), longestLine);
    Log log;
    log.add(Log::Kind::error, longText('b'));
    EXPECT_EQ(log.entries().back().text.size(), longestLine);
}
