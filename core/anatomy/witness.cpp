// SPDX-License-Identifier: Apache-2.0
#include "anatomy/witness.h"

namespace tscope {

std::string text(const WitnessValue& value)
{
    struct Visitor {
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(const std::string& words) const { return words; }
        std::string operator()(const Extents& list) const { return tscope::text(list); }
        std::string operator()(const Wide& number) const { return number.text(); }
        std::string operator()(const std::vector<bool>& flags) const
        {
            std::string out;
            for (const bool flag : flags)
                out += (out.empty() ? "" : ", ") + (*this)(flag);
            return "(" + out + ")";
        }
    };
    return std::visit(Visitor{}, value);
}

const WitnessValue* Witness::find(std::string_view key) const
{
    for (const auto& field : fields)
        if (field.key == key)
            return &field.value;
    return nullptr;
}

} // namespace tscope
