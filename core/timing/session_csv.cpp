// SPDX-License-Identifier: Apache-2.0
#include "timing/session_csv.h"

#include "language/catalogue.h"
#include "timing/csv_table.h"
#include "timing/no_time.h"
#include "timing/roofs.h"
#include "timing/variant_words.h"

#include <optional>

namespace tscope::timing {

namespace {

std::string blockText(const Variant& variant)
{
    const bool hasBlocks = variant.layout == "bsr" || variant.layout == "bsc";
    return hasBlocks ? std::to_string(variant.block[0]) + 'x' + std::to_string(variant.block[1]) : std::string();
}

void addVariant(CsvTable& table, const Variant& variant)
{
    table.add(variant.isPadded ? "padded" : variant.layout)
        .add(blockText(variant))
        .add(variant.dtype)
        .add(variant.indexDType);
}

void addFigure(CsvTable& table, const Figure& figure)
{
    const auto median = figure.isThere() ? std::optional(figure.median()) : std::nullopt;
    table.add(median ? std::optional(median->value) : std::nullopt)
        .add(median ? std::optional(median->low) : std::nullopt)
        .add(median ? std::optional(median->high) : std::nullopt)
        .add(figure.samples.size());
}

void addSamples(CsvTable& table, std::size_t row, const char* kind, const Figure& figure)
{
    std::size_t round = 0, left = figure.rounds.empty() ? figure.samples.size() : figure.rounds.front();
    for (std::size_t i = 0; i < figure.samples.size(); ++i, --left) {
        while (left == 0 && round + 1 < figure.rounds.size())
            left = figure.rounds[++round];
        table.add(row).add(kind).add(round).add(i).add(figure.samples[i]).endLine();
    }
}

} // namespace

std::string rowsCsv(const Session& session)
{
    const InEnglish english;
    CsvTable out{"row",
                 "tensor",
                 "op",
                 "layout",
                 "blocksize",
                 "dtype",
                 "index_dtype",
                 "device",
                 "simulated",
                 "status",
                 "reason",
                 "kernel",
                 "checked",
                 "checked_how",
                 "median_ns",
                 "low_ns",
                 "high_ns",
                 "samples",
                 "cold_median_ns",
                 "cold_low_ns",
                 "cold_high_ns",
                 "cold_samples",
                 "call_median_ns",
                 "call_low_ns",
                 "call_high_ns",
                 "call_samples",
                 "end_to_end_median_ns",
                 "end_to_end_low_ns",
                 "end_to_end_high_ns",
                 "end_to_end_samples",
                 "conversion_median_ns",
                 "conversion_low_ns",
                 "conversion_high_ns",
                 "conversion_samples",
                 "bytes",
                 "flops",
                 "gbps",
                 "share_of_limit",
                 "noise_share",
                 "threads_used",
                 "gflops",
                 "processor",
                 "taken_at"};
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        const auto limit = limitOf(row, session);
        out.add(i).add(row.tensor).add(row.op);
        addVariant(out, row.variant);
        out.add(row.device)
            .add(row.isSimulated)
            .add(name(row.status))
            .add(row.status == Status::ok ? row.reason : text(noTimeOf(row)))
            .add(row.kernel)
            .add(row.isChecked)
            .add(row.checkedHow);
        for (const auto* figure : {&row.warm, &row.cold, &row.call, &row.endToEnd, &row.conversion})
            addFigure(out, *figure);
        const bool isTimed = row.warm.isThere();
        out.add(row.bytes)
            .add(row.flops)
            .add(isTimed ? std::optional(row.gigabytesPerSecond()) : std::nullopt)
            .add(limit ? std::optional(limit->share) : std::nullopt)
            .add(row.noise)
            .add(row.threadsUsed > 0 ? std::optional<std::int64_t>(row.threadsUsed) : std::nullopt)
            .add(isTimed && row.flops > 0 ? std::optional(static_cast<double>(row.flops) / row.warm.median().value)
                                          : std::nullopt)
            .add(session.machine.processor)
            .add(session.takenAt)
            .endLine();
    }
    return std::move(out).text();
}

std::string samplesCsv(const Session& session)
{
    const InEnglish english;
    CsvTable out{"row", "time", "round", "sample", "ns"};
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        addSamples(out, i, "warm", row.warm);
        addSamples(out, i, "cold", row.cold);
        addSamples(out, i, "call", row.call);
        addSamples(out, i, "end_to_end", row.endToEnd);
        addSamples(out, i, "conversion", row.conversion);
    }
    return std::move(out).text();
}

std::string footprintsCsv(const Session& session)
{
    const InEnglish english;
    CsvTable out{"tensor",       "layout", "blocksize", "dtype",         "index_dtype", "member",
                 "member_bytes", "bytes",  "entries",   "fill_elements", "predicted_ns"};
    for (const auto& row : session.footprints)
        for (const auto& member : row.members) {
            out.add(row.tensor);
            addVariant(out, row.variant);
            out.add(member.role).add(member.bytes).add(row.bytes()).add(row.entries).add(row.fill);
            out.add(row.predictedNs > 0 ? std::optional(row.predictedNs) : std::nullopt).endLine();
        }
    return std::move(out).text();
}

std::string verdictsCsv(const Session& session)
{
    const InEnglish english;
    CsvTable out{"row_a", "row_b", "word", "ratio", "low", "high", "text", "why"};
    for (const auto& verdict : session.verdicts)
        out.add(verdict.a)
            .add(verdict.b)
            .add(name(verdict.word))
            .add(verdict.ratio.value)
            .add(verdict.ratio.low)
            .add(verdict.ratio.high)
            .add(verdict.text)
            .add(verdict.why)
            .endLine();
    return std::move(out).text();
}

} // namespace tscope::timing
