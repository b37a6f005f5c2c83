// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/matrix.h"

#include <optional>
#include <vector>

namespace tscope {

// One matrix of a tensor that has several, and where its own content lies in the whole.
struct Sheet {
    Matrix matrix;
    QPointF at;
    QSizeF size; // its caption may be wider than its cells
};

// All matrices of a small tensor with more than two dims, or all components of a ragged one, in rows from left to
// right.
struct Sheets {
    std::vector<Sheet> all;
    QSizeF content;

    // Those that the request wants all at once: nothing where they are too many, too large to be read in its
    // window together, or where the user wants to see one at a time.
    static std::optional<Sheets> of(const Matrix& matrix, const SceneRequest& request);
    // Whether `of` would give some, were they wanted.
    static bool areSeveral(const Matrix& matrix);

    void arrange(const SceneRequest& request, double zoom);
    const Sheet* find(const Extents& index) const;
};

} // namespace tscope
