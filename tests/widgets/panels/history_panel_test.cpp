// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/build_dialog.h"
#include "history/recording.h"
#include "history/script.h"
#include "history/script_text.h"
#include "layouts/registry.h"
#include "models/history_model.h"
#include "ops/operations.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"
#include "workspace/lineages.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr auto csrOfDoubles = R"({"layout": "csr", "size": [3, 3], "dtype": "float64",
    "members": {"compressed": [0, 2, 3, 4], "plain": [0, 2, 1, 0], "values": [1, 2, 3, 4]}})";
constexpr auto squareOfDoubles = R"({"layout": "strided", "dtype": "float64",
    "members": {"values": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]}})";

struct ShownHistory : ShownPanel {
    ShownHistory() : ShownPanel("history") { panel->resize(520, 700); }

    QListView& list() { return child<QListView>("history"); }
    QString heading()
    {
        settle(desk.jobs);
        return child<QLabel>("history heading").text();
    }
    // All that each row says.
    QStringList rows()
    {
        settle(desk.jobs);
        QStringList out;
        for (int row = 0; row < list().model()->rowCount(); ++row)
            out << list().model()->index(row, 0).data(Qt::ToolTipRole).toString();
        return out;
    }
    int rowOf(const char* title)
    {
        settle(desk.jobs);
        for (int row = 0; row < list().model()->rowCount(); ++row)
            if (list().model()->index(row, 0).data().toString() == QString::fromUtf8(title))
                return row;
        throw std::runtime_error(std::string("no row of ") + title);
    }
    void click(const char* title)
    {
        const auto index = list().model()->index(rowOf(title), 0);
        list().scrollTo(index);
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(index).center());
        settle(desk.jobs);
    }
    void press(const char* button)
    {
        settle(desk.jobs);
        QTest::mouseClick(&child<QPushButton>(button), Qt::LeftButton);
        settle(desk.jobs);
    }

    SubjectId convert(SubjectId from, const char* layout, const char* name)
    {
        desk.calls.convert(*desk.workspace.find(from), {.layout = layoutNamed(layout)});
        return named(name);
    }
    SubjectId run(const char* op, const std::vector<SubjectId>& inputs, const char* name)
    {
        std::vector<CallInput> given;
        for (const auto id : inputs) {
            const auto& subject = *desk.workspace.find(id);
            given.push_back({subject.title(), subject.tensor, id});
        }
        const auto& spec = *operationNamed(op);
        desk.calls.run(spec, given, *parseParams(spec.params, {}));
        return named(name);
    }
    // What was just made, by another name.
    SubjectId named(const char* name)
    {
        settle(desk.jobs);
        const auto id = desk.workspace.current();
        desk.workspace.rename(id, QString::fromUtf8(name));
        settle(desk.jobs);
        return id;
    }
    // W (csr) and x, and y = W x.
    struct Product {
        SubjectId w = 0, x = 0, y = 0;
    };
    Product product()
    {
        Product out;
        out.w = desk.show(tensorOf(csrOfDoubles), "W");
        out.x = desk.show(tensorOf(squareOfDoubles), "x");
        out.y = run("matmul", {out.w, out.x}, "y");
        return out;
    }
};

} // namespace

TEST(HistoryPanel, SaysWhatToDoWhereThereIsNone)
{
    ShownHistory shown;
    EXPECT_EQ(shown.heading(), QStringLiteral("No tensor is open."));
    EXPECT_TRUE(shown.rows().isEmpty());
    shown.desk.show(sample("csr"), "a");
    EXPECT_TRUE(shown.heading().contains(QStringLiteral("was not made here"))) << shown.heading().toStdString();
    EXPECT_EQ(shown.rows().size(), 1);
    EXPECT_FALSE(shown.child<QPushButton>("history copy").isEnabled());
    EXPECT_FALSE(shown.child<QPushButton>("history gradients").isEnabled());
    shown.desk.workspace.clear();
    EXPECT_EQ(shown.heading(), QStringLiteral("No tensor is open."));
    EXPECT_TRUE(shown.rows().isEmpty());
}

TEST(HistoryPanel, ShowsStepsTheirGradientsAndWhatIsKept)
{
    ShownHistory shown;
    shown.product();
    const auto rows = shown.rows();
    ASSERT_EQ(rows.size(), 3) << rows.join(QLatin1Char('\n')).toStdString();
    EXPECT_TRUE(rows[0].startsWith(QStringLiteral("W\ncsr (3, 3) float64"))) << rows[0].toStdString();
    EXPECT_TRUE(rows[0].contains(QStringLiteral("gradient masked to what is stored, csr")))
        << rows[0].toStdString();
    EXPECT_TRUE(rows[1].contains(QStringLiteral("gradient dense, strided"))) << rows[1].toStdString();
    EXPECT_TRUE(rows[2].contains(QStringLiteral("matmul <- W copy, x copy"))) << rows[2].toStdString();
    EXPECT_TRUE(rows[2].contains(QStringLiteral("keeps the values of W, x ("))) << rows[2].toStdString();
    EXPECT_TRUE(shown.heading().startsWith(QStringLiteral("History of y\n"))) << shown.heading().toStdString();
    EXPECT_EQ(shown.child<QLabel>("history details").text(), rows[2]) << "what it led to is chosen";
}

