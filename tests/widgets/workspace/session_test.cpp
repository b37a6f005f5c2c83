// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session.h"

#include "io/open.h"
#include "support/same_document.h"
#include "tensor/own_storages.h"
#include "widgets/support/session_run.h"
#include "widgets/support/tensors.h"
#include "workspace/places_in_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <sys/stat.h>

using namespace tscope;
using namespace tscope::test;

namespace {

Result<Document> readFile(const QString& path)
{
    return openFile(path.toStdString());
}

struct Sitting : SessionRun {
    using SessionRun::SessionRun;

    // As the window opens a file.
    void openFileOf(const QString& path)
    {
        const auto document = *readFile(path);
        const auto origin = readAnew(Origin{QFileInfo(path).fileName(), path}, document);
        for (int i = 0; i < origin->tensors; ++i)
            desk.workspace.add(document.tensors[static_cast<std::size_t>(i)].tensor, nameFrom(*origin, i), origin,
                               i);
        desk.workspace.setCurrent(desk.workspace.subjects().front().id);
        settle(desk.jobs);
    }
    void set(SubjectId id, std::int64_t slot, std::int64_t value)
    {
        ASSERT_TRUE(desk.workspace.edit(id,
                                        {{SetElements{"values", slot, {*Element::from(value, ElementType::i64)}}}},
                                        QStringLiteral("edit")));
    }
    std::int64_t at(std::size_t subject, std::int64_t slot)
    {
        return std::get<std::int64_t>(
            desk.workspace.subjects()[subject].tensor->member("values").array.at(slot).number());
    }
    QStringList names()
    {
        QStringList found;
        for (const auto& subject : desk.workspace.subjects())
            found << subject.name;
        return found;
    }

    SubjectId open(const Tensor& tensor, const char* name, const QString& path, int index = 0)
    {
        const auto origin = std::make_shared<const Origin>(Origin{QStringLiteral("of a file"), path});
        const auto id = desk.workspace.add(tensor, QString::fromUtf8(name), origin, index);
        desk.workspace.setCurrent(id);
        return id;
    }
};

QString saved(const QTemporaryDir& folder, const char* name, const Tensor& tensor)
{
    const auto path = folder.filePath(QString::fromLatin1(name));
    EXPECT_TRUE(saveFile({{{"", tensor}}, {}}, path.toStdString()));
    return path;
}

void expectSame(const Tensor& found, const Tensor& expected)
{
    EXPECT_EQ(firstDifference({{{"", found}}, {}}, {{{"", expected}}, {}}), "");
}

// Numbers from `first` on.
Tensor row(int length, std::int64_t first = 0)
{
    std::vector<std::int64_t> values(static_cast<std::size_t>(length));
    std::iota(values.begin(), values.end(), first);
    Tensor tensor = tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[0]}})");
    tensor.members[0].array = Array::fromInts({length}, values);
    return tensor;
}

QString savedAll(const QTemporaryDir& folder, const char* name, const std::vector<NamedTensor>& tensors)
{
    const auto path = folder.filePath(QString::fromLatin1(name));
    EXPECT_TRUE(saveFile({tensors, {}}, path.toStdString()));
    return path;
}

constexpr int many = 1 << 18;    // numbers: more bytes than are kept whatever was changed
constexpr int fewBytes = 10'000; // room for some changes of them

// A sitting in which one element of a file is changed; whole tensors find no room in its session.
void changeFifthOf(const QString& path, const QTemporaryDir& folder)
{
    Sitting run(folder, fewBytes);
    run.openFileOf(path);
    run.set(1, 5, -55);
    run.end();
}

} // namespace

