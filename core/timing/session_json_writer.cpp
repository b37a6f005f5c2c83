// SPDX-License-Identifier: Apache-2.0
#include "timing/session_json.h"

#include "facts/json_fields.h"
#include "language/catalogue.h"
#include "timing/cost_map_json.h"
#include "timing/headline.h"
#include "timing/roofs.h"
#include "timing/row_spread_json.h"
#include "timing/variant_json.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tscope::timing {

namespace {

template <class Items, class Each>
Json listOf(const Items& items, const Each& each)
{
    auto out = Json::array();
    out.get_ref<Json::array_t&>().reserve(items.size());
    for (const auto& item : items)
        out.push_back(each(item));
    return out;
}

Json orNull(const std::string& word)
{
    return word.empty() ? Json(nullptr) : Json(word);
}
Json orNull(std::optional<double> number)
{
    return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

Json figureJson(const Figure& figure)
{
    if (!figure.isThere())
        return nullptr;
    const auto median = figure.median();
    JsonFields out(7);
    out.add("median_ns", median.value)
        .add("low_ns", median.low)
        .add("high_ns", median.high)
        .add("times_per_sample", figure.timesPerSample)
        .add("narrow", figure.isNarrow)
        .add("rounds", figure.rounds)
        .add("samples_ns", figure.samples);
    return out.object();
}

std::optional<double> medianOfFigure(const Figure& figure)
{
    return figure.isThere() ? std::optional(figure.median().value) : std::nullopt;
}

// What of the way there and back is not the call itself.
std::optional<double> transferTime(const Row& row)
{
    const auto& here = row.call.isThere() ? row.call : row.warm;
    if (!row.endToEnd.isThere() || !here.isThere())
        return std::nullopt;
    return std::max(0.0, row.endToEnd.median().value - here.median().value);
}

Json rowJson(const Session& session, const Row& row)
{
    const auto limit = limitOf(row, session);
    const bool isTimed = row.warm.isThere();
    const auto median = isTimed ? row.warm.median() : Median{};
    const auto timed = [&](double number) { return isTimed ? orNull(std::optional(number)) : Json(nullptr); };
    JsonFields out(34);
    out.add("tensor", row.tensor).add("op", row.op);
    addVariant(out, row.variant);
    out.add("device", row.device)
        .add("simulated", row.isSimulated)
        .add("status", name(row.status))
        .add("reason", orNull(row.reason))
        .add("left_out", row.isLeftOut)
        .add("kernel", orNull(row.kernel))
        .add("median_ns", timed(median.value))
        .add("low_ns", timed(median.low))
        .add("high_ns", timed(median.high))
        .add("samples", row.warm.samples.size())
        .add("bytes", row.bytes)
        .add("flops", row.flops)
        .add("threads_used", row.threadsUsed)
        .add("gbps", isTimed ? orNull(std::optional(row.gigabytesPerSecond())) : Json(nullptr))
        .add("share_of_limit", orNull(limit ? std::optional(limit->share) : std::nullopt))
        .add("convert_ns", orNull(medianOfFigure(row.conversion)))
        .add("transfer_ns", orNull(transferTime(row)))
        .add("noise", orNull(row.noise))
        .add("checked", row.isChecked)
        .add("checked_how", orNull(row.checkedHow))
        .add("warm", figureJson(row.warm))
        .add("cold", figureJson(row.cold))
        .add("call", figureJson(row.call))
        .add("end_to_end", figureJson(row.endToEnd))
        .add("conversion", figureJson(row.conversion));
    return out.object();
}

Json machineJson(const Machine& machine)
{
    return {{"processor", machine.processor},      {"threads", machine.threads},
            {"memory_bytes", machine.memoryBytes}, {"system", machine.system},
            {"remarks", Json(machine.remarks)},    {"others_cores", machine.others}};
}

Json ratesJson(const Limits& limits)
{
    return {{"copy_gbps", limits.copyRate},
            {"read_gbps", limits.readRate},
            {"cached_gbps", limits.cachedRate},
            {"gflops_f32", limits.flopsF32},
            {"gflops_f64", limits.flopsF64},
            {"cache_bytes", limits.cacheBytes},
            {"others_cores", limits.others},
            {"measured_at", orNull(limits.measuredAt)},
            {"caches", listOf(limits.caches, [](const CacheRate& cache) -> Json {
                 return {{"bytes", cache.bytes}, {"gbps", cache.rate}};
             })}};
}

} // namespace

Json jsonOf(const Limits& limits)
{
    auto out = ratesJson(limits);
    out["repeats"] = listOf(limits.repeats, ratesJson);
    return out;
}

namespace {

Json limitsJson(const Session& session)
{
    auto out = Json::object();
    for (const auto& limits : session.limits) {
        if (session.limitsOf(limits.device) != &limits) // of two for one device the first counts
            continue;
        out[limits.device] = jsonOf(limits);
    }
    return out;
}

Json tempoJson(const Tempo& tempo)
{
    return {{"work", tempo.work}, {"took", figureJson(tempo.took)}};
}

Json subjectJson(const Subject& subject)
{
    JsonFields given(5), out(10);
    addVariant(given, subject.given);
    out.add("name", subject.name)
        .add("pattern_of", orNull(subject.patternOf))
        .add("content_hash", orNull(subject.contentHash))
        .add("given", given.object())
        .add("size", subject.size)
        .add("stored", subject.stored)
        .add("rows", subject.rows)
        .add("longest_row", subject.longestRow)
        .add("row_spread", jsonOf(subject.spread));
    if (subject.isInRowOrder)
        out.add("in_row_order", *subject.isInRowOrder);
    return out.object();
}

Json footprintJson(const FootprintRow& row)
{
    JsonFields out(11);
    out.add("tensor", row.tensor);
    addVariant(out, row.variant);
    auto members = Json::object();
    for (const auto& member : row.members)
        members[member.role] = member.bytes;
    out.add("bytes", row.bytes())
        .add("by_member", std::move(members))
        .add("entries", row.entries)
        .add("fill", row.fill)
        .add("predicted_ns", row.predictedNs);
    return out.object();
}

Json blockTableJson(const BlockTable& table)
{
    JsonFields out(5);
    out.add("tensor", table.tensor)
        .add("side", table.side)
        .add("entries", table.entries)
        .add("blocks", table.blocks)
        .add("predicted_ns", table.predictedNs);
    return out.object();
}

Json verdictJson(const Verdict& verdict)
{
    JsonFields out(8);
    out.add("text", verdict.text)
        .add("a", verdict.a)
        .add("b", verdict.b)
        .add("ratio", verdict.ratio.value)
        .add("low", verdict.ratio.low)
        .add("high", verdict.ratio.high)
        .add("word", name(verdict.word))
        .add("why", orNull(verdict.why));
    return out.object();
}

Json headlineJson(const Headline& headline)
{
    const auto pays = headline.pays.value_or(BreakEven{});
    JsonFields out(11);
    out.add("text", text(headline.sentences))
        .add("why", text(headline.why))
        .add("tensor", headline.tensor)
        .add("op", headline.op)
        .add("device", headline.device)
        .add("best", headline.best)
        .add("given", headline.given ? Json(*headline.given) : Json(nullptr))
        .add("word", name(headline.word))
        .add("pays_after", orNull(pays.uses))
        .add("pays_after_low", orNull(pays.low))
        .add("pays_after_high", orNull(pays.high));
    return out.object();
}

} // namespace

Json jsonOf(const Session& session)
{
    JsonFields out(17);
    out.add("tensorscope_timing", sessionVersion)
        .add("taken_at", session.takenAt)
        .add("command", orNull(session.command))
        .add("partial", session.isPartial)
        .add("interrupted", session.isInterrupted)
        .add("rounds", session.rounds)
        .add("noise", session.noise)
        .add("machine", machineJson(session.machine))
        .add("limits", limitsJson(session))
        .add("tempo", listOf(session.tempo, tempoJson))
        .add("subjects", listOf(session.subjects, subjectJson))
        .add("rows", listOf(session.rows, [&](const Row& row) { return rowJson(session, row); }))
        .add("footprints", listOf(session.footprints, footprintJson))
        .add("block_tables", listOf(session.blockTables, blockTableJson))
        .add("cost_maps", listOf(session.costMaps, [](const CostMap& map) { return jsonOf(map); }))
        .add("verdicts", listOf(session.verdicts, verdictJson))
        .add("headlines", listOf(headlinesOf(session), headlineJson));
    return out.object();
}

std::string sessionText(const Session& session)
{
    const InEnglish english;
    return dumped(jsonOf(session)) + '\n';
}

} // namespace tscope::timing
