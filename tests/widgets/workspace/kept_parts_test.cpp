// SPDX-License-Identifier: GPL-3.0-or-later
// The readable part of a damaged file, over the end of the window.
#include "io/open.h"
#include "io/refused_file.h"
#include "widgets/support/session_run.h"
#include "widgets/support/tensors.h"
#include "workspace/session.h"

#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

constexpr auto cutMatrix = "%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 1 1\n2 2 2\n3 oops 3\n";
constexpr auto wholeMatrix = "%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 1 1\n2 2 2\n3 3 3\n";

class KeptParts : public testing::Test
{
protected:
    struct Run : SessionRun {
        explicit Run(const QTemporaryDir& folder) : SessionRun(folder)
        {
            QObject::connect(&session, &Session::told, &session, [this](const QString& text) { told << text; });
        }
        const Subject& subject() const { return desk.workspace.subjects().front(); }
        // The first of its values, and how many there are.
        std::pair<std::int64_t, std::int64_t> values() const
        {
            const auto& array = subject().tensor->member("values").array;
            return {std::get<std::int64_t>(array.at(0).number()), *numel(array.geometry)};
        }
        void edit()
        {
            ASSERT_TRUE(desk.workspace.edit(
                subject().id, {{SetElements{"values", 0, {*Element::from(std::int64_t{7}, ElementType::i64)}}}},
                QStringLiteral("edit")));
        }

        QStringList told;
    };

    void write(const char* text)
    {
        QFile file(m_path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    // As the window opens it.
    void openPart(Run& run)
    {
        write(cutMatrix);
        const auto why = openFile(m_path.toStdString());
        ASSERT_FALSE(why);
        auto seen = lookInto(m_path.toStdString(), why.error());
        ASSERT_EQ(seen.readable.size(), 1U);
        Origin origin{QStringLiteral("a.mtx"), m_path};
        origin.stamp = stampOf(m_path);
        origin.names << QString::fromStdString(seen.readable.front().name);
        origin.isPart = true;
        origin.partly = QString::fromStdString(seen.partly);
        Subject subject{0, QStringLiteral("a"), std::make_shared<const Origin>(origin), 0,
                        std::make_shared<const Tensor>(seen.readable.front().tensor)};
        subject.readPart = subject.tensor;
        run.desk.workspace.setCurrent(run.desk.workspace.add({std::move(subject)}));
        settle(run.desk.jobs);
        ASSERT_TRUE(run.subject().isUneditedPart());
    }

    QTemporaryDir m_folder, m_files;
    QString m_path = m_files.filePath(QStringLiteral("a.mtx"));
};

} // namespace

TEST_F(KeptParts, GiveWayToTheirFileThatIsWholeByNow)
{
    {
        Run run(m_folder);
        openPart(run);
        run.end();
    }
    write(wholeMatrix);
    Run run(m_folder);
    run.restore();
    ASSERT_EQ(run.desk.workspace.subjects().size(), 1U);
    EXPECT_EQ(run.values(), std::pair(std::int64_t{1}, std::int64_t{3}));
    EXPECT_TRUE(run.subject().isSaved()) << "it is no edit of the whole file";
    EXPECT_EQ(run.desk.workspace.undoStack().count(), 0);
    EXPECT_FALSE(run.subject().origin->isPart);
    EXPECT_EQ(run.subject().origin->partly, QString());
    EXPECT_EQ(run.subject().origin->stamp, stampOf(m_path)) << "saving need not ask";
    ASSERT_EQ(run.told.size(), 1);
    EXPECT_TRUE(run.told.front().contains(QStringLiteral("can be read whole now")))
        << run.told.front().toStdString();
}

TEST_F(KeptParts, ThatWereEditedStayAndUndoLeadsBackToThem)
{
    {
        Run run(m_folder);
        openPart(run);
        run.edit();
        run.end();
    }
    Run run(m_folder);
    run.restore();
    ASSERT_EQ(run.desk.workspace.subjects().size(), 1U);
    EXPECT_EQ(run.values(), std::pair(std::int64_t{7}, std::int64_t{2}));
    EXPECT_FALSE(run.subject().isSaved());
    ASSERT_EQ(run.desk.workspace.undoStack().count(), 1);
    run.desk.workspace.undoStack().undo();
    EXPECT_EQ(run.values(), std::pair(std::int64_t{1}, std::int64_t{2}));
}
