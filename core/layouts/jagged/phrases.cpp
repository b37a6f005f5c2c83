// SPDX-License-Identifier: Apache-2.0
#include "layouts/jagged/phrases.h"

#include "base/say.h"
#include "layouts/jagged/jagged_reading.h"
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
    {"JAG-5.2", "", "offsets[{last}] is {actual}; it should be {expected#}, {length of values}"},
    {"JAG-5.2", "", "offsets[{last}] is {actual}; it should be at most {limit#}, {length of values}"},
    {"JAG-5.3", "", "component {before}: offsets[{i}] is {actual}, below the {prev} before it"},
    {"JAG-5.4", "", "lengths[{i}] is {actual}; it should be 0 or more"},
    {"JAG-5.5", "", "component {i} ends at {actual}, but the ragged dim of values has only {limit#}"},
    {"JAG-5.6", "", "component {i} ends at {actual}, after the next begins at {limit}"},
    {"JAG-6.1", "", "min_seqlen is {actual}, but the shortest component has length {expected}"},
    {"JAG-6.2", "", "max_seqlen is {actual}, but the longest component has length {expected}"},
};

std::optional<std::string> lastOffset(const Tensor& tensor)
{
    const auto* offsets = tensor.find("offsets");
    const auto count = offsets == nullptr ? std::nullopt : numel(offsets->array.geometry);
    return count && *count > 0 ? std::optional(std::to_string(*count - 1)) : std::nullopt;
}

std::string lengthOfValues(const Tensor& tensor)
{
    const auto dim = JaggedReading(tensor).raggedDim();
    return dim.value_or(0) == 0 ? say("the length of values") : say("the length of values along dim {0}", *dim);
}

std::optional<std::string> term(const Tensor& tensor, const Witness* witness, std::string_view name)
{
    if (name == "last")
        return lastOffset(tensor);
    if (name == "length of values")
        return lengthOfValues(tensor);
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
