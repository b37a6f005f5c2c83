// SPDX-License-Identifier: GPL-3.0-or-later
// Closing the window with edits that are not saved.
#include "files.h"
#include "io/open.h"
#include "main_window.h"
#include "make/generators.h"
#include "notices.h"
#include "profile.h"
#include "support/same_document.h"
#include "tensor/edit.h"
#include "timing/session_json.h"
#include "timings/timings.h"
#include "widgets/support/questions.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <numeric>
#include <sys/resource.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class LeavingTest : public testing::Test
{
protected:
    LeavingTest()
    {
        const auto tensor = tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[1, 2]}})");
        EXPECT_TRUE(saveFile({{{"", tensor}}, {}}, m_file.toStdString()));
    }
    // A window of this profile, or of none.
    void start(Profile* profile)
    {
        m_window = std::make_unique<MainWindow>(Theme::light, profile);
        m_window->show();
        m_window->restoreAndOpen({m_file});
        settle();
    }
    void settle()
    {
        ASSERT_TRUE(tscope::test::settle(m_window->jobs()));
        QCoreApplication::processEvents();
    }
    void edit(std::int64_t value)
    {
        auto& workspace = m_window->workspace();
        const EditList edits{{SetElements{"values", 0, {*Element::from(value, ElementType::i64)}}}};
        ASSERT_TRUE(workspace.edit(workspace.current(), edits, QStringLiteral("edit")));
        settle();
    }
    void measure()
    {
        TimingChoices choices;
        choices.ops = {"sum"};
        choices.layouts = {"strided"};
        choices.budget = std::chrono::milliseconds(3);
        m_window->timings().measure({*m_window->workspace().currentSubject()}, choices);
        settle();
        ASSERT_EQ(m_window->timings().sessions().empty(), false);
    }
    void close()
    {
        m_window->close();
        settle();
    }
    void answer(const char* button)
    {
        tscope::test::answer(*m_window, button);
        settle();
    }
    bool isOpen() const { return m_window->isVisible(); }
    std::int64_t first()
    {
        const auto* subject = m_window->workspace().currentSubject();
        return std::get<std::int64_t>(subject->tensor->member("values").array.at(0).number());
    }
    std::int64_t firstInFile() const
    {
        return std::get<std::int64_t>(
            Files::read(m_file)->tensors[0].tensor.member("values").array.at(0).number());
    }
    QString question() { return questionText(*m_window); }

    QTemporaryDir m_folder, m_profile;
    QString m_file = m_folder.filePath(QStringLiteral("a.npy"));
    std::unique_ptr<MainWindow> m_window;
};

} // namespace

TEST_F(LeavingTest, WithoutEditsNothingIsAsked)
{
    start(nullptr);
    close();
    EXPECT_FALSE(isOpen());
}

TEST_F(LeavingTest, AWindowThatRemembersNothingAsksAndNamesWhatWouldBeLost)
{
    start(nullptr);
    edit(7);
    close();
    ASSERT_TRUE(isOpen());
    EXPECT_TRUE(question().contains(QStringLiteral("lost: a."))) << question().toStdString();
    answer("cancel");
    EXPECT_TRUE(isOpen());
    EXPECT_EQ(first(), 7);
    close();
    answer("discard");
    EXPECT_FALSE(isOpen());
    EXPECT_EQ(firstInFile(), 1);
}

TEST_F(LeavingTest, SaveAllSavesAndThenCloses)
{
    start(nullptr);
    edit(7);
    close();
    answer("save all");
    ASSERT_TRUE(waitUntil([&] { return !isOpen(); }));
    EXPECT_EQ(firstInFile(), 7);
}

TEST_F(LeavingTest, WhereSavingFailsTheWindowStays)
{
    start(nullptr);
    edit(7);
    ASSERT_TRUE(QFile::remove(m_file) && QDir().mkdir(m_file)); // nothing can be written there
    close();
    answer("save all");
    answer("save"); // in the place of what is there now
    EXPECT_TRUE(isOpen());
    EXPECT_FALSE(m_window->notices().text().isEmpty());
    EXPECT_EQ(first(), 7);
}

