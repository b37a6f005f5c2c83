// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/kept_bytes.h"

#include "io/open.h"
#include "layouts/registry.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>

namespace tscope {

namespace {

struct KeptWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Session)
};

constexpr const char *allName = "all", *placesName = "places", *changedName = "changed";

// A storage of another owner, for as long as it is being written.
StoragePtr borrowed(const Storage& storage)
{
    return {std::shared_ptr<const void>(), &storage};
}

NamedTensor bytesNamed(const char* name, const StoragePtr& storage)
{
    Tensor tensor;
    tensor.layout = layoutNamed("strided");
    tensor.members.push_back(
        {tensor.layout->roles.data(), {storage, ElementType::u8, Geometry::rowMajor({storage->byteSize()})}});
    return {name, tensor};
}

Error notThere()
{
    return invalidArgument(KeptWords::tr("its changes can't be read").toStdString());
}

// The bytes of one of the arrays in such a file, in one run.
Result<StoragePtr> bytesOf(const Document& document, std::string_view name, ElementType type)
{
    const auto found = std::ranges::find(document.tensors, name, &NamedTensor::name);
    if (found == document.tensors.end())
        return notThere();
    const auto* values = found->tensor.find("values");
    if (values == nullptr || !values->isReadable() || values->array.dtype != DType(type) ||
        values->array.geometry.sizes.size() != 1)
        return notThere();
    const auto& array = values->array;
    const auto itemSize = array.dtype.itemSize();
    return partOf(array.storage, array.geometry.offset * itemSize, array.geometry.sizes[0] * itemSize);
}

std::int64_t numberAt(const Storage& storage, std::int64_t i)
{
    std::int64_t number = 0;
    storage.read(i * 8, std::as_writable_bytes(std::span(&number, 1)));
    return number;
}

} // namespace

std::uint64_t KeptBytes::count() const
{
    if (isWhole)
        return static_cast<std::uint64_t>(size);
    std::uint64_t bytes = 0;
    for (const auto& run : runs)
        bytes += static_cast<std::uint64_t>(run.end - run.begin) + sizeof(ByteRun);
    return bytes;
}

KeptBytes keptBytesOf(const Storage& storage, const Storage* before, std::int64_t elementBytes)
{
    KeptBytes all{true, {}, storage.byteSize()};
    if (before == nullptr)
        return all;
    // With more runs than this their places alone take too much.
    const auto most = all.count() / 2 / sizeof(ByteRun);
    KeptBytes changed{false, changedRuns(*before, storage, elementBytes, most + 1), storage.byteSize()};
    return changed.count() > all.count() / 2 ? all : changed;
}

Result<void> writeKeptBytes(const Storage& storage, const KeptBytes& bytes, const std::string& path)
{
    Document document;
    if (bytes.isWhole) {
        document.tensors.push_back(bytesNamed(allName, borrowed(storage)));
    } else {
        std::vector<std::int64_t> places;
        std::vector<std::byte> changed;
        for (const auto& [begin, end] : bytes.runs) {
            places.insert(places.end(), {begin, end});
            const auto at = changed.size();
            changed.resize(at + static_cast<std::size_t>(end - begin));
            storage.read(begin, std::span(changed).subspan(at));
        }
        auto named = bytesNamed(placesName, heapStorage({}));
        named.tensor.members[0].array = Array::fromInts({std::ssize(places)}, places);
        document.tensors.push_back(std::move(named));
        document.tensors.push_back(bytesNamed(changedName, heapStorage(changed)));
    }
    // Zeros of a file that was cut short are better than nothing.
    if (const auto saved = saveFile(document, path, SaveWatch{.lostMappings = std::nullopt}); !saved)
        return saved.error();
    return {};
}

Result<ReadBytes> readKeptBytes(const std::string& path, std::int64_t size, const StoragePtr& base)
{
    if (path.empty())
        return notThere();
    const auto document = openFile(path);
    if (!document)
        return document.error();
    if (!base) {
        auto all = bytesOf(*document, allName, ElementType::u8);
        if (!all || (*all)->byteSize() != size)
            return notThere();
        return ReadBytes{*all, static_cast<std::uint64_t>(size)};
    }
    const auto places = bytesOf(*document, placesName, ElementType::i64);
    const auto changed = bytesOf(*document, changedName, ElementType::u8);
    if (!places || !changed || (*places)->byteSize() % 16 != 0)
        return notThere();
    std::vector<BytePatch> patches;
    std::int64_t at = 0, last = 0;
    for (std::int64_t i = 0; i < (*places)->byteSize() / 16; ++i) {
        const auto begin = numberAt(**places, 2 * i), end = numberAt(**places, 2 * i + 1);
        if (begin < last || end <= begin || end > base->byteSize() || end - begin > (*changed)->byteSize() - at)
            return notThere();
        patches.push_back({begin, std::vector<std::byte>(static_cast<std::size_t>(end - begin))});
        (*changed)->read(at, patches.back().bytes);
        at += end - begin;
        last = end;
    }
    return ReadBytes{patched(base, patches),
                     static_cast<std::uint64_t>((*places)->byteSize() + (*changed)->byteSize())};
}

} // namespace tscope
