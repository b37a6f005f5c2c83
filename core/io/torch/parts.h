// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/free_names.h"
#include "io/torch/limits.h"
#include "literals/warning_list.h"
#include "tensor/document.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace tscope {

// Joins several documents from one file. The names of a part begin with the name of the part. The bounds on one
// document hold for the joined one; tensors beyond them are counted as left out.
class TorchParts
{
public:
    explicit TorchParts(WarningList& warnings) : m_warnings(warnings) {}

    void add(std::string_view name, Document part);
    void add(std::string name, Tensor tensor);
    // Nothing is listed any more: parts need not be read.
    bool isFull() const { return m_document.tensors.size() >= torchTensorLimit || m_nameBytesLeft == 0; }
    void leaveOut(std::int64_t tensors); // as it is full
    // The joined document, with all warnings of the list given to the constructor.
    Document take() &&;

private:
    void chargeName(std::size_t length) { m_nameBytesLeft -= std::min(m_nameBytesLeft, length); }

    WarningList& m_warnings;
    Document m_document;
    FreeNames m_names;
    std::size_t m_nameBytesLeft = torchNameBytesLimit;
    bool m_saidFull = false, m_saidOthers = false;
};

} // namespace tscope
