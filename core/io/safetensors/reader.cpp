// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/safetensors/safetensors.h"

#include "base/checked_math.h"
#include "base/pace.h"
#include "io/grouping/members.h"
#include "io/remainder.h"
#include "io/safetensors/header.h"
#include "layouts/strided/strided.h"

#include <iterator>
#include <map>
#include <utility>

namespace tscope {

namespace {

Tensor plainTensor(const Source& source, const SafetensorsEntry& entry)
{
    Member values;
    values.role = roleNamed(stridedLayout(), "values");
    values.array = {partOf(source.bytes, entry.begin, entry.end - entry.begin), entry.type->dtype,
                    Geometry::rowMajor(entry.shape)};
    Tensor tensor;
    tensor.layout = &stridedLayout();
    tensor.members.push_back(std::move(values));
    return tensor;
}

// Notes the element types below a byte. Their shapes count elements, several of which share a byte.
void sayPacked(const std::vector<SafetensorsEntry>& entries, WarningList& warnings)
{
    struct Packed {
        std::int64_t tensors = 0, elements = 0, bytes = 0;
    };
    std::map<std::int64_t, Packed> byBits; // several types have as many
    for (const auto& entry : entries)
        if (entry.type->bits < 8) {
            auto& packed = byBits[entry.type->bits];
            ++packed.tensors;
            packed.elements = saturatingAdd(packed.elements, numel(entry.shape).value_or(0));
            packed.bytes = saturatingAdd(packed.bytes, entry.end - entry.begin);
        }
    for (const auto& each : byBits)
        warnings.add([&] {
            const auto& [bits, packed] = each;
            const auto text = packed.tensors == 1
                                  ? say("1 tensor stores its {0} elements of {1} bits packed into {2} bytes",
                                        packed.elements, bits, packed.bytes)
                                  : say("{0} tensors store their {1} elements of {2} bits packed into {3} bytes",
                                        packed.tensors, packed.elements, bits, packed.bytes);
            return bits == 4 ? say("{0}, which PyTorch counts as float4_e2m1fn_x2, one for each pair", text)
                             : text;
        });
}

} // namespace

Result<Document> readSafetensors(const Source& source)
{
    WarningList warnings;
    auto header =
        readSafetensorsHeader(source.text(), partOfWatch(source.watch, 0, 0.5), warnings, source.despiteFaults);
    if (!header)
        return header.error();
    sayPacked(header->entries, warnings);
    std::vector<NamedTensor> arrays;
    arrays.reserve(header->entries.size() * 2); // room for tensors made of them: it costs nothing until it is used
    for (auto& entry : std::exchange(header->entries, {}))
        arrays.push_back({std::move(entry.name), plainTensor(source, entry)});
    MemberTexts metadata(std::move(header->metadata));
    Document document;
    document.unread = header->unread;
    document.partly = partlyText(std::ssize(arrays), header->unread);
    auto tensors = withTensorsOfMembers(std::move(arrays), metadata, partOfWatch(source.watch, 0.5, 1), warnings);
    if (!tensors)
        return tensors.error();
    document.tensors = std::move(*tensors);
    document.warnings = std::move(warnings).take();
    for (auto& [key, text] : std::move(metadata).takeUnused())
        document.others.push_back({std::string(safetensorsMetadataKey) + key, std::move(text)});
    return document;
}

} // namespace tscope
