// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/exercise_dialog.h"

#include "widgets/support/lesson_window.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace tscope;
using namespace tscope::test;

namespace {

// The dialog, open on a sample.
struct ExerciseWindow : LessonWindow {
    explicit ExerciseWindow(const Tensor& tensor)
    {
        window.workspace().add(Document{{{"mine", tensor}}, {}}, QStringLiteral("test"));
        settle();
        child<QAction>("make-exercise").trigger();
        settle();
        dialog = window.findChild<ExerciseDialog*>();
        EXPECT_NE(dialog, nullptr);
    }
    template <class Widget>
    Widget& part(const char* name)
    {
        return *dialog->findChild<Widget*>(QString::fromLatin1(name));
    }
    std::string told() { return part<QPlainTextEdit>("first question").toPlainText().toStdString(); }
    QPushButton& save() { return part<QPushButton>("save exercise"); }
    void choose(QuestionKind kind)
    {
        auto& kinds = part<QComboBox>("kind of question");
        kinds.setFocus();
        QTest::keyClick(&kinds, Qt::Key_Home);
        for (int step = 0; step < static_cast<int>(kind); ++step)
            QTest::keyClick(&kinds, Qt::Key_Down);
        settle();
    }

    QPointer<ExerciseDialog> dialog;
};

} // namespace

TEST(ExerciseDialog, ShowsTheFirstQuestionOrWhyThereIsNone)
{
    ExerciseWindow shown(sample("csr"));
    EXPECT_NE(shown.told().find("Click the slot of values in which x["), std::string::npos) << shown.told();
    EXPECT_TRUE(shown.save().isEnabled());
    EXPECT_TRUE(shown.part<QLineEdit>("elements asked for").isEnabled());
    EXPECT_FALSE(shown.part<QComboBox>("rule to break").isEnabled());
    shown.choose(QuestionKind::view);
    EXPECT_EQ(shown.told(), "Wanted a strided tensor for this kind of question, found csr.");
    EXPECT_FALSE(shown.save().isEnabled());
    EXPECT_FALSE(shown.part<QLineEdit>("elements asked for").isEnabled());
    shown.choose(QuestionKind::broken);
    EXPECT_NE(shown.told().find("Which of these rules does it break?"), std::string::npos) << shown.told();
    EXPECT_TRUE(shown.save().isEnabled());
    EXPECT_TRUE(shown.part<QComboBox>("rule to break").isEnabled());
}

TEST(ExerciseDialog, AsksForTheElementsThatAreTyped)
{
    ExerciseWindow shown(sample("csr"));
    auto& elements = shown.part<QLineEdit>("elements asked for");
    QTest::keyClicks(&elements, QStringLiteral("2,4"));
    shown.settle();
    EXPECT_NE(shown.told().find("x[2, 4]"), std::string::npos) << shown.told();
    QTest::keyClicks(&elements, QStringLiteral("; here"));
    shown.settle();
    EXPECT_EQ(shown.told(), "Wanted elements such as 1,2; 0,3, found \"here\".");
    EXPECT_FALSE(shown.save().isEnabled());
}

TEST(ExerciseDialog, WritesALessonAndOpensIt)
{
    ExerciseWindow shown(sample("csr"));
    QTest::keyClicks(&shown.part<QLineEdit>("title of the lesson"), QStringLiteral("My matrix"));
    shown.part<QSpinBox>("number of questions").setValue(2);
    shown.settle();
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("mine.lesson"));
    QMetaObject::invokeMethod(
        &shown.window,
        [&] {
            auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            ASSERT_NE(files, nullptr);
            files->selectFile(path);
            static_cast<QDialog*>(files)->accept();
        },
        Qt::QueuedConnection);
    QTest::mouseClick(&shown.save(), Qt::LeftButton);
    shown.settle();
    EXPECT_TRUE(QFile::exists(path));
    ASSERT_NE(shown.play().lesson(), nullptr);
    EXPECT_EQ(shown.play().lesson()->title.english, "My matrix");
    EXPECT_EQ(shown.play().lesson()->steps.size(), 2U);
    QTest::qWait(1); // it deletes itself
    EXPECT_EQ(shown.dialog, nullptr);
    // What is asked of the lesson's tensor is not told by an exercise about it.
    EXPECT_FALSE(shown.child<QAction>("make-exercise").isEnabled());
}

TEST(ExerciseDialog, WithoutALessonNothingIsSaved)
{
    ExerciseWindow shown(sample("csr"));
    const QTemporaryDir folder;
    QTest::mouseClick(&shown.save(), Qt::LeftButton);
    auto* files = shown.dialog->findChild<QFileDialog*>();
    ASSERT_NE(files, nullptr);
    Q_EMIT files->fileSelected(folder.filePath(QStringLiteral("missing/mine.lesson"))); // can't be written
    shown.part<QLineEdit>("elements asked for").setText(QStringLiteral("here"));        // while it is tried
    shown.settle();
    EXPECT_FALSE(shown.save().isEnabled());
    const auto path = folder.filePath(QStringLiteral("mine.lesson"));
    Q_EMIT files->fileSelected(path);
    shown.settle();
    EXPECT_FALSE(QFile::exists(path)) << "it would be empty";
    files->close();
}

TEST(ExerciseDialog, NeedsATensor)
{
    LessonWindow empty;
    EXPECT_FALSE(empty.child<QAction>("make-exercise").isEnabled());
}
