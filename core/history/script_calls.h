// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/target.h"
#include "dispatch/op_spec.h"
#include "history/script.h"

#include <variant>

namespace tscope {

// What an expression of a script is worth: a tensor, several, or a number as it was typed.
using ScriptValue = std::variant<Recorded, std::vector<Recorded>, std::string>;

// What stands between the brackets of a call: values, then numbers and words as they were typed.
struct ScriptArguments {
    std::vector<ScriptValue> values;
    std::vector<std::string> words = {}; // "(0, 1)", "0"
    std::vector<std::pair<std::string, std::string>> named = {};
    std::string text = {}; // all of it
};

// Calls of a script by their names.
class ScriptCalls
{
public:
    ScriptCalls(ScriptRun& run, const ScriptOptions& options) : m_run(run), m_options(options) {}

    Result<ScriptValue> function(std::string_view name, ScriptArguments arguments);
    Result<ScriptValue> method(std::string_view name, const Recorded& on, ScriptArguments arguments);
    // "+", "-", "*", "@", "/"
    Result<ScriptValue> binary(char sign, const ScriptValue& a, const ScriptValue& b);
    Result<ScriptValue> negated(const ScriptValue& value);
    // "select(0, 1)"
    Result<ScriptValue> steps(const Recorded& on, const std::string& chain);

    // How many values a function or method takes before its words.
    static std::size_t valuesOf(std::string_view name, bool isMethod);

private:
    Result<ScriptValue> operation(const OpSpec& op, ScriptArguments arguments);
    Result<ScriptValue> backwardFrom(const Recorded& on, const ScriptArguments& arguments);
    Result<ScriptValue> nesting(std::string_view name, const ScriptArguments& arguments);
    Result<ScriptValue> converted(const Recorded& on, std::string_view layout, const ScriptArguments& arguments);
    // convert(layout=ell, dtype=float32): all that conversions take.
    Result<ScriptValue> convertedBy(const Recorded& on, const ConvertRequest& request);
    Result<ScriptValue> castTo(const Recorded& on, ElementType type);
    // As a tensor beside another one.
    Result<Recorded> tensorOf(const ScriptValue& value, const DType& beside) const;

    ScriptRun& m_run;
    const ScriptOptions& m_options;
};

} // namespace tscope
