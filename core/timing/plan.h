// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/forms.h"
#include "timing/session.h"
#include "timing/workload.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace tscope::timing {

// What is to be measured: every workload on every form of every subject, on every device.
struct Plan {
    std::vector<Workload> workloads;
    std::vector<FormWish> forms;
    std::vector<std::string> devices{"cpu"};
    // Beside each tensor the same pattern with so many times its entries, to see where the order of forms turns.
    std::vector<double> densities = {};
    std::chrono::nanoseconds budget = std::chrono::seconds(1); // of each cell, in all of its rounds
    // Every cell is measured so many times, in an order that turns round each time: what changes meanwhile shows,
    // and is told as noise.
    int rounds = 3;
    bool isCold = true;
    // That measuring may take at once: copies of the tensors, one form of one of them, what it is computed with
    // and results. Cells that need more are left out, and say how much. 0: memoryBudget().
    std::int64_t maxBytes = 0;
    // A form that stores zeros or padding which the tensor does not, as a dense form does, is left out where it
    // would take more, and says so.
    std::int64_t mostDenseBytes = std::int64_t{1} << 30;
};

// A form is converted again in a round while that takes no more than this share of what the rows of the form have,
// so that there are enough samples for an interval.
inline constexpr double shareOfConversions = 0.1;
inline constexpr std::size_t mostConversions = 7; // in a round

struct PlanSubject {
    std::string name;
    Sound tensor;
};

// What people mean who ask for a comparison and say no more: its usual workloads, all of its forms, these devices.
// Counting blocks takes a look at each entry; without it there are no sizes of blocks but the tensor's own.
Plan usualPlan(const Sound& tensor, std::vector<std::string> devices, const Watch& watch = {},
               bool areBlocksCounted = true);

// The rows that it measures of so many subjects.
std::size_t cellsOf(const Plan& plan, std::size_t subjects);

// Told as it goes on: the whole at first, with rows that say that they were not measured yet, then each row that
// was. Called from the measuring thread, between measurements.
struct PlanListener {
    std::function<void(const Session&)> begun = {};
    std::function<void(const Session&, std::size_t row)> measured = {};
    // Before it begins: so many steps of making and describing the tensors are done.
    std::function<void(std::size_t done, std::size_t all)> preparing = {};
};

// All of it. What is stopped keeps what it has, and says that it is partial; cells that can't be measured say why.
Session measurePlan(std::span<const PlanSubject> subjects, const Plan& plan, const PlanListener& listener = {},
                    const Watch& watch = {});

} // namespace tscope::timing
