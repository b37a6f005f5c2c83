// SPDX-License-Identifier: GPL-3.0-or-later
// How tensors were made of each other is there again after the next start.
#include "workspace/kept_lineages.h"

#include "history/lineage_replay.h"
#include "io/open.h"
#include "layouts/registry.h"
#include "ops/number_input.h"
#include "ops/operations.h"
#include "widgets/support/session_run.h"
#include "widgets/support/tensors.h"
#include "workspace/session.h"
#include "workspace/session_reader.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

struct LineageSitting : SessionRun {
    using SessionRun::SessionRun;

    void convert(SubjectId from, const char* layout)
    {
        desk.calls.convert(*desk.workspace.find(from), {.layout = layoutNamed(layout)});
        settle(desk.jobs);
    }
    // Of the current tensor, a line for each node.
    std::string history()
    {
        const auto open = openTensors(desk.workspace);
        auto graph =
            lineageGraph(open, static_cast<std::size_t>(desk.workspace.positionOf(desk.workspace.current())));
        const auto made = replay(graph);
        std::string out;
        for (const auto& node : graph.nodes) {
            out += (node.isLeaf() ? "begins" : node.operation) + " " + node.results.front().name;
            out += node.problem.empty() ? "\n" : " not made\n";
        }
        return out + std::to_string(made.gradients.size()) + " gradients";
    }
};

void edit(LineageSitting& run, SubjectId id)
{
    ASSERT_TRUE(run.desk.workspace.edit(id, {{SetElements{"values", 0, {*Element::from(7.0, ElementType::f64)}}}},
                                        QStringLiteral("x")));
}

constexpr auto keptSquare =
    R"({"layout": "strided", "dtype": "float64", "members": {"values": [[1, 2], [3, 4]]}})";

} // namespace

TEST(KeptLineages, AreThereAgain)
{
    const QTemporaryDir folder;
    std::string before;
    {
        LineageSitting run(folder);
        const auto x = run.desk.show(tensorOf(keptSquare), "x");
        run.convert(x, "csr");
        const auto c = run.desk.workspace.current();
        const auto& mul = *operationNamed("mul");
        run.desk.calls.run(
            mul,
            {{QStringLiteral("c"), run.desk.workspace.find(c)->tensor, c},
             {QStringLiteral("2"), std::make_shared<const Tensor>(*numberTensor("2", DType(ElementType::f64)))}},
            *parseParams(mul.params, {}));
        settle(run.desk.jobs);
        run.desk.workspace.duplicate(run.desk.workspace.current());
        before = run.history();
        run.end();
    }
    EXPECT_EQ(before, "begins x\nto csr x as csr\nmul mul of c, 2\nduplicate mul of c, 2 copy\n1 gradients");
    LineageSitting run(folder);
    run.restore();
    run.desk.workspace.setCurrent(run.desk.workspace.subjects().back().id);
    EXPECT_EQ(run.history(), before);
}

TEST(KeptLineages, OfAClosedTensorKnowThatItIsGone)
{
    const QTemporaryDir folder;
    {
        LineageSitting run(folder);
        const auto x = run.desk.show(tensorOf(keptSquare), "x");
        run.convert(x, "csr");
        run.desk.workspace.remove(x);
        run.end();
    }
    LineageSitting run(folder);
    run.restore();
    EXPECT_EQ(run.history(), "begins x not made\nto csr x as csr not made\n0 gradients");
}

TEST(KeptLineages, OfAChangedTensorKnowThatItWasAnother)
{
    const QTemporaryDir folder;
    {
        LineageSitting run(folder);
        const auto x = run.desk.show(tensorOf(keptSquare), "x");
        run.convert(x, "csr");
        const auto made = run.desk.workspace.current();
        run.convert(made, "csc");
        edit(run, x);                           // after it was read
        edit(run, made);                        // after it was made, and read
        run.desk.workspace.undoStack().clear(); // nothing holds what they were
        run.end();
    }
    LineageSitting run(folder);
    run.restore();
    const auto& subjects = run.desk.workspace.subjects();
    ASSERT_EQ(subjects.size(), 3U);
    run.desk.workspace.setCurrent(subjects[1].id);
    EXPECT_EQ(run.history(), "begins x as csr\n1 gradients") << "it begins anew";
    run.desk.workspace.setCurrent(subjects[2].id);
    EXPECT_EQ(run.history(),
              "begins x not made\nto csr x as csr not made\nto csc x as csr as csc not made\n0 gradients");
}

