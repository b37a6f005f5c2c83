// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subject_told.h"

#include "base/human_numbers.h"
#include "facts/info.h"
#include "facts/wording.h"
#include "style/brief.h"
#include "workspace/workspace.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace tscope {

namespace {

struct ToldWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::SubjectsModel)
};

int rulesBrokenIn(const Report& report)
{
    return static_cast<int>(std::ranges::count_if(
        report.findings, [](const Finding& finding) { return finding.level == Level::violation; }));
}

} // namespace

SubjectTally& SubjectTally::operator+=(const SubjectTally& other)
{
    tensors += other.tensors;
    unchecked += other.unchecked;
    broken += other.broken;
    unsaved += other.unsaved;
    parts += other.parts;
    rulesBroken += other.rulesBroken;
    numel += other.numel;
    bytes += other.bytes;
    return *this;
}

SubjectTally SubjectTally::operator-() const
{
    return {-tensors, -unchecked, -broken, -unsaved, -parts, -rulesBroken, -numel, -bytes};
}

SubjectTally tallyOf(const Subject& subject)
{
    const auto* report = subject.report.get();
    return {1,
            report == nullptr,
            report != nullptr && !report->valid,
            !subject.isSaved(),
            !subject.origin->partly.isEmpty(),
            report == nullptr ? 0 : rulesBrokenIn(*report),
            subject.outline && subject.outline->numel ? static_cast<double>(*subject.outline->numel) : 0,
            static_cast<double>(bytesOf(*subject.tensor).value_or(0))};
}

SubjectTold toldOf(const Subject& subject, const QString& label)
{
    SubjectTold told;
    const auto& tensor = *subject.tensor;
    const auto* report = subject.report.get();
    const auto tally = tallyOf(subject);
    told.label = label;
    told.layout = QString::fromUtf8(tensor.layout->name);
    told.size = subject.outline ? QString::fromStdString(sizeText(*subject.outline)) : QStringLiteral("\u2026");
    told.type = shownName(QString::fromUtf8(tensor.declaredDType().name()));
    told.bytes = amountText(tally.bytes);
    const auto fill =
        subject.outline ? fillOf(storedIn(tensor, *subject.outline), *subject.outline) : std::nullopt;
    told.fill = fill.value_or(1);
    const bool isPart = !subject.origin->partly.isEmpty();
    told.filled = fill ? ToldWords::tr("%1 %").arg(QString::fromStdString(percentText(*fill))) : QString();
    told.verdict = report == nullptr ? QStringLiteral("\u2026")
                   : !report->valid  ? QStringLiteral("\u25b2 %1").arg(tally.rulesBroken)
                   : isPart          ? QStringLiteral("\u25c6")
                                     : QStringLiteral("\u2713");
    const auto& origin = *subject.origin;
    told.file = origin.path.isEmpty() ? QString() : origin.title;
    const auto whole = report == nullptr ? ToldWords::tr("checking") : verdictOn(subject, *report);
    told.tip = QString::fromStdString(titleOf(subject.title().toStdString())) + QLatin1Char(' ') + told.layout +
               QLatin1Char(' ') + told.size + QLatin1Char(' ') + told.type + QStringLiteral(", ") + told.bytes +
               QStringLiteral(": ") + whole;
    if (const auto from = origin.path.isEmpty() ? origin.title : origin.path; !from.isEmpty())
        told.tip += QLatin1Char('\n') + from;
    if (!subject.isSaved())
        told.tip += QLatin1Char('\n') +
                    (subject.held ? ToldWords::tr("edited and not saved") : ToldWords::tr("not saved in a file"));
    return told;
}

QString verdictOn(const Subject& subject, const Report& report)
{
    return QString::fromStdString(verdictText(report, subject.origin->partly.toStdString()));
}

QString amountText(double bytes)
{
    return QString::fromStdString(byteSizeText(static_cast<std::int64_t>(std::min(bytes, 9e18))));
}

QString verdictOf(const SubjectTally& tally)
{
    if (tally.broken > 0)
        return QStringLiteral("\u25b2 %1/%2").arg(tally.broken).arg(tally.tensors);
    if (tally.unchecked > 0)
        return QStringLiteral("\u2026 %1/%2").arg(tally.unchecked).arg(tally.tensors);
    return (tally.parts > 0 ? QStringLiteral("\u25c6 %1") : QStringLiteral("\u2713 %1")).arg(tally.tensors);
}

QString textOf(const SubjectTally& tally)
{
    QStringList parts{ToldWords::tr("%n tensor(s)", nullptr, tally.tensors)};
    if (tally.broken > 0)
        parts << ToldWords::tr("%n of them broken", nullptr, tally.broken);
    if (tally.unchecked > 0)
        parts << ToldWords::tr("%n still being checked", nullptr, tally.unchecked);
    if (tally.parts > 0)
        parts << ToldWords::tr("%n of a file that is read in part", nullptr, tally.parts);
    if (tally.broken == 0 && tally.unchecked == 0 && tally.parts == 0)
        parts << ToldWords::tr("all valid");
    if (tally.unsaved > 0)
        parts << ToldWords::tr("%n not saved", nullptr, tally.unsaved);
    return parts.join(QStringLiteral(", "));
}

} // namespace tscope
