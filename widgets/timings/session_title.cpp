// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/session_title.h"

#include "build/words.h"
#include "timings/timings.h"

#include <QCoreApplication>

namespace tscope {

namespace {

struct TitleWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::SessionTitle)
};

// Each once, in their order; of many the first.
QString firstOf(const QStringList& all)
{
    constexpr qsizetype most = 3;
    auto text = all.mid(0, most).join(QStringLiteral(", "));
    if (all.size() > most)
        text = TitleWords::tr("%1 and %n more", nullptr, static_cast<int>(all.size() - most)).arg(text);
    return text;
}

QStringList distinct(const timing::Session& session, std::string timing::Row::*word)
{
    QStringList all;
    for (const auto& row : session.rows)
        if (const auto each = qt(row.*word); !all.contains(each))
            all << each;
    return all;
}

QString budgetText(std::chrono::milliseconds budget)
{
    return budget.count() % 1000 == 0 ? TitleWords::tr("%1 s").arg(budget.count() / 1000)
                                      : TitleWords::tr("%1 ms").arg(budget.count());
}

} // namespace

QString titleFor(const QString& tensors, const timing::Session& session, const TimingChoices& choices)
{
    const TimingChoices usual;
    QStringList parts{firstOf(distinct(session, &timing::Row::op))};
    const auto devices = distinct(session, &timing::Row::device);
    if (choices.devices != usual.devices || choices.threads != usual.threads || devices.size() > 1)
        parts << firstOf(devices);
    QStringList types;
    for (const auto& names : {choices.dtypes, choices.indexTypes})
        for (const auto& name : names)
            types << qt(name);
    if (!types.isEmpty())
        parts << types.join(QLatin1Char('+'));
    if (choices.budget != usual.budget)
        parts << budgetText(choices.budget);
    if (!choices.densities.empty())
        parts << TitleWords::tr("in several densities");
    return TitleWords::tr("%1: %2").arg(tensors, parts.join(QStringLiteral("; ")));
}

QString countsOf(const timing::Session& session)
{
    int measured = 0, leftOut = 0, unsupported = 0, failed = 0;
    for (const auto& row : session.rows)
        ++(row.status == timing::Status::ok       ? measured
           : row.isLeftOut                        ? leftOut
           : row.status == timing::Status::failed ? failed
                                                  : unsupported);
    QStringList counts{Timings::tr("%1 measured").arg(measured)};
    if (leftOut > 0)
        counts << Timings::tr("%1 left out").arg(leftOut);
    if (unsupported > 0)
        counts << Timings::tr("%1 not supported").arg(unsupported);
    if (failed > 0)
        counts << Timings::tr("%1 failed").arg(failed);
    return Timings::tr("%1.").arg(counts.join(QStringLiteral(", ")));
}

} // namespace tscope
