// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/hand_in_button.h"

#include "workspace/saved_text.h"

#include <QFileDialog>
#include <QInputDialog>

namespace tscope {

HandInButton::HandInButton(LessonPlay& play, Jobs& jobs, Log& log, QWidget* parent)
    : QPushButton(tr("Save answers..."), parent), m_play(play), m_jobs(jobs), m_log(log)
{
    setObjectName(QStringLiteral("hand in"));
    setToolTip(
        tr("Writes all answers of this lesson to a file. \"Mark answers\" in the list of lessons marks a folder "
           "of such files, as \"tscope lesson mark\" does."));
    connect(this, &QPushButton::clicked, this, &HandInButton::ask);
}

void HandInButton::ask()
{
    if (m_play.results().student.empty())
        askForName();
    else
        askForPath(m_play.results());
}

// The numbers were drawn without one, and stay so.
void HandInButton::askForName()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save answers"));
    dialog->setLabelText(tr("Your name or number, by which these answers are known:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        auto results = m_play.results();
        results.student = name.trimmed().toStdString();
        results.areNumbersShared = true;
        askForPath(results);
    });
    dialog->open();
}

void HandInButton::askForPath(const LessonResults& results)
{
    auto name =
        QString::fromStdString(results.student.empty() ? results.lesson : results.student + " " + results.lesson);
    for (auto& letter : name)
        if (!letter.isLetterOrNumber() && letter != QLatin1Char('-'))
            letter = QLatin1Char('_');
    auto* dialog = new QFileDialog(this, tr("Save answers"), {}, tr("JSON (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(name + QLatin1String(".json"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, results](const QString& path) { saveTo(path, results); });
    dialog->open();
}

void HandInButton::saveTo(const QString& path, const LessonResults& results)
{
    saveText(*this, m_jobs, m_log, path, [results](const Watch&) { return writeResults(results); });
}

} // namespace tscope
