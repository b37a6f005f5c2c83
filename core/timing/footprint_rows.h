// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/forms.h"
#include "timing/session.h"

#include <span>
#include <string>

namespace tscope::timing {

// Tells in the session what a tensor takes in each of these forms and, of a matrix, in blocks of every size; what
// a product with a vector would take by the limits of the processor, where the session has them; how the entries
// are spread over rows, and where in the matrix the bytes of each form lie. A form that the tensor can't have has
// no row.
void addFootprints(Session& session, const std::string& name, const Sound& tensor, std::span<const FormWish> forms,
                   const Watch& watch = {});

// The same without what takes a look at each entry again: rows for the forms, and nothing else.
void addFormFootprints(Session& session, const std::string& name, const Sound& tensor,
                       std::span<const FormWish> forms, const Watch& watch = {});

// What is known of a tensor without a look at its entries.
Subject bareSubjectOf(const std::string& name, const Sound& tensor);
// What is known of a tensor beside its times.
Subject subjectOf(const std::string& name, const Sound& tensor, const Watch& watch = {});

} // namespace tscope::timing
