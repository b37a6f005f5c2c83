// SPDX-License-Identifier: GPL-3.0-or-later
// {"version": 1, "results": ["{...}", ...]}: each as it is handed in, the one that was begun last at the end.
#include "lessons/kept_answers.h"

#include "facts/wording.h"
#include "io/small_file.h"
#include "io/whole_file.h"
#include "jobs/jobs.h"
#include "lessons/lesson_play.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <mutex>
#include <optional>

namespace tscope {

namespace {

constexpr int answersVersion = 1;
constexpr std::int64_t mostAnswerBytes = 16 << 20;
constexpr std::size_t mostResultsKept = 200;

using AllResults = std::vector<LessonResults>;

QString answersPath(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("answers.json"));
}

// Nothing where it can't be understood.
std::optional<AllResults> resultsIn(const std::string& text)
{
    const auto bytes = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
    const auto content = QJsonDocument::fromJson(bytes).object();
    const auto list = content[QLatin1String("results")];
    if (content[QLatin1String("version")].toInt() != answersVersion || !list.isArray() ||
        list.toArray().size() > static_cast<qsizetype>(mostResultsKept))
        return std::nullopt;
    AllResults all;
    for (const auto each : list.toArray()) {
        auto results = readResults(each.toString().toStdString());
        if (!results)
            return std::nullopt;
        all.push_back(*std::move(results));
    }
    return all;
}

struct FoundAnswers {
    AllResults all;
    QString aside; // where a file that could not be understood was moved; empty: there was none
    bool canBeKept = true;
};

FoundAnswers answersIn(const QString& folder)
{
    const auto path = answersPath(folder);
    const bool isOdd = oddInPlaceOf(path.toStdString(), mostAnswerBytes).has_value();
    if (!isOdd && !QFileInfo::exists(path))
        return {};
    const auto text =
        isOdd ? Result<std::string>(std::string()) : readSmallFile(path.toStdString(), mostAnswerBytes);
    if (auto all = text ? resultsIn(*text) : std::nullopt)
        return {std::move(*all), {}};
    const auto aside = setAside(folder.toStdString(), {QFileInfo(path).fileName().toStdString()});
    if (!aside)
        return {{}, path, false};
    return {{}, QDir(folder).filePath(QString::fromStdString(*aside))};
}

// Those that were begun last, as far as the file has room for them.
QByteArray contentOf(const AllResults& all)
{
    QJsonArray list;
    std::int64_t bytes = 0;
    for (auto each = all.rbegin(); each != all.rend() && list.size() < static_cast<qsizetype>(mostResultsKept);
         ++each) {
        const auto text = QString::fromStdString(writeResults(*each));
        bytes += 2 * text.toUtf8().size(); // quotes and line ends are escaped
        if (bytes > mostAnswerBytes)
            break;
        list.prepend(text);
    }
    return QJsonDocument(
               QJsonObject{{QStringLiteral("version"), answersVersion}, {QStringLiteral("results"), list}})
        .toJson();
}

// Fails where the folder or the file can't be written.
Result<void> writeAnswers(const AllResults& given, const QString& folder, FoundAnswers& found)
{
    // One after the other: each adds to what the ones before it kept, also those of another window.
    static std::mutex writing;
    const std::lock_guard lock(writing);
    found = answersIn(folder);
    if (!found.canBeKept)
        return {}; // it is not written over
    auto all = found.all;
    for (auto results : given) {
        const auto before =
            std::ranges::find_if(all, [&](const auto& each) { return areOfOneSitting(each, results); });
        if (before != all.end()) {
            addAnswers(results, *before);
            all.erase(before);
        }
        all.push_back(std::move(results));
    }
    QDir().mkpath(folder); // where that fails, so does writing
    return writeWholeFile(answersPath(folder).toStdString(), contentOf(all).toStdString());
}

// What became of a file that could not be read; empty: there was none.
QString answersAside(const FoundAnswers& found)
{
    if (found.aside.isEmpty())
        return {};
    return found.canBeKept
               ? KeptAnswers::tr("What was kept of your answers can't be read: the file is damaged, or a newer "
                                 "version wrote it. It is set aside as %1.")
                     .arg(found.aside)
               : KeptAnswers::tr("What was kept of your answers can't be read and can't be set aside: %1. "
                                 "Nothing is kept this time.")
                     .arg(found.aside);
}

} // namespace

KeptAnswers::KeptAnswers(LessonPlay& play, Jobs& jobs, QObject* parent)
    : QObject(parent), m_play(play), m_jobs(jobs)
{
    connect(&play, &LessonPlay::resultsChanged, this, &KeptAnswers::write);
}

void KeptAnswers::keepIn(const QString& folder)
{
    m_jobs.start(
        this, QStringLiteral("read answers"), [folder](const Watch&) { return answersIn(folder); },
        [this, folder](const FoundAnswers& found) {
            tellOnce(answersAside(found));
            if (!found.canBeKept)
                return;
            m_folder = folder;
            const bool isMore = !m_play.answersOfClasses().empty(); // given before it was read
            m_play.takeAnswers(found.all);
            if (isMore)
                write();
        });
}

void KeptAnswers::write()
{
    if (m_folder.isEmpty())
        return;
    struct Written {
        FoundAnswers found;
        Result<void> done;
    };
    m_jobs.start(
        this, QStringLiteral("write answers"),
        [all = m_play.answersOfClasses(), folder = m_folder](const Watch&) {
            Written written;
            written.done = writeAnswers(all, folder, written.found);
            return written;
        },
        [this](const Written& written) {
            tellOnce(answersAside(written.found));
            if (!written.done)
                tellOnce(tr("Your answers can't be kept: %1. Save them with \"Save answers\" before the window "
                            "closes.")
                             .arg(QString::fromStdString(sentenceOf(written.done.error()))));
        },
        Jobs::Kind::writes);
}

// Each answer is written: what fails once fails with each.
void KeptAnswers::tellOnce(const QString& text)
{
    if (!text.isEmpty() && m_told.insert(text).second)
        Q_EMIT told(text);
}

} // namespace tscope
