// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/titles.h"

#include <QRegularExpression>

namespace tscope {

QString withoutKey(QString title)
{
    static const QRegularExpression ofItsOwn(QStringLiteral("\\(&.\\)")); // where no letter of the title can be it
    return title.remove(ofItsOwn).remove(QLatin1Char('&'));
}

} // namespace tscope
