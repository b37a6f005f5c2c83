// SPDX-License-Identifier: Apache-2.0
#include "facts/answers.h"

#include "facts/answers_values.h"
#include "facts/json_fields.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace tscope {

Json jsonOfReal(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-Infinity" : "Infinity";
    return value;
}

Json jsonOfNumber(const Number& number)
{
    return std::visit(
        [](const auto& value) -> Json {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::complex<double>>)
                return Json::array({jsonOfReal(value.real()), jsonOfReal(value.imag())});
            else if constexpr (std::is_same_v<Value, double>)
                return jsonOfReal(value);
            else
                return value;
        },
        number);
}

namespace {

template <class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json jsonOf(const OuterExtent& extent)
{
    switch (extent.kind) {
    case OuterExtent::Kind::irregular:
        return -1;
    case OuterExtent::Kind::ragged:
        return "j";
    case OuterExtent::Kind::number:
        break;
    }
    return extent.value;
}

Json jsonOf(const std::optional<std::vector<OuterExtent>>& size)
{
    if (!size)
        return nullptr;
    auto out = Json::array();
    for (const auto& extent : *size)
        out.push_back(jsonOf(extent));
    return out;
}

Json jsonOf(const MemberInfo& member)
{
    auto data = Json(nullptr);
    if (member.data) {
        data = Json::array();
        data.get_ref<Json::array_t&>().reserve(member.data->size());
        for (const auto& element : *member.data)
            data.push_back(tscope::jsonOf(element));
    }
    JsonFields out(member.measured ? 18 : 13);
    out.add("name", member.name)
        .add("as", member.as)
        .add("dtype", member.dtype.name())
        .add("shape", member.geometry.sizes)
        .add("strides", member.geometry.strides)
        .add("offset", member.geometry.offset)
        .add("storage_numel", member.storageNumel)
        .add("storage_id", member.storageId)
        .add("bytes", orNull(member.bytes))
        .add("device", member.device)
        .add("pinned", member.pinned)
        .add("contiguous", member.contiguous)
        .add("data", std::move(data));
    if (member.statistics) {
        const auto& statistics = *member.statistics;
        out.add("sum", std::visit([](const auto& sum) { return jsonOfNumber(Number(sum)); }, statistics.sum))
            .add("nonfinite", statistics.nonfinite())
            .add("min", statistics.min ? tscope::jsonOf(*statistics.min) : Json(nullptr))
            .add("max", statistics.max ? tscope::jsonOf(*statistics.max) : Json(nullptr))
            .add("zeros", statistics.zeros);
    } else if (member.measured) {
        for (const auto* key : {"sum", "nonfinite", "min", "max", "zeros"})
            out.add(key, nullptr);
    }
    return out.object();
}

Json flagsOf(const TensorInfo& info)
{
    const auto* strided = info.strided ? &*info.strided : nullptr;
    const auto flag = [&](bool StridedFlags::*field) { return strided ? Json(strided->*field) : Json(nullptr); };
    JsonFields out(9);
    out.add("contiguous", orNull(info.contiguous))
        .add("channels_last", flag(&StridedFlags::channelsLast))
        .add("channels_last_3d", flag(&StridedFlags::channelsLast3d))
        .add("channels_last_strides", flag(&StridedFlags::channelsLastStrides))
        .add("channels_last_3d_strides", flag(&StridedFlags::channelsLast3dStrides))
        .add("non_overlapping_and_dense", flag(&StridedFlags::nonOverlappingAndDense))
        .add("overlap", strided ? Json(strided->overlap) : Json(nullptr))
        .add("overlap_torch", strided ? Json(strided->overlapTorch) : Json(nullptr))
        .add("is_coalesced", orNull(info.isCoalesced));
    return out.object();
}

} // namespace

Json jsonOf(const Element& element)
{
    return element.isReadable() ? jsonOfNumber(element.number()) : Json(nullptr);
}

