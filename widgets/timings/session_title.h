// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/session.h"
#include "timings/timing_choices.h"

#include <QString>

namespace tscope {

// Names what a session measures, to tell it from others of the same tensors: "blocks csr: spmv, spmm k=64; cpu (1
// thread); int32+int64; 2 s". Devices, types, time and densities are named where the user chose others than the
// usual ones, devices also where they are several.
QString titleFor(const QString& tensors, const timing::Session& session, const TimingChoices& choices);
// "24 measured, 4 left out, 2 not supported, 1 failed."
QString countsOf(const timing::Session& session);

} // namespace tscope
