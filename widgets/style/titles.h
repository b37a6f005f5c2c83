// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <QString>

namespace tscope {

// What a member is called wherever it is shown: "crow_indices", whether its file called it so or had no names.
QString titleOf(const Member& member, const Tensor& tensor);

// "crow_indices[3]". Precondition: the tensor has that member.
QString titleOf(std::string_view member, std::int64_t slot, const Tensor& tensor);

// A step that sets a number there: "crow_indices[3]: 24 → 30".
QString titleOfChange(const QString& place, const QString& before, const QString& after);

// The title of a menu, an action or a field without the mark of its key: "&Open...", "打开(&O)...".
QString withoutKey(QString title);

// A name as the title of a tab, an action or a button, where "&" would mark a key.
QString asTitle(QString name);

} // namespace tscope
