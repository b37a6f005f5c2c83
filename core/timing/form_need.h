// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/forms.h"
#include "timing/session.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tscope::timing {

// What a tensor will take in a form, told without making it.
struct FormNeed {
    std::int64_t bytes = 0;
    bool hasFill = false; // it stores elements that the tensor does not: zeros and padding
};

// As the footprint in the session says, else that of all elements where the form stores all. Of no bytes where the
// tensor has that form already; nothing where only making it would tell.
std::optional<FormNeed> needOfForm(const Session& session, const std::string& name, const Tensor& tensor,
                                   const FormWish& wish);

// Why a form is not measured that is larger than the user's budget for dense forms: "left out: 9.31 GiB, more than
// the budget of 1 GiB". Nothing: it is measured.
std::optional<std::string> whyLeftOut(const FormNeed& need, std::int64_t budget);
// "1 GiB", "500 MiB"; other numbers of bytes as amountText() has them.
std::string budgetText(std::int64_t bytes);

} // namespace tscope::timing
