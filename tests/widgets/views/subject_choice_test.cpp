// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/subject_choice.h"

#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

std::string listed(const QComboBox& choice)
{
    std::string text;
    for (int row = 0; row < choice.count(); ++row)
        text += (row == choice.currentIndex() ? "*" : " ") + choice.itemText(row).toStdString();
    return text;
}

} // namespace

// Else each of thousands would have all that came before it listed again.
TEST(SubjectChoice, WhatComesIsListedBehindTheOthers)
{
    Desk desk;
    SubjectChoice choice(desk.workspace);
    const QSignalSpy resets(choice.model(), &QAbstractItemModel::modelReset);
    const QSignalSpy inserted(choice.model(), &QAbstractItemModel::rowsInserted);
    desk.show(sample("csr"), "a");
    desk.workspace.add(Document{{{"b", sample("coo")}, {"c", sample("bsr")}}, {}}, {});
    EXPECT_EQ(listed(choice), "*a b c");
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(inserted.count(), 2);
}

TEST(SubjectChoice, ListsWhatIsOpenAndKeepsWhatWasChosen)
{
    Desk desk;
    desk.show(sample("csr"), "a");
    const auto b = desk.show(sample("coo"), "b");
    SubjectChoice choice(desk.workspace);
    EXPECT_EQ(listed(choice), " a*b");
    EXPECT_EQ(choice.subject()->id, b);
    QSignalSpy chosen(&choice, &SubjectChoice::chosen);

    desk.workspace.make({{"c", sample("bsr")}}, {});                       // one
    desk.workspace.make({{"d", sample("bsr")}, {"e", sample("csc")}}, {}); // several at once
    EXPECT_EQ(listed(choice), " a*b c d e");
    desk.workspace.undoStack().undo();
    desk.workspace.undoStack().undo();
    EXPECT_EQ(listed(choice), " a*b");
    EXPECT_EQ(chosen.count(), 0);

    desk.workspace.make({{"f", sample("bsr")}, {"g", sample("csc")}}, {});
    choice.setCurrentIndex(3);
    EXPECT_EQ(choice.subject()->name, QStringLiteral("g"));
    chosen.clear();
    desk.workspace.undoStack().undo();
    EXPECT_EQ(chosen.count(), 1) << "what was chosen is gone";
    EXPECT_EQ(listed(choice), "*a b");
}
