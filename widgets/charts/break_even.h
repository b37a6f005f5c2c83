// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/form_look.h"
#include "charts/table.h"
#include "charts/times.h"
#include "timing/break_even.h"
#include "timing/cheapest_by_uses.h"

#include <optional>

namespace tscope::charts {

struct BreakEvenChoice {
    Cells cells; // of one device, or times of several are held against each other
    Time time = Time::warm;
};

// What it costs to use a form so many times: to convert the tensor once, and then the operation each time.
struct UseLine {
    std::size_t row = 0; // of the session
    QString title;
    std::string device;
    timing::Median conversion; // nothing where the tensor was given so
    QString conversionText;    // with its interval, or that it has too few samples for one
    timing::Median each;
    bool isGiven = false;
    FormLook look = {};
    // Beside the form that was given, on the same device; nothing: that one was not measured there.
    std::optional<timing::BreakEven> breakEven;

    std::optional<double> paysFrom() const { return breakEven ? breakEven->uses : std::nullopt; }

    // By the ratio that tells when the form pays, so that its line crosses that of the given form there.
    double perUse() const { return breakEven ? breakEven->each : each.value; }
    timing::UseCost cost() const { return {conversion.value, perUse()}; }
    double after(double uses) const { return cost().after(uses); }
};

// From where on the first costs less than the second.
struct Crossing {
    std::size_t line = 0, other = 0;
    double uses = 0;
    bool isApart = true; // a use of the first is surely faster
    bool isSure = true;  // and the other surely pays off sooner, so that the lines do cross
};

struct BreakEven {
    std::vector<UseLine> lines; // the cheapest after many uses first
    std::vector<Crossing> best; // where the cheapest of all, of those that pay and those given, is another one
    std::vector<Crossing> pays; // where a form becomes cheaper than the given one
    int leftOut = 0;            // rows without a time that may be held against others

    // Where the cheapest form changes and neither is the given one.
    bool isBetweenConverted(const Crossing& crossing) const;
    std::vector<Crossing> marked() const; // those that pay, then those between converted forms
};

BreakEven breakEvenOf(const timing::Session& session, const BreakEvenChoice& choice);
Table tableOf(const BreakEven& breakEven);

} // namespace tscope::charts
