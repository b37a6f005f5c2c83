// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/free_names.h"
#include "literals/warning_list.h"
#include "tensor/document.h"

#include <string>
#include <string_view>

namespace tscope {

// Joins several documents from one file. The names of a part begin with the name of the part.
class TorchParts
{
public:
    explicit TorchParts(WarningList& warnings) : m_warnings(warnings) {}

    void add(std::string_view name, Document part);
    void add(std::string name, Tensor tensor);
    // The joined document, with all warnings of the list given to the constructor.
    Document take() &&;

private:
    WarningList& m_warnings;
    Document m_document;
    FreeNames m_names;
};

} // namespace tscope