TEST(HistoryPanel, AClickOrEnterLooksAtATensorAndKeepsTheHistory)
{
    ShownHistory shown;
    const auto [w, x, y] = shown.product();
    shown.click("W");
    EXPECT_EQ(shown.desk.workspace.current(), w);
    EXPECT_EQ(shown.rows().size(), 3) << "the history that was looked at stays";
    EXPECT_TRUE(shown.child<QLabel>("history details").text().startsWith(QStringLiteral("W\n")));
    shown.list().setFocus();
    QTest::keyClick(&shown.list(), Qt::Key_Down);
    EXPECT_EQ(shown.desk.workspace.current(), w) << "the keys only read";
    QTest::keyClick(&shown.list(), Qt::Key_Return);
    settle(shown.desk.jobs);
    EXPECT_EQ(shown.desk.workspace.current(), x);
    EXPECT_EQ(shown.rows().size(), 3);
    shown.desk.workspace.setCurrent(w); // somewhere else
    EXPECT_EQ(shown.rows().size(), 1);
    shown.desk.workspace.setCurrent(y);
    EXPECT_EQ(shown.rows().size(), 3);
}

TEST(HistoryPanel, IsReadOut)
{
    ShownHistory shown;
    const auto made = shown.product();
    shown.rows();
    auto* list = QAccessible::queryAccessibleInterface(&shown.list());
    EXPECT_EQ(list->text(QAccessible::Name), QStringLiteral("History"));
    const auto spoken = [&](int row) {
        return shown.list().model()->index(row, 0).data(Qt::AccessibleTextRole).toString();
    };
    EXPECT_TRUE(spoken(2).contains(QStringLiteral("matmul <- W copy, x copy; "))) << spoken(2).toStdString();
    EXPECT_TRUE(spoken(2).endsWith(QStringLiteral("the current tensor")));
    shown.desk.workspace.setCurrent(made.w);
    settle(shown.desk.jobs);
    EXPECT_TRUE(spoken(0).endsWith(QStringLiteral("the current tensor")));
}

TEST(HistoryPanel, CopiesAScriptThatTellsTheSame)
{
    ShownHistory shown;
    const auto made = shown.product();
    shown.convert(made.y, "csr", "z");
    shown.press("history copy");
    const auto script = QGuiApplication::clipboard()->text().toStdString();
    EXPECT_EQ(script, "y = matmul(W, x)\nz = y.to_sparse_csr()\nz.sum().backward()\n");
    std::vector<Recorded> given;
    for (const auto& [name, id] : {std::pair("W", made.w), std::pair("x", made.x)}) {
        given.push_back(*recordedLeaf(*shown.desk.workspace.find(id)->tensor, true));
        given.back().name = name;
    }
    const auto run = runScript(script, given);
    ASSERT_TRUE(run) << run.error().text;
    ASSERT_TRUE(run->gradients);
    shown.press("history gradients");
    const auto& subjects = shown.desk.workspace.subjects();
    ASSERT_EQ(subjects.size(), 6U);
    for (std::size_t leaf = 0; leaf < 2; ++leaf) {
        const auto& added = subjects[4 + leaf];
        EXPECT_EQ(added.name.toStdString(), given[leaf].name + ".grad");
        const auto& wanted = run->gradients->of(given[leaf])->member("values").array;
        const auto& found = added.tensor->member("values").array;
        ASSERT_EQ(found.geometry.sizes, wanted.geometry.sizes);
        for (std::int64_t k = 0; k < *numel(wanted.geometry); ++k)
            EXPECT_EQ(found.at(k).text(), wanted.at(k).text());
    }
    EXPECT_EQ(subjects[4].tensor->layout->name, "csr");
}

