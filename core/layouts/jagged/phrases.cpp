// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/phrases.h"

#include "base/say.h"
#include "layouts/shared/sentences.h"

namespace tscope {

namespace {

constexpr PlacePattern places[]{
    {"JAG-1.1", "", "offsets is {actual}, not {expected}"},
    {"JAG-1.2", "", "lengths is {actual}, offsets is {expected}"},
    {"JAG-2.1", "", "values is {actual}, not strided"},
    {"JAG-2.2", "", "{member} is on {actual}, values on {expected}"},
    {"JAG-3.1", "", "offsets has {actual|dim|dims}; it should have {expected}"},
    {"JAG-3.2", "", "offsets has {actual|element|elements}; it should have {expected_at_least} or more"},
    {"JAG-3.3", "", "lengths has shape {actual}; the components need {expected}"},
    {"JAG-3.4", "", "ragged_idx is {actual}; {possible}"},
    {"JAG-5.1", "", "offsets[{i}] is {actual}; it should be 0 or more"},
    {"JAG-5.1", "", "offsets starts at {actual}, not at {expected}"},
    {"JAG-5.2", "", "offsets ends at {actual}; the ragged dim of values has {expected#}"},
    {"JAG-5.2", "", "offsets ends at {actual}, but the ragged dim of values has only {limit#}"},
    {"JAG-5.3", "", "component {before}: offsets[{i}] is {actual}, below the {prev} before it"},
    {"JAG-5.4", "", "lengths[{i}] is {actual}; it should be 0 or more"},
    {"JAG-5.5", "", "component {i} ends at {actual}, but the ragged dim of values has only {limit#}"},
    {"JAG-5.6", "", "component {i} ends at {actual}, after the next begins at {limit}"},
    {"JAG-6.1", "", "min_seqlen is {actual}, but the shortest component has length {expected}"},
    {"JAG-6.2", "", "max_seqlen is {actual}, but the longest component has length {expected}"},
};

std::optional<std::string> term(const Tensor& /*tensor*/, const Witness* witness, std::string_view name)
{
    if (name == "before") {
        const auto i = integerField(witness, "i");
        return i ? std::optional(std::to_string(*i - 1)) : std::nullopt;
    }
    const auto* range = extentsField(witness, "expected");
    if (name != "possible" || range == nullptr || range->size() != 2)
        return std::nullopt;
    if ((*range)[1] < (*range)[0])
        return say("values has no dims");
    return say("values has dims {0} to {1}, counted from 1", (*range)[0], (*range)[1]);
}

} // namespace

constinit const Phrases jaggedPhrases{places, term};

} // namespace tscope
