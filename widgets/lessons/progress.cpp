// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/progress.h"

#include "facts/wording.h"
#include "io/small_file.h"
#include "io/whole_file.h"
#include "jobs/jobs.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <mutex>
#include <optional>

namespace tscope {

namespace {

constexpr int progressVersion = 1;
constexpr std::int64_t mostProgressBytes = 1 << 20;
constexpr qsizetype mostLessons = 10'000, mostSteps = 1000;

QString pathIn(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("lessons.json"));
}

// Nothing where it can't be understood.
std::optional<DoneSteps> doneIn(const std::string& text)
{
    const auto bytes = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
    const auto content = QJsonDocument::fromJson(bytes).object();
    const auto lessons = content[QLatin1String("done")];
    if (content[QLatin1String("version")].toInt() != progressVersion || !lessons.isObject() ||
        lessons.toObject().size() > mostLessons)
        return std::nullopt;
    DoneSteps done;
    const auto all = lessons.toObject();
    for (auto lesson = all.begin(); lesson != all.end(); ++lesson) {
        if (!lesson->isArray() || lesson->toArray().size() > mostSteps)
            return std::nullopt;
        for (const auto step : lesson->toArray()) {
            if (step.toInt(-1) < 0 || step.toInt() >= mostSteps)
                return std::nullopt;
            done[lesson.key()].insert(step.toInt());
        }
    }
    return done;
}

struct Kept {
    DoneSteps done;
    QString aside; // where a file that could not be understood was moved; empty: there was none
    bool canBeKept = true;
};

Kept keptIn(const QString& folder)
{
    const auto path = pathIn(folder);
    const bool isOdd = oddInPlaceOf(path.toStdString(), mostProgressBytes).has_value();
    if (!isOdd && !QFileInfo::exists(path))
        return {};
    const auto text =
        isOdd ? Result<std::string>(std::string()) : readSmallFile(path.toStdString(), mostProgressBytes);
    if (auto done = text ? doneIn(*text) : std::nullopt)
        return {std::move(*done), {}};
    const auto aside = setAside(folder.toStdString(), {QFileInfo(path).fileName().toStdString()});
    if (!aside)
        return {{}, path, false};
    return {{}, QDir(folder).filePath(QString::fromStdString(*aside))};
}

// Fails where the folder or the file can't be written.
Result<void> write(const DoneSteps& given, const QString& folder, Kept& found)
{
    // One after the other: each adds to what the ones before it kept, whichever of them is the last.
    static std::mutex writing;
    const std::lock_guard lock(writing);
    // Another window may have written since.
    const auto path = pathIn(folder);
    found = keptIn(folder);
    if (!found.canBeKept)
        return {}; // it is not written over
    auto all = given;
    for (auto& [lesson, steps] : found.done)
        all[lesson].merge(steps);
    QJsonObject lessons;
    for (const auto& [lesson, steps] : all) {
        QJsonArray list;
        for (const auto step : steps)
            list.append(step);
        lessons.insert(lesson, list);
    }
    const QJsonObject content{{QStringLiteral("version"), progressVersion}, {QStringLiteral("done"), lessons}};
    QDir().mkpath(folder); // where that fails, so does writing
    return writeWholeFile(path.toStdString(), QJsonDocument(content).toJson().toStdString());
}

// What became of a file that could not be read; empty: there was none.
QString asideText(const Kept& kept)
{
    if (kept.aside.isEmpty())
        return {};
    return kept.canBeKept
               ? LessonProgress::tr("What was kept of your lessons can't be read: the file is damaged, or a newer "
                                    "version wrote it. It is set aside as %1.")
                     .arg(kept.aside)
               : LessonProgress::tr("What was kept of your lessons can't be read and can't be set aside: %1. "
                                    "Nothing is kept this time.")
                     .arg(kept.aside);
}

} // namespace

LessonProgress::LessonProgress(Jobs& jobs, QObject* parent) : QObject(parent), m_jobs(jobs) {}

void LessonProgress::keepIn(const QString& folder)
{
    m_jobs.start(
        this, QStringLiteral("read progress"), [folder](const Watch&) { return keptIn(folder); },
        [this, folder](Kept kept) {
            tellOnce(asideText(kept));
            if (!kept.canBeKept)
                return;
            m_folder = folder;
            const bool isMore = !m_done.empty(); // answered before it was read
            for (auto& [lesson, steps] : kept.done)
                m_done[lesson].merge(steps);
            if (isMore)
                write();
            Q_EMIT changed();
        });
}

void LessonProgress::add(const QString& lesson, int step)
{
    if (step < 0 || step >= mostSteps || !m_done[lesson].insert(step).second)
        return;
    write();
    Q_EMIT changed();
}

const std::set<int>& LessonProgress::of(const QString& lesson) const
{
    static const std::set<int> none;
    const auto at = m_done.find(lesson);
    return at == m_done.end() ? none : at->second;
}

void LessonProgress::write()
{
    if (m_folder.isEmpty())
        return;
    struct Written {
        Kept found;
        Result<void> done;
    };
    m_jobs.start(
        this, QStringLiteral("write progress"),
        [done = m_done, folder = m_folder](const Watch&) {
            Written written;
            written.done = tscope::write(done, folder, written.found);
            return written;
        },
        [this](const Written& written) {
            tellOnce(asideText(written.found));
            if (!written.done)
                tellOnce(
                    tr("The steps that you have done can't be saved: %1. They are known until the window closes.")
                        .arg(QString::fromStdString(sentenceOf(written.done.error()))));
        },
        Jobs::Kind::writes);
}

// Each step that is done is written: what fails once fails with each.
void LessonProgress::tellOnce(const QString& text)
{
    if (!text.isEmpty() && m_told.insert(text).second)
        Q_EMIT told(text);
}

} // namespace tscope
