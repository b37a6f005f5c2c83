// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/timing_choices.h"

namespace tscope {

class Profile;

// What is measured of a tensor, as an earlier run chose it: all but devices, which may be others by now, and what
// belongs to tensors that were open. A choice that this program or this machine does not have is left out.
TimingChoices keptChoices(const Profile& profile);
void keepChoices(Profile& profile, const TimingChoices& choices);

} // namespace tscope
