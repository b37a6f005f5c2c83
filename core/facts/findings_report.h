// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/watch.h"
#include "rules/contracts.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <functional>
#include <string>

namespace tscope {

// What a report on findings begins with, and how much of them it lists.
struct FindingsHead {
    std::string name = {};        // of the tensor
    std::string file = {};        // empty: none
    std::int64_t mostPlaces = 16; // of each rule; 0: up to witnessLimit
    bool isEdited = false;        // the file does not hold what was checked
    bool isPreview = false;       // compared is what a repair would make of it
    std::string partly = {};      // how much of a damaged file was read; empty: all, or not known
    // By what others see that they have the same file; empty: not known.
    std::string sha256 = {}, modified = {};
    std::int64_t bytes = 0;
    std::string checkedAt = {}, program = {}; // "tscope 0.1.0"; empty: not said
};

// The lines on the file of a tensor: its path, and by what others see that they have the same one. `ifEdited` is
// said where the file does not hold what is told of.
void tellFile(const FindingsHead& head, const std::string& ifEdited,
              const std::function<void(const std::string&)>& line);

// All that a check has found, as Markdown to be sent to others: contract, verdict, likely causes, places by rule,
// repairs. Line by line, since places may be many. Names and texts of files stay text whatever they hold.
void tellFindings(const Tensor& tensor, const Report& report, const Contract& contract, const FindingsHead& head,
                  const std::function<void(const std::string&)>& line, const Watch& watch = {});

// The same in one text.
std::string findingsText(const Tensor& tensor, const Report& report, const Contract& contract,
                         const FindingsHead& head, const Watch& watch = {});

} // namespace tscope
