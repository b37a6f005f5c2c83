// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/advice.h"
#include "anatomy/reading.h"
#include "anatomy/rule.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// A broken rule (or an advisory): how often, and the first places in order.
struct Finding {
    std::string rule;
    std::string statement;
    Level level = Level::violation;
    std::int64_t count = 0; // exact, however many witnesses are kept
    bool truncated = false; // more places than kept because of the hard limit
    std::vector<Witness> witnesses = {};
    std::vector<std::string> consequenceOf = {}; // rules that brought this one with them
    Wording wording = Wording::catalogue;        // in which the contract asked for the rule
};

struct Skipped {
    std::string rule;
    std::string because;
};

// Something worth knowing that is not wrong: NaN among the values, explicit zeros ...
struct Remark {
    std::string_view
        id; // "explicit-zero" "nan" "inf" "orphan-tail" "wide-index" "alias" "misaligned" "claim" "bool-byte"
    std::int64_t count = 0;
    std::string text;
};

// All that check() found on one tensor under one contract. An immutable value.
struct Report {
    std::string contract;
    bool valid = true; // no violation; advisories never change it
    bool cancelled = false;
    std::vector<Finding> findings; // in the order of the layout's rule table
    std::vector<Skipped> skipped;
    std::optional<Extents> inferredSize, inferredSizePublished;
    std::vector<Cause> causes;
    std::vector<Misreading> misreadings;
    std::vector<Remark> remarks;
    std::vector<Repair> repairs;
    std::shared_ptr<const ScanRecord> record; // for the next check after an edit

    std::string obstacle; // the rule for which no proof was given, where one was asked for

    const Finding* find(std::string_view rule) const;
    bool wasSkipped(std::string_view rule) const;
    // What stands in the way of a proof; null: nothing that was found.
    const Finding* standingInTheWay() const;
};

} // namespace tscope
