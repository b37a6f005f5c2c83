// SPDX-License-Identifier: GPL-3.0-or-later
// Outside lessons a remote control goes through the elements, and what is said of them is read from the last row.
#include "selection/selection.h"
#include "style/projected_type.h"
#include "widgets/lessons/projector_window.h"
#include "widgets/support/tensors.h"

#include <QToolTip>

using namespace tscope;
using namespace tscope::test;

namespace {

struct ElementWindow : ProjectorWindow {
    Projector& showOne(const char* json)
    {
        window.workspace().make({{"A", tensorOf(json)}}, QStringLiteral("test"));
        settle();
        return project();
    }
    Extents selected()
    {
        const auto& pointed = window.selection().selected();
        const auto* element = pointed ? std::get_if<ElementPlace>(&pointed->place) : nullptr;
        return element == nullptr ? Extents{-1} : element->index;
    }
};

constexpr auto dense = R"({"layout": "strided", "dtype": "int64", "members": {"values": [[1, 2], [3, 4]]}})";

} // namespace

TEST(ProjectorElements, PageKeysGoThroughThemInReadingOrder)
{
    ElementWindow shown;
    auto& projector = shown.showOne(dense);
    for (const auto& expected : {Extents{0, 0}, Extents{0, 1}, Extents{1, 0}, Extents{1, 1}, Extents{1, 1}}) {
        shown.press(projector, Qt::Key_PageDown);
        EXPECT_EQ(shown.selected(), expected);
    }
    for (const auto& expected : {Extents{1, 0}, Extents{0, 1}, Extents{0, 0}, Extents{0, 0}}) {
        shown.press(projector, Qt::Key_PageUp);
        EXPECT_EQ(shown.selected(), expected);
    }
}

TEST(ProjectorElements, KeysGoToTheNextTensorAndShowHints)
{
    ElementWindow shown;
    shown.window.workspace().make({{"first", tensorOf(dense)}, {"second", tensorOf(dense)}},
                                  QStringLiteral("test"));
    shown.settle();
    const auto& all = shown.window.workspace().subjects();
    ASSERT_EQ(all.size(), 2U);
    shown.window.workspace().setCurrent(all[0].id);
    auto& projector = shown.project();
    EXPECT_TRUE(textOfLabel(projector, "projector keys").contains(QStringLiteral("N, P")));
    for (const auto& [key, at] : {std::pair(Qt::Key_P, 0), {Qt::Key_N, 1}, {Qt::Key_N, 1}, {Qt::Key_P, 0}}) {
        shown.press(projector, key);
        EXPECT_EQ(shown.window.workspace().current(), all[static_cast<std::size_t>(at)].id);
    }
    shown.begin(shown.lesson(0), 5);
    shown.press(projector, Qt::Key_H);
    EXPECT_TRUE(textOfLabel(projector, "projector offered").contains(QStringLiteral("Hint 1: ")));
    EXPECT_TRUE(textOfLabel(projector, "projector keys").contains(QStringLiteral("H: hint")));
    for (std::size_t hint = 1; hint < shown.play().exercise()->hints.size(); ++hint)
        shown.press(projector, Qt::Key_H);
    EXPECT_FALSE(textOfLabel(projector, "projector keys").contains(QStringLiteral("H: hint")))
        << "there is no more";
    EXPECT_FALSE(shown.play().isWorkedShown());
    const auto current = shown.window.workspace().current();
    shown.press(projector, Qt::Key_N);
    EXPECT_EQ(shown.window.workspace().current(), current) << "the tensors of a step stay";
}

TEST(ProjectorElements, HowTheSelectedOneIsFoundIsSaidBelowThePicture)
{
    ElementWindow shown;
    auto& projector = shown.showOne(dense);
    EXPECT_EQ(textOfLabel(projector, "projector found"), QString());
    shown.press(projector, Qt::Key_PageDown);
    shown.press(projector, Qt::Key_PageDown);
    EXPECT_EQ(textOfLabel(projector, "projector found"),
              QStringLiteral("offset 0 + 0*2 (dim 0) + 1*1 (dim 1) = element 1 of the storage; 1 * 8 B = byte 8\n"
                             "(0, 1) = 2"));
    const auto* label = projector.findChild<QLabel*>(QStringLiteral("projector found"));
    EXPECT_GE(QFontInfo(label->font()).pixelSize(), 0.7 * projectedTypeHeight(projector.size()));
    EXPECT_TRUE(textOfLabel(projector, "projector cause").isEmpty());
}

