// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_export.h"

#include "facts/wording.h"
#include "io/whole_file.h"
#include "jobs/jobs.h"
#include "lessons/lessons.h"
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

LessonExport::LessonExport(Lessons& lessons, Jobs& jobs, Log& log, QWidget& window)
    : QObject(&window), m_lessons(lessons), m_jobs(jobs), m_log(log), m_window(window)
{
}

bool LessonExport::isPossible() const
{
    return m_lessons.play().lesson() != nullptr || m_lessons.selected() != nullptr;
}

std::optional<PagesOf> LessonExport::pages(Kind kind) const
{
    auto& play = m_lessons.play();
    const bool isWithAnswers = kind == Kind::handoutWithAnswers;
    if (play.lesson() != nullptr) {
        // Of a class, the seed from which each student's is derived; seed() is the student's own.
        const auto seed = play.sitting().isOfClass() ? play.results().classSeed : play.seed();
        return PagesOf{std::make_shared<const Lesson>(*play.lesson()), seed, play.sitting(), isWithAnswers,
                       play.own()};
    }
    auto lesson = m_lessons.selected();
    if (lesson == nullptr)
        return std::nullopt;
    // Slides, handout and answers have the same numbers, also where no seed was typed.
    constexpr std::uint64_t usualSeed = 1;
    auto sitting = play.sitting();
    sitting.classSeed = sitting.classSeed.value_or(usualSeed);
    return PagesOf{std::move(lesson), *sitting.classSeed, sitting, isWithAnswers};
}

void LessonExport::ask(Kind kind)
{
    const auto of = pages(kind);
    if (!of)
        return;
    auto* dialog = new QFileDialog(&m_window, tr("Export the lesson"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (kind == Kind::slidePictures) {
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        const auto name = QString::fromStdString(of->lesson->id);
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
    const auto of = pages(kind);
    if (!of) // it was left meanwhile
        return;
    const PrintFonts fonts{m_window.font(), SceneFonts::of(m_window.font())};
    if (kind == Kind::slidePictures)
        return savePictures(*of, fonts, path);
    const auto print = kind == Kind::slides ? slidesPdf : handoutPdf;
    saveText(*this, m_jobs, m_log, path, [=](const Watch& watch) { return print(*of, fonts, watch); });
}

// One job for the folder and all that lies in it.
void LessonExport::savePictures(const PagesOf& of, const PrintFonts& fonts, const QString& path)
{
    const auto name = QString::fromStdString(of.lesson->id);
    const auto noFolder = tr("The folder %1 can't be made.");
    m_jobs.start(
        this, QStringLiteral("save slides ") + path,
        [=](const Watch& watch) -> Result<QString> {
            const QDir folder(freeFolder(path, name));
            if (!folder.mkpath(QStringLiteral(".")))
                return Error{ErrorCode::notFound, noFolder.arg(folder.path()).toStdString()};
            for (std::size_t step = 0; step < of.lesson->steps.size() && !watch.isStopped(); ++step) {
                const auto file = QStringLiteral("%1-%2.svg").arg(name).arg(step + 1, 2, 10, QLatin1Char('0'));
                const auto picture = slideSvg(of, step, fonts, watch);
                if (watch.isStopped())
                    break;
                if (const auto written = writeWholeFile(folder.filePath(file).toStdString(), picture); !written)
                    return written.error();
            }
            if (watch.isStopped())
                return Error{ErrorCode::cancelled, tr("The slides were not all saved.").toStdString()};
            return folder.path();
        },
        [this](const Result<QString>& saved) {
            if (saved)
                m_log.add(Log::Kind::done, tr("Saved the slides in %1.").arg(*saved));
            else
                m_log.add(Log::Kind::error, QString::fromStdString(sentenceOf(saved.error())));
        },
        Jobs::Kind::writes);
}

} // namespace tscope
