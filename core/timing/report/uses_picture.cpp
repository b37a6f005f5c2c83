// SPDX-License-Identifier: Apache-2.0
#include "timing/report/pictures.h"

#include "timing/number_text.h"
#include "timing/report/axis.h"
#include "timing/report/markup.h"
#include "timing/report/series.h"
#include "timing/report/svg.h"
#include "timing/variant_words.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tscope::timing {

namespace {

constexpr PlotFrame usesFrame{72, 600, 12, 300};
constexpr double fewestUses = 1000, mostUses = 1e7;

// What conversion and n uses take.
struct UsesLine {
    std::size_t row;
    double conversion, each;            // by the ratio of the two forms, so that the lines cross where it pays
    std::optional<BreakEven> breakEven; // nothing: the form as given

    double at(double uses) const { return conversion + uses * each; }
};

std::vector<UsesLine> linesOf(const Session& session, const std::vector<BreakEven>& forms)
{
    const auto given = forms.front().given;
    std::vector<UsesLine> out{{given, 0, session.rows[given].warm.median().value, std::nullopt}};
    for (const auto& form : forms) {
        const auto& row = session.rows[form.row];
        out.push_back({form.row, row.conversion.median().value, form.each, form});
    }
    return out;
}

// Behind every number of uses that a verdict names.
double farthestUses(const std::vector<UsesLine>& lines)
{
    double out = fewestUses;
    for (const auto& line : lines)
        if (line.breakEven)
            out =
                std::max({out, line.breakEven->uses.value_or(0) * 10, line.breakEven->earliest.value_or(0) * 1.2});
    return std::min(out, mostUses);
}

std::string drawn(const std::vector<UsesLine>& lines)
{
    const auto farthest = farthestUses(lines);
    double least = lines.front().at(1), most = 0;
    for (const auto& line : lines) {
        least = std::min(least, line.at(1));
        most = std::max(most, line.at(farthest));
    }
    const auto x = Axis::logarithmic(1, farthest, usesFrame.left, usesFrame.right),
               y = Axis::logarithmic(least, most, usesFrame.bottom, usesFrame.top);
    Svg svg(usesFrame.right + 24, usesFrame.bottom + 44, "conversion and so many uses together");
    for (const auto tick : x.ticks(8)) {
        svg.line(x.at(tick), usesFrame.top, x.at(tick), usesFrame.bottom, "grid");
        svg.text(x.at(tick), usesFrame.bottom + 16, tickNumber(tick), "faint", Anchor::middle);
    }
    for (const auto tick : y.ticks(8)) {
        svg.line(usesFrame.left, y.at(tick), usesFrame.right, y.at(tick), "grid");
        svg.text(usesFrame.left - 6, y.at(tick) + 4, tickTime(tick), "faint", Anchor::end);
    }
    svg.rect(usesFrame.left, usesFrame.top, usesFrame.right - usesFrame.left, usesFrame.bottom - usesFrame.top,
             "frame");
    svg.text((usesFrame.left + usesFrame.right) / 2, usesFrame.bottom + 36, "uses (the left axis: time of all)",
             "faint", Anchor::middle);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        constexpr int steps = 64;
        std::string path;
        for (int step = 0; step <= steps; ++step) {
            const auto uses = std::pow(x.most(), static_cast<double>(step) / steps);
            path += (step == 0 ? 'M' : 'L') + pixels(x.at(uses)) + ' ' + pixels(y.at(lines[i].at(uses)));
        }
        svg.path(path, strokeStyle(i));
        if (lines[i].breakEven && lines[i].breakEven->uses && *lines[i].breakEven->uses <= farthest)
            svg.circle(x.at(*lines[i].breakEven->uses), y.at(lines.front().at(*lines[i].breakEven->uses)), 4,
                       "hollow", text(*lines[i].breakEven));
    }
    return std::move(svg).markup();
}

} // namespace

std::string usesPicture(const Session& session, const std::vector<BreakEven>& forms)
{
    if (forms.empty())
        return {};
    auto lines = linesOf(session, forms);
    std::stable_sort(lines.begin() + 1, lines.end(),
                     [](const UsesLine& a, const UsesLine& b) { return a.at(mostUses) < b.at(mostUses); });
    std::string out, table = "<table><tr><th>form</th><th class=\"n\">conversion</th><th class=\"n\">each use</th>"
                             "<th>pays off</th></tr>\n";
    std::vector<LegendEntry> entries;
    for (const auto& line : lines) {
        const auto& row = session.rows[line.row];
        const auto form = fullText(row.variant);
        if (entries.size() < seriesCount - 1)
            entries.push_back({strokeStyle(entries.size()), form + (line.breakEven ? "" : ", as given")});
        table += "<tr><td>" + escaped(form) + "</td><td class=\"n\">" +
                 (line.breakEven ? timeText(line.conversion) : std::string("none")) + "</td><td class=\"n\">" +
                 timeText(row.warm.median().value) + "</td><td>" +
                 (line.breakEven ? text(*line.breakEven) : std::string("as given")) + "</td></tr>\n";
    }
    const auto all = lines.size();
    lines.resize(entries.size());
    out = "<div class=\"beside\"><div class=\"wide\">" + drawn(lines) + legend(entries);
    if (all > lines.size())
        out += "<p class=\"faint\">Drawn are the form as given and the five that are fastest in the end, of " +
               std::to_string(all) + ".</p>\n";
    return out + "</div><div>" + table + "</table></div></div>\n";
}

} // namespace tscope::timing