TEST(HistoryPanel, AnEditBeginsAnew)
{
    ShownHistory shown;
    const auto made = shown.product();
    const auto edit = [&](SubjectId id) {
        ASSERT_TRUE(shown.desk.workspace.edit(
            id, {{SetElements{"values", 0, {*Element::from(7.0, ElementType::f64)}}}}, QStringLiteral("x")));
    };
    edit(made.y);
    EXPECT_EQ(shown.rows().size(), 1);
    EXPECT_TRUE(shown.heading().contains(QStringLiteral("was changed after it was made")))
        << shown.heading().toStdString();
    shown.desk.workspace.undoStack().undo();
    EXPECT_EQ(shown.rows().size(), 3);
    edit(made.x); // which was read as it was
    shown.desk.workspace.setCurrent(made.y);
    EXPECT_TRUE(shown.rows()[1].startsWith(QStringLiteral("x (changed since)"))) << shown.rows()[1].toStdString();
    EXPECT_TRUE(shown.rows()[1].contains(QStringLiteral("gradient")));
}

TEST(HistoryPanel, ListsTheEditsOfATensorThatWasOpened)
{
    ShownHistory shown;
    const auto id = shown.desk.show(sample("csr"), "a");
    auto& edits = shown.child<QListWidget>("edits");
    shown.rows();
    EXPECT_FALSE(edits.isVisible());
    for (const double value : {7.0, 8.0})
        ASSERT_TRUE(
            shown.desk.workspace.edit(id, {{SetElements{"values", 0, {*Element::from(value, ElementType::f32)}}}},
                                      QStringLiteral("values[0] = %1").arg(value)));
    shown.rows();
    ASSERT_EQ(edits.count(), 2);
    EXPECT_TRUE(edits.isVisible());
    EXPECT_TRUE(edits.item(0)->text().endsWith(QStringLiteral("  values[0] = 7")))
        << edits.item(0)->text().toStdString();
    EXPECT_TRUE(
        QRegularExpression(QStringLiteral("^\\d\\d:\\d\\d:\\d\\d  ")).match(edits.item(1)->text()).hasMatch());
    EXPECT_TRUE(shown.heading().contains(QStringLiteral("a was edited here"))) << shown.heading().toStdString();
    QTest::mouseClick(edits.viewport(), Qt::LeftButton, {}, edits.visualItemRect(edits.item(0)).center());
    shown.desk.workspace.add(sample("coo"), QStringLiteral("b"), QStringLiteral("test"));
    shown.rows();
    EXPECT_TRUE(edits.item(0)->isSelected()) << "another tensor changes nothing here";
    shown.desk.workspace.undoStack().undo();
    shown.rows();
    EXPECT_EQ(edits.count(), 1);
    shown.desk.workspace.undoStack().undo();
    shown.rows();
    EXPECT_FALSE(edits.isVisible());
    EXPECT_TRUE(shown.heading().contains(QStringLiteral("was not made here")));
}

TEST(HistoryPanel, ClosedTensorsStayInIt)
{
    ShownHistory shown;
    const auto made = shown.product();
    shown.desk.workspace.remove(made.w);
    EXPECT_TRUE(shown.rows()[0].startsWith(QStringLiteral("W (closed)"))) << shown.rows()[0].toStdString();
    EXPECT_TRUE(shown.rows()[0].contains(QStringLiteral("gradient"))) << "undo holds it";
    const auto before = shown.desk.workspace.current();
    shown.click("W (closed)");
    EXPECT_EQ(shown.desk.workspace.current(), before);
    shown.desk.workspace.undoStack().undo();
    shown.desk.workspace.setCurrent(made.y);
    EXPECT_TRUE(shown.rows()[0].startsWith(QStringLiteral("W\n")));
    shown.desk.workspace.remove(made.w);
    shown.desk.workspace.undoStack().clear(); // nothing holds it any more
    shown.desk.workspace.rename(made.y, QStringLiteral("why"));
    EXPECT_TRUE(shown.rows()[0].contains(QStringLiteral("gone"))) << shown.rows()[0].toStdString();
    EXPECT_FALSE(shown.child<QPushButton>("history gradients").isEnabled());
    shown.desk.workspace.remove(made.y); // what it is the history of
    EXPECT_FALSE(shown.heading().contains(QStringLiteral("why")));
}

TEST(HistoryPanel, HoldsNoGradientsOfWhatIsNotLookedAtAnyMore)
{
    ShownHistory shown;
    const auto made = shown.product();
    EXPECT_EQ(shown.rows().size(), 3);
    shown.panel->hide();
    shown.desk.workspace.rename(made.w, QStringLiteral("V"));
    EXPECT_EQ(shown.rows().size(), 3) << "of the same tensor it stays";
    shown.desk.workspace.clear();
    EXPECT_EQ(shown.rows().size(), 0);
    shown.desk.show(tensorOf(squareOfDoubles), "z");
    shown.panel->show();
    EXPECT_EQ(shown.rows().size(), 1);
}

