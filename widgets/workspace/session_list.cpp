// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session_list.h"

#include "io/small_file.h"
#include "io/whole_file.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostListBytes = std::int64_t{1} << 28;

QString listPath(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("session.json"));
}

// Whether each entry says whose it is, and names no more than a file beside the list.
bool isWholeList(const QJsonObject& list)
{
    const auto origins = list[QLatin1String("origins")], tensors = list[QLatin1String("tensors")];
    if (!isReadable(list) || !origins.isArray() || !tensors.isArray())
        return false;
    const auto isPlain = [](const QString& name) { return QFileInfo(name).fileName() == name; };
    const auto named = filesOf(list);
    if (!std::ranges::all_of(named, isPlain))
        return false;
    const auto count = origins.toArray().size();
    const auto all = tensors.toArray();
    return std::ranges::all_of(all, [&](const QJsonValue& value) {
        const auto entry = value.toObject();
        const auto origin = entry[QLatin1String("origin")].toInt(-1);
        return origin >= 0 && origin < count &&
               !entry.contains(QLatin1String("edits")); // as versions before this one kept them
    });
}

} // namespace

SessionList listIn(const QString& folder)
{
    const auto path = listPath(folder).toStdString();
    const bool isOdd = oddInPlaceOf(path, mostListBytes).has_value();
    const auto text = isOdd ? corrupt("") : readSmallFile(path, mostListBytes);
    if (!text)
        return {{}, !isOdd && text.error().code == ErrorCode::notFound && keptFilesIn(folder).isEmpty()};
    const auto bytes = QByteArray::fromRawData(text->data(), static_cast<qsizetype>(text->size()));
    auto content = QJsonDocument::fromJson(bytes).object();
    const bool isWhole = isWholeList(content);
    return {std::move(content), isWhole};
}

bool writeList(const QJsonObject& list, const QString& folder)
{
    const auto path = listPath(folder).toStdString();
    const auto text = QJsonDocument(list).toJson().toStdString();
    return !oddInPlaceOf(path, mostListBytes) && writeWholeFile(path, text);
}

QStringList keptFilesIn(const QString& folder)
{
    return QDir(folder).entryList({QStringLiteral("tensors-*.json"), QStringLiteral("tensors-*.safetensors")},
                                  QDir::AllEntries | QDir::System | QDir::Hidden);
}

bool isReadable(const QJsonObject& list)
{
    const auto version = list[QLatin1String("version")].toInt();
    return version == sessionVersion || version == sessionVersion - 1;
}

QString ownPath(const QString& folder, const QString& name)
{
    constexpr std::int64_t most = std::int64_t{1}
                                  << 32; // bytes; the tensors that are kept have a small part of that
    const auto path = QDir(folder).filePath(name);
    const bool isOurs = QFileInfo(name).fileName() == name && !oddInPlaceOf(path.toStdString(), most);
    return isOurs ? path : QString();
}

// Older lists name one for all tensors.
QStringList filesOf(const QJsonObject& list)
{
    QStringList files{list[QLatin1String("tensors_in")].toString()};
    for (const auto value : list[QLatin1String("tensors")].toArray())
        files << filesOfEntry(value.toObject());
    for (const auto step : list[QLatin1String("steps")].toArray())
        for (const auto part : step.toObject()[QLatin1String("parts")].toArray())
            files << filesOfEntry(part.toObject());
    return files;
}

QStringList filesOfEntry(const QJsonObject& entry)
{
    QStringList files{entry[QLatin1String("in")].toString()};
    for (const auto part : entry[QLatin1String("storages")].toArray())
        files << part.toObject()[QLatin1String("in")].toString();
    if (const auto start = entry[QLatin1String("start")]; start.isObject()) // what it was before its first step
        files << filesOfEntry(start.toObject());
    return files;
}

QString newFileBeside(const QStringList& files, const QString& folder, const QString& ending)
{
    for (int number = 1;; ++number)
        if (const auto name = QStringLiteral("tensors-%1.%2").arg(number).arg(ending);
            !files.contains(name) && !ownPath(folder, name).isEmpty())
            return name;
}

void removeOthers(const QStringList& files, const QString& folder)
{
    for (const auto& file : keptFilesIn(folder))
        if (!files.contains(file) && !ownPath(folder, file).isEmpty())
            QDir(folder).remove(file);
}

