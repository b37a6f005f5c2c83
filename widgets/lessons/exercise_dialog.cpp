// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/exercise_dialog.h"

#include "facts/wording.h"
#include "io/whole_file.h"
#include "jobs/jobs.h"
#include "lessons/lesson_file.h"
#include "lessons/lesson_words.h"
#include "make/faults.h"
#include "style/brief.h"
#include "workspace/places_in_file.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace tscope {

namespace {

QString titleOfKind(QuestionKind kind)
{
    switch (kind) {
    case QuestionKind::locate:
        return ExerciseDialog::tr("In which slot is an element stored?");
    case QuestionKind::readBack:
        return ExerciseDialog::tr("Which element does a slot hold?");
    case QuestionKind::array:
        return ExerciseDialog::tr("Type the strides or the index arrays");
    case QuestionKind::broken:
        return ExerciseDialog::tr("Which rules are broken, and where?");
    case QuestionKind::view:
        break;
    }
    return ExerciseDialog::tr("View or copy?");
}

} // namespace

ExerciseDialog::ExerciseDialog(const QString& name, TensorPtr tensor, Jobs& jobs, QWidget* parent)
    : QDialog(parent), m_name(name), m_tensor(std::move(tensor)), m_jobs(jobs), m_kind(new QComboBox),
      m_steps(new QSpinBox), m_title(new QLineEdit), m_elements(new QLineEdit), m_rule(new QComboBox),
      m_told(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("make exercise"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Make an exercise from %1").arg(brief(name)));
    m_told->setObjectName(QStringLiteral("first question"));
    m_told->setReadOnly(true);
    m_told->setTabChangesFocus(true);
    m_told->setAccessibleName(tr("First question"));
    auto* label = new QLabel(tr("The first question, as one student gets it:"));
    label->setBuddy(m_told);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_save = buttons->addButton(tr("&Save the lesson..."), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("save exercise"));
    m_save->setToolTip(tr("Writes a file that can be edited and handed out, and opens it to try it."));
    disconnect(m_save, nullptr, buttons, nullptr); // it closes once the file is written
    connect(m_save, &QPushButton::clicked, this, &ExerciseDialog::askForPath);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(form());
    layout->addWidget(label);
    layout->addWidget(m_told, 1);
    layout->addWidget(buttons);
    resize(560, 460);
    make();
}

QWidget* ExerciseDialog::form()
{
    m_kind->setObjectName(QStringLiteral("kind of question"));
    for (const auto kind : questionKinds)
        m_kind->addItem(titleOfKind(kind));
    constexpr int mostSteps = 40;
    m_steps->setObjectName(QStringLiteral("number of questions"));
    m_steps->setRange(0, mostSteps);
    m_steps->setSpecialValueText(tr("as many as there are, up to 3"));
    m_title->setObjectName(QStringLiteral("title of the lesson"));
    m_title->setMaxLength(100);
    m_title->setPlaceholderText(tr("what the questions are about"));
    m_elements->setObjectName(QStringLiteral("elements asked for"));
    m_elements->setPlaceholderText(tr("others for each student, or such as 1,2; 0,3"));
    m_rule->setObjectName(QStringLiteral("rule to break"));
    m_rule->addItem(tr("those that it breaks, or another for each student"));
    for (const auto rule : plantableRules(*m_tensor->layout))
        m_rule->addItem(QString::fromUtf8(rule.data(), std::ssize(rule)));
    auto* form = new QWidget;
    auto* layout = new QFormLayout(form);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addRow(tr("&Question"), m_kind);
    layout->addRow(tr("&Title"), m_title);
    layout->addRow(tr("&Number of questions"), m_steps);
    layout->addRow(tr("&Elements"), m_elements);
    layout->addRow(tr("&Broken rule"), m_rule);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ExerciseDialog::make);
    connect(m_rule, &QComboBox::currentIndexChanged, this, &ExerciseDialog::make);
    connect(m_steps, &QSpinBox::valueChanged, this, &ExerciseDialog::make);
    connect(m_title, &QLineEdit::textChanged, this, &ExerciseDialog::make);
    connect(m_elements, &QLineEdit::textChanged, this, &ExerciseDialog::make);
    return form;
}

