// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace tscope {

// The parts of a tensor's name as files nest them: "encoder.layers[3].weight" has encoder, layers, [3] and weight.
// Together with what stood between them they are all of the name; names that nest deeper than anyone reads end in
// one long part.
QStringList namePartsOf(const QString& name);

} // namespace tscope
