// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>

namespace tscope {

// The parts of a tensor's name as files nest them: "encoder.layers[3].weight" has encoder, layers, [3] and weight.
// Together with what stood between them they are all of the name; names that nest deeper than anyone reads end in
// one long part.
QStringList namePartsOf(const QString& name);

// Where the names of one file part from each other.
class NameForks
{
public:
    explicit NameForks(const QStringList& names); // none: each part is a step

    // A step for each part of a name; parts from which only one way leads on are one step: "q_proj.weight".
    QStringList stepsTo(const QString& name) const;

private:
    QHash<QString, int> m_ways; // from a beginning: how many
};

} // namespace tscope