TEST(KeptLineages, OfAChangedTensorAreThereAgainWithUndo)
{
    const QTemporaryDir folder;
    std::string ofLast;
    {
        LineageSitting run(folder);
        const auto x = run.desk.show(tensorOf(keptSquare), "x");
        run.convert(x, "csr");
        const auto made = run.desk.workspace.current();
        run.convert(made, "csc");
        edit(run, x);
        edit(run, made);
        edit(run, made);
        run.desk.workspace.setCurrent(run.desk.workspace.subjects().back().id);
        ofLast = run.history();
        run.end();
    }
    EXPECT_EQ(ofLast, "begins x\nto csr x as csr\nto csc x as csr as csc\n1 gradients")
        << "undo holds what they were";
    for (int start = 0; start < 2; ++start) { // and at each further start
        LineageSitting run(folder);
        run.restore();
        auto& workspace = run.desk.workspace;
        const auto& subjects = workspace.subjects();
        ASSERT_EQ(subjects.size(), 3U);
        workspace.setCurrent(subjects[2].id);
        EXPECT_EQ(run.history(), ofLast);
        workspace.setCurrent(subjects[1].id);
        EXPECT_EQ(run.history(), "begins x as csr\n1 gradients") << "it begins anew";
        EXPECT_NE(workspace.currentSubject()->from.step, nullptr) << "it is told that it was changed";
        workspace.undoStack().undo();
        EXPECT_EQ(run.history(), "begins x as csr\n1 gradients");
        workspace.undoStack().undo();
        EXPECT_EQ(run.history(), "begins x\nto csr x as csr\n1 gradients");
        workspace.undoStack().redo();
        workspace.undoStack().redo();
        run.end();
    }
}

// A tensor that a format can't hold as it is comes back as another one, which no step has made.
TEST(KeptLineages, OfATensorThatItsFileHoldsAsAnotherBeginNowhere)
{
    for (const bool isAnother : {false, true}) {
        const QTemporaryDir folder, files;
        const auto path = files.filePath(QStringLiteral("y.json"));
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(isAnother ? keptSquare : R"({"layout": "csr", "size": [2, 2], "dtype": "float64",
            "members": {"compressed": [0, 2, 4], "plain": [0, 1, 0, 1], "values": [1, 2, 3, 4]}})");
        file.close();
        {
            LineageSitting run(folder);
            const auto x = run.desk.show(tensorOf(keptSquare), "x");
            run.convert(x, "csr");
            auto& workspace = run.desk.workspace;
            const auto made = workspace.current();
            Origin origin{QStringLiteral("y.json"), path};
            origin.stamp = stampOf(path);
            workspace.refile(made, std::make_shared<const Origin>(origin), 0);
            workspace.setSaved(
                made, workspace.find(made)->tensor,
                std::make_shared<const Tensor>(openFile(path.toStdString())->tensors.front().tensor));
            EXPECT_TRUE(workspace.find(made)->isSaved());
            run.end();
        }
        LineageSitting run(folder);
        run.restore();
        run.desk.workspace.setCurrent(run.desk.workspace.subjects().back().id);
        EXPECT_EQ(run.history(),
                  isAnother ? "begins x as csr\n1 gradients" : "begins x\nto csr x as csr\n1 gradients");
    }
}

TEST(KeptLineages, OfAFileThatHasChangedBeginNowhere)
{
    const QTemporaryDir folder, files;
    const auto path = files.filePath(QStringLiteral("x.json"));
    const auto write = [&](const char* json) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(json);
    };
    for (const bool isChanged : {false, true}) {
        write(keptSquare);
        {
            LineageSitting run(folder);
            Origin origin{QStringLiteral("x.json"), path};
            origin.stamp = stampOf(path);
            const auto x = run.desk.workspace.add(tensorOf(keptSquare), QStringLiteral("x"),
                                                  std::make_shared<const Origin>(origin), 0);
            settle(run.desk.jobs);
            run.convert(x, "csr");
            run.end();
        }
        if (isChanged)
            write(R"({"layout": "strided", "dtype": "float64", "members": {"values": [[1, 2], [3, 4], [5, 6]]}})");
        LineageSitting run(folder);
        run.restore();
        run.desk.workspace.setCurrent(run.desk.workspace.subjects().back().id);
        EXPECT_EQ(run.history(), isChanged ? "begins x not made\nto csr x as csr not made\n0 gradients"
                                           : "begins x\nto csr x as csr\n1 gradients");
    }
}

