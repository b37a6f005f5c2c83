// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/compared_session.h"
#include "timing/session.h"

#include <string>

namespace tscope::timing {

// Of what a form stores, the share that is there only to make it whole. 0 where that is not told.
double fillShare(const Session& session, const std::string& tensor, const Variant& variant);

// What that share is called in a form: "zeros", "padding", "unused".
std::string fillWord(const Variant& variant);

// Why the one row is faster, from what both of them have to do: bytes or, where that is the limit, arithmetic;
// caches, indices, fill, a row that is as long as many. Empty: nothing of that explains it.
// "It" is the row of which the sentence before said something: `isAboutFaster` or the slower one.
std::string whyFaster(const ComparedSession& compared, std::size_t faster, std::size_t slower, bool isAboutFaster);

} // namespace tscope::timing
