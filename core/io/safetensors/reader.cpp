// SPDX-License-Identifier: Apache-2.0
#include "io/safetensors/safetensors.h"

#include "base/pace.h"
#include "io/grouping/members.h"
#include "io/safetensors/header.h"
#include "layouts/strided/strided.h"

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

} // namespace

Result<Document> readSafetensors(const Source& source)
{
    WarningList warnings;
    auto header =
        readSafetensorsHeader(source.text(), partOfWatch(source.watch, 0, 0.5), warnings, source.despiteFaults);
    if (!header)
        return header.error();
    std::vector<NamedTensor> arrays;
    arrays.reserve(header->entries.size() * 2); // room for tensors made of them: it costs nothing until it is used
    for (auto& entry : std::exchange(header->entries, {}))
        arrays.push_back({std::move(entry.name), plainTensor(source, entry)});
    MemberTexts metadata(std::move(header->metadata));
    Document document;
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