// Each step to an element is seen, also of one with many of them.
TEST(ProjectorElements, AllStepsAreShown)
{
    for (const auto* json :
         {R"({"layout": "bsr", "dtype": "int64", "size": [4, 6], "members": {"crow_indices": [0, 2, 4],
             "col_indices": [0, 1, 0, 1], "values": [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [1, 2, 3]],
             [[4, 5, 6], [7, 8, 9]], [[5, 1, 2], [3, 4, 5]]]}})",
          R"({"layout": "coo", "dtype": "int64", "size": [4, 6], "is_coalesced": true, "members": {
             "indices": [[0, 0, 1, 2, 2, 2, 3], [1, 3, 1, 0, 2, 3, 5]], "values": [1, 2, 3, 4, 5, 6, 7]}})"})
        for (const auto size : {QSize(1024, 768), QSize(1920, 1080)}) {
            ElementWindow shown;
            auto& projector = shown.showOne(json);
            projector.showNormal();
            projector.resize(size);
            const auto id = shown.window.workspace().current();
            shown.window.selection().select(id, ElementPlace{{2, 3}});
            shown.settle();
            const auto text = textOfLabel(projector, "projector found");
            EXPECT_FALSE(text.contains(QStringLiteral("\u2026"))) << text.toStdString();
            EXPECT_GE(text.count(QLatin1Char('\n')), 3) << text.toStdString();
            EXPECT_TRUE(text.contains(QStringLiteral("indices"))) << text.toStdString();
            const auto* label = projector.findChild<QLabel*>(QStringLiteral("projector found"));
            EXPECT_GE(label->height(), label->heightForWidth(label->width()));
            EXPECT_GE(QFontInfo(label->font()).pixelSize(), 0.55 * projectedTypeHeight(projector.size()));
        }
}

TEST(ProjectorElements, ABrokenTensorSaysItsLikelyCause)
{
    ElementWindow shown;
    auto& projector = shown.showOne(R"({"layout": "csr", "dtype": "int64", "size": [2, 2], "members": {
        "crow_indices": [0, 9, 3], "col_indices": [0, 1, 1], "values": [1, 2, 3]}})");
    const auto* subject = shown.window.workspace().currentSubject();
    ASSERT_TRUE(subject->report && !subject->report->causes.empty());
    EXPECT_EQ(textOfLabel(projector, "projector cause").toStdString(),
              "Likely cause: " + subject->report->causes.front().text);
}

// In the order of the findings, then the elements; the line names the rule.
TEST(ProjectorElements, BrokenPlacesComeFirst)
{
    ElementWindow shown;
    auto& projector = shown.showOne(R"({"layout": "csr", "dtype": "int64", "size": [2, 2], "members": {
        "crow_indices": [0, 9, 3], "col_indices": [0, 1, 7], "values": [1, 2, 3]}})");
    const auto report = shown.window.workspace().currentSubject()->report;
    ASSERT_TRUE(report);
    std::vector<std::pair<Slots, std::string>> expected;
    for (const auto& finding : report->findings)
        for (const auto& witness : finding.witnesses)
            if (finding.level == Level::violation && witness.place &&
                std::ranges::find(expected, *witness.place, &std::pair<Slots, std::string>::first) ==
                    expected.end())
                expected.emplace_back(*witness.place, finding.rule);
    ASSERT_GE(expected.size(), 2U);
    const auto place = [&] { return std::get_if<Slots>(&shown.window.selection().selected()->place); };
    for (const auto& [slots, rule] : expected) {
        shown.press(projector, Qt::Key_PageDown);
        ASSERT_NE(place(), nullptr);
        EXPECT_EQ(*place(), slots);
        EXPECT_TRUE(textOfLabel(projector, "projector found").toStdString().starts_with(rule + ": "))
            << textOfLabel(projector, "projector found").toStdString();
    }
    shown.press(projector, Qt::Key_PageDown);
    EXPECT_EQ(shown.selected(), (Extents{0, 0}));
    shown.press(projector, Qt::Key_PageDown);
    EXPECT_EQ(shown.selected(), (Extents{0, 1}));
    shown.press(projector, Qt::Key_PageUp);
    shown.press(projector, Qt::Key_PageUp);
    ASSERT_NE(place(), nullptr);
    EXPECT_EQ(*place(), expected.back().first);
}

TEST(ProjectorElements, ExplanationsAreReadFromTheLastRow)
{
    for (const auto size : {QSize(1024, 768), QSize(1920, 1080), QSize(3840, 2160)}) {
        ElementWindow shown;
        auto& projector = shown.showOne(dense);
        projector.showNormal();
        projector.resize(size);
        shown.settle();
        shown.press(projector, Qt::Key_PageDown);
        const auto* label = projector.findChild<QLabel*>(QStringLiteral("projector found"));
        EXPECT_GE(QFontInfo(label->font()).pixelSize(), 0.032 * size.height());
        EXPECT_GE(label->height(), label->heightForWidth(label->width()));
    }
}

TEST(ProjectorElements, ToolTipsHaveTheTypeOfTheProjectorWhileItIsShown)
{
    const auto before = QToolTip::font();
    ElementWindow shown;
    auto& projector = shown.showOne(dense);
    EXPECT_EQ(QToolTip::font().pointSizeF(), projector.font().pointSizeF());
    shown.leave();
    EXPECT_EQ(QToolTip::font().pointSizeF(), before.pointSizeF());
}