TEST_F(LeavingTest, WhatTheSessionKeepsIsNotAskedForAndBackAtTheNextStart)
{
    {
        Profile profile(m_profile.path());
        start(&profile);
        edit(7);
        m_window->close();
        EXPECT_EQ(questionOf(*m_window), nullptr);
        ASSERT_TRUE(waitUntil([&] { return !isOpen(); }));
        m_window.reset();
    }
    Profile profile(m_profile.path());
    start(&profile);
    ASSERT_EQ(m_window->workspace().subjects().size(), 1U) << "the file named at start is the one that is open";
    EXPECT_EQ(first(), 7);
    EXPECT_TRUE(m_window->isWindowModified());
    EXPECT_TRUE(m_window->notices().text().contains(QStringLiteral("last session")))
        << m_window->notices().text().toStdString();
    auto* undo = m_window->findChild<QAction*>(QStringLiteral("undo"));
    EXPECT_TRUE(undo->text().contains(QStringLiteral("a: edit"))) << undo->text().toStdString();
    undo->trigger();
    settle();
    EXPECT_EQ(first(), 1);
    EXPECT_FALSE(m_window->isWindowModified());
    EXPECT_EQ(m_window->notices().text(), QString()) << "nothing differs from its file any more";
}

// Of more bytes than are kept whole.
TEST_F(LeavingTest, ARepairOfALargeTensorIsBackAtTheNextStart)
{
    MakeSpec spec;
    spec.layout = "csr";
    spec.size = {30'000, 30'000};
    spec.nnz = 300'000;
    auto broken = *makeTensorOf(spec);
    const EditList fault{
        {SetElements{"plain", 150'000, {*Element::from(std::int64_t{30'005}, ElementType::i64)}}}};
    broken = *applied(broken, fault.edits);
    m_file = m_folder.filePath(QStringLiteral("large.npz"));
    ASSERT_TRUE(saveFile({{{"", broken}}, {}}, m_file.toStdString()));
    TensorPtr repaired;
    {
        Profile profile(m_profile.path());
        start(&profile);
        ASSERT_FALSE(m_window->workspace().currentSubject()->report->valid);
        auto& repairs = *m_window->findChild<QListWidget*>(QStringLiteral("repairs"));
        const auto whole = repairs.findItems(QString(QChar(0x2713)), Qt::MatchContains); // valid after it
        ASSERT_FALSE(whole.isEmpty());
        repairs.scrollToItem(whole.front());
        QTest::mouseClick(repairs.viewport(), Qt::LeftButton, {}, repairs.visualItemRect(whole.front()).center());
        settle();
        QTest::mouseClick(m_window->findChild<QPushButton*>(QStringLiteral("apply repair")), Qt::LeftButton);
        settle();
        repaired = m_window->workspace().currentSubject()->tensor;
        ASSERT_TRUE(m_window->workspace().currentSubject()->report->valid);
        m_window->findChild<QAction*>(QStringLiteral("quit"))->trigger();
        EXPECT_EQ(questionOf(*m_window), nullptr) << question().toStdString();
        ASSERT_TRUE(waitUntil([&] { return !isOpen(); }));
        m_window.reset();
    }
    Profile profile(m_profile.path());
    start(&profile);
    ASSERT_EQ(m_window->workspace().subjects().size(), 1U);
    EXPECT_EQ(
        firstDifference({{{"", *m_window->workspace().currentSubject()->tensor}}, {}}, {{{"", *repaired}}, {}}),
        "");
    EXPECT_TRUE(m_window->isWindowModified());
    EXPECT_TRUE(m_window->findChild<QAction*>(QStringLiteral("undo"))->isEnabled());
}