Result<LessonRequest> ExerciseDialog::request() const
{
    LessonRequest request;
    request.kind = questionKinds.at(static_cast<std::size_t>(m_kind->currentIndex()));
    request.title = m_title->text().toStdString();
    request.steps = static_cast<std::size_t>(m_steps->value());
    if (request.kind == QuestionKind::broken && m_rule->currentIndex() > 0)
        request.rule = m_rule->currentText().toStdString();
    if (request.kind == QuestionKind::locate) {
        auto elements = elementsNamed(m_elements->text().toStdString());
        if (!elements)
            return elements.error();
        request.elements = *std::move(elements);
    }
    return request;
}

Result<ExerciseDialog::Made> ExerciseDialog::made(const Tensor& tensor, const LessonRequest& request)
{
    auto text = lessonAbout(tensor, request);
    if (!text)
        return text.error();
    const auto lesson = readLesson(*text, "made");
    if (!lesson)
        return lesson.error();
    const auto exercise = pose(*lesson, 0, 1);
    if (!exercise)
        return exercise.error();
    return Made{*std::move(text), QString::fromStdString(exercise->ask)};
}

void ExerciseDialog::enable()
{
    const auto kind = questionKinds.at(static_cast<std::size_t>(m_kind->currentIndex()));
    m_elements->setEnabled(kind == QuestionKind::locate);
    m_rule->setEnabled(kind == QuestionKind::broken);
}

void ExerciseDialog::make()
{
    enable();
    m_lesson.clear();
    m_save->setEnabled(false);
    const auto wanted = request();
    if (!wanted) {
        m_jobs.stop(this, QStringLiteral("make exercise"));
        return refuse(wanted.error());
    }
    m_jobs.start(
        this, QStringLiteral("make exercise"),
        [tensor = m_tensor, wanted = *wanted](const Watch&) { return made(*tensor, wanted); },
        [this](const Result<Made>& made) { take(made); });
}

void ExerciseDialog::take(const Result<Made>& made)
{
    if (!made)
        return refuse(made.error());
    m_lesson = made->lesson;
    m_told->setPlainText(made->told);
    m_save->setEnabled(true);
}

void ExerciseDialog::refuse(const Error& error)
{
    m_told->setPlainText(asSentence(QString::fromStdString(sentenceOf(error))));
}

void ExerciseDialog::askForPath()
{
    auto* dialog = new QFileDialog(this, tr("Save the lesson"), {}, tr("Lessons (*.lesson)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("lesson"));
    const auto title = m_title->text().trimmed();
    dialog->selectFile(asFileName(title.isEmpty() ? m_name : title) + QStringLiteral(".lesson"));
    connect(dialog, &QFileDialog::fileSelected, this, &ExerciseDialog::saveTo);
    dialog->open();
}

void ExerciseDialog::saveTo(const QString& path)
{
    if (!path.endsWith(QStringLiteral(".lesson"), Qt::CaseSensitive)) // opened as one by its name
        return m_told->setPlainText(tr("The name of a lesson's file ends in .lesson."));
    if (m_lesson.empty()) // what was asked has changed since
        return;
    m_save->setEnabled(false);
    m_jobs.start(
        this, QStringLiteral("save exercise"),
        [path, text = m_lesson](const Watch&) { return writeWholeFile(path.toStdString(), text); },
        [this, path](const Result<void>& written) {
            m_save->setEnabled(!m_lesson.empty());
            if (!written)
                return refuse(written.error());
            Q_EMIT saved(path);
            accept();
        },
        Jobs::Kind::writes);
}

} // namespace tscope
