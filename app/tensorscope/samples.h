// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace tscope {

// A sample as the start page and the menu name it.
struct NamedSample {
    QString path;
    QString title, what;
};

// In the order in which they are offered; one without words comes last, under the name of its file.
std::vector<NamedSample> namedSamples(const QStringList& paths);

} // namespace tscope