TEST_F(LeavingTest, WhereTheDiskIsFullTheWindowAsksAndStaysUsable)
{
    Profile profile(m_profile.path());
    start(&profile);
    auto* const before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{}, none{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    none = limit;
    none.rlim_cur = 0;
    ::setrlimit(RLIMIT_FSIZE, &none);
    edit(7);
    m_window->close();
    ASSERT_TRUE(waitUntil([&] { return questionOf(*m_window) != nullptr; }));
    EXPECT_TRUE(isOpen());
    EXPECT_TRUE(question().contains(QStringLiteral("lost: a."))) << question().toStdString();
    answer("cancel");
    EXPECT_FALSE(m_window->notices().text().isEmpty()) << "told while it lasts";
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, before);
    m_window->close(); // there is room again
    ASSERT_TRUE(waitUntil([&] { return !isOpen(); }));
    EXPECT_EQ(m_window->notices().text(), QString());
}

TEST_F(LeavingTest, ASecondWindowOfTheProfileAsks)
{
    Profile first(m_profile.path()), second(m_profile.path());
    start(&second);
    edit(7);
    close();
    EXPECT_TRUE(isOpen());
    EXPECT_NE(questionOf(*m_window), nullptr);
    answer("discard");
}

// As after a crash: nothing is told to the profile at the end.
TEST_F(LeavingTest, TheChosenContractIsKeptWithWhatIsOpen)
{
    {
        Profile profile(m_profile.path());
        start(&profile);
        const auto scipy = contractNamed("scipy");
        ASSERT_TRUE(scipy);
        m_window->workspace().setContract(**scipy);
        m_window->closeUnasked();
        m_window.reset();
    }
    Profile profile(m_profile.path());
    start(&profile);
    EXPECT_EQ(m_window->workspace().contract().name(), "scipy");
    EXPECT_EQ(m_window->workspace().currentSubject()->report->contract, "scipy");
}

TEST_F(LeavingTest, ASignalIsNotAskedBackAndKeepsWhatCanBeKept)
{
    {
        Profile profile(m_profile.path());
        start(&profile);
        edit(7);
        m_window->closeUnasked();
        EXPECT_FALSE(isOpen());
        m_window.reset(); // what is being written is written
    }
    Profile profile(m_profile.path());
    start(&profile);
    EXPECT_EQ(first(), 7);
}

// What was read of a damaged file, as it was read, is nobody's work.
TEST_F(LeavingTest, PartsOfDamagedFilesCountAsUnsavedOnlyWhenTheyAreEdited)
{
    m_file = m_folder.filePath(QStringLiteral("cut.mtx"));
    QFile file(m_file);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 1 1\n2 2 2\n3 oops 3\n");
    file.close();
    {
        Profile profile(m_profile.path());
        start(&profile);
        ASSERT_EQ(m_window->workspace().subjects().size(), 1U);
        EXPECT_EQ(m_window->workspace().currentSubject()->origin->partly, QStringLiteral("2 of 3 entries"));
        EXPECT_TRUE(m_window->notices().text().contains(QStringLiteral("partly read: 2 of 3 entries")))
            << m_window->notices().text().toStdString();
        EXPECT_TRUE(m_window->notices().text().contains(QStringLiteral("(line 5)")))
            << m_window->notices().text().toStdString();
        EXPECT_FALSE(m_window->isWindowModified());
        m_window->close();
        EXPECT_EQ(questionOf(*m_window), nullptr);
        ASSERT_TRUE(waitUntil([&] { return !isOpen(); }));
        m_window.reset();
    }
    {
        Profile profile(m_profile.path());
        m_window = std::make_unique<MainWindow>(Theme::light, &profile);
        m_window->show();
        m_window->restoreAndOpen({});
        settle();
        ASSERT_EQ(m_window->workspace().subjects().size(), 1U) << "kept, as its file can't be read again";
        EXPECT_TRUE(m_window->workspace().currentSubject()->isSaved());
        EXPECT_EQ(m_window->workspace().currentSubject()->origin->partly, QStringLiteral("2 of 3 entries"));
        edit(7);
        EXPECT_TRUE(m_window->isWindowModified());
        m_window->findChild<QAction*>(QStringLiteral("undo"))->trigger();
        settle();
        EXPECT_FALSE(m_window->isWindowModified());
        m_window.reset();
    }
    start(nullptr);
    close();
    EXPECT_FALSE(isOpen()) << "asked though nothing was edited";
    start(nullptr);
    edit(7);
    close();
    EXPECT_NE(questionOf(*m_window), nullptr);
    answer("discard");
}

