// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/logical_caption.h"

#include "anatomy/reading.h"
#include "facts/wording.h"
#include "scenes/scene_writer.h"

#include <QCoreApplication>

namespace tscope {

namespace {

struct CaptionWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::LogicalScene)
};

QString written(const Extents& extents)
{
    return QString::fromStdString(text(extents));
}

// Whole, or with extents rounded and marked so: "(9.0e18…, 9.0e18…)". Cut only where that has no room either.
// Of components that differ the size, and the box that is drawn, which is the size of none of them.
QString shapeWithin(const Matrix& matrix, int room)
{
    const auto whole = written(matrix.shape.extents);
    if (matrix.shape.ragged) {
        const auto& tensor = matrix.tensor;
        const auto size = QString::fromStdString(sizeText(tensor.layout->read(tensor, {})->outline()));
        const auto both = CaptionWords::tr("%1, padded to %2").arg(size, whole);
        return columnsOf(both) <= room ? both : size;
    }
    if (columnsOf(whole) <= room)
        return whole;
    for (int digits = 3; digits >= 0; --digits) {
        QStringList extents;
        for (const auto extent : matrix.shape.extents) {
            auto rounded = QString::number(static_cast<double>(extent), 'e', digits) + QChar(0x2026);
            const auto exact = QString::number(extent);
            extents << (exact.size() <= rounded.size() ? exact : rounded.remove(QLatin1Char('+')));
        }
        const auto text = QLatin1Char('(') + extents.join(QStringLiteral(", ")) + QLatin1Char(')');
        if (columnsOf(text) <= room)
            return text;
    }
    return whole;
}

// Which matrix it is: "[0, :, :]".
QString indexOf(const Matrix& matrix)
{
    QStringList indices;
    for (int dim = 0; dim < matrix.rank(); ++dim)
        indices << (!matrix.isHeld(dim) ? QStringLiteral(":")
                                        : QString::number(Matrix::at(matrix.roles.fixed, dim)) +
                                              (dim == matrix.tail ? QStringLiteral(":") : QString()));
    return QLatin1Char('[') + indices.join(QStringLiteral(", ")) + QLatin1Char(']');
}

} // namespace

QString logicalCaption(const Matrix& matrix, int room)
{
    if (matrix.isSheet)
        return indexOf(matrix);
    const auto shape = shapeWithin(matrix, room);
    if (matrix.rank() <= 2 || matrix.lacksMatrices())
        return shape;
    QStringList parts{CaptionWords::tr("%1 of %2").arg(indexOf(matrix), shape)};
    if (matrix.count > 1 && !matrix.isSheet)
        parts << CaptionWords::tr("matrix %1 of %2").arg(matrix.number + 1).arg(matrix.count);
    if (matrix.tail >= 0) {
        const auto numbers = matrix.shape.extents[static_cast<std::size_t>(matrix.tail)];
        parts << CaptionWords::tr("%1 numbers a cell", nullptr, formOf(numbers)).arg(numbers);
    }
    for (; !parts.isEmpty(); parts.removeLast())
        if (const auto text = parts.join(QStringLiteral("   ")); columnsOf(text) <= room)
            return text;
    return shape;
}

} // namespace tscope
