// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of undo, from one run of the window to the next.
#include "workspace/kept_steps.h"

#include "io/open.h"
#include "support/same_document.h"
#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"
#include "workspace/edit_steps.h"
#include "workspace/places_in_file.h"
#include "workspace/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

Result<Document> readForSteps(const QString& path)
{
    return openFile(path.toStdString());
}

struct StepsRun {
    explicit StepsRun(const QTemporaryDir& folder)
        : session(desk.workspace, desk.tabs, desk.jobs, folder.path(), &readForSteps)
    {
    }

    void openAll(const QString& path)
    {
        const auto document = *readForSteps(path);
        const auto origin = readAnew(Origin{QFileInfo(path).fileName(), path}, document, stampOf(path));
        for (int i = 0; i < origin->tensors; ++i)
            desk.workspace.add(document.tensors[static_cast<std::size_t>(i)].tensor, nameFrom(*origin, i), origin,
                               i);
        settle(desk.jobs);
    }
    void set(SubjectId id, std::int64_t slot, std::int64_t value)
    {
        const auto done =
            desk.workspace.edit(id, {{SetElements{"values", slot, {*Element::from(value, ElementType::i64)}}}},
                                QStringLiteral("set %1").arg(value));
        ASSERT_TRUE(done) << done.error().text;
    }
    SubjectId id(std::size_t number) { return desk.workspace.subjects()[number].id; }
    QUndoStack& stack() { return desk.workspace.undoStack(); }
    void end()
    {
        session.finish();
        settle(desk.jobs);
        EXPECT_TRUE(session.isKept()) << session.reason().toStdString();
    }
    void restore()
    {
        session.restore();
        settle(desk.jobs);
    }
    // Of all tensors, in the words of a JSON tensor.
    std::string all()
    {
        std::string text;
        for (const auto& subject : desk.workspace.subjects()) {
            const auto& values = subject.tensor->member("values").array;
            for (std::int64_t i = 0; i < *numel(values.geometry); ++i)
                text += values.at(i).text() + " ";
            text += "; ";
        }
        return text;
    }
    // What stands there before each step that can be undone, the latest first, then the beginning.
    std::vector<std::string> wayBack()
    {
        std::vector<std::string> states{all()};
        int undone = 0;
        for (; stack().canUndo(); ++undone) {
            stack().undo();
            states.push_back(all());
        }
        for (; undone > 0; --undone)
            stack().redo();
        EXPECT_EQ(all(), states.front());
        return states;
    }
    QStringList titles()
    {
        QStringList found;
        for (int i = 0; i < stack().count(); ++i)
            found << stack().text(i);
        return found;
    }

    Desk desk;
    Session session;
};

Tensor numbers(const char* values)
{
    return tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":)" + std::string(values) + "}}");
}

// Two tensors of a file.
QString fileOfTwo(const QTemporaryDir& folder)
{
    auto path = folder.filePath(QStringLiteral("two.json"));
    EXPECT_TRUE(saveFile({{{"a", numbers("[1,2,3]")}, {"b", numbers("[4,5]")}}, {}}, path.toStdString()));
    return path;
}

} // namespace

TEST(KeptSteps, OfSeveralTensorsComeBackInTheirOrderWithTheirTitles)
{
    const QTemporaryDir folder, files;
    std::vector<std::string> way;
    QStringList titles;
    {
        StepsRun run(folder);
        run.openAll(fileOfTwo(files));
        run.set(run.id(0), 0, 10);
        run.set(run.id(1), 1, 50);
        run.set(run.id(0), 2, 30);
        way = run.wayBack();
        titles = run.titles();
        run.end();
    }
    for (int round = 0; round < 2; ++round) {
        StepsRun run(folder);
        run.restore();
        EXPECT_EQ(run.wayBack(), way);
        EXPECT_EQ(run.titles(), titles);
        run.end();
    }
}

TEST(KeptSteps, TheirTimesComeBackToo)
{
    const QTemporaryDir folder, files;
    const auto times = [](StepsRun& run) {
        std::vector<qint64> found;
        for (const auto& edit : editsOf(run.desk.workspace, run.id(0)))
            found.push_back(edit.when);
        return found;
    };
    std::vector<qint64> done;
    {
        StepsRun run(folder);
        run.openAll(fileOfTwo(files));
        run.set(run.id(0), 0, 10);
        run.set(run.id(0), 2, 30);
        done = times(run);
        ASSERT_EQ(done.size(), 2U);
        EXPECT_GT(done[0], 0);
        run.end();
    }
    for (int round = 0; round < 2; ++round) {
        StepsRun run(folder);
        run.restore();
        EXPECT_EQ(times(run), done);
        run.end();
    }
}

TEST(KeptSteps, OfATensorOfNoFileLeadBackToWhatItWasMadeAs)
{
    const QTemporaryDir folder;
    std::vector<std::string> way;
    {
        StepsRun run(folder);
        const auto id = run.desk.show(numbers("[1,2,3]"));
        run.set(id, 0, 7);
        run.set(id, 1, 8);
        way = run.wayBack();
        ASSERT_EQ(way.size(), 3U);
        run.end();
    }
    StepsRun run(folder);
    run.restore();
    EXPECT_EQ(run.wayBack(), way);
}

