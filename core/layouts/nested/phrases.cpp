// SPDX-License-Identifier: Apache-2.0
#include "layouts/nested/phrases.h"

namespace tscope {

namespace {

constexpr PlacePattern places[]{
    {"NST-1.1", "", "nested_sizes is {actual}, not {expected}"},
    {"NST-1.2", "", "nested_strides is {actual}, not {expected}"},
    {"NST-1.3", "", "storage_offsets is {actual}, not {expected}"},
    {"NST-2.1", "layout", "buffer is {actual}, not strided"},
    {"NST-2.1", "device", "buffer is on {actual}"},
    {"NST-2.2", "", "{member} is on {actual}"},
    {"NST-3.1", "", "buffer has {actual|dim|dims}; it should have {expected}"},
    {"NST-3.2", "", "nested_sizes has shape {actual} and strides {strides}"},
    {"NST-3.3", "", "nested_strides has shape {actual} and strides {strides}; nested_sizes has shape {expected}"},
    {"NST-3.4", "", "storage_offsets has shape {actual}; the components need {expected}"},
    {"NST-4.1", "", "nested_sizes[{tensor}, {dim}] is {actual}; it should be 0 or more"},
    {"NST-4.2", "", "nested_strides[{tensor}, {dim}] is {actual}; it should be 0 or more"},
    {"NST-4.3", "", "storage_offsets[{tensor}] is {actual}; it should be 0 or more"},
    {"NST-4.4", "",
     "component {tensor} reaches element {last}, but the storage of buffer ends at element {limit-1}"},
    {"NST-4.4", "", "component {tensor} reaches element {last}, but the storage of buffer has no elements"},
    {"NST-4.5", "", "the components have {expected|element|elements}, the storage of buffer has {actual#}"},
    {"NST-5.2", "", "component {tensor} shares elements with component {prev}"},
};

} // namespace

constinit const Phrases nestedPhrases{places};

} // namespace tscope
