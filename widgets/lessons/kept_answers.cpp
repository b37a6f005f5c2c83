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

struct FoundAnswers {
    AllResults all;
    QString aside; // where a file that could not be understood was moved; empty: there was none
    bool canBeKept = true;
    bool areSomeSkipped = false; // that can't be read; the others can
};

// Nothing where it can't be understood.
std::optional<FoundAnswers> resultsIn(const std::string& text)
{
    const auto bytes = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
    const auto content = QJsonDocument::fromJson(bytes).object();
    const auto list = content[QLatin1String("results")];
    if (content[QLatin1String("version")].toInt() != answersVersion || !list.isArray() ||
        list.toArray().size() > static_cast<qsizetype>(mostResultsKept))
        return std::nullopt;
    FoundAnswers found;
    for (const auto each : list.toArray())
        if (auto results = readResults(each.toString().toStdString()))
            found.all.push_back(*std::move(results));
        else
            found.areSomeSkipped = true;
    if (found.areSomeSkipped && found.all.empty())
        return std::nullopt;
    return found;
}

FoundAnswers answersIn(const QString& folder)
{
    const auto path = answersPath(folder);
    const bool isOdd = oddInPlaceOf(path.toStdString(), mostAnswerBytes).has_value();
    if (!isOdd && !QFileInfo::exists(path))
        return {};
    const auto text =
        isOdd ? Result<std::string>(std::string()) : readSmallFile(path.toStdString(), mostAnswerBytes);
    if (auto found = text ? resultsIn(*text) : std::nullopt)
        return *std::move(found);
    const auto aside = setAside(folder.toStdString(), {QFileInfo(path).fileName().toStdString()});
    if (!aside)
        return {{}, path, false};
    return {{}, QDir(folder).filePath(QString::fromStdString(*aside))};
}

struct AnswersContent {
    QByteArray json;
    bool isFull = false; // results that were begun first are left out
};

// The results that were begun last, as far as the file has room for them.
AnswersContent contentOf(const AllResults& all)
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
    const QJsonObject whole{{QStringLiteral("version"), answersVersion}, {QStringLiteral("results"), list}};
    return {QJsonDocument(whole).toJson(), list.size() < std::ssize(all)};
}

struct WrittenAnswers {
    FoundAnswers found;
    Result<void> done;
    bool isFull = false;
};

// Adds these to the file, the last one at its end. Fails where the folder or the file can't be written, and where
// one of them could not be read again: that one is left out, since the file would be taken for a damaged one.
WrittenAnswers writeAnswers(const AllResults& given, const QString& folder)
{
    // One after the other: each adds to what the ones before it kept, also those of another window.
    static std::mutex writing;
    const std::lock_guard lock(writing);
    WrittenAnswers written{answersIn(folder), {}};
    if (!written.found.canBeKept)
        return written; // it is not written over
    auto all = written.found.all;
    Result<void> readable;
    for (auto results : given) {
        const auto before =
            std::ranges::find_if(all, [&](const auto& each) { return areOfOneSitting(each, results); });
        if (before != all.end())
            addAnswers(results, *before);
        if (const auto read = readResults(writeResults(results)); !read) {
            readable = read.error();
            continue;
        }
        if (before != all.end())
            all.erase(before);
        all.push_back(std::move(results));
    }
    QDir().mkpath(folder); // where that fails, so does writing
    const auto content = contentOf(all);
    written.isFull = content.isFull;
    written.done = writeWholeFile(answersPath(folder).toStdString(), content.json.toStdString());
    if (written.done)
        written.done = readable;
    return written;
}

// Says what became of a file of answers that could not be read, wholly or in part. Empty: it could.
QString answersAside(const FoundAnswers& found)
{
    if (found.areSomeSkipped)
        return KeptAnswers::tr("Some of the answers that were kept can't be read. The others are there.");
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
    // The file has the others already, unless it could not be written.
    connect(&play, &LessonPlay::resultsChanged, this,
            [this] { write(m_isUnwritten ? m_play.answersOfClasses() : m_play.answersOfOpenClass()); });
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
            auto before = m_play.answersOfClasses(); // given before it was read
            m_play.takeAnswers(found.all);
            write(std::move(before));
        });
}

void KeptAnswers::write(std::vector<LessonResults> given)
{
    if (m_folder.isEmpty() || given.empty())
        return;
    m_jobs.start(
        this, QStringLiteral("write answers"),
        [given = std::move(given), folder = m_folder](const Watch&) { return writeAnswers(given, folder); },
        [this](const WrittenAnswers& written) {
            tellOnce(answersAside(written.found));
            m_isUnwritten = !written.done;
            if (written.isFull)
                tellOnce(tr("The file of your answers is full. The answers to the lessons that were begun first "
                            "are no longer kept."));
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
