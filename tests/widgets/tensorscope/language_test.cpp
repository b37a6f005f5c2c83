// SPDX-License-Identifier: GPL-3.0-or-later
// The window in Simplified Chinese: what it says, that nothing of it was forgotten, and that it has the room.
#include "language.h"

#include "main_window.h"
#include "make/make_options.h"
#include "models/rules_model.h"
#include "profile.h"
#include "settings_dialog.h"
#include "support/tool.h"
#include "views/linked_text.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/spoken.h"
#include "widgets/support/tensors.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QLibraryInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTranslator>
#include <QTreeView>
#include <QTreeWidget>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

bool isChinese(const QString& text)
{
    return std::ranges::any_of(text, [](QChar c) { return c.script() == QChar::Script_Han; });
}

// Names and notation are the same in every language.
bool isCommon(QString text)
{
    static const QRegularExpression names(
        QStringLiteral("Tensorscope|PyTorch|NumPy|JSON|CSR|CSC|BSR|BSC|Ctrl|Shift|English|rtol|atol|dim\\d"));
    static const QRegularExpression word(QStringLiteral("[a-zA-Z]{2,}"));
    if (const auto all = sampleNames(); std::ranges::count(all, text.toStdString()) > 0)
        return true;
    return !text.remove(names).contains(word);
}

// What the core says of a tensor it says as `tscope` does; its fields take notation.
bool isOfTheCore(const QWidget& widget)
{
    const auto name = widget.objectName();
    return name == QLatin1String("reach") || name == QLatin1String("chain") ||
           name == QLatin1String("kind says") ||
           (qobject_cast<const QLineEdit*>(&widget) != nullptr &&
            std::ranges::count(makeOptions(), name.toStdString(), &MakeOption::name) > 0) ||
           name.startsWith(QLatin1String("dim"));
}

class Chinese : public testing::Test
{
protected:
    void SetUp() override
    {
        if (!m_spoken.isSpoken())
            GTEST_SKIP() << "built without Qt's LinguistTools: English only";
        m_window = std::make_unique<MainWindow>(Theme::light);
        m_window->resize(1280, 800);
        m_window->show();
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window->jobs())); }
    void open(const char* sample)
    {
        m_window->files().open({QStringLiteral(":/samples/%1.json").arg(QString::fromLatin1(sample))});
        settle();
    }
    void trigger(const char* action)
    {
        m_window->findChild<QAction*>(QString::fromLatin1(action))->trigger();
        settle();
    }
    template <class Widget>
    Widget& find(const char* name)
    {
        auto* found = m_window->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::runtime_error(std::string("there is no ") + name);
        return *found;
    }

    Spoken m_spoken{"zh_CN"};
    std::unique_ptr<MainWindow> m_window;
};

// What people read or hear of a widget that the window itself has put there.
QStringList saidBy(const QWidget& widget)
{
    QStringList all{widget.toolTip(), widget.accessibleName(), widget.windowTitle()};
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        all << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        all << button->text();
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
        all << line->placeholderText();
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
        for (int i = 0; i < tabs->count(); ++i)
            all << tabs->tabText(i);
    for (const auto* action : widget.actions())
        all << action->text() << action->iconText() << action->toolTip();
    return all;
}

// A label, button or tab that shows less than its whole text; "" if there is none.
std::string cutIn(const QWidget& window)
{
    for (const auto* widget : window.findChildren<QWidget*>()) {
        // A panel behind the tab of another is laid out when it comes to the front.
        if (!widget->isVisible() || widget->visibleRegion().isEmpty())
            continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const auto text = label != nullptr ? label->text() : button != nullptr ? button->text() : QString();
        if (text.isEmpty())
            continue;
        const bool wraps = label != nullptr && label->wordWrap();
        const auto missing = wraps ? label->heightForWidth(label->width()) - label->height()
                                   : widget->minimumSizeHint().width() - widget->width();
        if (missing > 0)
            return text.toStdString() + " lacks " + std::to_string(missing) + " pixels";
    }
    return {};
}

} // namespace

