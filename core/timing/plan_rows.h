// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/plan.h"
#include "timing/plan_subjects.h"

#include <cstddef>
#include <vector>

namespace tscope::timing {

// Why a tensor is not measured in a form.
std::string noSuchForm(const std::string& why);

inline constexpr const char* notYetMeasured = "not measured yet";

// The rows of one subject in one form, which its conversion serves.
struct FormRows {
    std::size_t subject = 0, form = 0;
    std::vector<std::size_t> rows; // of the session
};

// The rows that a plan adds to a session.
class PlannedRows
{
public:
    // `areDevicesHere`: a device that this process does not have is a row with the reason; else all are believed,
    // as the process that measures may have others.
    explicit PlannedRows(bool areDevicesHere = true) : m_areDevicesHere(areDevicesHere) {}

    // Adds a row for each workload on each device, in each form of the subject: what is not to be measured says
    // why. The session has the subject's footprints already. `maxBytes`: that a form may take beside the subjects.
    void add(Session& session, const MeasuredSubject& subject, std::size_t index, const Plan& plan,
             std::int64_t maxBytes);

    std::vector<FormRows>& groups() { return m_groups; }
    std::size_t workloadOf(std::size_t row) const { return m_workloads[row]; }

private:
    bool m_areDevicesHere;
    std::vector<FormRows> m_groups;
    std::vector<std::size_t> m_workloads; // of each row
};

} // namespace tscope::timing
