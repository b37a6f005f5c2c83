// SPDX-License-Identifier: Apache-2.0
#include "dispatch/params_check.h"

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
            return invalidArgument("the parameter " + std::string(spec.name) + " was wanted, found none");
    for (const auto& [name, value] : params.all()) {
        const auto spec = std::ranges::find(specs, name, &ParamSpec::name);
        if (spec == specs.end())
            return invalidArgument("a parameter of the operation was wanted, found \"" + name + '"');
        if (kindOf(value) != spec->kind)
            return invalidArgument("the parameter " + name + " has a value of another kind than was wanted");
    }
    return {};
}

} // namespace tscope
