// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

namespace tscope {

// Gives each name once. A name that was given before gets the next free number: "name (2)".
class FreeNames
{
public:
    std::string take(std::string wanted);

private:
    std::unordered_map<std::string, int> m_numbers; // the last number behind each name
};

} // namespace tscope
