// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of tensors with ten million entries, from one run of the window to the next.
#include "io/open.h"
#include "layouts/registry.h"
#include "support/same_document.h"
#include "tensor/edit.h"
#include "widgets/support/desk.h"
#include "workspace/places_in_file.h"
#include "workspace/session.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <numeric>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr std::int64_t rows = 1000, entriesOfARow = 10'000, entries = rows * entriesOfARow;

Result<Document> readAgain(const QString& path)
{
    return openFile(path.toStdString());
}

// CSR, with every place of a row taken.
const Tensor& largeTensor()
{
    static const Tensor made = [] {
        std::vector<std::int64_t> pointers(rows + 1);
        for (std::size_t i = 0; i < pointers.size(); ++i)
            pointers[i] = static_cast<std::int64_t>(i) * entriesOfARow;
        std::vector<std::int32_t> columns(entries);
        std::vector<float> values(entries);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            columns[i] = static_cast<std::int32_t>(i % entriesOfARow);
            values[i] = static_cast<float>(i);
        }
        const auto& layout = *layoutNamed("csr");
        const auto role = [&](const char* name) { return roleNamed(layout, name); };
        Tensor tensor = *makeTensor(
            layout,
            {{role("crow_indices"), Array::fromInts({rows + 1}, pointers, ElementType::i32)},
             {role("col_indices"),
              Array::fromBytes(ElementType::i32, {entries}, std::as_bytes(std::span(columns)))},
             {role("values"), Array::fromBytes(ElementType::f32, {entries}, std::as_bytes(std::span(values)))}});
        tensor.size = Extents{rows, entriesOfARow};
        return tensor;
    }();
    return made;
}

// The file of it, written once.
QString largeFile()
{
    static const QTemporaryDir folder;
    static const auto path = [] {
        const auto made = folder.filePath(QStringLiteral("large.npz"));
        EXPECT_TRUE(saveFile({{{"", largeTensor()}}, {}}, made.toStdString()));
        return made;
    }();
    return path;
}

// One run of the window, as far as it keeps what is open.
struct LargeSitting {
    explicit LargeSitting(const QString& folder, std::uint64_t mostBytes = std::uint64_t{1} << 30)
        : session(desk.workspace, desk.tabs, desk.jobs, folder, &readAgain, nullptr, mostBytes)
    {
    }
    SubjectId open(const QString& path)
    {
        const auto stamp = stampOf(path);
        const auto document = *readAgain(path);
        const auto origin = readAnew(Origin{QFileInfo(path).fileName(), path}, document, stamp);
        const auto id = desk.workspace.add(document.tensors[0].tensor, nameFrom(*origin, 0), origin, 0);
        desk.workspace.setCurrent(id);
        return id;
    }
    void edit(SubjectId id, Edit edit)
    {
        const auto made = desk.workspace.edit(id, {{std::move(edit)}}, QStringLiteral("edit"));
        ASSERT_TRUE(made) << made.error().text;
    }
    void setValue(SubjectId id, std::int64_t slot, double value)
    {
        edit(id, SetElements{"values", slot, {*Element::from(value, ElementType::f32)}});
    }
    void end()
    {
        session.finish();
        settle(desk.jobs);
    }
    void restore()
    {
        session.restore();
        settle(desk.jobs);
        ASSERT_EQ(desk.workspace.subjects().size(), 1U);
    }
    const Subject& only() { return desk.workspace.subjects().front(); }

    Desk desk;
    Session session;
};

// Compares all members byte by byte.
void expectSameBytes(const Tensor& found, const Tensor& expected)
{
    ASSERT_EQ(found.members.size(), expected.members.size());
    EXPECT_EQ(found.size, expected.size);
    for (std::size_t i = 0; i < found.members.size(); ++i) {
        const auto &a = found.members[i].array, &b = expected.members[i].array;
        EXPECT_EQ(a.geometry, b.geometry);
        ASSERT_EQ(a.storage->byteSize(), b.storage->byteSize());
        std::vector<std::byte> left(static_cast<std::size_t>(a.storage->byteSize())), right(left.size());
        a.storage->read(0, left);
        b.storage->read(0, right);
        EXPECT_TRUE(left == right) << found.members[i].role->name;
    }
}

qint64 bytesIn(const QString& folder)
{
    qint64 bytes = 0;
    for (const auto& file : QDir(folder).entryInfoList(QDir::Files))
        bytes += file.size();
    return bytes;
}

