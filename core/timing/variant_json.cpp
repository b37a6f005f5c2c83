// SPDX-License-Identifier: Apache-2.0
#include "timing/variant_json.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "facts/answers.h"

namespace tscope::timing {

namespace {

bool hasBlocks(const Variant& variant)
{
    return variant.layout == "bsr" || variant.layout == "bsc";
}

Json typeOrNull(const std::string& name)
{
    return name.empty() ? Json(nullptr) : Json(name);
}

} // namespace

void addVariant(JsonFields& out, const Variant& variant)
{
    out.add("layout", variant.layout)
        .add("blocksize", hasBlocks(variant) ? Json{variant.block[0], variant.block[1]} : Json(nullptr))
        .add("dtype", typeOrNull(variant.dtype))
        .add("index_dtype", typeOrNull(variant.indexDType))
        .add("padded", variant.isPadded);
}

Variant variantIn(FieldsReader& from)
{
    Variant out;
    out.layout = from.word("layout");
    if (out.layout.empty())
        from.refuse("layout", say("the name of a layout"));
    if (hasBlocks(out)) {
        const auto block = from.wholes("blocksize", {1, int64Max}, 2);
        if (block.size() == 2)
            out.block = {block[0], block[1]};
        else
            from.refuse("blocksize", say("rows and columns of a block"));
    }
    out.dtype = from.word("dtype");
    out.indexDType = from.word("index_dtype");
    out.isPadded = from.flag("padded");
    return out;
}

} // namespace tscope::timing