TEST_F(Chinese, MenusPanelsAndViewsSpeakIt)
{
    QStringList menus, panels;
    for (const auto* action : m_window->menuBar()->actions())
        menus << action->text();
    EXPECT_EQ(menus.join(QLatin1Char(' ')).toStdString(), "文件(&F) 编辑(&E) 构建(&B) 转换(&C) 视图(&V) 帮助(&H)");
    for (const auto* dock : m_window->findChildren<QDockWidget*>())
        panels << dock->windowTitle();
    for (const auto* title : {"工作区", "视图族", "信息", "查找过程", "规则", "几何"})
        EXPECT_TRUE(panels.contains(QString::fromUtf8(title))) << title;
    open("broken_pointer");
    EXPECT_EQ(find<QAbstractButton>("next place").text().toStdString(), "下一处");
    EXPECT_EQ(find<QAction>("open").iconText().toStdString(), "打开") << "in the tool bar";
    EXPECT_TRUE(m_window->views().front()->accessibleName().contains(QString::fromUtf8("逻辑")));
    EXPECT_TRUE(find<LinkedText>("cause").text().startsWith(QString::fromUtf8("可能的原因：")));
    EXPECT_TRUE(
        find<LinkedText>("cause").text().contains(QString::fromUtf8("crow_indices[2] 是 9，应在 2 和 5 之间")))
        << "as tscope says it";
}

// Rules, places, repairs, facts and the way to an element, without a mixed line.
TEST_F(Chinese, WhatExplainsSpeaksItToo)
{
    open("broken_pointer");
    auto& rules = find<QTreeView>("rules");
    const auto& model = dynamic_cast<const RulesModel&>(*rules.model());
    const auto rule = model.rules().front();
    EXPECT_TRUE(isChinese(rule.data().toString())) << rule.data().toString().toStdString();
    EXPECT_TRUE(model.index(0, 0, rule).data().toString().contains(QString::fromUtf8("第 1 行跨 7 个条目")))
        << model.index(0, 0, rule).data().toString().toStdString();
    const auto& repairs = find<QListWidget>("repairs");
    ASSERT_GT(repairs.count(), 0);
    for (int row = 0; row < repairs.count(); ++row)
        EXPECT_TRUE(isChinese(repairs.item(row)->text())) << repairs.item(row)->text().toStdString();
    QTest::mouseClick(&find<QAbstractButton>("next place"), Qt::LeftButton);
    settle();
    const auto told = find<QPlainTextEdit>("explain text").toPlainText();
    EXPECT_TRUE(isChinese(told)) << told.toStdString();
    const auto& facts = find<QTreeWidget>("facts tree");
    EXPECT_TRUE(isChinese(facts.topLevelItem(0)->text(0))) << facts.topLevelItem(0)->text(0).toStdString();
}

TEST_F(Chinese, DialogsSpeakIt)
{
    trigger("settings");
    EXPECT_EQ(m_window->findChild<SettingsDialog*>()->windowTitle().toStdString(), "设置");
    trigger("palette");
    EXPECT_EQ(find<QDialog>("palette").windowTitle().toStdString(), "命令");
    const auto* commands = find<QDialog>("palette").findChild<QListWidget*>();
    EXPECT_FALSE(commands->findItems(QString::fromUtf8("文件：打开..."), Qt::MatchStartsWith).isEmpty())
        << "without the marks of keys";
    trigger("manual");
    EXPECT_TRUE(find<QDialog>("manual-window")
                    .findChild<QTextBrowser*>()
                    ->toPlainText()
                    .contains(QString::fromUtf8("双击槽位")));
    trigger("keys");
    EXPECT_TRUE(find<QDialog>("keys-window")
                    .findChild<QTextBrowser*>()
                    ->toPlainText()
                    .contains(QString::fromUtf8("查找值...")));
    open("csr");
    for (const auto& [action, tab] :
         {std::pair{"build-generate", "生成(&G)"}, std::pair{"build-fault", "缺陷(&F)"}}) {
        trigger(action);
        const auto& tabs = *find<QTabWidget>("pages").tabBar();
        EXPECT_EQ(tabs.tabText(tabs.currentIndex()).toStdString(), tab);
    }
}