TEST(KeptLineages, OfADamagedListLeadNowhere)
{
    QJsonArray steps;
    steps.append(QJsonObject{{QStringLiteral("kind"), QStringLiteral("run")},
                             {QStringLiteral("name"), QStringLiteral("no such operation")},
                             {QStringLiteral("results"), -5},
                             {QStringLiteral("sources"),
                              QJsonArray{QJsonObject{{QStringLiteral("step"), 7}}, 5, QStringLiteral("x")}}});
    steps.append(5);
    steps.append(
        QJsonObject{{QStringLiteral("kind"), QStringLiteral("same")},
                    {QStringLiteral("sources"),
                     QJsonArray{QJsonObject{{QStringLiteral("step"), 0}, {QStringLiteral("result"), 99}}}}});
    const auto read = readLineages(steps);
    ASSERT_EQ(read.size(), 3U);
    EXPECT_TRUE(std::holds_alternative<HistoryCut>(read[0].call));
    EXPECT_EQ(read[0].results, 1U);
    EXPECT_EQ(read[0].sources[0].from.step, -1) << "no step is made of a later one";
    Desk desk;
    const auto id = desk.show(tensorOf(keptSquare), "x");
    restoreLineages(desk.workspace, read, {{0, {2, 5}}}, [&](int number) { return number == 0 ? id : 0; },
                    {{{0, desk.workspace.find(id)->tensor}}, {}});
    const auto open = openTensors(desk.workspace);
    EXPECT_EQ(lineageGraph(open, 0).nodes.size(), 3U) << "nothing is known of what the first was made of";
}

// Their steps have other numbers in the next list.
TEST(KeptLineages, OfWhatWaitsForItsFileAreForgotten)
{
    const QTemporaryDir folder;
    {
        LineageSitting run(folder);
        run.convert(run.desk.show(tensorOf(keptSquare), "x"), "csr");
        run.end();
    }
    QDir(folder.path()).rename(QStringLiteral("tensors-1.json"), QStringLiteral("away"));
    const auto read =
        readSession(folder.path(), [](const QString& path) { return openFile(path.toStdString()); }, {});
    ASSERT_EQ(read.waiting.size(), 2U);
    for (const auto& waiting : read.waiting)
        EXPECT_FALSE(waiting.entry.contains(QStringLiteral("made")));
}

TEST(KeptLineages, AreBounded)
{
    QJsonArray steps;
    for (int i = 0; i < 6000; ++i)
        steps.append(QJsonObject{{QStringLiteral("kind"), QStringLiteral("same")}});
    EXPECT_EQ(readLineages(steps).size(), mostKeptLineageSteps);
}

TEST(KeptLineages, OfStepsWithMoreThanThereIsRoomForLeadNowhere)
{
    QJsonArray sources;
    for (int i = 0; i < 15'000; ++i)
        sources.append(QJsonObject{{QStringLiteral("name"), QStringLiteral("x")}});
    const QJsonObject many{{QStringLiteral("kind"), QStringLiteral("cut")}, {QStringLiteral("sources"), sources}},
        wide{{QStringLiteral("kind"), QStringLiteral("cut")}, {QStringLiteral("results"), 30'000}},
        usual{{QStringLiteral("kind"), QStringLiteral("same")}, {QStringLiteral("results"), 1}};
    const auto read = readLineages({many, many, wide, usual});
    ASSERT_EQ(read.size(), 4U);
    EXPECT_EQ(read[0].sources.size(), 15'000U);
    EXPECT_EQ(read[1].results, 0U);
    EXPECT_TRUE(read[1].sources.empty()) << "there is room for 20,000 of all steps";
    EXPECT_EQ(read[2].results, 0U);
    EXPECT_EQ(read[3].results, 1U);
    Desk desk;
    const auto id = desk.show(tensorOf(keptSquare), "x");
    restoreLineages(desk.workspace, read, {{0, {2, 25'000}}}, [&](int number) { return number == 0 ? id : 0; },
                    {{{0, desk.workspace.find(id)->tensor}}, {}});
    EXPECT_EQ(desk.workspace.find(id)->lineage().step, nullptr) << "not the first of 30,000";
}

TEST(KeptLineages, OfWhatIsChangedWhileItComesBackAreOfWhatItWas)
{
    Desk desk;
    const auto id = desk.show(tensorOf(keptSquare), "x");
    const auto kept = desk.workspace.find(id)->tensor;
    desk.workspace.replace(id, tensorOf(keptSquare), QStringLiteral("x"));
    const auto read = readLineages({QJsonObject{{QStringLiteral("kind"), QStringLiteral("same")}}});
    restoreLineages(desk.workspace, read, {{0, {0, 0}}}, [&](int number) { return number == 0 ? id : 0; },
                    {{{0, kept}}, {}});
    EXPECT_EQ(desk.workspace.find(id)->lineage().step, nullptr);
    desk.workspace.undoStack().undo();
    EXPECT_NE(desk.workspace.find(id)->lineage().step, nullptr);
}
