// SPDX-License-Identifier: Apache-2.0
#include "dispatch/abi_params.h"

#include "dispatch/kernel_key.h"

namespace tscope {

std::vector<tscope_param> abiParams(const Params& params)
{
    std::vector<tscope_param> out;
    for (const auto& [name, value] : params.all()) {
        tscope_param param{};
        param.size = sizeof param;
        param.name = name.c_str();
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
            param.kind = TSCOPE_LIST;
            param.list = list->data();
            param.integer = static_cast<std::int64_t>(list->size());
        } else if (const auto* number = std::get_if<double>(&value)) {
            param.kind = TSCOPE_NUMBER;
            param.number = *number;
        } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            param.integer = *integer;
        } else if (const auto* flag = std::get_if<bool>(&value)) {
            param.integer = *flag ? 1 : 0;
        } else {
            param.integer = abiType(std::get<DType>(value));
        }
        out.push_back(param);
    }
    return out;
}

} // namespace tscope
