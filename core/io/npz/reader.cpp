// SPDX-License-Identifier: Apache-2.0
#include "io/npz/npz.h"

#include "io/npz/members.h"
#include "io/npz/scipy.h"
#include "io/safetensors/members.h"
#include "io/safetensors/safetensors.h"
#include "io/zip/directory.h"
#include "layouts/strided/strided.h"

namespace tscope {

namespace {

Tensor plainTensor(const Array& array)
{
    Tensor out;
    out.layout = &stridedLayout();
    out.members.push_back({roleNamed(stridedLayout(), "values"), array});
    return out;
}

} // namespace

Result<Document> readNpz(const ZipArchive& archive, const Source& source)
{
    WarningList warnings;
    for (const auto& warning : archive.warnings())
        warnings.add([&] { return warning; });
    const auto members = NpzMembers::read(archive, source.watch, warnings);
    if (!members)
        return members.error();
    Document document;
    const bool isMatrix = isScipyMatrix(*members);
    if (isMatrix) {
        auto matrix = readScipyMatrix(*members, source, warnings);
        if (!matrix)
            return matrix.error();
        document.tensors.push_back({"", std::move(*matrix)});
    }
    std::vector<NamedTensor> arrays;
    std::vector<std::pair<std::string, std::string>> texts;
    const Error* firstError = nullptr;
    for (const auto& member : members->all()) {
        if (isMatrix && isScipyWord(member.name))
            continue;
        if (member.array) {
            arrays.push_back({member.name, plainTensor(*member.array)});
        } else if (member.text) {
            texts.emplace_back(member.name, *member.text);
        } else {
            warnings.add([&] { return quotedEntry(member.name) + " was left out: " + member.error->text; });
            firstError = firstError ? firstError : &*member.error;
        }
    }
    if (firstError && arrays.empty() && !isMatrix)
        return *firstError;
    SafetensorsMetadata metadata(std::move(texts));
    for (auto& tensor : withTensorsOfMembers(std::move(arrays), metadata, warnings))
        document.tensors.push_back(std::move(tensor));
    for (auto& text : metadata.unused())
        document.others.push_back({text.name.substr(safetensorsMetadataKey.size()), std::move(text.text)});
    document.warnings = std::move(warnings).take();
    return document;
}

} // namespace tscope
