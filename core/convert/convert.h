// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "convert/route.h"
#include "convert/target.h"
#include "dispatch/trace.h"

#include <string>
#include <vector>

namespace tscope {

struct Converted {
    Tensor tensor;
    std::vector<RouteStep> route;
    std::vector<std::string> changes; // what is not as it was: "3 duplicates were added up"
    DispatchTrace trace = {};         // how the kernels were found
};

struct ConvertOptions {
    std::int64_t maxBytes = 0; // what the work and its result may take; 0: half of the machine's memory
    Watch watch = {};
    bool oneByOne = false;      // without kernels, one element after the other: what they are held against
    std::string device = "cpu"; // whose kernels do it, of several devices which; types are cast by the processor
    std::int32_t deviceNumber = 0;
};

// The same elements in another layout, with other types. Entries stay entries, also those that are zero;
// duplicates are added up in stored order; the entries of the result stand in the order of its layout. Fails where
// the pair of layouts has no meaning, where a number does not fit its new type, and where it would take too much
// memory.
Result<Converted> convert(const Sound& sound, const ConvertRequest& request, const ConvertOptions& options = {});

// What a conversion would do, told before it is done.
struct Outlook {
    std::vector<RouteStep> route;
    std::vector<std::string> changes;
    bool isTried = false; // it was done to see; else bytes are guesses, and changes what there may be
};

// Of small tensors the conversion itself, thrown away; of others a guess that moves nothing. Fails where the
// conversion is known to.
Result<Outlook> foresee(const Sound& sound, const ConvertRequest& request, const ConvertOptions& options = {});

} // namespace tscope