// Edits all over the file: some elements, a pointer, and a claim.
void editHereAndThere(LargeSitting& run, SubjectId id)
{
    for (const std::int64_t slot : {std::int64_t{0}, entries / 2, entries - 1})
        run.setValue(id, slot, -1.5);
    run.edit(id, SetElements{"crow_indices", 500, {*Element::from(std::int64_t{7}, ElementType::i32)}});
    run.edit(id, SetSize{Extents{rows, entriesOfARow + 1}});
}

// Values in another order, as a sorting repair makes them: another array, of the same size.
Array turned(const Array& array)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(array.storage->byteSize()));
    array.storage->read(0, bytes);
    std::ranges::reverse(bytes);
    return Array::fromBytes(array.dtype, array.geometry.sizes, bytes);
}

// The disk has so much room for each file.
class RoomForFiles
{
public:
    explicit RoomForFiles(rlim_t bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        auto limit = m_before;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~RoomForFiles()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    RoomForFiles(const RoomForFiles&) = delete;
    RoomForFiles& operator=(const RoomForFiles&) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

// Edits it, and returns what it was before and after each step.
std::vector<TensorPtr> editStepByStep(LargeSitting& run, SubjectId id)
{
    std::vector<TensorPtr> states{run.only().tensor};
    const auto noting = QObject::connect(&run.desk.workspace.undoStack(), &QUndoStack::indexChanged,
                                         [&] { states.push_back(run.only().tensor); });
    editHereAndThere(run, id);
    QObject::disconnect(noting);
    return states;
}

// Undoes all, one by one, and expects the tensors that were there before each step.
void expectSteps(LargeSitting& run, const std::vector<TensorPtr>& states)
{
    auto& stack = run.desk.workspace.undoStack();
    ASSERT_EQ(stack.index(), std::ssize(states) - 1);
    for (auto state = states.rbegin(); state != states.rend(); ++state) {
        expectSameBytes(*run.only().tensor, **state);
        stack.undo();
    }
    for (int i = 0; i < stack.count(); ++i)
        stack.redo();
    expectSameBytes(*run.only().tensor, *states.back());
}

} // namespace

TEST(SessionEdits, OfTenMillionEntriesComeBackAfterQuitWithEachStepOfUndo)
{
    const QTemporaryDir folder;
    std::vector<TensorPtr> states;
    {
        LargeSitting run(folder.path());
        const auto id = run.open(largeFile());
        states = editStepByStep(run, id);
        run.end();
        EXPECT_TRUE(run.session.isKept()) << run.session.reason().toStdString();
        ASSERT_EQ(states.size(), 6U);
    }
    EXPECT_LT(bytesIn(folder.path()), 60'000) << "what changed, not the 80 MB beside it";
    for (int round = 0; round < 2; ++round) { // what came back is kept again
        LargeSitting run(folder.path());
        run.restore();
        expectSameBytes(*run.only().tensor, *states.back());
        EXPECT_FALSE(run.only().isSaved());
        expectSteps(run, states);
        while (run.desk.workspace.undoStack().canUndo())
            run.desk.workspace.undoStack().undo();
        EXPECT_TRUE(run.only().isSaved());
        expectSameBytes(*run.only().tensor, largeTensor());
        while (run.desk.workspace.undoStack().canRedo())
            run.desk.workspace.undoStack().redo();
        run.end();
    }
}

TEST(SessionEdits, ThatPutAnotherArrayInPlaceComeBackToo)
{
    const QTemporaryDir folder;
    TensorPtr edited;
    {
        LargeSitting run(folder.path());
        const auto id = run.open(largeFile());
        run.edit(id, ReplaceArray{"values", turned(largeTensor().member("values").array)});
        run.end();
        EXPECT_TRUE(run.session.isKept());
        const auto files = QDir(folder.path()).entryList({QStringLiteral("*.safetensors")});
        ASSERT_EQ(files.size(), 1);
        run.edit(id, SetSize{Extents{rows, entriesOfARow + 1}});
        run.end();
        EXPECT_EQ(QDir(folder.path()).entryList({QStringLiteral("*.safetensors")}), files)
            << "bytes that are kept are not written again";
        edited = run.only().tensor;
    }
    EXPECT_LT(bytesIn(folder.path()), 4 * entries + 20'000) << "of the three members only this one";
    LargeSitting run(folder.path());
    run.restore();
    expectSameBytes(*run.only().tensor, *edited);
}

TEST(SessionEdits, AreCompleteWhenTheProcessIsKilled)
{
    const QTemporaryDir folder;
    const auto path = largeFile();
    EXPECT_EXIT(
        {
            LargeSitting run(folder.path());
            editHereAndThere(run, run.open(path));
            if (waitUntil([&] {
                    return run.session.isKept() && QFile::exists(folder.filePath(QStringLiteral("session.json")));
                }))
                ::kill(::getpid(), SIGKILL);
        },
        testing::KilledBySignal(SIGKILL), "");
    LargeSitting wanted(QTemporaryDir().path());
    const auto id = wanted.open(path);
    const auto states = editStepByStep(wanted, id);
    LargeSitting run(folder.path());
    run.restore();
    expectSameBytes(*run.only().tensor, *states.back());
    expectSteps(run, states);
}

// A hundred copies of 40 MB would be 4 GB.
TEST(SessionEdits, StepsTakeABoundedRoomAndTheOldestAreJoined)
{
    const QTemporaryDir folder;
    TensorPtr edited;
    {
        LargeSitting run(folder.path());
        const auto id = run.open(largeFile());
        auto values = largeTensor().member("values").array;
        for (int i = 0; i < 10; ++i) {
            std::vector<std::byte> bytes(static_cast<std::size_t>(values.storage->byteSize()), std::byte(i + 1));
            run.edit(id, ReplaceArray{"values", Array::fromBytes(values.dtype, values.geometry.sizes, bytes)});
        }
        edited = run.only().tensor;
        run.end();
        EXPECT_TRUE(run.session.isKept()) << run.session.reason().toStdString();
    }
    EXPECT_LT(bytesIn(folder.path()), (std::int64_t{256} << 20) + 4 * entries + 100'000);
    LargeSitting run(folder.path());
    run.restore();
    expectSameBytes(*run.only().tensor, *edited);
    auto& stack = run.desk.workspace.undoStack();
    EXPECT_GT(stack.count(), 1);
    EXPECT_LT(stack.count(), 10);
    while (stack.canUndo())
        stack.undo();
    expectSameBytes(*run.only().tensor, largeTensor());
}

// In the middle of what is written the last whole state stays.
TEST(SessionEdits, OfAFullDiskAreToldAndTheLastOnesThatFoundRoomStay)
{
    const QTemporaryDir folder;
    TensorPtr first;
    {
        LargeSitting run(folder.path());
        const auto id = run.open(largeFile());
        run.setValue(id, 5, -55);
        run.end();
        ASSERT_TRUE(run.session.isKept());
        first = run.only().tensor;
        const RoomForFiles little(1 << 20);
        run.edit(id, ReplaceArray{"values", turned(largeTensor().member("values").array)});
        run.end();
        EXPECT_FALSE(run.session.isKept());
        EXPECT_EQ(run.session.unkept(), std::vector{id});
        EXPECT_FALSE(run.session.reason().isEmpty());
        EXPECT_LT(bytesIn(folder.path()), 100'000) << "nothing half written is left on the full disk";
    }
    LargeSitting run(folder.path());
    run.restore();
    expectSameBytes(*run.only().tensor, *first);
}

TEST(SessionEdits, OfADiskThatHasRoomAgainAreKeptWithTheNextChange)
{
    const QTemporaryDir folder;
    LargeSitting run(folder.path());
    const auto id = run.open(largeFile());
    {
        const RoomForFiles none(0);
        run.setValue(id, 5, -55);
        run.end();
        EXPECT_FALSE(run.session.isKept());
    }
    run.setValue(id, 6, -66);
    run.end();
    EXPECT_TRUE(run.session.isKept()) << run.session.reason().toStdString();
    EXPECT_TRUE(run.session.unkept().empty());
}

TEST(SessionEdits, InAFolderThatCannotBeWrittenToAreTold)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("file")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    LargeSitting run(folder.filePath(QStringLiteral("file/below")));
    const auto id = run.open(largeFile());
    run.setValue(id, 5, -55);
    run.end();
    EXPECT_EQ(run.session.unkept(), std::vector{id});
    EXPECT_TRUE(run.session.reason().contains(QStringLiteral("file/below"))) << run.session.reason().toStdString();
}

TEST(SessionEdits, OnAReadOnlyDiskAreTold)
{
    const QTemporaryDir folder;
    const auto path = folder.path().toStdString();
    if (::mount("tmpfs", path.c_str(), "tmpfs", MS_RDONLY, nullptr) != 0)
        GTEST_SKIP() << "a file system can be mounted by root only";
    {
        LargeSitting run(folder.path());
        const auto id = run.open(largeFile());
        run.setValue(id, 5, -55);
        run.end();
        EXPECT_EQ(run.session.unkept(), std::vector{id});
        EXPECT_FALSE(run.session.reason().isEmpty());
    }
    ::umount(path.c_str());
}

// The bytes of a file that another program has replaced are nowhere else.
TEST(SessionEdits, OfAFileThatIsAnotherOneByNowAreKeptWhole)
{
    const QTemporaryDir folder, files;
    const auto path = files.filePath(QStringLiteral("a.npz"));
    std::filesystem::copy_file(largeFile().toStdString(), path.toStdString());
    TensorPtr edited;
    {
        LargeSitting run(folder.path());
        const auto id = run.open(path);
        QFile::remove(path); // the old one stays as long as it is mapped
        auto other = largeTensor();
        other.members[2].array = turned(other.members[2].array);
        ASSERT_TRUE(saveFile({{{"", other}}, {}}, path.toStdString()));
        run.setValue(id, 5, -55);
        edited = run.only().tensor;
        run.end();
        EXPECT_TRUE(run.session.isKept());
    }
    LargeSitting run(folder.path());
    run.restore();
    expectSameBytes(*run.only().tensor, *edited);
}

TEST(SessionEdits, WhoseFileHasAnotherSizeWaitForTheOldOne)
{
    const QTemporaryDir folder, files;
    const auto path = files.filePath(QStringLiteral("a.npz"));
    std::filesystem::copy_file(largeFile().toStdString(), path.toStdString());
    {
        LargeSitting run(folder.path());
        run.setValue(run.open(path), 5, -55);
        run.end();
    }
    QFile::rename(path, path + QStringLiteral(".old"));
    auto other = largeTensor();
    other.members[2].array = Array::fromInts({1}, std::vector<std::int64_t>{3});
    ASSERT_TRUE(saveFile({{{"", other}}, {}}, path.toStdString()));
    {
        LargeSitting run(folder.path());
        run.session.restore();
        settle(run.desk.jobs);
        EXPECT_TRUE(run.desk.workspace.subjects().empty()) << "told, and not put on what it does not fit";
        run.desk.show(largeTensor(), "another");
        run.end();
    }
    ASSERT_TRUE(QFile::remove(path) && QFile::rename(path + QStringLiteral(".old"), path));
    LargeSitting run(folder.path());
    run.session.restore();
    settle(run.desk.jobs);
    ASSERT_EQ(run.desk.workspace.subjects().size(), 2U);
    EXPECT_EQ(std::get<double>(run.desk.workspace.subjects()[1].tensor->member("values").array.at(5).number()),
              -55);
}

// Two tensors of one storage, made here.
TEST(SessionEdits, OfTensorsThatShareAStorageAreKeptOnceAndShareItAfterwards)
{
    const QTemporaryDir folder;
    {
        LargeSitting run(folder.path());
        run.desk.workspace.add(largeTensor(), QStringLiteral("a"), QStringLiteral("made"));
        run.desk.workspace.add(largeTensor(), QStringLiteral("b"), QStringLiteral("made"));
        run.end();
        EXPECT_TRUE(run.session.isKept());
    }
    EXPECT_LT(bytesIn(folder.path()), 9 * entries);
    LargeSitting run(folder.path());
    run.session.restore();
    settle(run.desk.jobs);
    const auto& subjects = run.desk.workspace.subjects();
    ASSERT_EQ(subjects.size(), 2U);
    for (const auto* member : {"compressed", "plain", "values"})
        EXPECT_EQ(subjects[0].tensor->member(member).array.storage,
                  subjects[1].tensor->member(member).array.storage);
    expectSameBytes(*subjects[1].tensor, largeTensor());
}

TEST(SessionEdits, WhoseKeptBytesAreDamagedAreToldAndNotGuessed)
{
    const QTemporaryDir folder;
    {
        LargeSitting run(folder.path());
        editHereAndThere(run, run.open(largeFile()));
        run.end();
    }
    for (const auto& name : QDir(folder.path()).entryList({QStringLiteral("*.safetensors")})) {
        QFile kept(folder.filePath(name));
        ASSERT_TRUE(kept.open(QIODevice::ReadWrite));
        kept.resize(kept.size() - 1);
    }
    LargeSitting run(folder.path());
    QString told;
    QObject::connect(&run.session, &Session::told, [&told](const QString& text) { told += text; });
    run.session.restore();
    settle(run.desk.jobs);
    EXPECT_TRUE(told.contains(QStringLiteral("large"))) << told.toStdString();
}
