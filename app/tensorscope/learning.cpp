// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: where they stand, and which parts of it a step wants to be seen.
#include "lessons/exercise_dialog.h"
#include "lessons/lesson_export.h"
#include "main_window.h"
#include "profile.h"
#include "scenes/scene.h"
#include "start_page.h"
#include "style/disabled_reason.h"

#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QRandomGenerator>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>

#include <utility>

namespace tscope {

void MainWindow::makeLearning(QMenu* menu)
{
    offer(menu, "lessons", tr("&Lessons"), QKeySequence(Qt::CTRL | Qt::Key_L), [this] {
        showLessons();
    })->setIconText(tr("Learn")); // in the tool bar
    offer(menu, "make-exercise", tr("&Make an exercise from this tensor..."), {}, [this] { makeExercise(); });
    makeLessonExport(menu);
    keepSitting();
    m_lessons.add({QStringLiteral(":/lessons")});
    if (m_profile != nullptr) {
        m_lessons.progress().keepIn(m_profile->folder());
        m_lessons.answers().keepIn(m_profile->folder());
    }
    connect(&m_lessons.progress(), &LessonProgress::told, this, [this](const QString& text) { notice({}, text); });
    connect(&m_lessons.answers(), &KeptAnswers::told, this, [this](const QString& text) { notice({}, text); });
    connect(&m_files, &Files::lessonsGiven, this, [this](const QStringList& paths) {
        m_lessons.open(paths, QRandomGenerator::global()->bounded(1U, 1'000'000U));
        showLessons();
    });
    connect(&m_lessons, &Lessons::faulty, this, [this](const QString& path, const QString& fault) {
        notice(QFileInfo(path).fileName(), fault, QStringLiteral("lesson ") + path);
    });
    connect(&m_lessons.play(), &LessonPlay::partsWanted, this, &MainWindow::showParts);
    connect(&m_lessons.play(), &LessonPlay::changed, this, &MainWindow::keepCanvasOfLesson);
    // The tensors of the step before, or of a lesson that is left, are closed unasked, which is no news.
    connect(&m_lessons.play(), &LessonPlay::changed, this, [this, posed = 0]() mutable {
        const bool isOther = std::exchange(posed, m_lessons.play().posed()) != m_lessons.play().posed();
        if (isOther || m_lessons.play().lesson() == nullptr)
            statusBar()->clearMessage();
    });
    // While its panel is hidden, what is covered seems to have no question.
    auto* panel = findChild<QDockWidget*>(QStringLiteral("lesson"));
    connect(panel->toggleViewAction(), &QAction::toggled, this, [this, panel] {
        QTimer::singleShot(0, this, [this, panel] { // once panels are arranged
            if (panel->isHidden() && m_selection.cover().isOn())
                statusBar()->showMessage(
                    tr("The question is still open. %1 leads back to it.")
                        .arg(action("lessons")->shortcut().toString(QKeySequence::NativeText)));
        });
    });
    // While a lesson asks for a number or a repair, the window offers nothing that gives the answer away.
    connect(&m_selection.cover(), &Cover::changed, this, [this] {
        showStartOrCanvas();
        enableRepair();
    });
}

void MainWindow::makeExercise()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return;
    auto* dialog = new ExerciseDialog(subject->title(), subject->tensor, m_jobs, this);
    connect(dialog, &ExerciseDialog::saved, &m_files, [this](const QString& path) { m_files.open({path}); });
    dialog->open();
}

