// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lessons/expression.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tscope {

// A text of a lesson in English, and in other languages where it has been written in them. $name and $(formula) in
// it stand for what that comes to; $$ is a dollar.
struct LessonText {
    std::string english;
    std::map<std::string, std::string, std::less<>> others = {}; // by code: "zh_CN"

    bool isEmpty() const { return english.empty(); }
    const std::string& in(std::string_view language) const;
};

// Where a tensor of an exercise comes from.
enum class TensorSource : std::uint8_t {
    literal,   // JSON or what is pasted from Python
    generator, // "random --layout csr --size 4,6", as tscope make takes it
    views,     // of another tensor: "permute(2, 0, 1)"
    converted, // of another: "csr", "bsr 2,2"
    broken,    // another, one rule of which is broken: "5.2"
};

// One line of the part that makes the exercise: they are worked out from the first to the last.
struct LessonLine {
    enum class Kind : std::uint8_t {
        let,    // a name and what it stands for; may draw
        where,  // what must hold; else all is drawn again
        tensor, // a name and a tensor
        own,    // the learner's tensor in place of that tensor, where the condition holds for it
    };
    Kind kind = Kind::let;
    std::string name = {};
    std::optional<Expression> formula = {}; // of let, where, own
    TensorSource source = TensorSource::literal;
    std::string of = {};   // the tensor that it is made of
    std::string text = {}; // of a tensor; filled before it is read
    std::int64_t line = 0;
};

enum class AnswerKind : std::uint8_t {
    number,
    list,     // a shape, strides, an array: numbers in order
    set,      // words or numbers, in any order
    word,     // one of those that are offered
    cells,    // elements that are clicked: a set of indices
    slots,    // slots of a member
    storage,  // slots of the storage of a member
    pointers, // a member's numbers, dragged as brackets or typed
    order,    // pieces put in their order
    tensor,   // one that is built, or a broken one that is mended
};
std::string_view name(AnswerKind kind);

// A formula about an answer, which it calls `answer`, and words on it.
struct AnswerRemark {
    Expression formula;
    LessonText text;
};

struct AnswerSpec {
    AnswerKind kind = AnswerKind::number;
    std::string tensor = {}, member = {}; // that is looked at, or begun with
    std::vector<std::string> words = {};  // that are offered, of kind `word`
    std::optional<Expression> expected = {};
    // At least one of the expected answer and these. Their formulas hold for a right answer; the text is said
    // where one does not.
    std::vector<AnswerRemark> needs = {};
    std::vector<AnswerRemark> replies = {}; // to a wrong answer: the first that holds, in place of the usual text
    std::int64_t line = 0;

    bool isPicked() const // cells and slots that are clicked
    {
        return kind == AnswerKind::cells || kind == AnswerKind::slots || kind == AnswerKind::storage;
    }
    // The formula is a list of one place, so that a click takes the place of the one before.
    bool isOnePlace() const { return isPicked() && expected && expected->elementsWritten() == std::size_t{1}; }
};

// A sentence with a gap, and what may stand in it.
struct GapSentence {
    LessonText before, after;
    std::map<std::string, std::vector<std::string>, std::less<>> words; // by language; "" is English
};

struct LessonStep {
    LessonText title, ask;
    std::vector<LessonLine> lines;
    std::vector<std::string> shown, covered, revealed; // parts of the window: "logical", "members", "storage" ...
    AnswerSpec answer;
    std::vector<LessonText> hints; // three, each stronger
    LessonText worked;
    std::optional<AnswerSpec> point; // cells or slots that a right answer, which names no place itself, is about
    std::optional<GapSentence> explained;
    std::int64_t line = 0;
};

struct Lesson {
    std::string id; // the name of its file
    LessonText title, goal, insight;
    std::vector<LessonStep> steps;
    std::uint64_t textHash = 0; // of its file: another lesson may have the same name
};

// The parts of the window that a step can show, cover and reveal.
std::span<const std::string_view> lessonParts();

} // namespace tscope
