// SPDX-License-Identifier: GPL-3.0-or-later
#include "facts/kinship.h"
#include "widgets/support/shown_panel.h"
#include "widgets/support/tensors.h"

#include <QTreeWidget>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

struct Family : ShownPanel {
    Family() : ShownPanel("family") {}

    QTreeWidget& tree() { return child<QTreeWidget>("family"); }
    // Titles and, indented, what stands under them.
    std::string text()
    {
        settle(desk.jobs);
        std::string out;
        for (int i = 0; i < tree().topLevelItemCount(); ++i) {
            const auto* title = tree().topLevelItem(i);
            out += title->text(0).toStdString() + "\n";
            for (int k = 0; k < title->childCount(); ++k)
                out += "  " + title->child(k)->text(0).toStdString() + "\n";
        }
        return out;
    }
    QTreeWidgetItem* rowWith(const QString& text)
    {
        const auto found = tree().findItems(text, Qt::MatchContains | Qt::MatchRecursive);
        if (found.empty())
            throw std::runtime_error("no row " + text.toStdString());
        return found.front();
    }
};

Tensor transposedView(const Tensor& strided)
{
    auto view = strided;
    auto& geometry = view.members[0].array.geometry;
    std::ranges::reverse(geometry.sizes);
    std::ranges::reverse(geometry.strides);
    view.size = std::nullopt;
    return view;
}

} // namespace

TEST(FamilyPanel, TellsViewsFromCopies)
{
    Family shown;
    const auto a = sample("strided");
    auto copy = a;
    copy.members[0].array = *packed(a.members[0].array);
    shown.desk.show(sample("csr"), "stranger");
    shown.desk.show(transposedView(a), "turned");
    shown.desk.show(copy, "copied");
    shown.desk.show(a, "a");
    const auto text = shown.text();
    EXPECT_NE(text.find("Related tensors\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  turned: view, shares memory: values"), std::string::npos) << text;
    EXPECT_NE(text.find("  copied: an equal copy in memory of its own"), std::string::npos) << text;
    EXPECT_EQ(text.find("stranger"), std::string::npos) << text;
    // Elements 1..7 of a storage of 8 floats.
    EXPECT_NE(text.find("  turned.values, bytes 4..31\n  a.values, bytes 4..31\n"), std::string::npos) << text;
}

// Storages that others share with each other are their business.
TEST(FamilyPanel, ListsOnlyWhatIsRelatedToTheCurrentTensor)
{
    Family shown;
    const auto a = sample("strided");
    shown.desk.show(a, "first");
    shown.desk.show(transposedView(a), "other");
    shown.desk.show(sample("csr"), "alone");
    const auto text = shown.text();
    EXPECT_NE(text.find("No other open tensor is related to alone\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("first"), std::string::npos) << text;
    EXPECT_EQ(text.find("other.values"), std::string::npos) << text;
    EXPECT_NE(text.find("alone.values"), std::string::npos) << text;
}

TEST(FamilyPanel, SaysThatNothingIsOpen)
{
    Family shown;
    EXPECT_EQ(shown.text(), "No tensor is open.\n");
    shown.desk.log.add(Log::Kind::error, QStringLiteral("x.json: no such file"));
    EXPECT_EQ(shown.text(), "No tensor is open.\nx.json: no such file\n");
    shown.desk.show(sample("csr"), "a");
    EXPECT_EQ(shown.text().find("No tensor"), std::string::npos);
    shown.desk.workspace.clear();
    EXPECT_EQ(shown.text(), "No tensor is open.\nx.json: no such file\n");
}

TEST(FamilyPanel, LongWordsTakeMoreLines)
{
    Family shown;
    shown.desk.show(sample("csr"), "a");
    shown.desk.show(sample("csr"), "b");
    shown.text();
    const auto rowHeight = [&](const char* text) {
        return shown.tree().visualItemRect(shown.rowWith(QString::fromLatin1(text))).height();
    };
    shown.panel->resize(200, 500);
    QCoreApplication::processEvents();
    EXPECT_GE(rowHeight("a: an equal copy"), 2 * rowHeight("b.values"));
    shown.panel->resize(900, 500);
    QCoreApplication::processEvents();
    EXPECT_EQ(rowHeight("a: an equal copy"), rowHeight("b.values"));
}

TEST(FamilyPanel, AClickOrEnterMakesItTheCurrentOne)
{
    Family shown;
    const auto a = shown.desk.show(sample("csr"), "a");
    const auto b = shown.desk.show(sample("csr"), "b");
    shown.text();
    auto* row = shown.rowWith(QStringLiteral("a: "));
    QTest::mouseClick(shown.tree().viewport(), Qt::LeftButton, {}, shown.tree().visualItemRect(row).center());
    EXPECT_EQ(shown.desk.workspace.current(), a);
    EXPECT_NE(shown.text().find("Related tensors\n"), std::string::npos);
    shown.tree().setCurrentItem(shown.rowWith(QStringLiteral("b: ")));
    QTest::keyClick(&shown.tree(), Qt::Key_Return);
    EXPECT_EQ(shown.desk.workspace.current(), b);
}

TEST(FamilyPanel, OtherMemoryOfAMemberEndsWhatItShared)
{
    Family shown;
    const auto tensor = sample("csr");
    const auto a = shown.desk.show(tensor, "a");
    const auto b = shown.desk.show(tensor, "b");
    EXPECT_NE(shown.text().find("shares all memory and reads it in the same way"), std::string::npos)
        << shown.text();
    auto changed = tensor;
    changed.find("values")->array = *packed(tensor.member("values").array);
    shown.desk.workspace.replace(b, changed, QStringLiteral("x"));
    EXPECT_NE(shown.text().find("shares memory: crow_indices, col_indices; own: values"), std::string::npos)
        << shown.text();
    shown.desk.workspace.remove(a);
    EXPECT_NE(shown.text().find("No other open tensor is related"), std::string::npos) << shown.text();
}

TEST(FamilyPanel, ADuplicateIsACopy)
{
    Family shown;
    const auto a = shown.desk.show(sample("csr"), "a");
    shown.desk.workspace.duplicate(a);
    EXPECT_NE(shown.text().find("a: an equal copy"), std::string::npos) << shown.text();
}

TEST(FamilyPanel, ManyStoragesAreCutAndCounted)
{
    Family shown;
    const auto a = sample("strided");
    for (int i = 0; i < 300; ++i)
        shown.desk.workspace.add(a, QString::number(i), {});
    shown.desk.show(a, "a");
    const auto text = shown.text();
    EXPECT_NE(text.find("  and 100 more\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  and 101 more\n"), std::string::npos) << text;
}
