// SPDX-License-Identifier: Apache-2.0
// What a formula comes to.
#include "base/checked_math.h"
#include "base/say.h"
#include "lessons/functions.h"

#include <algorithm>
#include <set>

namespace tscope {

namespace {

using Kind = Expression::Kind;
using Node = Expression::Node;

Error tooLarge(const Node& node)
{
    return expressionError(say("the number leaves 64 bits"), node.column);
}

Result<Value> wrong(const Node& node, std::string_view wanted, const Value& found)
{
    return expressionError(say("wanted {0}, found {1}", wanted, kindText(found)), node.column);
}

// As Python divides: towards minus infinity.
std::int64_t floored(std::int64_t a, std::int64_t b)
{
    const auto quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Value joined(const Value::List& a, const Value::List& b)
{
    auto out = a;
    out.insert(out.end(), b.begin(), b.end());
    return out;
}

Result<Value> repeated(const Value::List& list, std::int64_t times, Scope& scope)
{
    const auto cost = checkedMul(weightOf(list), std::max<std::int64_t>(times, 0)).value_or(int64Max);
    if (const auto paid = spend(scope, cost); !paid)
        return paid.error();
    Value::List out;
    for (std::int64_t i = 0; i < times; ++i)
        out.insert(out.end(), list.begin(), list.end());
    return Value(std::move(out));
}

Result<Value> arithmetic(const Node& node, const Value& a, const Value& b, Scope& scope)
{
    const auto sign = node.word[0];
    const auto *listA = a.as<Value::List>(), *listB = b.as<Value::List>();
    if (sign == '+' && listA != nullptr && listB != nullptr)
        return joined(*listA, *listB); // paid for when they were made
    const auto *x = a.as<std::int64_t>(), *y = b.as<std::int64_t>();
    if (sign == '*' && listA != nullptr && y != nullptr)
        return repeated(*listA, *y, scope);
    if (x == nullptr)
        return wrong(node, say("a whole number"), a);
    if (y == nullptr)
        return wrong(node, say("a whole number"), b);
    if (sign == '/' || sign == '%') {
        if (*y == 0)
            return expressionError(say("nothing can be divided by 0"), node.column);
        if (*y == -1)
            return sign == '%'      ? Result<Value>(std::int64_t{0})
                   : *x == int64Min ? Result<Value>(tooLarge(node))
                                    : Result<Value>(-*x);
        const auto quotient = floored(*x, *y);
        return Value(sign == '/' ? quotient : *x - quotient * *y);
    }
    const auto out = sign == '+' ? checkedAdd(*x, *y) : sign == '-' ? checkedSub(*x, *y) : checkedMul(*x, *y);
    if (!out)
        return tooLarge(node);
    return Value(*out);
}

Result<Value> comparison(const Node& node, const Value& a, const Value& b)
{
    const auto& sign = node.word;
    if (sign == "==")
        return Value(a == b);
    if (sign == "!=")
        return Value(!(a == b));
    if (sign == "in") {
        const auto* list = b.as<Value::List>();
        if (list == nullptr)
            return wrong(node, say("a list"), b);
        return Value(std::ranges::find(*list, a) != list->end());
    }
    const auto *x = a.as<std::int64_t>(), *y = b.as<std::int64_t>();
    if (x != nullptr && y != nullptr)
        return Value(sign == "<" ? *x < *y : sign == "<=" ? *x <= *y : sign == ">" ? *x > *y : *x >= *y);
    const auto left = numberIn(a), right = numberIn(b);
    if (!left)
        return wrong(node, say("a number"), a);
    if (!right)
        return wrong(node, say("a number"), b);
    return Value(sign == "<"    ? *left < *right
                 : sign == "<=" ? *left <= *right
                 : sign == ">"  ? *left > *right
                                : *left >= *right);
}

Error unknownFunction(const Node& node)
{
    return expressionError(say("there is no function {0}", node.word), node.column);
}

Error unknownName(const Node& node)
{
    return expressionError(say("nothing is called {0}", node.word), node.column);
}

class Evaluation
{
public:
    explicit Evaluation(Scope& scope) : m_scope(scope) {}

    // Errors that come from further below have no place of their own.
    Result<Value> of(const Node& node)
    {
        auto value = workedOut(node);
        if (!value && value.error().where.empty())
            return expressionError(value.error().text, node.column);
        return value;
    }

private:
    Result<Value> workedOut(const Node& node)
    {
        if (const auto paid = spend(m_scope, 1); !paid)
            return paid.error();
        switch (node.kind) {
        case Kind::constant:
            return copied(node.constant);
        case Kind::name:
            return named(node);
        case Kind::list:
            return listOf(node);
        case Kind::call:
            return call(node);
        case Kind::element:
            return element(node);
        case Kind::negation:
            return negated(node);
        case Kind::denial:
            return denied(node);
        case Kind::arithmetic:
        case Kind::comparison:
            return ofTwo(node);
        case Kind::conjunction:
        case Kind::disjunction:
            return joinedTruth(node);
        case Kind::choice: {
            const auto holds = truth(node.parts[1]);
            if (!holds)
                return holds.error();
            return of(node.parts[*holds ? 0 : 2]);
        }
        case Kind::comprehension:
            return comprehension(node);
        }
        return Value();
    }

    Result<bool> truth(const Node& node)
    {
        const auto value = of(node);
        if (!value)
            return value.error();
        if (const auto* yes = value->as<bool>())
            return *yes;
        return wrong(node, say("yes or no"), *value).error();
    }

    Result<Value> copied(const Value& value)
    {
        if (const auto paid = spend(m_scope, weightOf(value)); !paid)
            return paid.error();
        return value;
    }

    Result<Value> named(const Node& node)
    {
        if (const auto* value = m_scope.find(node.word))
            return copied(*value);
        return unknownName(node);
    }

    Result<Value> listOf(const Node& node)
    {
        Value::List out;
        for (const auto& part : node.parts) {
            auto value = of(part);
            if (!value)
                return value.error();
            out.push_back(*std::move(value));
        }
        return Value(std::move(out));
    }

    Result<Value> call(const Node& node)
    {
        const auto* function = lessonFunction(node.word);
        if (function == nullptr)
            return unknownFunction(node);
        if (node.parts.size() < function->least || node.parts.size() > function->most)
            return expressionError(say("wanted {0}({1}), found {2|argument|arguments}", function->name,
                                       function->arguments, node.parts.size()),
                                   node.column);
        auto arguments = listOf(node);
        if (!arguments)
            return arguments.error();
        return function->call(*arguments->as<Value::List>(), m_scope);
    }

    Result<Value> element(const Node& node)
    {
        const auto of = this->of(node.parts[0]);
        if (!of)
            return of.error();
        const auto which = this->of(node.parts[1]);
        if (!which)
            return which.error();
        const auto* list = of->as<Value::List>();
        if (list == nullptr)
            return wrong(node.parts[0], say("a list"), *of);
        const auto* number = which->as<std::int64_t>();
        if (number == nullptr)
            return wrong(node.parts[1], say("a whole number"), *which);
        const auto count = static_cast<std::int64_t>(list->size());
        const auto at = *number < 0 ? *number + count : *number;
        if (at < 0 || at >= count)
            return expressionError(
                say("the list has {0|element|elements}, element {1} was wanted", count, *number), node.column);
        return (*list)[static_cast<std::size_t>(at)];
    }

    Result<Value> negated(const Node& node)
    {
        const auto value = of(node.parts[0]);
        if (!value)
            return value;
        if (const auto* real = value->as<double>())
            return Value(-*real);
        const auto* number = value->as<std::int64_t>();
        if (number == nullptr)
            return wrong(node.parts[0], say("a whole number"), *value);
        if (*number == int64Min)
            return tooLarge(node);
        return Value(-*number);
    }

    Result<Value> denied(const Node& node)
    {
        const auto holds = truth(node.parts[0]);
        if (!holds)
            return holds.error();
        return Value(!*holds);
    }

    Result<Value> ofTwo(const Node& node)
    {
        const auto a = of(node.parts[0]);
        if (!a)
            return a;
        const auto b = of(node.parts[1]);
        if (!b)
            return b;
        return node.kind == Kind::comparison ? comparison(node, *a, *b) : arithmetic(node, *a, *b, m_scope);
    }

    // The second is looked at only where the first does not decide.
    Result<Value> joinedTruth(const Node& node)
    {
        const auto first = truth(node.parts[0]);
        if (!first)
            return first.error();
        if (*first == (node.kind == Kind::disjunction))
            return Value(*first);
        const auto second = truth(node.parts[1]);
        if (!second)
            return second.error();
        return Value(*second);
    }

    // The name means what it meant before when the list is made.
    Result<Value> comprehension(const Node& node)
    {
        const auto over = of(node.parts[1]);
        if (!over)
            return over.error();
        const auto* list = over->as<Value::List>();
        if (list == nullptr)
            return wrong(node.parts[1], say("a list"), *over);
        std::optional<Value> before;
        if (const auto* outer = m_scope.find(node.word))
            before = *outer;
        Value::List out;
        std::optional<Error> error;
        for (const auto& each : *list) {
            m_scope.names[node.word] = each;
            if (node.parts.size() > 2) {
                const auto wanted = truth(node.parts[2]);
                if (!wanted)
                    error = wanted.error();
                if (!wanted || !*wanted) {
                    if (error)
                        break;
                    continue;
                }
            }
            auto value = of(node.parts[0]);
            if (!value) {
                error = value.error();
                break;
            }
            out.push_back(*std::move(value));
        }
        if (before)
            m_scope.names[node.word] = *before;
        else
            m_scope.names.erase(node.word);
        if (error)
            return *error;
        return Value(std::move(out));
    }

    Scope& m_scope;
};

Result<void> namesIn(const Node& node, const Scope& scope, std::set<std::string, std::less<>>& running)
{
    if (node.kind == Kind::name && scope.find(node.word) == nullptr && !running.contains(node.word))
        return unknownName(node);
    if (node.kind == Kind::call && lessonFunction(node.word) == nullptr)
        return unknownFunction(node);
    const bool runs = node.kind == Kind::comprehension && running.insert(node.word).second;
    for (const auto& part : node.parts)
        if (const auto known = namesIn(part, scope, running); !known)
            return known;
    if (runs)
        running.erase(node.word);
    return {};
}

} // namespace

Result<void> spend(Scope& scope, std::int64_t steps)
{
    if (steps > scope.steps) {
        scope.steps = 0;
        return invalidArgument(say("the formula takes too many steps"));
    }
    scope.steps -= steps;
    return {};
}

Result<void> Expression::checkNames(const Scope& scope) const
{
    std::set<std::string, std::less<>> running; // names of lists that are made
    return namesIn(m_root, scope, running);
}

Result<Value> Expression::value(Scope& scope) const
{
    return Evaluation(scope).of(m_root);
}

} // namespace tscope
