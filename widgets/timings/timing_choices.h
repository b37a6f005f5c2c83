// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/plan.h"
#include "workspace/workspace.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tscope {

// What is measured of a tensor.
struct TimingChoices {
    std::vector<std::string> ops; // none: the usual ones of the tensor
    // Of the dense operand of operations that have one, as a plan has them: "64".
    std::vector<std::string> columns{std::to_string(timing::usualColumns)};
    std::vector<std::string> layouts = {}; // "csr", "padded"; none: all that it can have. Its own one always.
    std::vector<std::string> blocks = {};  // "4x4"; none: those that take the fewest bytes
    std::vector<std::string> devices = {}; // none: the CPU and every device that works
    std::chrono::milliseconds budget{500}; // of each measurement
    std::vector<int> threads = {};         // of the CPU, each as a device; none: all that it has
    std::vector<SubjectId> beside = {};    // tensors that are measured with the current one
    std::vector<double> densities = {};    // as a plan has them
    // Each form in these too, besides the types of the tensor.
    std::vector<std::string> dtypes = {}, indexTypes = {};
    std::int64_t mostDenseBytes = timing::Plan().mostDenseBytes; // as a plan has it

    bool operator==(const TimingChoices&) const = default;
};

// What was asked to be measured.
struct TimingRequest {
    std::vector<SubjectId> subjects;
    TimingChoices choices;
    bool operator==(const TimingRequest&) const = default;
};

// Takes a look at each entry: work for a job. Fails with why they can't be measured. Precondition: there is one.
Result<timing::Plan> timingPlanOf(std::span<const timing::PlanSubject> tensors, const TimingChoices& choices,
                                  const Watch& watch);

// What is measured of a subject, under a name that no other one has.
struct TimedTensor {
    QString name;
    TensorPtr tensor;
    QString input;        // what the command line opens it by: "/data/model.pt::fc1.weight"
    bool isSaved = false; // else that is only where it may be saved
};
std::vector<TimedTensor> timedTensors(const std::vector<Subject>& subjects);
// The command line that measures them by this plan; before it which of them have to be saved first.
std::string commandFor(std::span<const TimedTensor> tensors, const timing::Plan& plan);
// The current one, and those beside it that are still open; none: nothing is current.
std::vector<Subject> timedSubjects(const Workspace& workspace, const TimingChoices& choices);

} // namespace tscope