TEST_F(Chinese, NothingWasForgotten)
{
    if (!QTranslator().load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        GTEST_SKIP()
            << "Qt's own buttons speak English here: its translations (qt6-translations-l10n) are missing";
    open("broken_pointer");
    open("nested");
    for (const auto* action : {"settings", "palette", "keys", "find", "build-arrays", "about"})
        trigger(action);
    for (const auto* widget : m_window->findChildren<QWidget*>())
        for (const auto& text : saidBy(*widget))
            EXPECT_TRUE(isChinese(text) || isCommon(text) || isOfTheCore(*widget))
                << widget->metaObject()->className() << " " << widget->objectName().toStdString() << ": "
                << text.toStdString();
}

TEST_F(Chinese, EverythingHasTheRoom)
{
    EXPECT_EQ(cutIn(*m_window), "") << "the start page";
    open("broken_pointer");
    for (const auto* arrangement : {"learn", "debug", "compare"}) {
        m_window->arrange(QString::fromLatin1(arrangement));
        settle();
        QApplication::processEvents();
        EXPECT_EQ(cutIn(*m_window), "") << arrangement;
        for (auto* dock : m_window->findChildren<QDockWidget*>())
            if (!dock->isHidden()) { // also what stands behind the tab of another
                dock->raise();
                settle();
                QApplication::processEvents();
                EXPECT_EQ(cutIn(*m_window), "") << arrangement << ' ' << dock->objectName().toStdString();
            }
    }
    trigger("settings");
    EXPECT_EQ(cutIn(*m_window->findChild<SettingsDialog*>()), "");
    for (const auto* page : {"build-paste", "build-generate", "build-arrays", "build-transform", "build-fault"}) {
        trigger(page);
        EXPECT_EQ(cutIn(*m_window), "") << page;
    }
}

TEST(Language, IsThatOfTheSettingsOrElseOfTheSystem)
{
    const QTemporaryDir folder;
    {
        Profile profile(folder.path());
        EXPECT_EQ(profile.language(), QString());
        profile.setLanguage(QStringLiteral("zh_CN"));
    }
    EXPECT_EQ(Profile(folder.path()).language().toStdString(), "zh_CN");
    EXPECT_EQ(systemLanguage().toStdString(), "en") << "where nothing is set up";
    EXPECT_FALSE(speak(QStringLiteral("xx")));
    EXPECT_EQ(spokenLanguage().toStdString(), "en");
}

TEST(Language, TheProgramFollowsTheSystemAndTheCommandLine)
{
    if (!Spoken("zh_CN").isSpoken())
        GTEST_SKIP() << "built without Qt's LinguistTools: English only";
    const auto help = [](const std::string& locale, const std::vector<std::string>& arguments) {
        std::vector<std::string> all{"-u", "LANGUAGE", "LC_ALL=" + locale, TENSORSCOPE_BINARY, "--help"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return runTool("/usr/bin/env", all).out;
    };
    const auto speaksChinese = [](const std::string& text) { return text.find("查看张量") != std::string::npos; };
    EXPECT_TRUE(speaksChinese(help("zh_CN.UTF-8", {})));
    EXPECT_TRUE(speaksChinese(help("C.UTF-8", {"--language", "zh_CN"})));
    for (const auto* other : {"C.UTF-8", "de_DE.UTF-8", "zh_TW.UTF-8", "en_GB.UTF-8"})
        EXPECT_FALSE(speaksChinese(help(other, {}))) << other;
    EXPECT_FALSE(speaksChinese(help("zh_CN.UTF-8", {"--language=en"})));
    const auto refused = runTool(TENSORSCOPE_BINARY, {"--grab", "none", "--language", "xx"});
    EXPECT_EQ(refused.exitCode, 2);
    EXPECT_NE(refused.err.find("en or zh_CN"), std::string::npos) << refused.err;
}
