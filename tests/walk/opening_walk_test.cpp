// SPDX-License-Identifier: GPL-3.0-or-later
// Opening large files: what the window's thread does meanwhile is told, not judged.
#include "support/sanitized.h"
#include "walk/walk.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <string>
#include <vector>

using namespace tscope;
using namespace tscope::test;

namespace {

// Bytes: of what is read a good deal faster than the other.
constexpr std::size_t largeMatrix = isSanitized ? std::size_t{12} << 20 : std::size_t{256} << 20;
constexpr std::size_t largeJson = isSanitized ? std::size_t{12} << 20 : std::size_t{64} << 20;

std::string matrixText()
{
    std::string text;
    const auto line = [](std::size_t i) {
        return std::to_string(1 + i * 7919 % 1'000'000) + ' ' + std::to_string(1 + i * 104'729 % 1'000'000) +
               " 0." + std::to_string(100'000 + i % 900'000) + '\n';
    };
    std::size_t count = 0;
    for (; text.size() < largeMatrix; ++count)
        text += line(count);
    return "%%MatrixMarket matrix coordinate real general\n1000000 1000000 " + std::to_string(count) + '\n' + text;
}

std::string jsonText()
{
    std::string text = R"({"layout":"strided","members":{"values":[0.5)";
    for (std::size_t i = 0; text.size() < largeJson; ++i)
        text += ",0." + std::to_string(100'000 + i % 900'000);
    return text + "]}}";
}

class WalkOpening : public Walk
{
protected:
    QString write(const char* name, const std::string& text)
    {
        const auto path = m_folder.filePath(QString::fromLatin1(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) &&
                    file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()));
        return path;
    }
    std::size_t count() { return m_window.workspace().subjects().size(); }

    // Opens it twice: cancelled as soon as that can be done, and to its end. A hand that has to find the button
    // might come too late on a fast machine.
    void open(const QString& path, const char* title)
    {
        const auto* reading = m_window.findChild<QLabel*>(QStringLiteral("reading"));
        auto* cancel = m_window.findChild<QPushButton*>(QStringLiteral("cancel"));
        frameLog().clear();
        m_window.files().open({path});
        ASSERT_TRUE(waitUntil([&] { return cancel->isVisible() || count() > 0; }))
            << "how far it is should be told";
        if (count() > 0) { // read before anybody could have wished that it were not
            tellFigures(title);
            return;
        }
        QTest::mouseClick(cancel, Qt::LeftButton);
        EXPECT_FALSE(cancel->isVisible()) << "it is over at once";
        EXPECT_FALSE(reading->isVisible());
        settle();
        EXPECT_EQ(count(), 0U);

        std::vector<double> told;
        const auto connection =
            QObject::connect(&m_window.files(), &Files::reading, &m_window, [&](const QString& what, double done) {
                if (!what.isEmpty())
                    told.push_back(done);
            });
        m_window.files().open({path});
        settle();
        QObject::disconnect(connection);
        ASSERT_EQ(count(), 1U);
        EXPECT_TRUE(std::ranges::is_sorted(told));
        if (!told.empty()) { // else it was read before the first tick
            EXPECT_LE(told.back(), 1);
        }
        if (told.size() > 6) { // else there was no time for it
            EXPECT_LT(told.front(), told.back()) << "it should move";
        }
        tellFigures(title);
    }

    QTemporaryDir m_folder;
};

} // namespace

TEST_F(WalkOpening, ALargeMatrixMarketText)
{
    open(write("large.mtx", matrixText()), "opening a .mtx of 256 MiB");
}

TEST_F(WalkOpening, ALargeJsonText)
{
    open(write("large.json", jsonText()), "opening a .json of 64 MiB");
}

TEST_F(WalkOpening, ACheckpointOfTenThousandTensors)
{
    constexpr std::size_t all = isSanitized ? 1'000 : 10'000;
    std::string text = R"({"tensors":{"model.first":{"layout":"strided","members":{"values":[1]}})";
    for (std::size_t i = 1; i < all; ++i)
        text += ",\"model.layers." + std::to_string(i / 100) + ".part" + std::to_string(i % 100) +
                R"(.weight":{"layout":"strided","members":{"values":[1,2,3]}})";
    const auto path = write("checkpoint.json", text + "}}");
    frameLog().clear();
    m_window.files().open({path});
    settle();
    ASSERT_EQ(count(), all);
    tellFigures("opening a file of 10^4 tensors");

    auto& tree = *m_window.findChild<QTreeView*>(QStringLiteral("subjects"));
    ASSERT_EQ(tree.model()->rowCount(), 1);
    const auto file = tree.model()->index(0, 0);
    EXPECT_EQ(file.siblingAtColumn(3).data().toString().toStdString(), "\u2713 " + std::to_string(all));
    tree.setFocus();
    for (const auto* key :
         {"Down", "Down", "Down", "Right", "Down", "Right", "Down", "Down", "Left", "Left", "End"})
        m_robot.key(QString::fromLatin1(key));
    m_robot.click(Robot::on(*m_window.findChild<QWidget*>(QStringLiteral("tensor filter"))));
    m_robot.type(QStringLiteral("part7"));
    settle();
    ASSERT_TRUE(waitUntil([&] { return tree.model()->rowCount(tree.model()->index(0, 0)) > 0; }));
    for (int letter = 0; letter < 5; ++letter)
        m_robot.key(QStringLiteral("BackSpace"));
    settle();
    ASSERT_TRUE(waitUntil([&] { // "first" beside the "layers", in "model"
        return tree.model()->rowCount(tree.model()->index(0, 0, tree.model()->index(0, 0))) == 2;
    }));
    tellFigures("walking in a tree of 10^4 tensors");

    auto& contract = *m_window.findChild<QComboBox*>(QStringLiteral("contract"));
    focus(m_window);
    contract.setFocus();
    m_robot.key(QStringLiteral("Down"));
    settle();
    tellFigures("opening another contract for 10^4 tensors");

    tree.scrollToTop();
    m_robot.click(Robot::on(*tree.viewport(), tree.visualRect(tree.model()->index(0, 0)).center()));
    m_robot.key(QStringLiteral("Delete"));
    settle();
    EXPECT_EQ(count(), 0U);
    m_robot.key(QStringLiteral("ctrl+z"));
    settle();
    EXPECT_EQ(count(), all);
    tellFigures("closing a file of 10^4 tensors, and undoing that");
}
