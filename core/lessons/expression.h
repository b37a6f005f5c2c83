// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "lessons/value.h"

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace tscope {

class Random;

// What names stand for while an expression is worked out, and what that may cost.
struct Scope {
    std::map<std::string, Value, std::less<>> names = {};
    Random* random = nullptr;     // of lines that draw; null: nothing may be drawn
    std::int64_t steps = 200'000; // that are left; what would never end is refused

    const Value* find(std::string_view name) const;
};

// A formula of a lesson, in a part of Python's expressions: whole numbers, words in quotes, lists, names, calls,
// + - * // %, comparisons, and or not, a if b else c, lists made by [a for i in b if c], elements x[i].
class Expression
{
public:
    // Errors name the column, from 1, as their place.
    static Result<Expression> parse(std::string_view text);

    Result<Value> value(Scope& scope) const;
    // Fails with the first name or function that there is none of, without working anything out.
    Result<void> checkNames(const Scope& scope) const;
    const std::string& text() const { return m_text; }
    std::vector<std::string> words() const; // the names and functions in it
    // How many elements it has where it is a list that is written out, such as [a, b]; else nothing.
    std::optional<std::size_t> elementsWritten() const;
    std::string_view called() const; // the function that the whole of it is a call of; empty: it is none
    std::string_view nameGivenTo(std::string_view function) const; // where the whole is function(name); else empty

    enum class Kind : std::uint8_t {
        constant,
        name,
        list,
        call,
        element,    // parts: of what, which
        negation,   // -a
        denial,     // not a
        arithmetic, // word: + - * // %
        comparison, // word: == != < <= > >= in
        conjunction,
        disjunction,
        choice,        // parts: then, condition, else
        comprehension, // word: the name that runs; parts: element, over what, and perhaps a condition
    };
    struct Node {
        Kind kind = Kind::constant;
        std::string word = {};
        Value constant = {};
        std::vector<Node> parts = {};
        std::int64_t column = 0; // from 1
    };

private:
    Expression(std::string text, Node root) : m_text(std::move(text)), m_root(std::move(root)) {}

    std::string m_text;
    Node m_root;
};

// Errors of expressions, with the column as their place.
Error expressionError(std::string sentence, std::int64_t column);

} // namespace tscope
