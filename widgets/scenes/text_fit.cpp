// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/text_fit.h"

#include <limits>

namespace tscope {

QString fitted(const QString& text, int characters)
{
    if (text.size() <= characters)
        return text;
    if (characters < 2)
        return {};
    return text.left(characters - 1) + QChar(0x2026);
}

QString fitted(const Element& element, int characters)
{
    const auto whole = QString::fromStdString(element.text());
    if (whole.size() <= characters)
        return whole;
    if (element.isReadable()) {
        const auto number = element.number();
        if (const auto* real = std::get_if<double>(&number)) {
            if (element.isNan())
                return characters >= 1 ? QStringLiteral("N") : QString();
            if (element.isInfinite())
                return characters >= 2   ? (*real < 0 ? QStringLiteral("-") : QStringLiteral("+")) + QChar(0x221e)
                       : characters == 1 ? QString(QChar(0x221e))
                                         : QString();
            for (int digits = 6; digits >= 1; --digits) {
                const auto rounded = QString::number(*real, 'g', digits) + QChar(0x2026);
                if (rounded.size() <= characters)
                    return rounded;
            }
            return {};
        }
    }
    // Digits that are cut off an integer would make it another number.
    return {};
}

std::int64_t rulerStep(double pixelsPerUnit, double room)
{
    std::int64_t step = 1;
    for (int i = 0; pixelsPerUnit * static_cast<double>(step) < room; ++i) {
        if (step > std::numeric_limits<std::int64_t>::max() / 10)
            return step;
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
}

} // namespace tscope
