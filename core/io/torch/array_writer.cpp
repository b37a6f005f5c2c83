// SPDX-License-Identifier: Apache-2.0
#include "io/torch/array_writer.h"

#include "base/say.h"
#include "io/torch/names.h"

#include <array>

namespace tscope {

namespace {

constexpr std::string_view utils = "torch._utils";

// The reader shows qint32 as int32; here it becomes qint32 again.
std::string_view storageClass(const DType& dtype, bool isQuantised)
{
    const bool isStored = isQuantised && dtype == DType(ElementType::i32);
    return torchStorageClass(isStored ? *opaqueTorchType(qint32Name) : dtype);
}

} // namespace

std::string quotedTensor(std::string_view name)
{
    return name.empty() ? say("the tensor") : '"' + std::string(name) + '"';
}

Result<void> TorchArrayWriter::put(const Array& array, const Beside& beside, std::string_view name)
{
    const auto& dtype = array.dtype;
    if (dtype.isOpaque() && (!opaqueTorchType(dtype.name()) || dtype.itemSize() == 0))
        return unsupported(say("PyTorch has no element type {0}, {1} is of it", dtype.name(), quotedTensor(name)));
    if (isWithoutBytes(*array.storage))
        return putMeta(array, beside.requiresGrad, name);
    const auto& known = m_storages.of(array);
    if (beside.quantizer && known.isUntyped)
        return unsupported(
            say("a quantised tensor needs a storage of its own type, that of {0} is shared with others",
                quotedTensor(name)));
    m_pickle.putGlobal(utils, beside.quantizer  ? "_rebuild_qtensor"
                              : known.isUntyped ? "_rebuild_tensor_v3"
                                                : "_rebuild_tensor_v2");
    m_pickle.beginTuple();
    const auto bytes = known.storage->byteSize();
    const auto device = known.storage->device().text();
    if (known.isUntyped)
        putStorageId("torch.storage", "UntypedStorage", known.key, device, bytes);
    else
        putStorageId("torch", storageClass(dtype, beside.quantizer != nullptr), known.key, device,
                     bytes / dtype.itemSize());
    m_pickle.putInteger(array.geometry.offset);
    m_pickle.putIntegers(array.geometry.sizes);
    m_pickle.putIntegers(array.geometry.strides);
    if (beside.quantizer)
        beside.quantizer->put(m_pickle);
    m_pickle.putFlag(beside.requiresGrad);
    putHooks();
    if (known.isUntyped)
        m_pickle.putGlobal("torch", dtype.name());
    putViewBits(beside.viewBits);
    m_pickle.endTuple();
    m_pickle.call();
    return {};
}

void TorchArrayWriter::putViewBits(std::span<const std::string_view> bits)
{
    if (bits.empty())
        return;
    m_pickle.putEmptyDict();
    m_pickle.beginItems();
    for (const auto bit : bits) {
        m_pickle.putString(bit);
        m_pickle.putFlag(true);
    }
    m_pickle.endItems();
}

void TorchArrayWriter::putStorageId(std::string_view module, std::string_view type, std::string_view key,
                                    std::string_view device, std::int64_t numel)
{
    m_pickle.beginTuple();
    m_pickle.putString("storage");
    m_pickle.putGlobal(module, type);
    m_pickle.putString(key);
    m_pickle.putString(device);
    m_pickle.putInteger(numel);
    m_pickle.endTuple();
    m_pickle.refer();
}

Result<void> TorchArrayWriter::putMeta(const Array& array, bool requiresGrad, std::string_view name)
{
    if (!array.storage->device().isMeta())
        return unsupported(say("a PyTorch file holds all elements, those of {0} are declared but not there; a "
                               ".json file can keep it as it is",
                               quotedTensor(name)));
    if (array.geometry.offset != 0)
        return unsupported(say(
            "a PyTorch file has no offset for what has no data, {0} has one; a .json file can keep it as it is",
            quotedTensor(name)));
    m_pickle.putGlobal(utils, "_rebuild_meta_tensor_no_storage");
    m_pickle.beginTuple();
    m_pickle.putGlobal("torch", array.dtype.name());
    m_pickle.putIntegers(array.geometry.sizes);
    m_pickle.putIntegers(array.geometry.strides);
    m_pickle.putFlag(requiresGrad);
    m_pickle.endTuple();
    m_pickle.call();
    return {};
}

void TorchArrayWriter::putEmptyRows(std::int64_t count)
{
    m_emptyKey = std::to_string(m_storages.all().size());
    m_pickle.putGlobal(utils, "_rebuild_tensor_v2");
    m_pickle.beginTuple();
    putStorageId("torch", "FloatStorage", m_emptyKey, "cpu", 0);
    m_pickle.putInteger(0);
    m_pickle.putIntegers(std::array<std::int64_t, 2>{count, 0});
    m_pickle.putIntegers(std::array<std::int64_t, 2>{1, 1});
    m_pickle.putFlag(false);
    putHooks();
    m_pickle.endTuple();
    m_pickle.call();
}

void TorchArrayWriter::putHooks()
{
    m_pickle.putGlobal("collections", "OrderedDict");
    m_pickle.putIntegers({});
    m_pickle.call();
}

} // namespace tscope