Json jsonOf(const std::optional<Extents>& extents)
{
    return extents ? Json(*extents) : Json(nullptr);
}

Json jsonOf(const TensorInfo& info)
{
    const auto& outline = info.outline;
    auto members = Json::array();
    for (const auto& member : info.members)
        members.push_back(jsonOf(member));
    auto reach = Json(nullptr);
    if (info.strided)
        reach = JsonFields(3)
                    .add("first", orNull(info.strided->first))
                    .add("last", orNull(info.strided->last))
                    .add("min_storage", orNull(info.strided->minStorage))
                    .object();
    JsonFields out(info.values ? 19 : 18);
    out.add("name", info.name)
        .add("layout", info.layout)
        .add("dtype", info.dtype.name())
        .add("size", jsonOf(outline.size))
        .add("device", info.device)
        .add("nnz", orNull(outline.nnz))
        .add("batch_dims", orNull(outline.batchDims))
        .add("sparse_dims", orNull(outline.sparseDims))
        .add("dense_dims", orNull(outline.denseDims))
        .add("blocksize", orNull(outline.blocksize))
        .add("index_dtype", outline.indexDType ? Json(outline.indexDType->name()) : Json(nullptr))
        .add("numel", orNull(outline.numel))
        .add("bytes", orNull(info.bytes))
        .add("storage_bytes", info.storageBytes)
        .add("members", std::move(members))
        .add("flags", flagsOf(info))
        .add("reach", std::move(reach))
        .add("quantizer", info.quantizer.empty() ? Json(nullptr) : Json(info.quantizer));
    if (info.values)
        out.add("values", jsonOf(*info.values));
    return out.object();
}

// The bytes of one slot, also of an array that leaves its storage; null where there is no such address.
static Json bytesOf(const Array& array, std::int64_t slot)
{
    const auto count = numel(array.geometry);
    const auto range = reach(array.geometry);
    if (!count || slot < 0 || slot >= *count || !range || !range->first.asInt64() || !range->last.asInt64() ||
        array.dtype.itemSize() <= 0)
        return nullptr;
    const auto begin = checkedMul(offsetOf(array.geometry, slot), array.dtype.itemSize());
    const auto end = begin ? checkedAdd(*begin, array.dtype.itemSize()) : std::nullopt;
    return end ? Json::array({*begin, *end}) : Json(nullptr);
}

Json infoAnswer(const Document& document, const InfoOptions& options)
{
    auto tensors = Json::array();
    for (const auto& [name, tensor] : document.tensors)
        tensors.push_back(jsonOf(info(tensor, name, options)));
    auto others = Json::array();
    for (const auto& [name, text] : document.others)
        others.push_back({{"name", name}, {"text", text}});
    return {{"tensors", std::move(tensors)}, {"warnings", document.warnings}, {"others", std::move(others)}};
}

Json jsonOf(const Path& path, const Tensor& tensor)
{
    Json out{{"found", path.found}, {"value", jsonOf(path.value)}};
    auto steps = Json::array();
    for (const auto& step : path.steps)
        steps.push_back({{"text", step.text},
                         {"member", step.slots ? Json(step.slots->member) : Json(nullptr)},
                         {"slot", step.slots ? Json(step.slots->begin) : Json(nullptr)},
                         {"value", step.value ? jsonOf(*step.value) : Json(nullptr)}});
    out["steps"] = std::move(steps);
    auto places = Json::array();
    for (const auto& run : path.places)
        for (auto slot = run.begin; slot < run.end; ++slot) {
            places.push_back({{"member", run.member},
                              {"slot", slot},
                              {"byte", bytesOf(tensor.member(run.member).array, slot)},
                              {"storage_id", tensor.member(run.member).array.storage->id()}});
        }
    out["places"] = std::move(places);
    return out;
}

Json jsonOf(const Readers& readers)
{
    return {{"elements", readers.elements}, {"count", readers.count}, {"truncated", readers.truncated}};
}

} // namespace tscope
