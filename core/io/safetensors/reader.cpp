// SPDX-License-Identifier: Apache-2.0
#include "io/safetensors/safetensors.h"

#include "io/safetensors/header.h"
#include "io/safetensors/members.h"
#include "layouts/strided/strided.h"

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
    auto header = readSafetensorsHeader(source.text(), source.watch, warnings);
    if (!header)
        return header.error();
    std::vector<NamedTensor> arrays;
    arrays.reserve(header->entries.size());
    for (auto& entry : header->entries)
        arrays.push_back({std::move(entry.name), plainTensor(source, entry)});
    SafetensorsMetadata metadata(std::move(header->metadata));
    Document document;
    document.tensors = withTensorsOfMembers(std::move(arrays), metadata, warnings);
    document.warnings = std::move(warnings).take();
    document.others = metadata.unused();
    return document;
}

} // namespace tscope
