// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/transform.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tscope {

// One parameter of a view operation, as chains and forms take it.
struct ViewParam {
    enum class Kind {
        number,
        optionalNumber, // or None
        list,
        optionalList, // or None; a number is a list of one
        numberOrList,
        real,
        word, // in quotes or not
    };

    std::string_view name;
    Kind kind = Kind::number;
    std::optional<StepArg> fallback = {}; // absent: has to be given
};

std::span<const ViewParam> paramsOf(ViewOp op);
std::string signatureText(ViewOp op);       // "slice(dim?, start?, stop?, step?)"
std::string kindText(ViewParam::Kind kind); // "a whole number or None"
std::string text(const StepArg& arg);       // as chains write it: "3", "(1, 0)", "None"

} // namespace tscope
