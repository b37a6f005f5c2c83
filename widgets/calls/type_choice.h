// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "element/dtype.h"

#include <QComboBox>

#include <optional>

namespace tscope {

// One of the element types, or none of them.
class TypeChoice : public QComboBox
{
public:
    enum class Which : std::uint8_t { all, ofIndices };
    TypeChoice(Which which, const QString& none);

    std::optional<DType> type() const; // nothing: none
};

} // namespace tscope
