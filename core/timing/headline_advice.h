// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/compared_session.h"
#include "timing/form_choice.h"
#include "timing/sentence.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tscope::timing {

// Sentences of a headline on the form that is advised. Rows are sorted by time.

// "csr, coo, bsc 2x2, ..."
std::string namesOf(const ComparedSession& compared, const FormChoice::Rows& rows);

// Which forms can't be told apart from the advised one, and why it is advised before them.
Sentence sentenceOnTies(const ComparedSession& compared, const FormChoice& choice, std::size_t best,
                        const FormChoice::Rows& ties);

// The cheapest form by the number of uses, among the same forms as in the chart except those that lose values,
// which are never advised. Nothing where one of them is the cheapest for some number of uses by its median and it
// is not sure that it pays off sooner than the advised form.
std::optional<Sentence> sentenceOnUses(const ComparedSession& compared, const FormChoice& choice, std::size_t best,
                                       std::size_t given, const FormChoice::Rows& rows);

// Differences below this are not worth a warning.
constexpr double noticeable = 1.1;

// Whether the interval of a form's speed-up reaches to where it is noticeably slower.
bool mayBeMuchSlower(const Ratio& ratio);
// Two readings of an undecided speed-up whose middle is above that of the same time: the form is probably faster,
// or the interval also reaches to where it is noticeably slower.
bool isProbablyFaster(const Ratio& ratio);
bool isOrderOpen(const Ratio& ratio);

} // namespace tscope::timing