TEST(Session, BringsBackWhatWasOpenAndWhatWasLookedAt)
{
    const QTemporaryDir folder;
    {
        Sitting run(folder);
        for (const auto& name : sampleNames())
            run.desk.show(sample(name), name.c_str());
        run.desk.workspace.setCurrent(run.desk.workspace.subjects()[2].id);
        run.end();
    }
    Sitting run(folder);
    run.restore();
    const auto& subjects = run.desk.workspace.subjects();
    ASSERT_EQ(subjects.size(), sampleNames().size());
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        EXPECT_EQ(subjects[i].name.toStdString(), sampleNames()[i]);
        expectSame(*subjects[i].tensor, sample(sampleNames()[i]));
    }
    EXPECT_EQ(run.desk.workspace.current(), subjects[2].id);
}

TEST(Session, OfAnUnchangedTensorOnlyItsFileIsKept)
{
    const QTemporaryDir folder, files;
    const auto path = saved(files, "a.json", sample("csr"));
    {
        Sitting run(folder);
        run.open(sample("csr"), "a", path);
        run.end();
    }
    EXPECT_TRUE(QDir(folder.path()).entryList({QStringLiteral("tensors*")}).isEmpty());
    saved(files, "a.json", sample("coo")); // what the file holds now is what counts
    Sitting run(folder);
    run.restore();
    ASSERT_EQ(run.desk.workspace.subjects().size(), 1U);
    EXPECT_EQ(run.desk.workspace.subjects()[0].tensor->layout->name, "coo");
}

TEST(Session, AnEditedTensorIsKeptAsItIsAndBackAtItsFileAfterUndo)
{
    const QTemporaryDir folder, files;
    const auto path = saved(files, "a.json", sample("csr"));
    {
        Sitting run(folder);
        const auto id = run.open(sample("csr"), "a", path);
        run.desk.workspace.replace(id, sample("broken_pointer"), QStringLiteral("edit"));
        run.end();
    }
    EXPECT_EQ(QDir(folder.path()).entryList({QStringLiteral("tensors*")}).size(), 1);
    Sitting run(folder);
    run.restore();
    ASSERT_EQ(run.desk.workspace.subjects().size(), 1U);
    const auto& subject = run.desk.workspace.subjects()[0];
    expectSame(*subject.tensor, sample("broken_pointer"));
    EXPECT_EQ(subject.origin->path, path) << "what the file holds can still be asked for";
    EXPECT_EQ(subject.index, 0);
    EXPECT_FALSE(subject.isAsRead());
    run.desk.workspace.undoStack().undo();
    const auto& undone = run.desk.workspace.subjects()[0];
    expectSame(*undone.tensor, sample("csr"));
    EXPECT_TRUE(undone.isAsRead());
}

TEST(Session, TensorsOfOneFileStayTogether)
{
    const QTemporaryDir folder, files;
    const auto path = files.filePath(QStringLiteral("two.json"));
    ASSERT_TRUE(saveFile({{{"a.x", sample("csr")}, {"a.y", sample("coo")}}, {}}, path.toStdString()));
    {
        Sitting run(folder);
        const auto origin =
            std::make_shared<const Origin>(Origin{QStringLiteral("two.json"), path, files.path(), 2});
        run.desk.workspace.add(sample("csr"), QStringLiteral("a.x"), origin, 0);
        run.desk.workspace.setCurrent(run.desk.workspace.add(sample("coo"), QStringLiteral("a.y"), origin, 1));
        run.desk.workspace.add({{{"p", sample("bsr")}, {"q", sample("bsc")}}, {}}, QStringLiteral("pasted"));
        run.end();
    }
    Sitting run(folder);
    run.restore();
    const auto& subjects = run.desk.workspace.subjects();
    ASSERT_EQ(subjects.size(), 4U);
    EXPECT_EQ(subjects[0].origin, subjects[1].origin);
    EXPECT_EQ(subjects[2].origin, subjects[3].origin);
    EXPECT_NE(subjects[0].origin, subjects[2].origin);
    EXPECT_EQ(subjects[1].origin->folder, files.path());
    EXPECT_EQ(subjects[1].origin->tensors, 2);
    EXPECT_TRUE(subjects[1].isAsRead());
    EXPECT_FALSE(subjects[2].isAsRead());
    expectSame(*subjects[3].tensor, sample("bsc"));
}

