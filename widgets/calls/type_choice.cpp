// SPDX-License-Identifier: GPL-3.0-or-later
#include "calls/type_choice.h"

#include "build/words.h"

namespace tscope {

TypeChoice::TypeChoice(Which which, const QString& none)
{
    addItem(none, -1);
    for (const auto type : knownElementTypes())
        if (which == Which::all || DType(type).isIndexLike())
            addItem(qt(DType(type).name()), static_cast<int>(type));
    setMaxVisibleItems(24);
}

std::optional<DType> TypeChoice::type() const
{
    const auto type = currentData().toInt();
    return type < 0 ? std::nullopt : std::optional<DType>(static_cast<ElementType>(type));
}

} // namespace tscope
