// SPDX-License-Identifier: Apache-2.0
#include "dispatch/trace.h"

#include "base/human_numbers.h"
#include "base/say.h"

namespace tscope {

std::string_view name(DispatchStep::Kind kind)
{
    switch (kind) {
    case DispatchStep::Kind::table:
        return "table";
    case DispatchStep::Kind::around:
        return "way round";
    case DispatchStep::Kind::types:
        return "types";
    case DispatchStep::Kind::ready:
        return "made ready";
    case DispatchStep::Kind::run:
        return "run";
    }
    return "";
}

std::string text(const DispatchStep& step)
{
    auto out = say("{0}: {1}", translated(name(step.kind)), step.text);
    const bool isStep = step.kind == DispatchStep::Kind::table || step.kind == DispatchStep::Kind::types;
    if (isStep)
        out = step.hit ? say("{0}: hit", out) : say("{0}: miss", out);
    return step.bytesMoved > 0 ? say("{0}, {1} moved", out, byteSizeText(step.bytesMoved)) : out;
}

} // namespace tscope