TEST(Session, IsWrittenSoonAfterAChangeAndThereAlsoWithoutAnEnd)
{
    const QTemporaryDir folder;
    {
        Sitting run(folder);
        run.desk.show(sample("csr"), "a");
        ASSERT_TRUE(waitUntil([&] { return QFile::exists(folder.filePath(QStringLiteral("session.json"))); }));
    } // cut off
    Sitting run(folder);
    run.restore();
    EXPECT_EQ(run.desk.workspace.subjects().size(), 1U);
}

TEST(Session, TheLastChangeIsKeptHoweverManyAreBeingWritten)
{
    const QTemporaryDir folder;
    for (int round = 1; round <= 20; ++round) {
        {
            Sitting run(folder);
            for (int i = 0; i < round; ++i) {
                run.desk.workspace.add(sample("csr"), QStringLiteral("t"), {});
                run.session.finish(); // nothing is waited for
            }
        }
        Sitting run(folder);
        run.restore();
        ASSERT_EQ(run.desk.workspace.subjects().size(), static_cast<std::size_t>(round));
    }
}

TEST(Session, OneFileIsLeftOfManySaves)
{
    const QTemporaryDir folder;
    Sitting run(folder);
    for (int round = 0; round < 4; ++round) {
        run.desk.show(sample("csr"), "a");
        run.end();
    }
    EXPECT_EQ(QDir(folder.path()).entryList({QStringLiteral("tensors*")}).size(), 1);
}

TEST(Session, WhatCantBeBroughtBackIsTold)
{
    const QTemporaryDir folder, files;
    const auto path = saved(files, "a.json", sample("csr"));
    {
        Sitting run(folder);
        run.open(sample("csr"), "gone", path);
        run.open(sample("coo"), "beyond", saved(files, "b.json", sample("coo")), 7);
        run.desk.show(sample("bsr"), "there");
        run.end();
    }
    QFile::remove(path);
    Sitting run(folder);
    const QSignalSpy told(&run.session, &Session::told);
    run.restore();
    ASSERT_EQ(run.desk.workspace.subjects().size(), 1U);
    EXPECT_EQ(run.desk.workspace.subjects()[0].name.toStdString(), "there");
    ASSERT_EQ(told.size(), 1);
    const auto text = told[0][0].toString();
    EXPECT_TRUE(text.contains(QStringLiteral("gone")) && text.contains(QStringLiteral("beyond")))
        << text.toStdString();
}

TEST(Session, ADamagedListIsAnEmptyOne)
{
    for (const char* content :
         {"", "{", "[]", R"({"version": 2, "tensors": 7})", R"({"version": 1, "tensors": [{"kept": 0}]})",
          R"({"version": 2, "tensors": [3, {"kept": 9}, {"origin": 0}, {"origin": -1}], "origins": 3})",
          R"({"version": 2, "tensors": [{"origin": 0, "kept": 9}, {"origin": 0}, {"origin": 0, "index": 7}],
              "origins": [{"path": ""}, 8]})"}) {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("session.json")));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        Sitting run(folder);
        run.restore();
        EXPECT_TRUE(run.desk.workspace.subjects().empty()) << content;
    }
}

