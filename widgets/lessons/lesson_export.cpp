// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_export.h"

#include "jobs/jobs.h"
#include "workspace/log.h"
#include "workspace/saved_text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace tscope {

namespace {

QString freeFolder(const QString& in, const QString& name)
{
    auto path = QDir(in).filePath(name);
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = QDir(in).filePath(QStringLiteral("%1 %2").arg(name).arg(number));
    return path;
}

} // namespace

LessonExport::LessonExport(LessonPlay& play, Jobs& jobs, Log& log, QWidget& window)
    : QObject(&window), m_play(play), m_jobs(jobs), m_log(log), m_window(window)
{
}

void LessonExport::ask(Kind kind)
{
    if (m_play.lesson() == nullptr)
        return;
    auto* dialog = new QFileDialog(&m_window, tr("Export the lesson"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (kind == Kind::slidePictures) {
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        const auto name = QString::fromStdString(m_play.lesson()->id);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setNameFilter(tr("PDF (*.pdf)"));
        dialog->setDefaultSuffix(QStringLiteral("pdf"));
        dialog->selectFile((kind == Kind::slides    ? tr("%1 slides")
                            : kind == Kind::handout ? tr("%1 handout")
                                                    : tr("%1 answers"))
                               .arg(name) +
                           QLatin1String(".pdf"));
    }
    connect(dialog, &QFileDialog::fileSelected, this, [this, kind](const QString& path) { save(kind, path); });
    dialog->open();
}

void LessonExport::save(Kind kind, const QString& path)
{
    if (m_play.lesson() == nullptr) // it was left meanwhile
        return;
    // Of a class, the seed from which each student's is derived; seed() is the student's own.
    const auto seed = m_play.sitting().isOfClass() ? m_play.results().classSeed : m_play.seed();
    const PagesOf of{std::make_shared<const Lesson>(*m_play.lesson()), seed, m_play.sitting(),
                     kind == Kind::handoutWithAnswers, m_play.own()};
    const PrintFonts fonts{m_window.font(), SceneFonts::of(m_window.font())};
    if (kind != Kind::slidePictures) {
        const auto print = kind == Kind::slides ? slidesPdf : handoutPdf;
        return saveText(*this, m_jobs, m_log, path, [=](const Watch& watch) { return print(of, fonts, watch); });
    }
    const auto name = QString::fromStdString(of.lesson->id);
    const QDir folder(freeFolder(path, name));
    if (!folder.mkpath(QStringLiteral(".")))
        return m_log.add(Log::Kind::error, tr("The folder %1 can't be made.").arg(folder.path()));
    for (std::size_t step = 0; step < of.lesson->steps.size(); ++step)
        saveText(*this, m_jobs, m_log,
                 folder.filePath(QStringLiteral("%1-%2.svg").arg(name).arg(step + 1, 2, 10, QLatin1Char('0'))),
                 [=](const Watch& watch) { return slideSvg(of, step, fonts, watch); });
}

} // namespace tscope
