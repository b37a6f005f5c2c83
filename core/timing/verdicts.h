// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "timing/compared_session.h"
#include "timing/noise.h"
#include "timing/session.h"

#include <string>
#include <vector>

namespace tscope::timing {

// The verdict on two times, the noise considered: `ratio` is time of b by time of a.
Ratio widened(Ratio ratio, double noise);
Word wordFor(const Ratio& widened);
// Between them a ratio is called the same time.
inline constexpr double leastSameRatio = 0.95, mostSameRatio = 1.05;
Word turned(Word word); // on b against a
// "2.1x (1.9-2.3) faster": of `ratio` or, where a is slower, of its inverse. For faster and slower only.
std::string timesText(const Ratio& ratio, Word word);
// "0.97x, 0.91-1.04"
std::string intervalText(const Ratio& ratio);
// "no change beyond 6 %", of an interval that has no change of more than a tenth; else empty.
std::string boundText(const Ratio& widened);

// A session that was stopped may have one round of a row where several were wanted. How far its rounds differ is
// not known, so a verdict on it needs a ratio beyond 2 and beyond the greatest noise of all rows.
bool isFarApart(const Ratio& widened, double greatestNoise);

// Whether its time may be held against another one: measured, right, and on a real device.
bool isComparable(const Row& row);

// Each pair once. For each operation on a tensor and a device: the fastest form and the one that the headline
// recommends, each against all others, and all others against the form in which the tensor was given. For each
// form that was on several devices: the fastest device against the others. Then the forms that the headline
// recommends on the two fastest devices. Their texts are English, as they are saved. Some are missing
// where the watch is stopped.
std::vector<Verdict> verdictsOf(const Session& session, const Watch& watch = {});

// The same texts in the language that is set. Precondition: the verdict is of this session.
std::string sentenceOf(const ComparedSession& compared, const Verdict& verdict);
std::string whyOf(const ComparedSession& compared, const Verdict& verdict); // empty: there is no reason to be seen

} // namespace tscope::timing
