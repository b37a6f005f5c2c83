// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subjects_model.h"

#include "facts/info.h"
#include "facts/wording.h"
#include "models/name_parts.h"
#include "widgets/support/desk.h"
#include "widgets/support/model_contract.h"
#include "widgets/support/tensors.h"

#include <QCoreApplication>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

struct Below {
    std::size_t tensors = 0, broken = 0, unchecked = 0, unsaved = 0;
};

// What lies below a row, found by walking, against what the row says of it.
Below expectBranchToTell(const SubjectsModel& model, const Workspace& workspace, const QModelIndex& row)
{
    if (const auto id = row.data(SubjectsModel::IdRole).toInt(); id != 0) {
        const auto& report = workspace.find(id)->report;
        const bool isSaved = workspace.find(id)->isSaved();
        EXPECT_EQ(row.data(SubjectsModel::UnsavedRole).toBool(), !isSaved);
        return {1, report && !report->valid ? 1U : 0U, report ? 0U : 1U, isSaved ? 0U : 1U};
    }
    Below all;
    for (int i = 0; i < model.rowCount(row); ++i) {
        const auto each = expectBranchToTell(model, workspace, model.index(i, 0, row));
        all = {all.tensors + each.tensors, all.broken + each.broken, all.unchecked + each.unchecked,
               all.unsaved + each.unsaved};
    }
    if (!row.isValid())
        return all;
    EXPECT_GT(all.tensors, 0U) << "a branch of nothing";
    EXPECT_EQ(model.idsBelow(row).size(), all.tensors);
    EXPECT_EQ(row.data(SubjectsModel::UnsavedRole).toBool(), all.unsaved > 0);
    const auto told = row.siblingAtColumn(SubjectsModel::verdictColumn).data().toString().toStdString();
    const auto of = std::to_string(all.tensors);
    EXPECT_EQ(told, all.broken > 0      ? "\u25b2 " + std::to_string(all.broken) + "/" + of
                    : all.unchecked > 0 ? "\u2026 " + std::to_string(all.unchecked) + "/" + of
                                        : "\u2713 " + of);
    return all;
}

void expectToTell(const SubjectsModel& model, const Workspace& workspace)
{
    for (const auto& subject : workspace.subjects()) {
        const auto leaf = model.indexOf(subject.id);
        ASSERT_TRUE(leaf.isValid());
        const auto at = [&](SubjectsModel::Column column) {
            return leaf.siblingAtColumn(column).data().toString();
        };
        const auto name = titleOf(subject.name.toStdString());
        auto told = at(SubjectsModel::nameColumn).toStdString();
        if (const auto file = " (" + subject.origin->title.toStdString() + ")"; told.ends_with(file))
            told.erase(told.size() - file.size()); // others have the same name
        EXPECT_TRUE(name.ends_with(told) || told.ends_with(": " + name)) << name;
        EXPECT_EQ(at(SubjectsModel::layoutColumn).toStdString(), subject.tensor->layout->name);
        const auto facts = info(*subject.tensor);
        EXPECT_EQ(at(SubjectsModel::sizeColumn).toStdString(), sizeText(facts.outline));
        EXPECT_EQ(at(SubjectsModel::typeColumn).toStdString(), facts.dtype.name());
        EXPECT_EQ(at(SubjectsModel::bytesColumn).toStdString(), bytesText(facts.bytes.value_or(0)));
        const bool isSparse = facts.stored && facts.outline.numel && *facts.stored <= *facts.outline.numel;
        EXPECT_EQ(at(SubjectsModel::filledColumn).isEmpty(), !isSparse || *facts.outline.numel == 0);
        const auto verdict = leaf.siblingAtColumn(SubjectsModel::verdictColumn);
        const auto said = verdict.data(Qt::AccessibleTextRole).toString().toStdString();
        EXPECT_NE(said.find(subject.report ? verdictText(*subject.report) : "checking"), std::string::npos)
            << said;
        EXPECT_EQ(verdict.data().toString().startsWith(QChar(0x2713)), subject.report && subject.report->valid);
        EXPECT_EQ(leaf.data(SubjectsModel::IdRole).toInt(), subject.id);
    }
    EXPECT_EQ(expectBranchToTell(model, workspace, {}).tensors, workspace.subjects().size());
}

// The names, a line each, indented as they are nested.
std::string picture(const QAbstractItemModel& model, const QModelIndex& below = {}, std::size_t depth = 0)
{
    std::string lines;
    for (int row = 0; row < model.rowCount(below); ++row) {
        const auto each = model.index(row, 0, below);
        lines += std::string(depth, ' ') + each.data().toString().toStdString() + '\n' +
                 picture(model, each, depth + 1);
    }
    return lines;
}

