// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"
#include "literals/json_tensor.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>
#include <string>

namespace tscope::test {

inline nlohmann::json readCases(const std::string& name)
{
    std::ifstream file(std::string(TSCOPE_TEST_DATA) + "/vectors/" + name);
    if (!file)
        throw std::runtime_error("no test data " + name);
    return nlohmann::json::parse(file);
}

// A case is a JSON tensor with more keys.
inline Tensor tensorOf(const nlohmann::json& testCase)
{
    auto document = readJsonTensors(testCase.dump());
    if (!document)
        throw std::runtime_error(document.error().text);
    return document->tensors.at(0).tensor;
}

inline nlohmann::json jsonOf(const WitnessValue& value)
{
    return std::visit(
        [](const auto& held) -> nlohmann::json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, Wide>)
                return nlohmann::json::parse(held.text());
            else
                return held;
        },
        value);
}

// What is missing or different in a witness that should have at least the wanted keys; empty: nothing.
inline std::string difference(const Witness& witness, const nlohmann::json& wanted)
{
    for (const auto& [key, value] : wanted.items()) {
        const auto* own = witness.find(key);
        if (own == nullptr)
            return "no " + key;
        if (jsonOf(*own) != value)
            return key + ": wanted " + value.dump() + ", found " + jsonOf(*own).dump();
    }
    return {};
}

} // namespace tscope::test
