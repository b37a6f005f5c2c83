// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/session_list.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

namespace tscope {

namespace {

QString listPath(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("session.json"));
}

} // namespace

QJsonObject listIn(const QString& folder)
{
    QFile file(listPath(folder));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

bool writeList(const QJsonObject& list, const QString& folder)
{
    QSaveFile file(listPath(folder));
    return file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(list).toJson()) >= 0 && file.commit();
}

// Older lists name one for all tensors.
QStringList filesOf(const QJsonObject& list)
{
    QStringList files{list[QLatin1String("tensors_in")].toString()};
    for (const auto value : list[QLatin1String("tensors")].toArray())
        files << value.toObject()[QLatin1String("in")].toString();
    return files;
}

QString newFileBeside(const QStringList& files)
{
    for (int number = 1;; ++number)
        if (const auto name = QStringLiteral("tensors-%1.json").arg(number); !files.contains(name))
            return name;
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
    return {{QStringLiteral("title"), origin.title},
            {QStringLiteral("path"), origin.path},
            {QStringLiteral("folder"), origin.folder},
            {QStringLiteral("tensors"), origin.tensors},
            {QStringLiteral("names"), QJsonArray::fromStringList(origin.names)},
            {QStringLiteral("others"), others}};
}

OriginPtr originFrom(const QJsonObject& entry)
{
    Origin origin{entry[QLatin1String("title")].toString(), entry[QLatin1String("path")].toString(),
                  entry[QLatin1String("folder")].toString(), entry[QLatin1String("tensors")].toInt(1)};
    for (const auto name : entry[QLatin1String("names")].toArray())
        origin.names << name.toString();
    for (const auto value : entry[QLatin1String("others")].toArray())
        origin.others.push_back(
            {value.toArray()[0].toString().toStdString(), value.toArray()[1].toString().toStdString()});
    return std::make_shared<const Origin>(std::move(origin));
}

} // namespace tscope