// Unsaved edits are in files that only the list names: they outlive it.
TEST(Session, WhatADamagedListNamedIsSetAsideAndSaid)
{
    for (const char* content :
         {"", "{", "\xff\xfe", "[]", R"({"version": 1})", R"({"version": 99, "origins": [], "tensors": []})",
          R"({"version": 2, "origins": [], "tensors": [{"origin": 0, "kept": 0, "in": "tensors-1.json"}]})",
          R"({"version": 2, "origins": [{}], "tensors": [{"origin": 0, "kept": 0, "in": "../a.json"}]})"}) {
        SCOPED_TRACE(content);
        const QTemporaryDir folder;
        {
            Sitting run(folder);
            run.desk.show(sample("csr"), "unsaved");
            run.end();
        }
        const auto kept = QDir(folder.path()).entryList({QStringLiteral("tensors-*.json")});
        ASSERT_EQ(kept.size(), 1);
        QFile list(folder.filePath(QStringLiteral("session.json")));
        ASSERT_TRUE(list.open(QIODevice::WriteOnly | QIODevice::Truncate));
        list.write(content);
        list.close();
        for (int start = 0; start < 2; ++start) {
            Sitting run(folder);
            const QSignalSpy told(&run.session, &Session::told);
            run.restore();
            run.desk.show(sample("coo"), "another");
            run.end();
            EXPECT_EQ(told.size() > 0, start == 0) << "once, and not again at the next start";
        }
        const auto aside = folder.filePath(QStringLiteral("set-aside-1/"));
        const auto edits = openFile((aside + kept[0]).toStdString());
        ASSERT_TRUE(edits) << edits.error().text;
        expectSame(edits->tensors[0].tensor, sample("csr"));
        QFile damaged(aside + QStringLiteral("session.json"));
        ASSERT_TRUE(damaged.open(QIODevice::ReadOnly));
        EXPECT_EQ(damaged.readAll(), QByteArray(content));
    }
}

TEST(Session, OfAListThatIsDamagedInOnePlaceTheOthersComeBack)
{
    const QTemporaryDir folder;
    {
        Sitting run(folder);
        run.desk.show(sample("csr"), "a");
        run.desk.show(sample("coo"), "b");
        run.end();
    }
    QFile file(folder.filePath(QStringLiteral("session.json")));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    auto list = QJsonDocument::fromJson(file.readAll()).object();
    file.close();
    auto tensors = list[QLatin1String("tensors")].toArray();
    auto first = tensors[0].toObject();
    first.insert(QStringLiteral("origin"), 77);
    tensors[0] = first;
    list.insert(QStringLiteral("tensors"), tensors);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(list).toJson());
    file.close();
    {
        Sitting run(folder);
        run.restore();
        EXPECT_EQ(run.names(), QStringList{QStringLiteral("b")});
        run.desk.show(sample("bsr"), "c");
        run.end();
    }
    EXPECT_TRUE(QFile::exists(folder.filePath(QStringLiteral("set-aside-1/session.json"))));
    Sitting run(folder);
    run.restore();
    EXPECT_EQ(run.names(), (QStringList{QStringLiteral("b"), QStringLiteral("c")}));
    expectSame(*run.desk.workspace.subjects()[0].tensor, sample("coo"));
}

TEST(Session, WithoutItsListTheTensorsAreSetAside)
{
    const QTemporaryDir folder;
    {
        Sitting run(folder);
        run.desk.show(sample("csr"), "unsaved");
        run.end();
    }
    QFile::remove(folder.filePath(QStringLiteral("session.json")));
    Sitting run(folder);
    const QSignalSpy told(&run.session, &Session::told);
    run.restore();
    run.desk.show(sample("coo"), "another");
    run.end();
    EXPECT_EQ(told.size(), 1);
    EXPECT_EQ(QDir(folder.filePath(QStringLiteral("set-aside-1"))).entryList(QDir::Files).size(), 1);
}