TEST(KeptSteps, ThatChangeTensorsOfTheSameBytesStayOneStep)
{
    const QTemporaryDir folder;
    std::vector<std::string> way;
    {
        StepsRun run(folder);
        const auto whole = numbers("[1,2,3]");
        auto part = whole;
        part.members[0].array.geometry = {{2}, {1}, 1};
        const auto id = run.desk.show(whole, "whole");
        run.desk.show(part, "part");
        run.set(id, 1, 20);
        run.set(id, 2, 30);
        way = run.wayBack();
        ASSERT_EQ(way, (std::vector<std::string>{"1 20 30 ; 20 30 ; ", "1 20 3 ; 20 3 ; ", "1 2 3 ; 2 3 ; "}));
        run.end();
    }
    StepsRun run(folder);
    run.restore();
    EXPECT_EQ(run.wayBack(), way);
    run.set(run.id(0), 1, 200);
    EXPECT_EQ(run.all(), "1 200 30 ; 200 30 ; ") << "and they still share their bytes";
}

TEST(KeptSteps, ThatAreUndoneAreNotKept)
{
    const QTemporaryDir folder, files;
    {
        StepsRun run(folder);
        run.openAll(fileOfTwo(files));
        run.set(run.id(0), 0, 10);
        run.set(run.id(0), 0, 11);
        run.stack().undo();
        run.end();
    }
    StepsRun run(folder);
    run.restore();
    EXPECT_EQ(run.wayBack(), (std::vector<std::string>{"10 2 3 ; 4 5 ; ", "1 2 3 ; 4 5 ; "}));
}

TEST(KeptSteps, BeginWithWhatWasSavedLast)
{
    const QTemporaryDir folder, files;
    const auto path = fileOfTwo(files);
    {
        StepsRun run(folder);
        run.openAll(path);
        run.set(run.id(0), 0, 10);
        const auto saved = run.desk.workspace.subjects()[0].tensor;
        ASSERT_TRUE(saveFile({{{"a", *saved}, {"b", numbers("[4,5]")}}, {}}, path.toStdString()));
        run.desk.workspace.setSaved(run.id(0), saved,
                                    std::make_shared<const Tensor>(readForSteps(path)->tensors[0].tensor));
        run.set(run.id(0), 1, 20);
        run.set(run.id(0), 2, 30);
        run.end();
    }
    StepsRun run(folder);
    run.restore();
    EXPECT_EQ(run.wayBack(),
              (std::vector<std::string>{"10 20 30 ; 4 5 ; ", "10 20 3 ; 4 5 ; ", "10 2 3 ; 4 5 ; "}));
}

TEST(KeptSteps, OnlyTheLatestOfVeryManyAreKept)
{
    const QTemporaryDir folder, files;
    {
        StepsRun run(folder);
        run.openAll(fileOfTwo(files));
        for (int i = 0; i < mostKeptSteps + 50; ++i)
            run.set(run.id(0), 0, 1000 + i);
        run.end();
    }
    StepsRun run(folder);
    run.restore();
    const auto way = run.wayBack();
    ASSERT_EQ(std::ssize(way), mostKeptSteps + 1);
    EXPECT_EQ(way[1], "1248 2 3 ; 4 5 ; ");
    EXPECT_EQ(way.back(), "1 2 3 ; 4 5 ; ") << "the first step leads there from what the file holds";
    EXPECT_EQ(run.titles().front(), QStringLiteral("edits of the last session"));
}

// Wherever a list is damaged: what was edited is there, and no step leads anywhere it never was.
TEST(KeptSteps, ThatCannotBeReadLeaveTheTensorAsItIs)
{
    const QTemporaryDir folder, files;
    std::vector<std::string> way;
    {
        StepsRun run(folder);
        run.openAll(fileOfTwo(files));
        for (int i = 0; i < 4; ++i)
            run.set(run.id(0), 0, 10 + i);
        way = run.wayBack();
        run.end();
    }
    const auto path = folder.filePath(QStringLiteral("session.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto whole = file.readAll();
    file.close();
    const auto list = QJsonDocument::fromJson(whole).object();
    ASSERT_EQ(list[QLatin1String("steps")].toArray().size(), 4);
    const std::vector<QJsonValue> odd{QJsonValue(), 5, QJsonArray(), QJsonObject{{QStringLiteral("kept"), 99}},
                                      QJsonObject{{QStringLiteral("tensor"), -3}, {QStringLiteral("now"), true}}};
    for (qsizetype step = 0; step < 4; ++step)
        for (const auto& value : odd) {
            auto damaged = list;
            auto steps = list[QLatin1String("steps")].toArray();
            auto entry = steps[step].toObject();
            entry.insert(QStringLiteral("parts"), QJsonArray{value});
            steps[step] = entry;
            damaged.insert(QStringLiteral("steps"), steps);
            ASSERT_TRUE(file.open(QIODevice::WriteOnly));
            file.write(QJsonDocument(damaged).toJson());
            file.close();
            StepsRun run(folder);
            run.restore();
            const auto found = run.wayBack();
            EXPECT_EQ(found.front(), way.front());
            EXPECT_EQ(found.back(), way.back());
            for (const auto& state : found)
                EXPECT_TRUE(std::ranges::count(way, state) == 1) << state;
        }
}
