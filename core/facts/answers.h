// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/path.h"
#include "anatomy/report.h"
#include "convert/route.h"
#include "facts/diff.h"
#include "facts/info.h"
#include "tensor/document.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

namespace tscope {

// The answers as JSON, with the keys that the command line promises. What does not apply is null, never missing.
// For the core's own programs; not installed.
using Json = nlohmann::ordered_json;

// The text of an answer, on one line. Names that are no UTF-8 are mended, characters that can't be seen are
// escaped; numbers beyond 64 bits are written out, which the JSON library has no type for: they travel through it
// as marked text.
std::string dumped(const Json& answer);

Json jsonOfReal(double value);           // NaN and infinities as strings
Json jsonOfNumber(const Number& number); // complex as [re, im]
Json jsonOf(const Element& element);     // null when opaque; NaN and infinities as strings; complex as [re, im]
Json jsonOf(const std::optional<Extents>& extents);
Json jsonOf(const TensorInfo& info);
// What `info` says of a document; results of commands are given in the same form.
Json infoAnswer(const Document& document, const InfoOptions& options = {});
Json jsonOf(const Witness& witness);
Json jsonOf(const Finding& finding);
Json jsonOf(const Report& report, std::string_view name, std::string_view layout);
Json jsonOf(const Path& path, const Tensor& tensor);
Json jsonOf(const Readers& readers);
Json jsonOf(const Difference& difference);
Json jsonOf(std::span<const RouteStep> route);

} // namespace tscope
