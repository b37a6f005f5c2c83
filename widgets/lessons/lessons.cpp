// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lessons.h"

#include "io/small_file.h"
#include "jobs/jobs.h"
#include "lessons/lesson_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

constexpr auto mostBytes = static_cast<std::int64_t>(longestLessonFile);

// Built-in lessons are resources of the program, not files of the system.
bool isBuiltIn(const QString& path)
{
    return path.startsWith(QLatin1Char(':'));
}

Result<std::string> textOf(const QString& path)
{
    if (!isBuiltIn(path))
        return readSmallFile(path.toStdString(), mostBytes);
    QFile file(path); // built in
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::notFound, Lessons::tr("there is no %1").arg(path).toStdString()};
    return file.read(mostBytes).toStdString();
}

ShelvedLesson shelved(const QString& path)
{
    const auto faulty = [&](const Error& error) {
        const auto text = QString::fromStdString(error.text);
        return ShelvedLesson{
            path, nullptr,
            error.where.empty() ? text : QString::fromStdString(error.where) + QStringLiteral(": ") + text};
    };
    const auto text = textOf(path);
    if (!text)
        return faulty(text.error());
    auto lesson = readLesson(*text, QFileInfo(path).completeBaseName().toStdString());
    if (!lesson)
        return faulty(lesson.error());
    return {path, std::make_shared<const Lesson>(*std::move(lesson))};
}

QStringList lessonsAt(const QString& path)
{
    if (!QFileInfo(path).isDir())
        return {path};
    QStringList found;
    const QDir folder(path);
    for (const auto& name : folder.entryList({QStringLiteral("*.lesson")}, QDir::Files, QDir::Name))
        found << folder.filePath(name);
    return found;
}

} // namespace

std::optional<int> ShelvedLesson::number() const
{
    bool isNumber = false;
    const auto number = QFileInfo(path).fileName().section(QLatin1Char('-'), 0, 0).toInt(&isNumber);
    return isBuiltIn(path) && isNumber ? std::optional(number) : std::nullopt;
}

Lessons::Lessons(Workspace& workspace, Selection& selection, Jobs& jobs, QObject* parent)
    : QObject(parent), m_jobs(jobs), m_play(workspace, selection, jobs), m_progress(jobs), m_answers(m_play, jobs)
{
    connect(&m_play, &LessonPlay::stepDone, &m_progress, &LessonProgress::add);
    connect(&m_progress, &LessonProgress::changed, this, &Lessons::shelfChanged);
}

std::size_t Lessons::nextStep(const Lesson& lesson) const
{
    const auto& done = m_progress.of(QString::fromStdString(lesson.id));
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        if (!done.contains(static_cast<int>(step)))
            return step;
    return 0;
}

void Lessons::read(const QStringList& paths, const QString& job,
                   std::function<void(const std::vector<ShelvedLesson>&)> then)
{
    m_jobs.start(
        this, job,
        [paths](const Watch& watch) {
            std::vector<ShelvedLesson> read;
            for (const auto& path : paths)
                for (const auto& each : lessonsAt(path)) {
                    if (watch.isStopped())
                        return read;
                    read.push_back(shelved(each));
                }
            return read;
        },
        [this, then = std::move(then)](const std::vector<ShelvedLesson>& read) {
            put(read);
            if (then)
                then(read);
        });
}

void Lessons::add(const QStringList& paths)
{
    read(paths, QStringLiteral("read lessons"), {});
}

void Lessons::open(const QStringList& paths, std::uint64_t seed)
{
    read(paths, QStringLiteral("open lessons"), [this, seed](const std::vector<ShelvedLesson>& read) {
        for (const auto& each : read)
            if (each.lesson == nullptr)
                Q_EMIT faulty(each.path, each.fault);
        const auto first = std::ranges::find_if(read, [](const auto& each) { return each.lesson != nullptr; });
        if (first == read.end())
            return;
        select(first->path); // so that the list shows it when it is left
        m_play.open(first->lesson, seed);
    });
}

// What was read again takes the place of what was read before.
void Lessons::put(const std::vector<ShelvedLesson>& lessons)
{
    for (const auto& each : lessons)
        if (const auto at = std::ranges::find(m_shelf, each.path, &ShelvedLesson::path); at != m_shelf.end())
            *at = each;
        else
            m_shelf.push_back(each);
    std::ranges::sort(m_shelf, {}, [](const ShelvedLesson& each) {
        return std::pair(!isBuiltIn(each.path), each.path); // so that one's own lessons come last
    });
    Q_EMIT shelfChanged();
}

void Lessons::select(const QString& path)
{
    m_selected = path;
    Q_EMIT selectedChanged();
}

LessonPtr Lessons::selected() const
{
    const auto at = std::ranges::find(m_shelf, m_selected, &ShelvedLesson::path);
    return at == m_shelf.end() ? nullptr : at->lesson;
}

void Lessons::begin(const QString& path, std::uint64_t seed)
{
    const auto at = std::ranges::find(m_shelf, path, &ShelvedLesson::path);
    if (at != m_shelf.end() && at->lesson != nullptr)
        m_play.open(at->lesson, seed, nextStep(*at->lesson));
}

} // namespace tscope