TEST(HistoryPanel, GoesOnlyUpToWhatIsChosen)
{
    ShownHistory shown;
    const auto made = shown.product();
    shown.convert(made.y, "coo", "z");
    EXPECT_EQ(shown.rows().size(), 4);
    EXPECT_FALSE(shown.child<QPushButton>("history result").isEnabled()) << "it is that already";
    shown.click("y");
    shown.press("history result");
    EXPECT_EQ(shown.rows().size(), 3);
    EXPECT_TRUE(shown.heading().startsWith(QStringLiteral("History of y\n")));
    EXPECT_EQ(shown.desk.workspace.current(), made.y);
}

TEST(HistoryPanel, WhatIsLargeIsMadeAgainWhenAsked)
{
    ShownHistory shown;
    Tensor large = tensorOf(R"({"layout": "strided", "dtype": "int64", "members": {"values": [[1, 2]]}})");
    large.members[0].array.geometry = Geometry{{5'000'000, 2}, {0, 1}, 0}; // two numbers, read again and again
    const auto id = shown.desk.show(large, "large");
    auto step = parseSteps("narrow(0, 0, 2)")->front();
    shown.desk.workspace.make({{"few", transform(large, std::span(&step, 1))->tensors.front()}}, {},
                              {{lineageStep(step, {sourceOf(*shown.desk.workspace.find(id))})}});
    EXPECT_TRUE(shown.heading().contains(QStringLiteral("that may be used"))) << shown.heading().toStdString();
    auto& anyway = shown.child<QPushButton>("history anyway");
    ASSERT_TRUE(anyway.isVisible());
    shown.press("history anyway");
    EXPECT_FALSE(anyway.isVisible());
    EXPECT_TRUE(shown.heading().contains(QStringLiteral("only numbers with fractions")))
        << shown.heading().toStdString();
    EXPECT_TRUE(shown.rows()[1].contains(QStringLiteral("large view"))) << shown.rows()[1].toStdString();
}

TEST(HistoryPanel, KnowsWhatTheDialogsMake)
{
    ShownHistory shown;
    shown.desk.show(tensorOf(squareOfDoubles), "x");
    BuildDialog dialog(shown.desk.workspace, shown.desk.jobs, shown.desk.selection.cover(), Theme::light);
    dialog.resize(1000, 640);
    dialog.show();
    dialog.openPage("transform");
    QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("chain")),
                     QStringLiteral("transpose(0,1).unbind(0)"));
    settle(shown.desk.jobs);
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("add")), Qt::LeftButton);
    auto rows = shown.rows();
    ASSERT_EQ(rows.size(), 3) << rows.join(QLatin1Char('\n')).toStdString();
    EXPECT_TRUE(rows[1].contains(QStringLiteral("transpose(0, 1) <- x view"))) << rows[1].toStdString();
    EXPECT_TRUE(rows[2].contains(QStringLiteral("unbind(0) <- step 1 view"))) << rows[2].toStdString();
    EXPECT_EQ(shown.desk.workspace.subjects().size(), 4U);

    const auto w = shown.desk.show(tensorOf(csrOfDoubles), "W");
    dialog.openPage("fault");
    settle(shown.desk.jobs);
    auto* rules = dialog.findChild<QListWidget*>(QStringLiteral("rules"));
    ASSERT_NE(rules, nullptr);
    ASSERT_GT(rules->count(), 0);
    rules->setCurrentRow(0);
    settle(shown.desk.jobs);
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("add")), Qt::LeftButton);
    rows = shown.rows();
    ASSERT_EQ(rows.size(), 2) << rows.join(QLatin1Char('\n')).toStdString();
    EXPECT_TRUE(rows[1].contains(QStringLiteral("broken on purpose"))) << rows[1].toStdString();
    EXPECT_EQ(shown.desk.workspace.currentSubject()->madeFrom(), w);
}

TEST(HistoryPanel, IsDrawnInEachTheme)
{
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        ShownHistory shown;
        shown.panel->setPalette(Palette::of(theme).forWidgets());
        const auto made = shown.product();
        shown.rows();
        const auto drawn = [&](int row) {
            const auto rect = shown.list().visualRect(shown.list().model()->index(row, 0));
            return shown.list().viewport()->grab(rect).toImage();
        };
        const auto holds = [](const QImage& image, const QColor& color) {
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y).rgb() == color.rgb())
                        return true;
            return false;
        };
        const auto& palette = Palette::of(theme);
        EXPECT_TRUE(holds(drawn(0), palette[Ink::frame])) << "its tensor goes on below";
        EXPECT_TRUE(holds(drawn(0), palette[Ink::text]));
        shown.list().clearSelection();
        EXPECT_TRUE(holds(drawn(2), palette[Ink::selected])) << "the current tensor is marked";
        shown.desk.workspace.setCurrent(made.w);
    }
}
