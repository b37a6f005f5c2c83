// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/places_in_file.h"

#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <algorithm>

namespace tscope {

QString asFileName(QString name)
{
    for (auto& c : name)
        if (!c.isLetterOrNumber() && !QStringLiteral("._-").contains(c))
            c = QLatin1Char('_');
    return name;
}

QStringList namesIn(const Document& document)
{
    QStringList names;
    for (const auto& tensor : document.tensors)
        names << QString::fromStdString(tensor.name);
    return names;
}

QString nameFrom(const Origin& origin, int index)
{
    const auto name = origin.names.value(index);
    return name.isEmpty() ? QFileInfo(origin.path).completeBaseName() : name;
}

OriginPtr readAnew(const Origin& before, const Document& document, const FileStamp& stamp)
{
    auto origin = before;
    origin.names = namesIn(document);
    origin.tensors = static_cast<int>(document.tensors.size());
    origin.others = document.others;
    origin.stamp = stamp;
    origin.isPart = false;
    origin.partly = QString::fromStdString(document.partly);
    origin.unread = document.unread;
    origin.leftOut = document.leftOut;
    return std::make_shared<const Origin>(std::move(origin));
}

std::vector<int> placesNow(const QStringList& before, const QStringList& now)
{
    // Of tensors with one name (which a file may hold) the first is the first.
    QHash<QString, std::vector<int>> places;
    for (auto i = static_cast<int>(now.size()); i-- > 0;)
        places[now[i]].push_back(i);
    std::vector<int> found;
    for (const auto& name : before) {
        const auto at = places.find(name);
        if (at == places.end() || at->empty()) {
            found.push_back(-1);
            continue;
        }
        found.push_back(at->back());
        at->pop_back();
    }
    const QSet<QString> known(before.begin(), before.end());
    for (int i = 0; i < std::min(before.size(), now.size()); ++i)
        if (found[static_cast<std::size_t>(i)] < 0 && !known.contains(now[i]))
            found[static_cast<std::size_t>(i)] = i;
    return found;
}

int placeNow(int index, const std::vector<int>& places, const Document& document)
{
    const auto at = static_cast<std::size_t>(index);
    if (at < places.size())
        return places[at];
    return places.empty() && at < document.tensors.size() ? index : -1;
}

std::vector<int> newPlaces(const std::vector<int>& places, int tensorsNow)
{
    std::vector<bool> isKnown(static_cast<std::size_t>(tensorsNow), false);
    for (const auto place : places)
        if (place >= 0 && place < tensorsNow)
            isKnown[static_cast<std::size_t>(place)] = true;
    std::vector<int> fresh;
    for (int i = 0; i < tensorsNow; ++i)
        if (!isKnown[static_cast<std::size_t>(i)])
            fresh.push_back(i);
    return fresh;
}

} // namespace tscope
