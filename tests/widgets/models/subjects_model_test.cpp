// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subjects_model.h"

#include "facts/info.h"
#include "facts/wording.h"
#include "widgets/support/desk.h"
#include "widgets/support/model_contract.h"
#include "widgets/support/tensors.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

#include <random>

using namespace tscope;
using namespace tscope::test;

namespace {

QString textAt(const SubjectsModel& model, int row, SubjectsModel::Column column)
{
    return model.index(row, column).data().toString();
}

void expectToTell(const SubjectsModel& model, const Workspace& workspace)
{
    ASSERT_EQ(model.rowCount(), static_cast<int>(workspace.subjects().size()));
    for (const auto& subject : workspace.subjects()) {
        const auto row = model.indexOf(subject.id).row();
        ASSERT_GE(row, 0);
        EXPECT_EQ(textAt(model, row, SubjectsModel::nameColumn).toStdString(),
                  titleOf(subject.name.toStdString()));
        EXPECT_EQ(textAt(model, row, SubjectsModel::layoutColumn).toStdString(), subject.tensor->layout->name);
        EXPECT_EQ(textAt(model, row, SubjectsModel::sizeColumn).toStdString(),
                  sizeText(info(*subject.tensor).outline));
        const auto verdict = model.index(row, SubjectsModel::verdictColumn);
        const auto said = verdict.data(Qt::AccessibleTextRole).toString().toStdString();
        EXPECT_NE(said.find(subject.report ? verdictText(*subject.report) : "checking"), std::string::npos)
            << said;
        EXPECT_EQ(verdict.data().toString().startsWith(QChar(0x2713)), subject.report && subject.report->valid);
        EXPECT_EQ(model.index(row, 0).data(SubjectsModel::IdRole).toInt(), subject.id);
    }
}

} // namespace

TEST(SubjectsModel, FollowsTheWorkspaceThroughChanges)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Desk desk;
    desk.show(sample("csr"), "before");
    SubjectsModel model(desk.workspace);
    const ModelContract contract(model);
    const auto names = sampleNames();
    for (int step = 0; step < 150; ++step) {
        const auto& subjects = desk.workspace.subjects();
        const auto any = subjects.empty() ? 0 : subjects[random() % subjects.size()].id;
        switch (random() % 6) {
        case 0:
        case 1:
            desk.workspace.add(sample(names[random() % names.size()]), QString::number(step), {});
            break;
        case 2:
            desk.workspace.remove(any);
            break;
        case 3:
            desk.workspace.rename(any, QStringLiteral("renamed %1").arg(step));
            break;
        case 4:
            desk.workspace.replace(any, sample(names[random() % names.size()]), QStringLiteral("replace"));
            break;
        default:
            desk.workspace.duplicate(any);
        }
        if (random() % 3 == 0)
            settle(desk.jobs);
        expectToTell(model, desk.workspace);
    }
    settle(desk.jobs);
    expectToTell(model, desk.workspace);
    desk.workspace.clear();
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(SubjectsModel, ANameIsEditedInPlace)
{
    Desk desk;
    const auto id = desk.show(sample("csr"), "");
    SubjectsModel model(desk.workspace);
    const ModelContract contract(model);
    const auto name = model.index(0, SubjectsModel::nameColumn);
    EXPECT_EQ(name.data().toString(), QStringLiteral("(tensor)"));
    EXPECT_EQ(name.data(Qt::EditRole).toString(), QString());
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);

    EXPECT_TRUE(model.setData(name, QStringLiteral("weights"), Qt::EditRole));
    EXPECT_EQ(desk.workspace.find(id)->name, QStringLiteral("weights"));
    EXPECT_EQ(name.data().toString(), QStringLiteral("weights"));
    EXPECT_EQ(changed.count(), 1);
    EXPECT_FALSE(model.setData(model.index(0, SubjectsModel::sizeColumn), QStringLiteral("x"), Qt::EditRole));
    EXPECT_TRUE(model.flags(name) & Qt::ItemIsEditable);
    EXPECT_FALSE(model.flags(model.index(0, SubjectsModel::sizeColumn)) & Qt::ItemIsEditable);
}

TEST(SubjectsModel, EveryColumnHasATitle)
{
    Desk desk;
    const SubjectsModel model(desk.workspace);
    for (int column = 0; column < model.columnCount(); ++column)
        EXPECT_FALSE(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
}

TEST(SubjectsModel, WhatIsBroughtBackStandsWhereItStood)
{
    Desk desk;
    SubjectsModel model(desk.workspace);
    ModelContract contract(model);
    desk.show(sample("csr"), "a");
    const auto b = desk.show(sample("coo"), "b");
    desk.show(sample("bsr"), "c");
    desk.workspace.remove(b);
    desk.workspace.undoStack().undo();
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(1, 0).data().toString().toStdString(), "b");
    EXPECT_TRUE(settle(desk.jobs));
}