// Below the lessons, and below File with whatever else writes files.
void MainWindow::makeLessonExport(QMenu* menu)
{
    auto* exports = menu->addMenu(tr("E&xport the lesson"));
    auto* file = menuBar()->actions().front()->menu();
    const auto ofFile = file->actions();
    file->insertMenu(ofFile.value(ofFile.indexOf(action("export-all")) + 1), exports);
    auto* writer = new LessonExport(m_lessons, m_jobs, m_log, *this);
    using Kind = LessonExport::Kind;
    for (const auto& [id, text, kind] :
         {std::tuple{"export-slides", tr("&Slides..."), Kind::slides},
          std::tuple{"export-slide-pictures", tr("Slides as &pictures (SVG)..."), Kind::slidePictures},
          std::tuple{"export-handout", tr("&Handout..."), Kind::handout},
          std::tuple{"export-answers", tr("Handout with &answers..."), Kind::handoutWithAnswers}})
        offer(exports, id, text, {}, [writer, kind = kind] { writer->ask(kind); });
    const auto enable = [writer, exports] {
        const bool isPossible = writer->isPossible();
        for (auto* each : exports->actions())
            enableOrSay(*each, isPossible, tr("Select a lesson or begin one first."));
    };
    connect(&m_lessons.play(), &LessonPlay::changed, exports, enable);
    connect(&m_lessons, &Lessons::selectedChanged, exports, enable);
    enable();
}

// The seed of a class and the name are those of the last run.
void MainWindow::keepSitting()
{
    if (m_profile == nullptr)
        return;
    auto* seed = findChild<QLineEdit*>(QStringLiteral("class seed"));
    auto* student = findChild<QLineEdit*>(QStringLiteral("student"));
    seed->setText(m_profile->classSeed());
    student->setText(m_profile->student());
    auto* shared = findChild<QCheckBox*>(QStringLiteral("same numbers"));
    shared->setChecked(m_profile->areNumbersShared());
    const auto keep = [this, seed, student, shared] {
        m_profile->setSitting(seed->text(), student->text(), shared->isChecked());
    };
    for (auto* line : {seed, student})
        connect(line, &QLineEdit::textChanged, this, keep);
    connect(shared, &QCheckBox::toggled, this, keep);
}

// What was looked at before a lesson is looked at again after it.
void MainWindow::keepCanvasOfLesson()
{
    const bool isOn = m_lessons.play().lesson() != nullptr;
    if (isOn == m_beforeLesson.has_value())
        return;
    if (m_workspace.currentSubject() == nullptr) // the focus stays where the lesson has put it
        m_center->setCurrentWidget(isOn ? m_lessonCard : static_cast<QWidget*>(m_start));
    if (isOn) {
        m_beforeLesson = CanvasState{m_tabs.all(), m_tabs.current()};
        return;
    }
    const auto before = *std::exchange(m_beforeLesson, std::nullopt);
    const auto picture = before.tabs[before.current].activePane().picture;
    m_tabs.restore(before.tabs, before.current);
    m_tabs.setPicture(m_tabs.tab().active, picture); // also where none of its tensors is open any more
}

void MainWindow::showLessons()
{
    arrange(QStringLiteral("learn"));
    auto* dock = findChild<QDockWidget*>(QStringLiteral("lesson"));
    dock->show();
    dock->raise();
    if (m_lessons.play().lesson() == nullptr)
        findChild<QListWidget*>(QStringLiteral("lessons"))->setFocus();
}

// A lone picture has all of the room; panels come to the front of theirs.
void MainWindow::showParts(const QStringList& parts)
{
    auto* lesson = findChild<QDockWidget*>(QStringLiteral("lesson"));
    QStringList shown;
    for (const auto& spec : pictures())
        if (parts.contains(QLatin1String(spec.id)))
            shown << QLatin1String(spec.id);
    if (!shown.isEmpty())
        m_tabs.setPicture(m_tabs.tab().active, shown.size() == 1 ? shown.front() : QString());
    for (const auto& spec : panels())
        if (parts.contains(QLatin1String(spec.part)))
            if (auto* dock = findChild<QDockWidget*>(QLatin1String(spec.id)); dock != nullptr) {
                dock->show();
                if (!tabifiedDockWidgets(lesson).contains(dock)) // the question stays in sight
                    dock->raise();
            }
    lesson->raise();
}

} // namespace tscope
