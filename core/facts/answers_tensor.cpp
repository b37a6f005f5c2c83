// SPDX-License-Identifier: Apache-2.0
#include "facts/answers.h"

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

namespace {

template <class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json jsonOf(const Number& number)
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
    Json out{{"name", member.name},
             {"as", member.as},
             {"dtype", member.dtype.name()},
             {"shape", member.geometry.sizes},
             {"strides", member.geometry.strides},
             {"offset", member.geometry.offset},
             {"storage_numel", member.storageNumel},
             {"storage_id", member.storageId},
             {"bytes", orNull(member.bytes)},
             {"device", member.device},
             {"pinned", member.pinned},
             {"contiguous", member.contiguous},
             {"data", nullptr}};
    if (member.data) {
        auto data = Json::array();
        for (const auto& element : *member.data)
            data.push_back(tscope::jsonOf(element));
        out["data"] = std::move(data);
    }
    if (member.statistics) {
        const auto& statistics = *member.statistics;
        out["sum"] = std::visit([](const auto& sum) { return jsonOf(Number(sum)); }, statistics.sum);
        out["nonfinite"] = statistics.nonfinite();
        out["min"] = statistics.min ? tscope::jsonOf(*statistics.min) : Json(nullptr);
        out["max"] = statistics.max ? tscope::jsonOf(*statistics.max) : Json(nullptr);
        out["zeros"] = statistics.zeros;
    } else if (member.measured) {
        for (const auto* key : {"sum", "nonfinite", "min", "max", "zeros"})
            out[key] = nullptr;
    }
    return out;
}

Json flagsOf(const TensorInfo& info)
{
    Json out{{"contiguous", orNull(info.contiguous)}};
    const auto* strided = info.strided ? &*info.strided : nullptr;
    const auto flag = [&](bool StridedFlags::*field) { return strided ? Json(strided->*field) : Json(nullptr); };
    out["channels_last"] = flag(&StridedFlags::channelsLast);
    out["channels_last_3d"] = flag(&StridedFlags::channelsLast3d);
    out["channels_last_strides"] = flag(&StridedFlags::channelsLastStrides);
    out["channels_last_3d_strides"] = flag(&StridedFlags::channelsLast3dStrides);
    out["non_overlapping_and_dense"] = flag(&StridedFlags::nonOverlappingAndDense);
    out["overlap"] = strided ? Json(strided->overlap) : Json(nullptr);
    out["overlap_torch"] = strided ? Json(strided->overlapTorch) : Json(nullptr);
    out["is_coalesced"] = orNull(info.isCoalesced);
    return out;
}

} // namespace

Json jsonOf(const Element& element)
{
    return element.isReadable() ? jsonOf(element.number()) : Json(nullptr);
}

Json jsonOf(const std::optional<Extents>& extents)
{
    return extents ? Json(*extents) : Json(nullptr);
}

Json jsonOf(const TensorInfo& info)
{
    const auto& outline = info.outline;
    Json out{{"name", info.name},
             {"layout", info.layout},
             {"dtype", info.dtype.name()},
             {"size", jsonOf(outline.size)},
             {"device", info.device},
             {"nnz", orNull(outline.nnz)},
             {"batch_dims", orNull(outline.batchDims)},
             {"sparse_dims", orNull(outline.sparseDims)},
             {"dense_dims", orNull(outline.denseDims)},
             {"blocksize", orNull(outline.blocksize)},
             {"index_dtype", outline.indexDType ? Json(outline.indexDType->name()) : Json(nullptr)},
             {"numel", orNull(outline.numel)},
             {"bytes", orNull(info.bytes)},
             {"storage_bytes", info.storageBytes}};
    auto members = Json::array();
    for (const auto& member : info.members)
        members.push_back(jsonOf(member));
    out["members"] = std::move(members);
    out["flags"] = flagsOf(info);
    out["reach"] = nullptr;
    if (info.strided)
        out["reach"] = Json{{"first", orNull(info.strided->first)},
                            {"last", orNull(info.strided->last)},
                            {"min_storage", orNull(info.strided->minStorage)}};
    if (!info.quantizer.empty())
        out["quantizer"] = info.quantizer;
    return out;
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
