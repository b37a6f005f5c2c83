// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared_view.h"

#include "array/geometry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <utility>

namespace tscope {

namespace {

constexpr int version = 1;
constexpr int mostDims = 64, mostLeads = 64, mostNotes = 20'000;
constexpr double mostOffset = 1e15; // of what can be scrolled to

// As the file says them: it is read by other versions too.
constexpr std::array colourings{
    std::pair{"automatic", Colouring::automatic}, std::pair{"stored", Colouring::none},
    std::pair{"value", Colouring::value},         std::pair{"log", Colouring::logValue},
    std::pair{"largest", Colouring::largest},     std::pair{"smallest", Colouring::least},
    std::pair{"not finite", Colouring::notFinite}};

QString key(const char* name)
{
    return QString::fromLatin1(name);
}

QJsonObject jsonOf(const SharedView::Picture& picture)
{
    const auto& [zoom, isFit, origin, roles, leads] = picture.framing;
    QJsonArray fixed, ahead;
    for (const auto index : roles.fixed)
        fixed.append(static_cast<qint64>(index));
    for (const auto lead : leads)
        ahead.append(lead);
    return {{key("zoom"), zoom},
            {key("fit"), isFit},
            {key("x"), origin.x()},
            {key("y"), origin.y()},
            {key("rows"), roles.row},
            {key("columns"), roles.column},
            {key("fixed"), fixed},
            {key("alone"), roles.isAlone},
            {key("leads"), ahead},
            {key("colouring"), key(std::ranges::find(colourings, picture.colouring, [](const auto& each) {
                                       return each.second;
                                   })->first)}};
}

double within(const QJsonValue& value, double least, double most)
{
    return std::clamp(value.toDouble(least), least, most);
}

SharedView::Picture pictureFrom(const QJsonObject& entry)
{
    SharedView::Picture picture;
    auto& framing = picture.framing;
    framing.zoom = within(entry[key("zoom")], 0, 4096);
    framing.isFit = entry[key("fit")].toBool(true);
    framing.origin = {within(entry[key("x")], 0, mostOffset), within(entry[key("y")], 0, mostOffset)};
    auto& roles = framing.roles;
    roles.row = std::clamp(entry[key("rows")].toInt(-1), -1, mostDims - 1);
    roles.column = std::clamp(entry[key("columns")].toInt(-1), -1, mostDims - 1);
    roles.isAlone = entry[key("alone")].toBool();
    const auto fixed = entry[key("fixed")].toArray();
    for (qsizetype i = 0; i < std::min<qsizetype>(fixed.size(), mostDims); ++i)
        roles.fixed.push_back(std::max<qint64>(fixed[i].toInteger(), 0));
    const auto leads = entry[key("leads")].toArray();
    for (qsizetype i = 0; i < std::min<qsizetype>(leads.size(), mostLeads); ++i)
        framing.leads.push_back(std::clamp(leads[i].toDouble(), -mostOffset, mostOffset));
    for (const auto& [word, colouring] : colourings)
        if (entry[key("colouring")].toString() == QLatin1String(word))
            picture.colouring = colouring;
    return picture;
}

} // namespace

QByteArray SharedView::toJson() const
{
    QJsonArray all;
    for (const auto& picture : pictures)
        all.append(jsonOf(picture));
    return QJsonDocument(QJsonObject{{key("version"), version},
                                     {key("contract"), contract},
                                     {key("selected"), selected},
                                     {key("notes"), notes},
                                     {key("pictures"), all}})
        .toJson(QJsonDocument::Compact);
}

std::optional<SharedView> SharedView::fromJson(const QByteArray& text)
{
    const auto entry = QJsonDocument::fromJson(text).object();
    if (entry[key("version")].toInt() != version)
        return std::nullopt;
    SharedView view;
    view.contract = entry[key("contract")].toString();
    view.selected = entry[key("selected")].toString();
    view.notes = entry[key("notes")].toString().left(mostNotes);
    constexpr qsizetype mostPictures = 16;
    const auto all = entry[key("pictures")].toArray();
    for (qsizetype i = 0; i < std::min(all.size(), mostPictures); ++i)
        view.pictures.push_back(pictureFrom(all[i].toObject()));
    return view;
}

QString placeWords(const Tensor& tensor, const Place& place)
{
    if (const auto* element = std::get_if<ElementPlace>(&place))
        return QString::fromStdString(text(element->index));
    if (const auto* slots = std::get_if<Slots>(&place))
        return QStringLiteral("%1[%2]").arg(QString::fromStdString(std::string(slots->member))).arg(slots->begin);
    // Storages count in the order of the members.
    const auto& bytes = std::get<BytePlace>(place);
    std::vector<std::uint64_t> storages;
    for (const auto& member : tensor.members)
        if (const auto id = member.array.storage->id(); !std::ranges::count(storages, id))
            storages.push_back(id);
    const auto at = std::ranges::find(storages, bytes.storageId);
    return at == storages.end() ? QString()
                                : QStringLiteral("storage %1 byte %2").arg(at - storages.begin()).arg(bytes.begin);
}

} // namespace tscope