QJsonObject jsonOf(const Origin& origin)
{
    constexpr std::size_t most = 1 << 16; // characters of what lay beside the tensors
    std::size_t length = 0;
    QJsonArray others;
    for (const auto& other : origin.others) {
        length += other.name.size() + other.text.size();
        if (length <= most)
            others.append(QJsonArray{QString::fromStdString(other.name), QString::fromStdString(other.text)});
    }
    QJsonObject kept{{QStringLiteral("title"), origin.title},
                     {QStringLiteral("path"), origin.path},
                     {QStringLiteral("folder"), origin.folder},
                     {QStringLiteral("tensors"), origin.tensors},
                     {QStringLiteral("names"), QJsonArray::fromStringList(origin.names)},
                     {QStringLiteral("others"), others}};
    if (origin.stamp.isKnown()) { // as texts: JSON's numbers end at 2^53
        kept.insert(QStringLiteral("file_size"), QString::number(origin.stamp.size));
        kept.insert(QStringLiteral("file_time"), QString::number(origin.stamp.time));
    }
    if (origin.isCopy)
        kept.insert(QStringLiteral("copy"), true);
    if (origin.isPart)
        kept.insert(QStringLiteral("part"), true);
    if (!origin.partly.isEmpty())
        kept.insert(QStringLiteral("partly"), origin.partly);
    return kept;
}

OriginPtr originFrom(const QJsonObject& entry)
{
    Origin origin{entry[QLatin1String("title")].toString(), entry[QLatin1String("path")].toString(),
                  entry[QLatin1String("folder")].toString(), entry[QLatin1String("tensors")].toInt(1)};
    for (const auto name : entry[QLatin1String("names")].toArray())
        origin.names << name.toString();
    for (const auto value : entry[QLatin1String("others")].toArray()) {
        const auto pair = value.toArray(); // of anything else, in a damaged file, at() gives empty texts
        origin.others.push_back({pair.at(0).toString().toStdString(), pair.at(1).toString().toStdString()});
    }
    bool isSize = false, isTime = false;
    const FileStamp stamp{entry[QLatin1String("file_size")].toString().toLongLong(&isSize),
                          entry[QLatin1String("file_time")].toString().toLongLong(&isTime)};
    if (isSize && isTime)
        origin.stamp = stamp;
    origin.isCopy = entry[QLatin1String("copy")].toBool();
    origin.isPart = entry[QLatin1String("part")].toBool();
    origin.partly = entry[QLatin1String("partly")].toString();
    return std::make_shared<const Origin>(std::move(origin));
}

namespace {

// One tab, or how it was before a comparison.
QJsonObject jsonOfPanes(const std::vector<Pane>& panes, Qt::Orientation way,
                        const std::function<int(SubjectId)>& numberOf)
{
    QJsonArray all;
    for (const auto& pane : panes)
        all.append(QJsonObject{{QStringLiteral("tensor"), numberOf(pane.subject)},
                               {QStringLiteral("picture"), pane.picture}});
    return {{QStringLiteral("panes"), all}, {QStringLiteral("below"), way == Qt::Vertical}};
}

std::vector<Pane> panesIn(const QJsonObject& json, const std::function<SubjectId(int number)>& idOf)
{
    const auto panes = json[QLatin1String("panes")].toArray();
    std::vector<Pane> all;
    for (qsizetype pane = 0; pane < std::min<qsizetype>(panes.size(), 2); ++pane)
        all.push_back({idOf(panes[pane].toObject()[QLatin1String("tensor")].toInt(-1)),
                       panes[pane].toObject()[QLatin1String("picture")].toString()});
    return all;
}

Qt::Orientation wayIn(const QJsonObject& json)
{
    return json[QLatin1String("below")].toBool() ? Qt::Vertical : Qt::Horizontal;
}

} // namespace

QJsonObject jsonOf(const Tabs& tabs, const std::function<int(SubjectId)>& numberOf)
{
    QJsonArray all;
    for (const auto& tab : tabs.all()) {
        auto json = jsonOfPanes(tab.panes, tab.way, numberOf);
        json[QLatin1String("active")] = static_cast<int>(tab.active);
        if (tab.before)
            json[QLatin1String("before")] = jsonOfPanes(tab.before->panes, tab.before->way, numberOf);
        all.append(json);
    }
    return {{QStringLiteral("tabs"), all}, {QStringLiteral("current"), static_cast<int>(tabs.current())}};
}

void restore(Tabs& tabs, const QJsonObject& entry, const std::function<SubjectId(int number)>& idOf)
{
    constexpr qsizetype mostTabs = 1000;
    std::vector<Tab> all;
    const auto list = entry[QLatin1String("tabs")].toArray();
    for (qsizetype i = 0; i < std::min(list.size(), mostTabs); ++i) {
        const auto json = list[i].toObject();
        Tab tab{panesIn(json, idOf), 0, wayIn(json)};
        const auto before = json[QLatin1String("before")].toObject();
        if (auto panes = panesIn(before, idOf); !panes.empty())
            tab.before = Tab::Before{std::move(panes), wayIn(before)};
        if (json[QLatin1String("active")].toInt() == 1 && tab.isSplit())
            tab.active = 1;
        all.push_back(std::move(tab));
    }
    const auto current = entry[QLatin1String("current")].toInt();
    tabs.restore(std::move(all), static_cast<std::size_t>(std::max(0, current)));
}

} // namespace tscope
