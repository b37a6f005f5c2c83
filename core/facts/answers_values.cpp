// SPDX-License-Identifier: Apache-2.0
#include "facts/answers_values.h"

#include "facts/json_fields.h"
#include "facts/wording.h"

#include <nlohmann/json.hpp>

namespace tscope {

namespace {

Json jsonOf(const std::optional<Number>& number)
{
    return number ? jsonOfNumber(*number) : Json(nullptr);
}

Json jsonOf(const std::optional<double>& number)
{
    return number ? jsonOfReal(*number) : Json(nullptr);
}

std::string_view name(Histogram::Scale scale)
{
    switch (scale) {
    case Histogram::Scale::linear:
        return "linear";
    case Histogram::Scale::logarithmic:
        return "logarithmic";
    case Histogram::Scale::each:
        break;
    }
    return "each";
}

// Edges as NumPy has them: one more than bins, the last bin holds its end too.
Json jsonOf(const Histogram& histogram)
{
    auto edges = Json::array();
    for (const auto& start : histogram.starts)
        edges.push_back(jsonOfNumber(start));
    if (!histogram.starts.empty())
        edges.push_back(jsonOfNumber(histogram.last));
    return JsonFields(3)
        .add("scale", name(histogram.scale))
        .add("edges", std::move(edges))
        .add("counts", histogram.counts)
        .object();
}

} // namespace

Json jsonOf(const Result<Distribution>& values)
{
    if (!values)
        return {{"error", sentenceOf(values.error())}};
    auto quantiles = Json::array();
    for (const auto& quantile : values->quantiles)
        quantiles.push_back({{"share", quantile.share}, {"value", jsonOfNumber(quantile.value)}});
    JsonFields out(16);
    out.add("count", values->count)
        .add("nan", values->nans)
        .add("positive_infinity", values->positiveInfinities)
        .add("negative_infinity", values->negativeInfinities)
        .add("zeros", values->zeros)
        .add("of_magnitudes", values->isOfMagnitudes)
        .add("min", jsonOf(values->least))
        .add("max", jsonOf(values->largest))
        .add("mean", jsonOf(values->mean))
        .add("std", jsonOf(values->deviation))
        .add("quantiles", std::move(quantiles))
        .add("histogram", jsonOf(values->histogram))
        .add("sampled_from", values->sampledFrom ? Json(*values->sampledFrom) : Json(nullptr))
        .add("unread", values->unread)
        .add("not_stored_share", jsonOf(values->notStoredShare))
        .add("zero_share", jsonOf(values->zeroShare));
    return out.object();
}

} // namespace tscope
