// SPDX-License-Identifier: GPL-3.0-or-later
#include "start_page.h"

#include "main_window.h"
#include "profile.h"
#include "sample_card.h"
#include "style/focus_ring.h"
#include "style/titles.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

struct NewWindow {
    MainWindow window{Theme::light};

    NewWindow()
    {
        window.resize(1280, 800);
        window.show();
        settle(window.jobs());
    }
    StartPage& page() { return *window.findChild<StartPage*>(); }
    template <class Widget>
    Widget& child(const char* name)
    {
        auto* found = window.findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::runtime_error(std::string("the window has no ") + name);
        return *found;
    }
    bool isSeen(const char* panel) { return child<QDockWidget>(panel).isVisible(); }
};

QString widgetName(const QWidget& widget)
{
    return QString::fromLatin1(widget.metaObject()->className()) + QLatin1Char(' ') + widget.objectName() +
           QLatin1Char(' ') + widget.accessibleName();
}

QRect placeInWindow(const QWidget& widget)
{
    return {widget.mapTo(widget.window(), QPoint(0, 0)), widget.size()};
}

} // namespace

TEST(StartPage, EverySampleHasAButtonThatSaysWhatItIs)
{
    Jobs jobs;
    const StartPage page({}, Files::samples(), jobs);
    for (const auto& name : sampleNames()) {
        const auto* button = page.findChild<QAbstractButton*>(QString::fromStdString(name));
        ASSERT_NE(button, nullptr) << name;
        EXPECT_FALSE(button->accessibleDescription().isEmpty()) << name;
        EXPECT_FALSE(button->accessibleName().contains(QLatin1Char('_'))) << "a name, not that of a file";
    }
}

TEST(StartPage, SaysWhatTheProgramIsAndWhatItIsFor)
{
    NewWindow shown;
    EXPECT_EQ(shown.child<QLabel>("program").text().toStdString(), "Tensorscope");
    EXPECT_TRUE(shown.child<QLabel>("purpose").isVisible());
    EXPECT_TRUE(shown.child<QLabel>("drop hint").text().contains(QStringLiteral("drop files")));
}

TEST(StartPage, IsSeenWhileNothingIsOpenAndASampleOpensWithAClick)
{
    NewWindow shown;
    auto& window = shown.window;
    ASSERT_TRUE(shown.page().isVisible());
    EXPECT_FALSE(shown.child<QAction>("save").isEnabled());
    QTest::mouseClick(&shown.child<QAbstractButton>("bsr"), Qt::LeftButton);
    ASSERT_TRUE(settle(window.jobs()));
    ASSERT_EQ(window.workspace().subjects().size(), 1U);
    EXPECT_EQ(window.workspace().subjects()[0].tensor->layout->name, "bsr");
    EXPECT_FALSE(shown.page().isVisible());
    window.workspace().clear();
    EXPECT_TRUE(shown.page().isVisible());
}

// All of it without scrolling at the size in which the window opens.
TEST(StartPage, ThreeUsesHaveAPictureEachDrawnFromTheScenesInTheColoursOfTheTheme)
{
    NewWindow shown;
    const auto cards = shown.page().findChildren<SampleCard*>();
    ASSERT_EQ(cards.size(), 3);
    for (const auto* card : cards) {
        ASSERT_NE(card->scene(), nullptr) << widgetName(*card).toStdString();
        EXPECT_FALSE(card->scene()->spots.empty()) << widgetName(*card).toStdString();
        EXPECT_GE(card->scene()->size.height(), 100);
        EXPECT_TRUE(shown.window.rect().contains(placeInWindow(*card))) << widgetName(*card).toStdString();
    }
    for (const auto* card : cards)
        for (const auto& label : card->scene()->labels)
            EXPECT_FALSE(label.kind == TextKind::heading && label.text.contains(QChar(0x2026)))
                << label.text.toStdString();
    const auto has = [](const SampleCard& card, Ink ink) {
        return std::ranges::any_of(card.scene()->marks, [&](const Mark& mark) { return mark.ink == ink; });
    };
    EXPECT_TRUE(has(shown.child<SampleCard>("broken_pointer"), Ink::error)) << "what is broken is seen";
    EXPECT_FALSE(has(shown.child<SampleCard>("bsr"), Ink::error));

    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        shown.window.setTheme(theme);
        ASSERT_TRUE(settle(shown.window.jobs()));
        const auto picture = cards.front()->grab().toImage();
        EXPECT_EQ(picture.pixelColor(3, 3), Palette::of(theme)[Ink::canvas]);
    }
    shown.window.setTheme(Theme::light);
}

TEST(StartPage, WhatNeedsATensorIsDisabledAndSaysWhy)
{
    NewWindow shown;
    const auto ids = {"transpose", "conversions", "time"};
    for (const auto* id : ids) {
        EXPECT_FALSE(shown.child<QAction>(id).isEnabled()) << id;
        EXPECT_TRUE(shown.child<QAction>(id).toolTip().endsWith(QStringLiteral(": no tensor is open")))
            << id << ": " << shown.child<QAction>(id).toolTip().toStdString();
    }
    QTest::mouseClick(&shown.child<QAbstractButton>("bsr"), Qt::LeftButton);
    ASSERT_TRUE(settle(shown.window.jobs()));
    for (const auto* id : ids) {
        EXPECT_TRUE(shown.child<QAction>(id).isEnabled()) << id;
        EXPECT_FALSE(shown.child<QAction>(id).toolTip().contains(QStringLiteral("no tensor"))) << id;
    }
}

