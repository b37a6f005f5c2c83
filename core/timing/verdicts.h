// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/noise.h"
#include "timing/session.h"

#include <string>
#include <vector>

namespace tscope::timing {

// What two times, the noise considered, say of each other: `ratio` is time of b by time of a.
Ratio widened(Ratio ratio, double noise);
Word wordFor(const Ratio& widened);
Word turned(Word word); // on b against a
// "2.1x (1.9-2.3) faster": of `ratio` or, where a is slower, of its inverse. For faster and slower only.
std::string timesText(const Ratio& ratio, Word word);
// "0.97x, 0.91-1.04"
std::string intervalText(const Ratio& ratio);

// The time of b by that of a, widened by the noise of both: what every verdict on two rows is made of.
Ratio heldAgainst(const Row& a, const Median& timeOfA, const Row& b, const Median& timeOfB, const Noise& noise);

// The verdict on a against b, of that ratio. A session that was stopped may have one round of a row where several
// were wanted: the difference between its rounds is not known, so it is called neither faster nor slower.
Word wordOn(const Row& a, const Row& b, const Ratio& held, const Noise& noise);
// The same, of the ratio of these times.
Word wordOn(const Row& a, const Median& timeOfA, const Row& b, const Median& timeOfB, const Noise& noise);

// Whether its time may be held against another one: measured, right, and on a real device.
bool isComparable(const Row& row);

// Each pair once. For each operation on a tensor and a device: the fastest form and the one that the headline
// recommends, each against all others, and all others against the form in which the tensor was given. For each
// form that was on several devices: the fastest device against the others. Then the forms that the headline
// recommends on the two fastest devices. Their texts are English, as they are saved.
std::vector<Verdict> verdictsOf(const Session& session);

// The same texts in the language that is set. Precondition: the verdict is of this session.
std::string sentenceOf(const Session& session, const Verdict& verdict);
std::string whyOf(const Session& session, const Verdict& verdict); // empty: there is no reason to be seen

} // namespace tscope::timing
