// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proof/prove.h"
#include "timing/footprint.h"
#include "timing/session.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope::timing {

// A form that a tensor is to be measured in. Types that are not said are its own.
struct FormWish {
    const Layout* layout = nullptr;
    std::array<std::int64_t, 2> block{1, 1}; // of bsr and bsc
    std::optional<DType> dtype = {}, indexDType = {};
    bool isPadded = false; // components, padded to a strided tensor
};

// The form that a tensor has. Precondition: its layout is known.
Variant variantOf(const Tensor& tensor, bool isPadded = false);
// That it would have.
Variant variantOf(const Tensor& given, const FormWish& wish);

// The tensor in that form; itself where it has it already. Fails where there is no such form, or where it would
// take more than `maxBytes`.
Result<Sound> inForm(const Sound& given, const FormWish& wish, std::int64_t maxBytes, const Watch& watch = {});

// All forms in which a tensor of its kind can be measured, its own first. A blocked layout comes with the tensor's
// own block size, and with the `blocks` sizes that take the fewest bytes. If no size divides the tensor, 2x2
// stands for them, and its row says why it was not measured. `footprints`: null where entries were not counted.
std::vector<FormWish> usualForms(const Tensor& given, const Footprints* footprints, std::size_t blocks = 2);

// Adds a form, unless one of the same layout in the same blocks is there already.
void addForm(std::vector<FormWish>& forms, const FormWish& wish);

// The names of layouts in which a tensor of this one can be measured, its own first; "padded" among them for lists
// of components.
std::vector<std::string> layoutChoicesOf(const Layout& given);

// "csr", "bsr:16x16", "padded". Fails for what is no form.
Result<FormWish> formNamed(std::string_view text);

} // namespace tscope::timing
