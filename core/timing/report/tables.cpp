// SPDX-License-Identifier: Apache-2.0
#include "timing/report/tables.h"

#include "timing/figure_text.h"
#include "timing/no_time.h"
#include "timing/noise.h"
#include "timing/number_text.h"
#include "timing/report/footprint_bars.h"
#include "timing/report/html_table.h"
#include "timing/report/markup.h"
#include "timing/roofs.h"
#include "timing/variant_words.h"

#include <algorithm>

namespace tscope::timing {

namespace {

std::string figureText(const Figure& figure)
{
    if (!figure.isThere())
        return "-";
    if (figure.samples.size() < samplesForInterval)
        return timeAndInterval(figure);
    return timeWithInterval(figure.median());
}

std::string rateText(double rate, const char* unit)
{
    return rate > 0 ? significant(rate, 3) + unit : std::string("not measured");
}

std::string sizeText(const Extents& size)
{
    std::string out;
    for (const auto extent : size)
        out += (out.empty() ? "" : " x ") + (extent < 0 ? std::string("*") : std::to_string(extent));
    return '(' + out + ')';
}

std::string statusText(const Row& row)
{
    if (row.status != Status::ok) {
        auto noTime = noTimeOf(row);
        if (row.isSimulated)
            noTime.word += ", simulated";
        return text(noTime);
    }
    auto out = std::string(name(row.status));
    if (row.isSimulated)
        out += ", simulated";
    return row.isChecked ? out : out + ", unchecked";
}

} // namespace

std::string wordText(Word word)
{
    switch (word) {
    case Word::faster:
        return "▲ faster";
    case Word::slower:
        return "▼ slower";
    case Word::same:
        return "= same";
    case Word::undecided:
        break;
    }
    return "? undecided";
}

std::string machineTable(const Session& session)
{
    const auto& machine = session.machine;
    HtmlTable out{{"machine"}, {""}};
    out.add("taken at").add(session.takenAt).endLine();
    out.add("processor").add(machine.processor).endLine();
    out.add("threads").add(std::to_string(machine.threads)).endLine();
    out.add("memory").add(amountText(machine.memoryBytes)).endLine();
    out.add("system").add(machine.system).endLine();
    return std::move(out).markup();
}

std::string limitsTable(const Session& session)
{
    HtmlTable out{{"limits of"},           {"copying in memory", true}, {"reading memory", true},
                  {"within caches", true}, {"last cache", true},        {"float32", true},
                  {"float64", true}};
    for (const auto& limits : session.limits) {
        out.add(limits.device)
            .number(rateText(limits.copyRate, " GB/s"))
            .number(rateText(limits.readRate, " GB/s"));
        out.number(rateText(limits.cachedRate, " GB/s"));
        out.number(amountText(limits.cacheBytes)).number(rateText(limits.flopsF32, " GFLOP/s"));
        out.number(rateText(limits.flopsF64, " GFLOP/s")).endLine();
    }
    return std::move(out).markup();
}

std::string subjectsTable(const Session& session)
{
    HtmlTable out{{"tensor"}, {"as given"}, {"size"}, {"elements", true}, {"longest row", true}, {"content"}};
    for (const auto& subject : session.subjects) {
        out.add(subject.name.empty() ? "(tensor)" : subject.name).add(fullText(subject.given));
        out.add(sizeText(subject.size)).number(std::to_string(subject.stored));
        out.number(subject.rows > 0 ? std::to_string(subject.longestRow) : "-").add(subject.contentHash).endLine();
    }
    return std::move(out).markup();
}

std::string rowsTable(const Session& session, const std::vector<std::size_t>& rows)
{
    HtmlTable out{{"form"},
                  {"device"},
                  {"status"},
                  {"warm", true},
                  {"samples", true},
                  {"after caches were emptied", true},
                  {"whole call", true},
                  {"there and back", true},
                  {"conversion", true},
                  {"moved at least", true},
                  {"GB/s", true},
                  {"of its limit"},
                  {"checked"},
                  {"kernel"}};
    for (const auto number : rows) {
        const auto& row = session.rows[number];
        const auto limit = limitOf(row, session);
        const bool isTimed = row.warm.isThere();
        out.add(fullText(row.variant)).add(row.device);
        out.add(statusText(row), row.status == Status::ok && row.isChecked ? "" : "bad");
        out.number(figureText(row.warm)).number(std::to_string(row.warm.samples.size()));
        out.number(figureText(row.cold)).number(figureText(row.call)).number(figureText(row.endToEnd));
        out.number(figureText(row.conversion)).number(amountText(row.bytes));
        out.number(isTimed ? significant(row.gigabytesPerSecond(), 3) : "-");
        out.add(limit ? text(*limit) : "-");
        out.add(row.isChecked ? row.checkedHow.empty() ? "yes" : row.checkedHow : "no").add(row.kernel).endLine();
    }
    return std::move(out).markup();
}

std::string footprintsTable(const Session& session)
{
    HtmlTable out{{"tensor"},
                  {"form"},
                  {"bytes", true},
                  {"members"},
                  {"entries", true},
                  {"fill", true},
                  {"time of spmv at the measured bandwidth (model)", true}};
    for (const auto& row : session.footprints) {
        std::string members;
        for (const auto& member : row.members)
            members += (members.empty() ? "" : ", ") + titleOfRole(member.role) + ' ' + amountText(member.bytes);
        out.add(row.tensor).add(fullText(row.variant)).number(amountText(row.bytes())).add(members);
        out.number(std::to_string(row.entries)).number(std::to_string(row.fill));
        out.number(row.predictedNs > 0 ? timeText(row.predictedNs) : "-").endLine();
    }
    return std::move(out).markup();
}

std::string verdictsTable(const Session& session)
{
    HtmlTable out{{"verdict"}, {"in words"}, {"what speaks for it"}};
    for (const auto& verdict : session.verdicts)
        out.add(wordText(verdict.word), "w").add(verdict.text).add(verdict.why).endLine();
    return std::move(out).markup();
}

std::string noiseRemarks(const Session& session)
{
    std::string out;
    for (const auto& remark : remarksOnNoise(session))
        out += "<li>" + escaped(remark) + "</li>\n";
    return out.empty() ? out : "<ul>\n" + out + "</ul>\n";
}

} // namespace tscope::timing
