// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text_ranks.h"

#include <QCollator>

#include <algorithm>
#include <map>

namespace tscope {

std::vector<std::optional<double>> ranksOf(const std::vector<QString>& texts)
{
    // Names are in English, and the C locale knows no numbers in texts.
    QCollator order{QLocale(QLocale::English)};
    order.setNumericMode(true);
    order.setCaseSensitivity(Qt::CaseInsensitive);
    auto distinct = texts;
    std::ranges::sort(distinct); // few of many: letters alone tell alike ones
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::ranges::stable_sort(distinct,
                             [&](const QString& a, const QString& b) { return order.compare(a, b) < 0; });
    std::map<QString, double> places;
    for (std::size_t i = 0; i < distinct.size(); ++i) {
        const bool isAlike = i > 0 && order.compare(distinct[i - 1], distinct[i]) == 0;
        places[distinct[i]] = isAlike ? places[distinct[i - 1]] : static_cast<double>(i);
    }
    std::vector<std::optional<double>> ranks;
    for (const auto& text : texts)
        ranks.push_back(text.isEmpty() ? std::nullopt : std::optional(places.at(text)));
    return ranks;
}

} // namespace tscope
