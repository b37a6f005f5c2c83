// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace tscope::charts {

// The numbers of a chart: what is exported, and nothing that is shown is missing in it.
struct Table {
    QStringList header; // with units
    std::vector<QStringList> rows;
};

// Lines of fields between commas; as RFC 4180 has it.
QByteArray csv(const Table& table);

} // namespace tscope::charts
