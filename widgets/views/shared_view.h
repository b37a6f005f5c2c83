// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "scenes/colouring.h"
#include "views/framing.h"

#include <QString>

#include <optional>
#include <vector>

namespace tscope {

// How a tensor was looked at, to be seen so by somebody else: it travels as a text beside the tensor.
struct SharedView {
    struct Picture {
        Framing framing;
        Colouring colouring = Colouring::automatic;
    };
    QString contract, notes;
    QString selected;              // a place, in the words of placeFrom()
    std::vector<Picture> pictures; // in their order

    // The name of the text.
    static QString textName() { return QStringLiteral("tensorscope view"); }

    QByteArray toJson() const;
    // What makes no sense is left out. Nothing: no such text, or one of another version.
    static std::optional<SharedView> fromJson(const QByteArray& text);
};

// In the words of placeFrom(); of a run of slots or bytes the first one. Empty where the place has no words.
QString placeWords(const Tensor& tensor, const Place& place);

} // namespace tscope
