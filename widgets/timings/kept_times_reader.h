// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/timings.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace tscope {

// The list in the folder of kept measurements, and the files beside it that it names.
inline constexpr int keptTimesVersion = 1;
inline constexpr qsizetype mostKeptTimes = 100;

struct KeptTime {
    QString title, file;      // the latter beside the list
    TimingSessionPtr session; // never null
    std::int64_t bytes = 0;   // of the file
};
struct RestoredTimes {
    std::vector<KeptTime> all; // in the order in which they were measured
    QString aside;             // the folder that damaged files were moved to; empty: there were none
};
// Nothing in the folder is believed. Files that can't be read are set aside; throws where that fails, so that
// nothing is written over them.
RestoredTimes readKeptTimes(const QString& folder, std::int64_t mostBytes, const Watch& watch);

QString keptTimesList(const QString& folder);        // its path
QStringList keptTimesFilesIn(const QString& folder); // whether the list names them or not

} // namespace tscope
