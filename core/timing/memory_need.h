// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/forms.h"
#include "timing/session.h"

#include <cstdint>
#include <optional>

namespace tscope::timing {

// The bytes that a subject will take in a form: as its footprint in the session says, else those of all elements
// where the form stores all. 0 where the tensor has that form already; nothing where only making it would tell.
std::optional<std::int64_t> bytesInForm(const Session& session, const std::string& name, const Tensor& tensor,
                                        const FormWish& wish);

} // namespace tscope::timing
