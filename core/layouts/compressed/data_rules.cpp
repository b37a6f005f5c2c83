// SPDX-License-Identifier: Apache-2.0
// What pointers and indices say: rules 5.x. Counts come from the scans; places are looked up only for what they
// counted.
#include "layouts/compressed/reading.h"
#include "layouts/compressed/rules.h"
#include "layouts/compressed/scan/places.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

using Fields = std::vector<WitnessField>;

// Tells a run of `count` places, the first of them in full.
template <class F>
void tell(const Counted& counted, Fault fault, const Member& member, std::int64_t count, RuleRun& run, F&& fields)
{
    if (count == 0)
        return;
    std::int64_t shown = 0;
    visitPlaces(*counted.input, *counted.table, fault, run.room(), [&](const Place& place) {
        run.found({fields(place), slotIn(member, place.batch, place.position)});
        ++shown;
        return true;
    });
    run.count(count - shown);
}

bool untilLastPointer(const RuleRun& run)
{
    return run.wording() == Wording::beforeLastPointer;
}

Extents fullIndex(const CompressedReading& self, const Place& place)
{
    auto index = place.batch;
    if (index.size() < self.plain().array.geometry.sizes.size())
        index.push_back(place.position);
    return index;
}

} // namespace

void firstPointerIsZero(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto counts = self.pointerCounts();
    if (!counts)
        return run.skip(std::string(counts.because));
    tell(counts, Fault::firstNotZero, self.compressed(), counts.table->totals.firstNotZero, run,
         [](const Place& place) {
             return Fields{{"batch", place.batch}, {"expected", std::int64_t{0}}, {"actual", place.actual}};
         });
}

void lastPointerIsStored(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto counts = self.pointerCounts();
    if (!counts)
        return run.skip(std::string(counts.because));
    if (!self.stored())
        return run.skip(self.whyNoDenseDims());
    const bool atMost = run.wording() == Wording::atMostStored;
    const auto& totals = counts.table->totals;
    tell(counts, atMost ? Fault::lastBeyondStored : Fault::lastNotStored, self.compressed(),
         atMost ? totals.lastBeyondStored : totals.lastNotStored, run, [&](const Place& place) {
             return Fields{{"batch", place.batch},
                           {atMost ? "limit" : "expected", *self.stored()},
                           {"actual", place.actual}};
         });
}

void pointerSteps(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto counts = self.pointerCounts();
    if (!counts)
        return run.skip(std::string(counts.because));
    const bool both = run.wording() != Wording::notDecreasing;
    const auto& totals = counts.table->totals;
    tell(counts, both ? Fault::step : Fault::fall, self.compressed(),
         saturatingAdd(totals.falling, both ? totals.tooMany : 0), run, [&](const Place& place) {
             if (place.actual < place.previous)
                 return Fields{{"batch", place.batch},
                               {"i", place.position},
                               {"kind", std::string("decreasing")},
                               {"prev", place.previous},
                               {"actual", place.actual}};
             return Fields{{"batch", place.batch},
                           {"i", place.position},
                           {"kind", std::string("too_many")},
                           {"limit", *counts.input->plainExtent},
                           {"prev", place.previous},
                           {"actual", place.actual}};
         });
}

void plainNotNegative(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto counts = self.entryCounts(untilLastPointer(run));
    if (!counts)
        return run.skip(std::string(counts.because));
    tell(counts, Fault::negative, self.plain(), counts.table->totals.negative, run, [&](const Place& place) {
        return Fields{{"index", fullIndex(self, place)}, {"actual", place.actual}};
    });
}

void plainBelowExtent(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    const auto counts = self.entryCounts(untilLastPointer(run));
    if (!counts)
        return run.skip(std::string(counts.because));
    const auto limit = self.plainExtent();
    if (!limit)
        return run.skip("the extent along the indices is not known");
    tell(counts, Fault::tooLarge, self.plain(), counts.table->totals.tooLarge, run, [&](const Place& place) {
        return Fields{{"index", fullIndex(self, place)}, {"limit", *limit}, {"actual", place.actual}};
    });
}

void plainIncreasing(const Reading& reading, RuleRun& run)
{
    const auto& self = compressedReading(reading);
    if (self.hasNoSlices())
        return;
    const auto counts = self.orderCounts(Order::strict, untilLastPointer(run));
    if (!counts)
        return run.skip(std::string(counts.because));
    tell(counts, Fault::disorder, self.plain(), counts.table->totals.disorder, run, [](const Place& place) {
        return Fields{{"batch", place.batch},
                      {"i", place.slice},
                      {"k", place.position},
                      {"kind", std::string(place.previous == place.actual ? "duplicate" : "unsorted")},
                      {"prev", place.previous},
                      {"actual", place.actual}};
    });
}

} // namespace tscope::compressed
