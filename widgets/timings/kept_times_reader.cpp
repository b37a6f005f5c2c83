// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/kept_times_reader.h"

#include "io/small_file.h"
#include "timing/session_json.h"
#include "workspace/session_list.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <optional>
#include <stdexcept>
#include <utility>

namespace tscope {

namespace {

constexpr std::int64_t mostListBytes = 1 << 20;

using TitledFiles = std::vector<std::pair<QString, QString>>;

// Nothing where not all of it can be understood.
std::optional<TitledFiles> listedIn(const std::string& text)
{
    static const QRegularExpression ours(QStringLiteral(R"(^times-\d{1,9}\.json$)"));
    const auto bytes = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
    const auto content = QJsonDocument::fromJson(bytes).object();
    const auto sessions = content[QLatin1String("sessions")];
    if (content[QLatin1String("version")].toInt() != keptTimesVersion || !sessions.isArray() ||
        sessions.toArray().size() > mostKeptTimes)
        return std::nullopt;
    TitledFiles all;
    QStringList files;
    for (const auto value : sessions.toArray()) {
        const auto entry = value.toObject();
        const auto file = entry[QLatin1String("in")].toString();
        if (!ours.match(file).hasMatch() || files.contains(file))
            return std::nullopt;
        files << file;
        all.emplace_back(entry[QLatin1String("title")].toString(), file);
    }
    return all;
}

void moveAside(const QString& folder, const QStringList& names, RestoredTimes& restored)
{
    std::vector<std::string> all;
    for (const auto& name : names)
        all.push_back(name.toStdString());
    const auto aside = setAside(folder.toStdString(), all);
    if (!aside)
        throw std::runtime_error(aside.error().text);
    restored.aside = QDir(folder).filePath(QString::fromStdString(*aside));
}

} // namespace

QString keptTimesList(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("times.json"));
}

QStringList keptTimesFilesIn(const QString& folder)
{
    return QDir(folder).entryList({QStringLiteral("times-*.json")},
                                  QDir::AllEntries | QDir::System | QDir::Hidden);
}

RestoredTimes readKeptTimes(const QString& folder, std::int64_t mostBytes, const Watch& watch)
{
    RestoredTimes restored;
    const auto path = keptTimesList(folder).toStdString();
    const bool isOdd = oddInPlaceOf(path, mostListBytes).has_value();
    const auto text = isOdd ? corrupt("") : readSmallFile(path, mostListBytes);
    const bool isThere = isOdd || text || text.error().code != ErrorCode::notFound;
    if (!isThere && keptTimesFilesIn(folder).isEmpty())
        return restored;
    const auto listed = text ? listedIn(*text) : std::nullopt;
    if (!listed) {
        moveAside(folder, keptTimesFilesIn(folder) << QFileInfo(QString::fromStdString(path)).fileName(),
                  restored);
        return restored;
    }
    QStringList damaged;
    for (const auto& [title, file] : *listed) {
        if (watch.isStopped())
            return {};
        const auto own = ownPath(folder, file);
        const auto bytes = own.isEmpty() ? 0 : QFileInfo(own).size();
        auto session = own.isEmpty() || bytes > mostBytes ? Result<timing::Session>(corrupt(""))
                                                          : timing::readSessionFile(own.toStdString(), watch);
        if (watch.isStopped())
            return {}; // then the file was not read to its end, which is no damage
        if (!session) {
            damaged << file;
            continue;
        }
        mostBytes -= bytes;
        const auto shown = shownName(title);
        restored.all.push_back({shown.isEmpty() ? file : shown, file,
                                std::make_shared<const timing::Session>(std::move(*session)), bytes});
    }
    if (!damaged.isEmpty())
        moveAside(folder, damaged, restored);
    return restored;
}

} // namespace tscope
