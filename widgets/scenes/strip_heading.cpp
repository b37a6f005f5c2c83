// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/strip_heading.h"

#include "scenes/text_fit.h"
#include "style/titles.h"

#include <QCoreApplication>

namespace tscope {

namespace {

struct HeadingWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::MembersScene)
};

QStringList partsOf(const Member& member, const Tensor& tensor, const StripShape& shape)
{
    const auto& array = member.array;
    QStringList parts{titleOf(member, tensor),
                      QString::fromUtf8(array.dtype.name()) + QLatin1Char(' ') +
                          QString::fromStdString(text(array.geometry.sizes)),
                      HeadingWords::tr("strides %1").arg(QString::fromStdString(text(array.geometry.strides)))};
    if (shape.order != BlockOrder::none)
        parts << (shape.order == BlockOrder::rows ? HeadingWords::tr("blocks stored row by row")
                                                  : HeadingWords::tr("blocks stored column by column"));
    if (array.geometry.offset != 0)
        parts << HeadingWords::tr("offset %1").arg(array.geometry.offset);
    if (!array.storage->hasBytes())
        parts << HeadingWords::tr("declared, no data");
    else if (member.layout == "strided" && !array.dtype.isOpaque() && !array.isInBounds())
        parts << HeadingWords::tr("reaches outside its storage");
    else if (!member.isReadable())
        parts << HeadingWords::tr("can't be read");
    return parts;
}

} // namespace

QStringList stripHeading(const Tensor& tensor, const StripShape& shape, int characters)
{
    const auto gap = QStringLiteral("   ");
    const auto parts = partsOf(tensor.members[shape.member], tensor, shape);
    QStringList lines;
    for (const auto& part : parts) {
        const bool fits =
            !lines.isEmpty() && (characters <= 0 || columnsOf(lines.back() + gap + part) <= characters);
        if (fits)
            lines.back() += gap + part;
        else
            lines << part;
    }
    return lines;
}

} // namespace tscope
