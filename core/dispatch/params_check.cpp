// SPDX-License-Identifier: Apache-2.0
#include "dispatch/params_check.h"

#include "base/say.h"

#include <algorithm>

namespace tscope {

namespace {

ParamKind kindOf(const ParamValue& value)
{
    struct Kinds {
        ParamKind operator()(std::int64_t) const { return ParamKind::integer; }
        ParamKind operator()(const std::vector<std::int64_t>&) const { return ParamKind::integers; }
        ParamKind operator()(double) const { return ParamKind::number; }
        ParamKind operator()(bool) const { return ParamKind::flag; }
        ParamKind operator()(const DType&) const { return ParamKind::type; }
    };
    return std::visit(Kinds{}, value);
}

} // namespace

Result<void> checkParams(const Params& params, std::span<const ParamSpec> specs)
{
    for (const auto& spec : specs)
        if (!spec.optional && !params.has(spec.name))
            return invalidArgument(say("the parameter {0} was wanted, found none", spec.name));
    for (const auto& [name, value] : params.all()) {
        const auto spec = std::ranges::find(specs, name, &ParamSpec::name);
        if (spec == specs.end())
            return invalidArgument(say("a parameter of the operation was wanted, found \"{0}\"", name));
        if (kindOf(value) != spec->kind)
            return invalidArgument(say("the parameter {0} has a value of another kind than was wanted", name));
    }
    return {};
}

} // namespace tscope
