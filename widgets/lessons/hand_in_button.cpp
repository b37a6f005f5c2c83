// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/hand_in_button.h"

#include "workspace/saved_text.h"

#include <QFileDialog>

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
    const auto& results = m_play.results();
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
    connect(dialog, &QFileDialog::fileSelected, this, &HandInButton::saveTo);
    dialog->open();
}

void HandInButton::saveTo(const QString& path)
{
    saveText(*this, m_jobs, m_log, path,
             [results = m_play.results()](const Watch&) { return writeResults(results); });
}

} // namespace tscope
