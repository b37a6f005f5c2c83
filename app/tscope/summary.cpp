// SPDX-License-Identifier: Apache-2.0
#include "summary.h"

#include "console.h"

namespace tscope::cli {

std::string titleOf(const std::string& name)
{
    return name.empty() ? "(tensor)" : harmless(name);
}

std::string sizeText(const Outline& outline)
{
    if (!outline.size)
        return "(?)";
    std::string out = "(";
    for (const auto& extent : *outline.size) {
        if (out.size() > 1)
            out += ", ";
        out += extent.kind == OuterExtent::Kind::number      ? std::to_string(extent.value)
               : extent.kind == OuterExtent::Kind::irregular ? "*"
                                                             : "j";
    }
    return out + (outline.size->size() == 1 ? ",)" : ")");
}

std::string summaryOf(const TensorInfo& info)
{
    const auto& outline = info.outline;
    auto out = info.layout + " " + sizeText(outline) + " " + harmless(info.dtype.name());
    if (outline.blocksize)
        out +=
            ", blocks " + std::to_string((*outline.blocksize)[0]) + "x" + std::to_string((*outline.blocksize)[1]);
    if (outline.nnz)
        out += ", " + std::to_string(*outline.nnz) + " stored";
    if (outline.indexDType)
        out += ", " + harmless(outline.indexDType->name()) + " indices";
    if (info.bytes)
        out += ", " + std::to_string(*info.bytes) + " bytes";
    if (info.device != "cpu")
        out += " on " + harmless(info.device);
    return out;
}

void printWarnings(const std::vector<std::string>& warnings)
{
    for (const auto& warning : warnings)
        print(inked(Ink::warning, "note: ") + harmless(warning));
}

} // namespace tscope::cli
