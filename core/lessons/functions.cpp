// SPDX-License-Identifier: Apache-2.0
#include "lessons/functions.h"

#include "base/say.h"
#include "dispatch/call.h"
#include "facts/whereabouts.h"

namespace tscope {

std::array<std::span<const LessonFunction>, 5> lessonFunctions()
{
    return {numberFunctions(), arrayFunctions(), placeFunctions(), predicateFunctions(), textFunctions()};
}

const LessonFunction* lessonFunction(std::string_view name)
{
    for (const auto all : lessonFunctions())
        for (const auto& each : all)
            if (each.name == name)
                return &each;
    return nullptr;
}

Result<std::int64_t> wholeNumber(const Value& value, std::string_view name)
{
    if (const auto* number = value.as<std::int64_t>())
        return *number;
    return invalidArgument(say("wanted a whole number as {0}, found {1}", name, kindText(value)));
}

Result<const Value::List*> list(const Value& value, std::string_view name)
{
    if (const auto* all = value.as<Value::List>())
        return all;
    return invalidArgument(say("wanted a list as {0}, found {1}", name, kindText(value)));
}

Result<Extents> wholeNumbers(const Value& value, std::string_view name)
{
    if (auto numbers = extentsOf(value))
        return *std::move(numbers);
    return invalidArgument(say("wanted a list of whole numbers as {0}, found {1}", name, text(value)));
}

Result<std::string> word(const Value& value, std::string_view name)
{
    if (const auto* found = value.as<std::string>())
        return *found;
    return invalidArgument(say("wanted a word in quotes as {0}, found {1}", name, kindText(value)));
}

Result<TensorPtr> tensor(const Value& value, std::string_view name)
{
    if (const auto* found = value.as<TensorPtr>())
        return *found;
    return invalidArgument(say("wanted a tensor as {0}, found {1}", name, kindText(value)));
}

Result<const Member*> memberArgument(std::span<const Value> given, const Tensor& of)
{
    if (given.size() < 2)
        return &valuesMember(of);
    const auto name = word(given[1], "member");
    if (!name)
        return name.error();
    return memberNamed(of, *name);
}

} // namespace tscope