// A file need not hold a tensor as it lay here when it was saved.
TEST_F(LeavingTest, EditsAfterASaveArePutOnWhatTheFileHolds)
{
    constexpr std::int64_t side = 512; // more bytes than are kept whole
    std::vector<std::int64_t> numbers(side * side);
    std::iota(numbers.begin(), numbers.end(), 0);
    auto columns = tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[1]}})");
    columns.members[0].array = Array::fromInts({side * side}, numbers);
    columns.members[0].array.geometry = {{side, side}, {1, side}, 0};
    const auto path = m_folder.filePath(QStringLiteral("b.safetensors")); // which keeps rows only
    {
        Profile profile(m_profile.path());
        start(&profile);
        auto& workspace = m_window->workspace();
        workspace.setCurrent(workspace.add(columns, QStringLiteral("b"), QStringLiteral("made")));
        settle();
        m_window->findChild<QAction*>(QStringLiteral("save-as"))->trigger();
        Q_EMIT m_window->findChild<QFileDialog*>()->fileSelected(path);
        delete m_window->findChild<QFileDialog*>();
        answer("save");
        ASSERT_TRUE(workspace.currentSubject()->isSaved());
        ASSERT_TRUE(
            workspace.edit(workspace.current(),
                           {{SetElements{"values", 1, {*Element::from(std::int64_t{-7}, ElementType::i64)}}}},
                           QStringLiteral("edit")));
        m_window->close();
        ASSERT_TRUE(waitUntil([&] { return !isOpen(); }));
        m_window.reset();
    }
    Profile profile(m_profile.path());
    start(&profile);
    const auto& subject = m_window->workspace().subjects().back();
    ASSERT_EQ(subject.origin->path, path);
    const auto& array = subject.tensor->member("values").array;
    const auto at = [&](std::int64_t row, std::int64_t column) {
        return std::get<std::int64_t>(array.at(Extents{row, column}).number());
    };
    EXPECT_EQ(at(0, 1), -7);
    EXPECT_EQ(at(1, 0), 1);
    EXPECT_EQ(at(0, 2), 2 * side);
    EXPECT_EQ(at(side - 1, side - 1), side * side - 1);
}

// Measurements would come back at each start: the window asks, whether it remembers what is open or not.
TEST_F(LeavingTest, MeasurementsThatAreNotSavedAreAskedFor)
{
    Profile profile(m_profile.path());
    start(&profile);
    measure();
    close();
    ASSERT_TRUE(isOpen());
    EXPECT_TRUE(question().contains(QStringLiteral("these measurements are lost: a: ")))
        << question().toStdString();
    answer("cancel");
    EXPECT_TRUE(isOpen());
    close();
    answer("discard");
    ASSERT_TRUE(waitUntil([&] { return !isOpen(); }));
    m_window.reset();
    EXPECT_TRUE(QDir(m_profile.path()).entryList({QStringLiteral("times*")}).isEmpty()) << "they are given up";
    start(&profile);
    EXPECT_TRUE(m_window->timings().sessions().empty());
}