// A list may not lead its reader out of its folder, nor keep it for ever.
TEST(Session, LinksPipesAndDevicesInThePlaceOfItsFilesAreNotOpened)
{
    const QTemporaryDir folder, outside;
    const auto elsewhere = outside.filePath(QStringLiteral("session.json"));
    {
        Sitting run(outside);
        run.desk.show(sample("csr"), "of another folder");
        run.end();
    }
    const auto path = folder.filePath(QStringLiteral("session.json")).toStdString();
    const auto asideOf = [&](int number) {
        return folder.filePath(QStringLiteral("set-aside-%1/session.json").arg(number)).toStdString();
    };
    int number = 0;
    for (const auto& target : {elsewhere.toStdString(), std::string("/dev/zero"), std::string()}) {
        SCOPED_TRACE(target);
        QFile::remove(QString::fromStdString(path));
        if (target.empty())
            ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
        else
            std::filesystem::create_symlink(target, path);
        Sitting run(folder);
        const QSignalSpy told(&run.session, &Session::told);
        run.restore();
        EXPECT_TRUE(run.desk.workspace.subjects().empty());
        EXPECT_EQ(told.size(), 1);
        EXPECT_TRUE(std::filesystem::symlink_status(asideOf(++number)).type() ==
                    (target.empty() ? std::filesystem::file_type::fifo : std::filesystem::file_type::symlink));
        run.desk.show(sample("coo"), "here");
        run.end();
        EXPECT_TRUE(std::filesystem::symlink_status(path).type() == std::filesystem::file_type::regular);
    }
}

TEST(Session, NothingIsWrittenThroughALink)
{
    const QTemporaryDir outside;
    const auto victim = outside.filePath(QStringLiteral("victim"));
    {
        QFile file(victim);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("untouched");
    }
    const auto keepThroughLinks = [&](const std::vector<const char*>& names) {
        const QTemporaryDir folder;
        for (const auto* name : names)
            std::filesystem::create_symlink(victim.toStdString(), folder.path().toStdString() + name);
        Sitting run(folder);
        run.desk.show(sample("coo"), "here");
        run.end();
        QFile file(victim);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        EXPECT_EQ(file.readAll(), QByteArray("untouched"));
    };
    keepThroughLinks({"/tensors-1.json", "/tensors-2.json"});
    keepThroughLinks({"/session.json"});
}

TEST(Session, TensorsAreFoundInTheirFileByName)
{
    struct Case {
        std::vector<NamedTensor> now;
        QStringList names;
        std::vector<std::int64_t> firsts;
    };
    const std::vector<Case> cases{
        {{{"n", row(2, 90)}, {"a", row(2, 11)}, {"b", row(2, 12)}},
         {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("n")},
         {11, 12, 90}},
        {{{"b", row(2, 12)}}, {QStringLiteral("b")}, {12}},
        {{{"a", row(2, 11)}, {"x", row(2, 12)}}, {QStringLiteral("a"), QStringLiteral("x")}, {11, 12}},
    };
    for (const auto& [now, names, firsts] : cases) {
        const QTemporaryDir folder, files;
        const auto path = savedAll(files, "two.json", {{"a", row(2, 1)}, {"b", row(2, 2)}});
        {
            Sitting run(folder);
            run.openFileOf(path);
            run.end();
        }
        savedAll(files, "two.json", now);
        Sitting run(folder);
        const QSignalSpy told(&run.session, &Session::told);
        run.restore();
        ASSERT_EQ(run.names(), names);
        for (std::size_t i = 0; i < firsts.size(); ++i)
            EXPECT_EQ(run.at(i, 0), firsts[i]);
        EXPECT_EQ(told.size(), names.size() == 2 ? 0 : 1) << "what is gone, and what is new";
    }
}

