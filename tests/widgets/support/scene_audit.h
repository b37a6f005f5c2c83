// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <QStringList>

namespace tscope::test {

// What is wrong with how a scene is laid out, whatever it is a picture of: text that does not fit or can't be
// read, labels on labels, spots that are no place of the tensor, broken places without a mark. Empty: nothing.
QStringList faultsOf(const Scene& scene, const SceneRequest& request);

// Where the text of a label lies in its rect.
QRectF textRect(const Label& label, const TextSize& size);

bool areEqual(const Scene& a, const Scene& b);

} // namespace tscope::test
