// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/times.h"

#include "timing/no_time.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace tscope::charts {

namespace {

struct TimeWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::TimeWords)
};

QString typesOf(const timing::Variant& variant)
{
    auto types = QString::fromStdString(variant.dtype);
    if (!variant.indexDType.empty())
        types += QLatin1Char('/') + QString::fromStdString(variant.indexDType);
    return types;
}

QString beforeDevice()
{
    return QStringLiteral(" \u00b7 ");
}

} // namespace

QString titleOf(Time time)
{
    switch (time) {
    case Time::warm:
        return TimeWords::tr("kernel, warm");
    case Time::cold:
        return TimeWords::tr("kernel, cold");
    case Time::call:
        return TimeWords::tr("whole call");
    case Time::endToEnd:
        return TimeWords::tr("end to end");
    case Time::conversion:
        return TimeWords::tr("conversion");
    }
    return {};
}

timing::Figure timing::Row::*memberOf(Time time)
{
    switch (time) {
    case Time::cold:
        return &timing::Row::cold;
    case Time::call:
        return &timing::Row::call;
    case Time::endToEnd:
        return &timing::Row::endToEnd;
    case Time::conversion:
        return &timing::Row::conversion;
    case Time::warm:
        break;
    }
    return &timing::Row::warm;
}

const timing::Figure& figureOf(const timing::Row& row, Time time)
{
    return row.*memberOf(time);
}

bool isMeant(const Cells& cells, const timing::Row& row)
{
    return row.tensor == cells.tensor && row.op == cells.op &&
           (cells.devices.empty() || std::ranges::find(cells.devices, row.device) != cells.devices.end());
}

std::optional<std::size_t> baselineOf(const timing::Session& session, const Cells& cells, Time time,
                                      const std::optional<timing::Variant>& form)
{
    const auto subject = std::ranges::find(session.subjects, cells.tensor, &timing::Subject::name);
    if (!form && subject == session.subjects.end())
        return std::nullopt;
    const auto& wanted = form ? *form : subject->given;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        if (isMeant(cells, row) && row.variant == wanted && row.status == timing::Status::ok &&
            figureOf(row, time).isThere())
            return i;
    }
    return std::nullopt;
}

std::vector<QString> titlesOf(const std::vector<const timing::Row*>& rows)
{
    std::map<std::pair<std::string, std::string>, int> alike;
    bool areDevicesMany = false;
    for (const auto* row : rows) {
        ++alike[{text(row->variant), row->device}];
        areDevicesMany = areDevicesMany || row->device != rows.front()->device;
    }
    std::vector<QString> titles;
    for (const auto* row : rows) {
        auto title = QString::fromStdString(text(row->variant));
        if (alike[{text(row->variant), row->device}] > 1)
            title += QLatin1Char(' ') + typesOf(row->variant);
        if (areDevicesMany)
            title += beforeDevice() + QString::fromStdString(row->device);
        titles.push_back(title);
    }
    return titles;
}

QString withSimulated(const QString& title, bool isSimulated)
{
    return isSimulated ? TimeWords::tr("%1 (simulated)").arg(title) : title;
}

std::vector<QString> formTitlesOf(const timing::Session& session)
{
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> works;
    for (std::size_t i = 0; i < session.rows.size(); ++i)
        works[{session.rows[i].tensor, session.rows[i].op}].push_back(i);
    std::vector<QString> all(session.rows.size());
    for (const auto& [work, members] : works) {
        std::vector<const timing::Row*> rows;
        for (const auto i : members)
            rows.push_back(&session.rows[i]);
        const auto titles = titlesOf(rows);
        for (std::size_t i = 0; i < members.size(); ++i)
            all[members[i]] = titles[i].section(beforeDevice(), 0, 0);
    }
    return all;
}

QString reasonOf(const timing::Row& row, Time time)
{
    if (row.status != timing::Status::ok)
        return QString::fromStdString(text(timing::noTimeOf(row)));
    if (time == Time::conversion)
        return TimeWords::tr("the tensor was given in this form");
    if (time == Time::endToEnd)
        return TimeWords::tr("nothing has to be transferred");
    return TimeWords::tr("not measured");
}

} // namespace tscope::charts