OriginPtr file(const char* path, int tensors, const char* folder = "")
{
    const auto whole = QString::fromLatin1(path);
    return std::make_shared<const Origin>(
        Origin{whole.section(QLatin1Char('/'), -1), whole, QString::fromLatin1(folder), tensors});
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
    const std::vector files{file("/a/model.pt", 9), file("/a/other.pt", 9), file("/b/lone.npy", 1),
                            file("/c/deep/x.npz", 9, "/c")};
    const auto anyName = [&] {
        QString name;
        for (auto parts = random() % 4 + 1; parts > 0; --parts)
            name += (name.isEmpty() ? QString() : QStringLiteral(".")) + QString::number(random() % 3);
        return name;
    };
    for (int step = 0; step < 300; ++step) {
        const auto& subjects = desk.workspace.subjects();
        const auto any = subjects.empty() ? 0 : subjects[random() % subjects.size()].id;
        switch (random() % 9) {
        case 0:
            desk.workspace.add(sample(names[random() % names.size()]), QString::number(step), QString());
            break;
        case 1:
        case 6:
            desk.workspace.add(sample(names[random() % names.size()]), anyName(), files[random() % files.size()],
                               step);
            break;
        case 2:
            desk.workspace.remove(any);
            break;
        case 3:
            desk.workspace.rename(any, random() % 2 == 0 ? QStringLiteral("renamed %1").arg(step) : anyName());
            break;
        case 7:
            if (model.rowCount() > 0)
                desk.workspace.remove(
                    model.idsBelow(model.index(static_cast<int>(random() % 1000) % model.rowCount(), 0)),
                    QStringLiteral("remove"));
            break;
        case 8:
            desk.workspace.undoStack().undo();
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

TEST(SubjectsModel, NamesOfAFileAreATree)
{
    Desk desk;
    SubjectsModel model(desk.workspace);
    const ModelContract contract(model);
    const auto tensors = file("/m/model.pt", 6);
    std::vector<SubjectId> ids;
    for (const auto* name : {"encoder.layers[0].weight", "encoder.layers[0].bias", "encoder.layers[1].weight",
                             "step", "a/b", "encoder"})
        ids.push_back(desk.workspace.add(sample("csr"), QString::fromLatin1(name), tensors, 0));
    desk.workspace.add(sample("csr"), QStringLiteral("lone.name"), file("/m/lone.npy", 1), 0);
    EXPECT_EQ(picture(model), "model.pt\n"
                              " encoder\n"
                              "  layers\n"
                              "   [0]\n"
                              "    weight\n"
                              "    bias\n"
                              "   [1]\n"
                              "    weight\n"
                              " step\n"
                              " a\n"
                              "  b\n"
                              " encoder\n"
                              "lone.npy: lone.name\n");
    EXPECT_TRUE(settle(desk.jobs));
    const auto encoder = model.index(0, 0, model.index(0, 0));
    EXPECT_EQ(encoder.siblingAtColumn(SubjectsModel::verdictColumn).data().toString().toStdString(), "\u2713 3");
    desk.workspace.replace(ids[2], sample("broken_pointer"), QStringLiteral("break"));
    EXPECT_TRUE(settle(desk.jobs));
    EXPECT_EQ(encoder.siblingAtColumn(SubjectsModel::verdictColumn).data().toString().toStdString(), "\u25b2 1/3");
    EXPECT_EQ(model.index(0, SubjectsModel::verdictColumn).data().toString().toStdString(), "\u25b2 1/6");

    // Another name is another place; what is left empty goes.
    desk.workspace.rename(ids[4], QStringLiteral("encoder.layers[1].bias"));
    desk.workspace.rename(ids[3], QStringLiteral("steps"));
    EXPECT_EQ(picture(model).find(" a\n"), std::string::npos) << picture(model);
    EXPECT_NE(picture(model).find("   [1]\n    weight\n    bias\n steps\n"), std::string::npos) << picture(model);
    const auto before = picture(model);
    desk.workspace.remove(model.idsBelow(encoder), QStringLiteral("remove"));
    EXPECT_EQ(picture(model), "model.pt\n steps\n encoder\nlone.npy: lone.name\n");
    desk.workspace.undoStack().undo();
    EXPECT_EQ(desk.workspace.subjects().size(), 7U);
    EXPECT_TRUE(settle(desk.jobs));
}

TEST(SubjectsModel, NamesThatCantBeShownAreEscaped)
{
    Desk desk;
    SubjectsModel model(desk.workspace);
    const auto name = QString::fromUtf8("turned\u202egnp\x1b[0m");
    const auto id = desk.workspace.add(sample("csr"), name, file("/m/model.pt", 2), 0);
    EXPECT_EQ(picture(model), "model.pt\n turned\\xe2\\x80\\xaegnp\\x1b\n  [0m\n");
    EXPECT_EQ(desk.workspace.find(id)->name, name);
}

// A branch goes as one row; thousands that come back do so some at a time, and who looks for one finds it.
TEST(SubjectsModel, ThousandsGoAtOnceAndComeBackSomeAtATime)
{
    Desk desk;
    SubjectsModel model(desk.workspace);
    constexpr int many = 1200;
    const auto tensors = file("/m/model.pt", many);
    const auto csr = sample("csr");
    std::vector<SubjectId> ids;
    for (int i = 0; i < many; ++i)
        ids.push_back(
            desk.workspace.add(csr, QStringLiteral("layer%1.%2.weight").arg(i / 100).arg(i % 100), tensors, i));
    desk.show(sample("coo"), "other");
    const auto before = picture(model);
    const auto removed = [&](auto&& change) {
        QSignalSpy rows(&model, &QAbstractItemModel::rowsRemoved);
        change();
        return rows.count();
    };
    const auto bringBack = [&] {
        desk.workspace.undoStack().undo();
        EXPECT_EQ(desk.workspace.subjects().size(), std::size_t{many} + 1);
    };

    const auto all = [&] { desk.workspace.remove(model.idsBelow(model.index(0, 0)), QStringLiteral("remove")); };
    EXPECT_EQ(removed(all), 1);
    EXPECT_EQ(picture(model), "other\n");
    bringBack();
    EXPECT_NE(picture(model), before) << "not all at once";
    EXPECT_TRUE(model.indexOf(desk.workspace.current()).isValid());
    EXPECT_FALSE(model.indexOf(ids[many - 2]).isValid());
    desk.workspace.setCurrent(ids[many - 2]);
    EXPECT_TRUE(model.indexOf(ids[many - 2]).isValid());
    // What is still to come belongs to its branch already.
    EXPECT_EQ(model.idsBelow(model.index(0, 0)).size(), std::size_t{many});
    ASSERT_TRUE(waitUntil([&] { return model.indexOf(ids.back()).isValid(); }));
    expectToTell(model, desk.workspace);
    EXPECT_EQ(picture(model).size(), before.size());

    // Also gone again before all are back.
    EXPECT_EQ(removed(all), 1);
    bringBack();
    EXPECT_EQ(removed(all), 1);
    for (int turn = 0; turn < 20; ++turn)
        QCoreApplication::processEvents();
    EXPECT_EQ(picture(model), "other\n");
    bringBack();
    ASSERT_TRUE(waitUntil([&] { return model.indexOf(ids.back()).isValid(); }));
    EXPECT_EQ(picture(model), before);

    // Some of several branches, side by side and apart: each run of rows once.
    EXPECT_EQ(removed([&] {
                  std::vector<SubjectId> some(ids.begin() + 150,
                                              ids.begin() + 420); // half, two whole ones, a part
                  some.push_back(ids[500]);
                  some.push_back(ids[502]);
                  desk.workspace.remove(some, QStringLiteral("remove"));
              }),
              5);
    expectToTell(model, desk.workspace);
    desk.workspace.undoStack().undo();
    ASSERT_TRUE(waitUntil([&] { return model.indexOf(ids[502]).isValid(); }));
    expectToTell(model, desk.workspace);
    EXPECT_TRUE(settle(desk.jobs));
}

TEST(SubjectsModel, BranchesSayThatTheirVerdictsHaveChanged)
{
    Desk desk;
    SubjectsModel model(desk.workspace);
    const auto tensors = file("/m/model.pt", 400);
    SubjectId last = 0;
    for (int i = 0; i < 400; ++i)
        last = desk.workspace.add(sample("strided"), QStringLiteral("layer%1.weight").arg(i), tensors, i);
    ASSERT_TRUE(settle(desk.jobs));
    std::set<QString> told;
    const auto note = [&](const QModelIndex& first) { told.insert(first.data().toString()); };
    QObject::connect(&model, &QAbstractItemModel::dataChanged, &desk.workspace, note);
    for (int turn = 0; turn < 100; ++turn)
        QCoreApplication::processEvents();
    told.clear();
    desk.workspace.replace(last, sample("csr"), QStringLiteral("another"));
    ASSERT_TRUE(settle(desk.jobs));
    ASSERT_TRUE(waitUntil([&] { return told.contains(QStringLiteral("model.pt")); }));
    EXPECT_TRUE(told.contains(QStringLiteral("layer399")));
    EXPECT_FALSE(told.contains(QStringLiteral("layer7")));

    // Also of many at once, some at a time.
    told.clear();
    desk.workspace.setContract(**contractNamed("scipy"));
    ASSERT_TRUE(settle(desk.jobs));
    ASSERT_TRUE(waitUntil([&] { return told.size() == 402; })) << told.size(); // and "weight"
}

TEST(SubjectsModel, AFolderIsABranchOfItsOwn)
{
    Desk desk;
    SubjectsModel model(desk.workspace);
    const ModelContract contract(model);
    desk.workspace.add(sample("csr"), QStringLiteral("b"), file("/runs/b.npy", 1, "/runs"), 0);
    desk.workspace.add(sample("csr"), QStringLiteral("w.x"), file("/runs/epoch 1/m.pt", 2, "/runs"), 0);
    desk.workspace.add(sample("csr"), QStringLiteral("w.y"), file("/runs/epoch 1/m.pt", 2, "/runs"), 1);
    EXPECT_EQ(picture(model), "runs\n b\n epoch 1\n  m.pt\n   w\n    x\n    y\n");
    desk.workspace.clear();
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_FALSE(model.hasBranches());
}

TEST(SubjectsModel, NamesOfHostileFilesNestNoDeeperThanAnyoneReads)
{
    EXPECT_EQ(namePartsOf(QStringLiteral("a.b/c[3].d")),
              (QStringList{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("[3]"),
                           QStringLiteral("d")}));
    for (const auto* whole : {"", ".", "..", "a.", ".a", "/", "[", "name", "a b"})
        EXPECT_EQ(namePartsOf(QString::fromLatin1(whole)).size(), 1) << whole;
    EXPECT_EQ(namePartsOf(QStringLiteral("a..b")), (QStringList{QStringLiteral("a"), QStringLiteral(".b")}));
    const auto parts = namePartsOf(QStringLiteral("a.").repeated(100'000));
    EXPECT_LE(parts.size(), 12);
    EXPECT_TRUE(parts.last().size() > 190'000) << "nothing of it is lost";
}

// A branch that leads to one thing only is no choice: "attention.q_proj.weight" is one row.
TEST(SubjectsModel, ChainsOfOneChildTakeOneRow)
{
    Desk desk;
    SubjectsModel model(desk.workspace);
    const ModelContract contract(model);
    const QStringList names{QStringLiteral("layers.0.attention.q_proj.weight"),
                            QStringLiteral("layers.0.norm.weight"),
                            QStringLiteral("layers.1.attention.q_proj.weight"),
                            QStringLiteral("layers.1.attention.q_proj.bias"), QStringLiteral("head.weight")};
    const auto origin = std::make_shared<const Origin>(Origin{
        QStringLiteral("model.pt"), QStringLiteral("/a/model.pt"), {}, static_cast<int>(names.size()), names});
    for (int i = 0; i < names.size(); ++i)
        desk.workspace.add(sample("csr"), names[i], origin, i);
    settle(desk.jobs);
    EXPECT_EQ(picture(model), "model.pt\n layers\n  0\n   attention.q_proj.weight\n   norm.weight\n"
                              "  1.attention.q_proj\n   weight\n   bias\n head.weight\n");
    const auto file = model.index(0, 0);
    EXPECT_EQ(file.siblingAtColumn(SubjectsModel::bytesColumn).data().toString().toStdString(), "560 bytes");
    EXPECT_EQ(model.indexOf(1).siblingAtColumn(SubjectsModel::fileColumn).data().toString().toStdString(),
              "model.pt");
    EXPECT_EQ(model.indexOf(1).siblingAtColumn(SubjectsModel::filledColumn).data().toString().toStdString(),
              "30 %");
}

TEST(SubjectsModel, TensorsOfOneNameAreToldApartByTheirFiles)
{
    Desk desk;
    const auto add = [&](const char* file, const char* name) {
        const auto origin = std::make_shared<const Origin>(
            Origin{QString::fromLatin1(file), QStringLiteral("/tmp/") + QString::fromLatin1(file)});
        return desk.workspace.add(sample("csr"), QString::fromLatin1(name), origin, 0);
    };
    SubjectsModel model(desk.workspace);
    const auto first = add("a2.pt", "a2");
    QCoreApplication::processEvents();
    settle(desk.jobs);
    EXPECT_EQ(model.indexOf(first).data().toString(), QStringLiteral("a2"));
    const auto second = add("a2.npz", "a2"), third = add("b.npz", "b");
    QCoreApplication::processEvents();
    settle(desk.jobs);
    EXPECT_EQ(model.indexOf(first).data().toString(), QStringLiteral("a2 (a2.pt)"));
    EXPECT_EQ(model.indexOf(second).data().toString(), QStringLiteral("a2 (a2.npz)"));
    EXPECT_EQ(model.indexOf(third).data().toString(), QStringLiteral("b"));
    desk.workspace.remove(second);
    QCoreApplication::processEvents();
    settle(desk.jobs);
    EXPECT_EQ(model.indexOf(first).data().toString(), QStringLiteral("a2"));
}
