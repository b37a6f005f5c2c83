// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/dtype.h"
#include "literals/json_tree.h"
#include "literals/warning_list.h"

namespace tscope {

// The element type that NumPy gives a list of these numbers: int64 or uint64 where all are written as integers,
// bool where all are true or false, else float64. An object is no list of NumPy's; it gives float32, as in our own
// form.
DType typeAsNumPy(const JsonTree& tree, JsonTree::Index at);

// For values without a dtype in the file, which are read as `dtype`: warns where float32 or float64 rounds them.
// An integer is compared as it is. Another number is rounded to float32 when it is neither the shortest text of
// its float32 nor that of nine digits. `at`: an array as readJsonArray() takes it.
void warnOfRounding(const JsonTree& tree, JsonTree::Index at, const DType& dtype, WarningList& warnings);

} // namespace tscope
