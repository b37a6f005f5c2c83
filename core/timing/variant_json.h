// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/json_fields.h"
#include "timing/json_fields_reader.h"
#include "timing/session.h"

namespace tscope::timing {

// The form of a tensor among the other fields of what is in that form.
void addVariant(JsonFields& out, const Variant& variant);
Variant variantIn(FieldsReader& from);

} // namespace tscope::timing