TEST(StartPage, TheMenuHasTheSameNamesInTheSameOrder)
{
    NewWindow shown;
    const auto* open = &shown.child<QAction>("samples");
    QStringList inMenu;
    for (const auto* menu : shown.window.findChildren<QMenu*>())
        if (menu->actions().contains(const_cast<QAction*>(open)))
            for (const auto* action : menu->actions())
                if (!action->isSeparator() && action != open)
                    inMenu << action->text();
    QStringList named, onPage;
    for (const auto& sample : namedSamples(Files::samples()))
        named << sample.title;
    EXPECT_EQ(inMenu, named);
    for (const auto& sample : namedSamples(Files::samples()))
        if (const auto* button =
                shown.page().findChild<QAbstractButton*>(QFileInfo(sample.path).completeBaseName()))
            if (qobject_cast<const SampleCard*>(button) == nullptr)
                onPage << button->accessibleName();
    EXPECT_EQ(onPage.size(), inMenu.size() - 3);
    for (const auto* card : shown.page().findChildren<SampleCard*>())
        EXPECT_TRUE(inMenu.contains(card->accessibleDescription())) << widgetName(*card).toStdString();
}

TEST(StartPage, RecentFilesAreOfferedAboveTheSamples)
{
    Jobs jobs;
    StartPage page({}, Files::samples(), jobs);
    const QSignalSpy chosen(&page, &StartPage::chosen);
    page.setRecent({QStringLiteral("/a/one.json"), QStringLiteral("/b/two.json")});
    page.setRecent({QStringLiteral("/b/two.json"), QStringLiteral("/c/three.json")});
    page.resize(1200, 700);
    page.show();
    ASSERT_TRUE(settle(jobs));
    QList<QAbstractButton*> recent;
    for (auto* button : page.findChildren<QAbstractButton*>())
        if (button->accessibleName().endsWith(QStringLiteral(".json")))
            recent << button;
    ASSERT_EQ(recent.size(), 2);
    EXPECT_EQ(recent[1]->accessibleName().toStdString(), "three.json");
    EXPECT_EQ(recent[1]->toolTip().toStdString(), "/c/three.json");
    EXPECT_LT(placeInWindow(*recent[1]).bottom(), placeInWindow(*page.findChild<SampleCard*>()).top());
    QTest::mouseClick(recent[1], Qt::LeftButton);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toString().toStdString(), "/c/three.json");
}

TEST(StartPage, TheFirstFocusIsToOpenAFileAndEachStopOfTabIsSeen)
{
    FocusRing ring(*qApp);
    NewWindow shown;
    shown.window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&shown.window));
    auto* focused = QApplication::focusWidget();
    ASSERT_NE(focused, nullptr);
    EXPECT_EQ(withoutKey(qobject_cast<QAbstractButton*>(focused)->text()).toStdString(), "Open...");

    QSet<QWidget*> stops;
    while (!stops.contains(focused)) {
        stops.insert(focused);
        const auto with = shown.window.grab(placeInWindow(*focused)).toImage();
        QTest::keyClick(focused, Qt::Key_Tab);
        auto* next = QApplication::focusWidget();
        EXPECT_NE(with, shown.window.grab(placeInWindow(*focused)).toImage())
            << widgetName(*focused).toStdString();
        focused = next;
    }
    EXPECT_GE(stops.size(), 14) << "two ways to begin besides, and all samples";
}

TEST(StartPage, PanelsThatSayNothingComeWithTheFirstTensor)
{
    NewWindow shown;
    for (const auto* panel : {"workspace", "family", "facts", "explain", "rules"})
        EXPECT_FALSE(shown.isSeen(panel)) << panel;
    shown.window.files().open({QStringLiteral(":/samples/csr.json")});
    ASSERT_TRUE(settle(shown.window.jobs()));
    for (const auto* panel : {"workspace", "facts", "explain", "rules"})
        EXPECT_TRUE(shown.isSeen(panel)) << panel;
    const auto width = shown.child<QDockWidget>("rules").width();

    shown.window.workspace().clear();
    EXPECT_FALSE(shown.isSeen("rules"));
    EXPECT_FALSE(shown.isSeen("workspace"));
    shown.child<QDockWidget>("log").toggleViewAction()->trigger();
    EXPECT_TRUE(shown.isSeen("log")) << "it speaks of other things";
    shown.window.arrange(QStringLiteral("learn"));
    EXPECT_FALSE(shown.isSeen("facts"));
    shown.window.arrange(QStringLiteral("debug"));
    shown.child<QDockWidget>("log").toggleViewAction()->trigger();

    shown.window.files().open({QStringLiteral(":/samples/csr.json")});
    ASSERT_TRUE(settle(shown.window.jobs()));
    EXPECT_TRUE(shown.isSeen("rules"));
    EXPECT_TRUE(shown.isSeen("log")) << "which was opened meanwhile";
    EXPECT_NEAR(shown.child<QDockWidget>("rules").width(), width, 2);
}

TEST(StartPage, AWindowThatEndsWithNothingOpenKeepsItsPanels)
{
    const QTemporaryDir folder;
    {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        window.show();
        ASSERT_TRUE(settle(window.jobs()));
        EXPECT_FALSE(window.findChild<QDockWidget*>(QStringLiteral("rules"))->isVisible());
        window.close();
    }
    Profile profile(folder.path());
    MainWindow window(Theme::light, &profile);
    window.show();
    window.files().open({QStringLiteral(":/samples/csr.json")});
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_TRUE(window.findChild<QDockWidget*>(QStringLiteral("rules"))->isVisible());
}
