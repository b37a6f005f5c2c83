// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/npz/npz.h"

#include "io/grouping/members.h"
#include "io/npz/members.h"
#include "io/npz/scipy.h"
#include "io/remainder.h"
#include "io/zip/directory.h"
#include "layouts/strided/strided.h"

#include <algorithm>
#include <iterator>

namespace tscope {

namespace {

Tensor plainTensor(const Array& array)
{
    Tensor out;
    out.layout = &stridedLayout();
    out.members.push_back({roleNamed(stridedLayout(), "values"), array});
    return out;
}

bool isTrue(const NpzMember* member)
{
    if (member == nullptr || !member->array || !member->array->isReadable())
        return false;
    return numel(member->array->geometry) == 1 && !member->array->at(0).isZero();
}

bool areScipyWordsReadable(const NpzMembers& members)
{
    return std::ranges::none_of(members.all(), [&](const auto& member) {
        return member.error && isPartOfScipyMatrix(members, member.name);
    });
}

} // namespace

Result<Document> readNpz(const ZipArchive& archive, const Source& source)
{
    WarningList warnings;
    for (const auto& warning : archive.warnings())
        warnings.add([&] { return warning; });
    const auto members = NpzMembers::read(archive, source, warnings);
    if (!members)
        return members.error();
    Document document;
    // Without one of its arrays it is no matrix any more, and the others are shown as themselves; not so the text
    // that would make one of them again.
    bool isMatrix = isScipyMatrix(*members) && areScipyWordsReadable(*members);
    if (isMatrix) {
        auto matrix = readScipyMatrix(*members, source, warnings);
        if (!matrix && !source.despiteFaults)
            return matrix.error();
        isMatrix = static_cast<bool>(matrix);
        if (matrix)
            document.tensors.push_back({"", std::move(*matrix)});
    }
    const auto isFolder = [](const ZipEntry& entry) { return entry.name.ends_with('/'); };
    document.leftOut = std::ssize(archive.entries()) - std::ranges::count_if(archive.entries(), isFolder) -
                       std::ssize(members->all());
    std::vector<NamedTensor> arrays;
    arrays.reserve(members->all().size() * 2); // room for tensors made of them: it costs nothing until it is used
    std::vector<std::pair<std::string, std::string>> texts;
    const Error* firstError = nullptr;
    for (const auto& member : members->all()) {
        if (isMatrix && isPartOfScipyMatrix(*members, member.name))
            continue;
        if (member.array) {
            arrays.push_back({member.name, plainTensor(*member.array)});
        } else if (member.text && member.name == "format" && isScipyMatrix(*members)) {
            warnings.add([&] {
                return say("\"format\" was left out: not all of the SciPy {0} matrix can be read", *member.text);
            });
            ++document.leftOut;
        } else if (member.text) {
            texts.emplace_back(member.name, *member.text);
        } else {
            warnings.add(
                [&] { return say("{0} was left out: {1}", quotedEntry(member.name), member.error->text); });
            firstError = firstError ? firstError : &*member.error;
            ++(member.error->code == ErrorCode::corrupt ? document.unread : document.leftOut);
        }
    }
    if (firstError && arrays.empty() && !isMatrix)
        return *firstError;
    document.partly = partlyText(std::ssize(arrays) + (isMatrix ? 1 : 0), document.unread);
    MemberTexts metadata(std::move(texts));
    auto tensors = withTensorsOfMembers(std::move(arrays), metadata, {source.watch.stop}, warnings);
    if (!tensors)
        return tensors.error();
    if (document.tensors.empty())
        document.tensors = std::move(*tensors); // there may be very many
    else
        std::ranges::move(*tensors, std::back_inserter(document.tensors));
    document.others = std::move(metadata).takeUnused();
    if (isMatrix && isTrue(members->find(scipyIsArray)))
        document.others.push_back({std::string(scipyIsArray), "True"});
    document.warnings = std::move(warnings).take();
    return document;
}

} // namespace tscope