TEST_F(LeavingTest, ASignalKeepsMeasurementsForTheNextStart)
{
    QString title;
    {
        Profile profile(m_profile.path());
        start(&profile);
        measure();
        title = m_window->timings().sessions().back().title;
        m_window->closeUnasked();
        EXPECT_FALSE(isOpen());
        EXPECT_EQ(questionOf(*m_window), nullptr);
        m_window.reset(); // what is being written is written
    }
    Profile profile(m_profile.path());
    start(&profile);
    const auto& timings = m_window->timings();
    ASSERT_EQ(timings.sessions().size(), 1U);
    EXPECT_EQ(timings.unsaved(), QStringList{title}) << "still in no file of the user's";
    EXPECT_EQ(timings.sessions()[0].session->rows.front().op, "sum");
    EXPECT_FALSE(timings.sessions()[0].request) << "what came from a file is not believed";
    EXPECT_EQ(timings.shownAt(), 0);
    EXPECT_TRUE(m_window->notices().text().contains(QStringLiteral("not saved: ") + title))
        << m_window->notices().text().toStdString();
    // Saved, they are told of no more, and not brought back again.
    m_window->timings().save(m_folder.filePath(QStringLiteral("t.json")));
    settle();
    EXPECT_EQ(m_window->notices().text(), QString());
    close();
    EXPECT_FALSE(isOpen());
    m_window.reset();
    start(&profile);
    EXPECT_TRUE(m_window->timings().sessions().empty());
}

// As after a crash, or when the session manager ends the program: nothing is asked and nothing is told at the end.
TEST_F(LeavingTest, MeasurementsAreKeptSoonAfterTheyWereMade)
{
    {
        Profile profile(m_profile.path());
        start(&profile);
        measure();
        ASSERT_TRUE(waitUntil(
            [&] { return QFile::exists(QDir(m_profile.path()).filePath(QStringLiteral("times.json"))); }));
        settle();
        m_window.reset();
    }
    Profile profile(m_profile.path());
    start(&profile);
    EXPECT_EQ(m_window->timings().unsaved().size(), 1);
}

TEST_F(LeavingTest, MeasurementsAreSavedIntoAFolderBeforeTheWindowCloses)
{
    start(nullptr);
    measure();
    measure();
    close();
    answer("save all");
    auto* dialog = m_window->findChild<QFileDialog*>(QStringLiteral("folder of measurements"));
    ASSERT_NE(dialog, nullptr);
    Q_EMIT dialog->fileSelected(m_folder.path());
    delete dialog;
    ASSERT_TRUE(waitUntil([&] { return !isOpen(); }));
    const auto saved = QDir(m_folder.path()).entryList({QStringLiteral("*.json")});
    ASSERT_EQ(saved.size(), 2) << saved.join(QLatin1Char(' ')).toStdString();
    for (const auto& name : saved) {
        const auto session = timing::readSessionFile(m_folder.filePath(name).toStdString());
        ASSERT_TRUE(session) << session.error().text;
        EXPECT_EQ(session->rows.front().op, "sum");
    }
}

TEST_F(LeavingTest, AMeasurementThatIsSavedIsNotAskedFor)
{
    start(nullptr);
    measure();
    auto& timings = m_window->timings();
    timings.save(m_folder.filePath(QStringLiteral("t.csv"))); // which can't be opened again
    settle();
    EXPECT_EQ(timings.unsaved().size(), 1);
    timings.save(m_folder.filePath(QStringLiteral("t.json")));
    settle();
    EXPECT_TRUE(timings.unsaved().isEmpty());
    close();
    EXPECT_FALSE(isOpen());
}

// Saving fails, so the window stays, and what is measured then was not given up with what was measured before.
TEST_F(LeavingTest, MeasurementsThatCameAfterAreAskedForAgain)
{
    start(nullptr);
    edit(7);
    measure();
    ASSERT_TRUE(QFile::remove(m_file) && QDir().mkdir(m_file)); // nothing can be written there
    close();
    answer("discard"); // the measurement
    answer("save all");
    answer("save"); // in the place of what is there now
    ASSERT_TRUE(isOpen());
    measure();
    close();
    EXPECT_TRUE(question().contains(QStringLiteral("these measurements are lost: a: ")))
        << question().toStdString();
}
