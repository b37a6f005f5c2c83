// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/titles.h"

#include "tensor/member_name.h"

#include <QRegularExpression>

namespace tscope {

QString titleOf(const Member& member, const Tensor& tensor)
{
    const auto word = readersWord(member, *tensor.layout);
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

QString titleOf(std::string_view member, std::int64_t slot, const Tensor& tensor)
{
    return QStringLiteral("%1[%2]").arg(titleOf(tensor.member(member), tensor)).arg(slot);
}

QString titleOfChange(const QString& place, const QString& before, const QString& after)
{
    return QStringLiteral("%1: %2 \u2192 %3").arg(place, before, after);
}

QString withoutKey(QString title)
{
    static const QRegularExpression ofItsOwn(QStringLiteral("\\(&.\\)")); // where no letter of the title can be it
    return title.remove(ofItsOwn).remove(QLatin1Char('&'));
}

QString asTitle(QString name)
{
    return name.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace tscope