TEST(Session, OfALargeTensorTheChangesAreKeptAndItsFile)
{
    const QTemporaryDir folder, files;
    const auto path = savedAll(files, "large.json", {{"", row(many)}});
    {
        Sitting run(folder, fewBytes);
        run.openFileOf(path);
        run.set(1, 5, -55);
        run.set(1, many - 1, -77);
        run.set(1, 6, -66);
        run.end();
        EXPECT_TRUE(run.session.isKept()) << run.session.reason().toStdString();
    }
    for (const auto& kept : QDir(folder.path()).entryInfoList({QStringLiteral("tensors*")}))
        EXPECT_LT(kept.size(), 10'000);
    for (int round = 0; round < 2; ++round) { // what was brought back is kept again
        Sitting run(folder, fewBytes);
        run.restore();
        ASSERT_EQ(run.desk.workspace.subjects().size(), 1U);
        EXPECT_EQ(run.at(0, 4), 4);
        EXPECT_EQ(run.at(0, 5), -55);
        EXPECT_EQ(run.at(0, 6), -66);
        EXPECT_EQ(run.at(0, many - 1), -77);
        EXPECT_FALSE(run.desk.workspace.subjects()[0].isAsRead());
        if (round == 1) {
            auto& stack = run.desk.workspace.undoStack();
            stack.undo();
            EXPECT_EQ(run.at(0, 6), 6);
            EXPECT_EQ(run.at(0, 5), -55) << "step by step";
            while (stack.canUndo())
                stack.undo();
            EXPECT_EQ(run.at(0, 5), 5) << "back to the file";
            EXPECT_TRUE(run.desk.workspace.subjects()[0].isAsRead());
        }
        run.desk.workspace.rename(1, QStringLiteral("again"));
        run.end();
    }
}

TEST(Session, WhatIsTooLargeIsLostAloneAndTold)
{
    const QTemporaryDir folder;
    {
        Sitting run(folder, 100'000);
        const auto vast = run.desk.show(row(many), "vast");
        run.desk.show(sample("csr"), "little");
        run.end();
        EXPECT_FALSE(run.session.isKept());
        EXPECT_EQ(run.session.unkept(), std::vector{vast});
        EXPECT_TRUE(run.session.reason().contains(QStringLiteral("vast")));
        EXPECT_FALSE(run.session.reason().contains(QStringLiteral("little")));
    }
    Sitting run(folder, 100'000);
    run.restore();
    EXPECT_EQ(run.names(), QStringList{QStringLiteral("little")});
    expectSame(*run.desk.workspace.subjects()[0].tensor, sample("csr"));
}

TEST(Session, TheLastCopyStaysWhileANewerOneIsTooLarge)
{
    const QTemporaryDir folder;
    {
        Sitting run(folder, 100'000);
        const auto id = run.desk.show(sample("csr"), "grows");
        run.end();
        for (int round = 0; round < 3; ++round) {
            run.desk.workspace.replace(id, row(many, round), QStringLiteral("grow"));
            run.desk.show(sample("coo"), "another");
            run.end();
        }
        EXPECT_TRUE(run.session.reason().contains(QStringLiteral("grows")));
        EXPECT_EQ(run.session.unkept(), std::vector{id});
    }
    for (int round = 0; round < 2; ++round) {
        Sitting run(folder, 100'000);
        run.restore();
        ASSERT_EQ(run.desk.workspace.subjects().size(), 4U);
        expectSame(*run.desk.workspace.subjects()[0].tensor, sample("csr"));
        run.desk.workspace.rename(1, QStringLiteral("grows on"));
        run.end();
    }
}

TEST(Session, ChangesWhoseFileIsAwayWaitForIt)
{
    const QTemporaryDir folder, files;
    const auto path = savedAll(files, "large.json", {{"", row(many)}});
    changeFifthOf(path, folder);
    ASSERT_TRUE(QFile::rename(path, path + QStringLiteral(".away")));
    {
        Sitting run(folder);
        const QSignalSpy told(&run.session, &Session::told);
        run.restore();
        EXPECT_EQ(told.size(), 1);
        run.desk.show(sample("csr"), "meanwhile");
        run.end();
    }
    ASSERT_TRUE(QFile::rename(path + QStringLiteral(".away"), path));
    Sitting run(folder);
    run.restore();
    ASSERT_EQ(run.names(), (QStringList{QStringLiteral("meanwhile"), QStringLiteral("large")}));
    EXPECT_EQ(run.at(1, 5), -55);
}

TEST(Session, OfWhatWasTooLargeToBeKeptTheFileComesBackAndThatIsTold)
{
    const QTemporaryDir folder, files;
    const auto path = savedAll(files, "large.json", {{"", row(many)}});
    {
        Sitting run(folder, 0);
        run.openFileOf(path);
        run.desk.workspace.replace(1, row(many, 5), QStringLiteral("all of it"));
        run.end();
    }
    Sitting run(folder, 0);
    const QSignalSpy told(&run.session, &Session::told);
    run.restore();
    ASSERT_EQ(run.names(), QStringList{QStringLiteral("large")});
    EXPECT_EQ(run.at(0, 0), 0);
    EXPECT_TRUE(run.desk.workspace.subjects()[0].isAsRead());
    ASSERT_EQ(told.size(), 1);
    EXPECT_TRUE(told[0][0].toString().contains(QStringLiteral("large")));
}

TEST(Session, ChangesOfAFileThatHasChangedArePutOnWhatItHoldsNowAndThatIsTold)
{
    const QTemporaryDir folder, files;
    const auto path = savedAll(files, "large.json", {{"a", row(many)}});
    changeFifthOf(path, folder);
    savedAll(files, "large.json", {{"new", row(3)}, {"a", row(many, 100)}});
    Sitting run(folder, fewBytes);
    const QSignalSpy told(&run.session, &Session::told);
    run.restore();
    ASSERT_EQ(run.names(), (QStringList{QStringLiteral("a"), QStringLiteral("new")}));
    EXPECT_EQ(run.at(0, 4), 104);
    EXPECT_EQ(run.at(0, 5), -55);
    EXPECT_EQ(told.size(), 2);
}

// The copy that comparing puts beside a tensor names its file, and would share what is read from there.
TEST(Session, ACopyForComparisonIsKeptOnlyWithEditsAndApartFromItsTensor)
{
    const QTemporaryDir folder, files;
    const auto path = savedAll(files, "two.npz", {{"a", row(4)}, {"b", row(4)}});
    const auto addCopy = [](Sitting& run, std::size_t of) {
        const auto& subject = run.desk.workspace.subjects()[of];
        auto origin = *subject.origin;
        origin.isCopy = true;
        return run.desk.workspace.add(withOwnStorages(*subject.tensor), subject.name + QStringLiteral(" on disk"),
                                      std::make_shared<const Origin>(std::move(origin)), subject.index);
    };
    {
        Sitting run(folder);
        run.openFileOf(path);
        addCopy(run, 0);
        run.set(addCopy(run, 1), 0, -8);
        run.end();
    }
    Sitting run(folder);
    run.restore();
    EXPECT_EQ(run.names(), QStringList({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("b on disk")}));
    EXPECT_EQ(run.at(2, 0), -8);
    run.set(run.desk.workspace.subjects()[1].id, 1, -7);
    EXPECT_EQ(run.at(1, 1), -7);
    EXPECT_EQ(run.at(2, 1), 1) << "it lies apart";
}

TEST(Session, TabsAndPanesComeBack)
{
    const QTemporaryDir folder;
    {
        Sitting run(folder);
        std::vector<SubjectId> ids;
        for (const auto* name : {"a", "b", "c"})
            ids.push_back(run.open(row(3), name, {}));
        run.desk.workspace.setCurrent(ids[2]);
        run.desk.tabs.split(ids[0], Qt::Vertical);
        run.desk.tabs.setPicture(1, QStringLiteral("members"));
        run.desk.tabs.activate(1);
        run.desk.tabs.open(ids[1]);
        run.desk.tabs.setCurrent(0);
        run.end();
    }
    Sitting run(folder);
    run.restore();
    const auto& subjects = run.desk.workspace.subjects();
    ASSERT_EQ(subjects.size(), 3U);
    const auto& tabs = run.desk.tabs;
    ASSERT_EQ(tabs.all().size(), 2U);
    EXPECT_EQ(tabs.current(), 0U);
    ASSERT_TRUE(tabs.tab().isSplit());
    EXPECT_EQ(tabs.tab().way, Qt::Vertical);
    EXPECT_EQ(tabs.tab().active, 1U);
    EXPECT_EQ(tabs.tab().panes[0].subject, subjects[2].id);
    EXPECT_EQ(tabs.tab().panes[1].subject, subjects[0].id);
    EXPECT_EQ(tabs.tab().panes[1].picture.toStdString(), "members");
    EXPECT_EQ(run.desk.workspace.current(), subjects[0].id);
    EXPECT_EQ(tabs.all()[1].panes[0].subject, subjects[1].id);
}

// A comparison that lasts over a restart ends as it would have ended before.
TEST(Session, WhatWasBeforeAComparisonComesBack)
{
    const QTemporaryDir folder;
    {
        Sitting run(folder);
        std::vector<SubjectId> ids;
        for (const auto* name : {"a", "b"})
            ids.push_back(run.open(row(3), name, {}));
        run.desk.workspace.setCurrent(ids[0]);
        run.desk.tabs.setPicture(0, QStringLiteral("members"));
        run.desk.tabs.beginComparison();
        run.desk.tabs.split(ids[1], Qt::Horizontal);
        run.desk.tabs.setPicture(0, QStringLiteral("storage"));
        run.end();
    }
    Sitting run(folder);
    run.restore();
    auto& tabs = run.desk.tabs;
    ASSERT_TRUE(tabs.tab().isSplit());
    tabs.endComparison();
    EXPECT_FALSE(tabs.tab().isSplit());
    EXPECT_EQ(tabs.tab().panes[0].subject, run.desk.workspace.subjects()[0].id);
    EXPECT_EQ(tabs.tab().panes[0].picture.toStdString(), "members");
}

TEST(Session, APaneOfATensorThatDoesNotComeBackIsNotThere)
{
    const QTemporaryDir folder, files;
    const auto path = saved(files, "gone.json", row(3));
    {
        Sitting run(folder);
        const auto gone = run.open(row(3), "gone", path), kept = run.open(row(4), "kept", {});
        run.desk.tabs.split(gone, Qt::Horizontal);
        run.desk.tabs.open(gone);
        run.desk.tabs.open(kept);
        run.end();
    }
    QFile::remove(path);
    Sitting run(folder);
    run.restore();
    ASSERT_EQ(run.names(), QStringList(QStringLiteral("kept")));
    ASSERT_EQ(run.desk.tabs.all().size(), 2U);
    for (const auto& tab : run.desk.tabs.all()) {
        EXPECT_FALSE(tab.isSplit());
        EXPECT_EQ(tab.panes[0].subject, run.desk.workspace.current());
    }
}

// Whatever stands there.
TEST(Session, ACanvasThatMakesNoSenseIsLeftOut)
{
    for (const auto* canvas :
         {R"(7)", R"({"tabs":7})",
          R"({"tabs":[7,{},{"panes":[]},{"panes":[{"tensor":-5},{"tensor":99}]}],"current":-3})",
          R"({"tabs":[{"panes":[{"tensor":0},{"tensor":0},{"tensor":0}],"active":5}],"current":77})"}) {
        SCOPED_TRACE(canvas);
        const QTemporaryDir folder;
        {
            Sitting run(folder);
            run.open(row(3), "a", {});
            run.end();
        }
        QFile file(folder.filePath(QStringLiteral("session.json")));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        auto list = QJsonDocument::fromJson(file.readAll()).object();
        file.close();
        list.insert(QStringLiteral("canvas"), QJsonDocument::fromJson("[" + QByteArray(canvas) + "]").array()[0]);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(list).toJson());
        file.close();
        Sitting run(folder);
        run.restore();
        ASSERT_EQ(run.names().size(), 1);
        EXPECT_EQ(run.desk.tabs.tab().activePane().subject, run.desk.workspace.current());
        EXPECT_NE(run.desk.workspace.current(), 0);
    }
}
