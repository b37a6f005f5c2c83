// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The kinds of question that an exercise about a given tensor can have.
enum class QuestionKind : std::uint8_t {
    locate,   // in which slot is this element stored?
    readBack, // which element is stored in this slot?
    array,    // type the strides, or an index member
    broken,   // which rules are broken, and where?
    view,     // is the result of these operations a view or a copy?
};
inline constexpr std::array questionKinds{QuestionKind::locate, QuestionKind::readBack, QuestionKind::array,
                                          QuestionKind::broken, QuestionKind::view};
std::string_view name(QuestionKind kind); // "locate", "read-back", "array", "broken", "view"
// Fails with all names where there is none of that name.
Result<QuestionKind> questionKindNamed(std::string_view name);

struct LessonRequest {
    QuestionKind kind = QuestionKind::locate;
    std::string title = {};             // empty: what the kind is about
    std::size_t steps = 0;              // 0: up to three
    std::vector<Extents> elements = {}; // of `locate`: one for each step; empty: drawn, others for each student
    std::string rule = {};              // of `broken`: is broken in the lesson; empty: drawn where none is broken
};

// "1,2; 0,3" as elements. Empty: none.
Result<std::vector<Extents>> elementsNamed(std::string_view text);

// The text of a lesson about this tensor, in English and in the language that is set. It holds the tensor as a
// literal; its answers are formulas, so that they are worked out from it. What `tscope lesson check` asks of a
// lesson holds for it. Fails where the tensor is too large or where there is nothing of that kind to ask.
Result<std::string> lessonAbout(const Tensor& tensor, const LessonRequest& request);

} // namespace tscope
