// SPDX-License-Identifier: Apache-2.0
#include "timing/report/pictures.h"

#include "timing/no_time.h"
#include "timing/number_text.h"
#include "timing/report/axis.h"
#include "timing/report/footprint_bars.h"
#include "timing/report/markup.h"
#include "timing/report/series.h"
#include "timing/report/svg.h"
#include "timing/variant_words.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tscope::timing {

namespace {

// Columns: the form, its time in words, times, what it takes in words, what it takes. Each text has a column of
// its own and a line of its own, so none can lie over another.
constexpr double formX = 4, formWidth = 310, timeTextEnd = 408, timeX = 418, timeEnd = 738, amountTextEnd = 812,
                 amountX = 822, amountEnd = 1080, lineHeight = 22, barHeight = 14, headHeight = 26;
constexpr double pictureWidth = 1100;
constexpr std::size_t mostDots = 60;

bool isTimed(const Row& row)
{
    return row.status == Status::ok && row.warm.isThere();
}

std::vector<std::string> kindsOf(const Session& session, const std::vector<std::size_t>& rows)
{
    std::vector<std::string> out;
    for (const auto row : rows) {
        auto kind = deviceKind(session.rows[row].device);
        if (std::ranges::find(out, kind) == out.end())
            out.push_back(std::move(kind));
    }
    return out;
}

class TimesPicture
{
public:
    TimesPicture(const Session& session, const std::vector<std::size_t>& rows)
        : m_session(session), m_rows(rows), m_kinds(kindsOf(session, rows)),
          m_footprints(session, rows, m_kinds.size())
    {
        for (const auto row : rows)
            if (isTimed(at(row)))
                m_medians.emplace(row, at(row).warm.median());
        std::ranges::stable_sort(m_rows, [&](std::size_t a, std::size_t b) {
            const auto first = m_medians.find(a), second = m_medians.find(b), none = m_medians.end();
            return first != none && (second == none || first->second.value < second->second.value);
        });
    }

    std::string drawn(bool isLogarithmic)
    {
        const auto height = headHeight + lineHeight * static_cast<double>(m_rows.size()) + 6;
        Svg svg(pictureWidth, height, isLogarithmic ? "times, logarithmic" : "times, from 0");
        const auto axis = axisOf(isLogarithmic);
        for (std::size_t i = 0; i < m_rows.size(); i += 2)
            svg.rect(0, lineTop(i), pictureWidth, lineHeight, "band");
        for (const auto tick : axis.ticks()) {
            svg.line(axis.at(tick), headHeight - 4, axis.at(tick), height - 4, "grid");
            svg.text(axis.at(tick), headHeight - 10, tickTime(tick), "faint", Anchor::middle);
        }
        const auto amounts = m_footprints.axis(amountX, amountEnd);
        if (m_footprints.areThere())
            for (const auto tick : amounts.ticks(5)) {
                svg.line(amounts.at(tick), headHeight - 4, amounts.at(tick), height - 4, "grid");
                svg.text(amounts.at(tick), headHeight - 10, tickAmount(tick), "faint", Anchor::middle);
            }
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const auto top = lineTop(i);
            form(svg, m_rows[i], top + 15);
            if (m_medians.contains(m_rows[i]))
                time(svg, m_rows[i], axis, top);
            else
                reason(svg, at(m_rows[i]), top + 15);
            if (m_footprints.areThere())
                m_footprints.draw(svg, at(m_rows[i]), amounts, {amountTextEnd, top + 15, top + 4, barHeight});
        }
        return std::move(svg).markup();
    }

    std::string legends() const
    {
        std::vector<LegendEntry> entries;
        for (std::size_t i = 0; i < m_kinds.size(); ++i)
            entries.push_back({fillStyle(i), "time on " + m_kinds[i]});
        return legend(entries) + m_footprints.legends();
    }

    bool isWide() const
    {
        const auto [least, most] = range();
        constexpr double wide = 30;
        return least > 0 && most > least * wide;
    }
    bool areDotsChosen() const
    {
        return std::ranges::any_of(
            m_medians, [&](const auto& each) { return at(each.first).warm.samples.size() > mostDots; });
    }

private:
    const Row& at(std::size_t row) const { return m_session.rows[row]; }
    static double lineTop(std::size_t line) { return headHeight + lineHeight * static_cast<double>(line); }

    // Of all that is drawn; the least is of what a logarithm can show.
    std::pair<double, double> range() const
    {
        double least = 0, most = 0;
        for (const auto& [row, median] : m_medians)
            for (const auto sample : at(row).warm.samples) {
                most = std::max(most, sample);
                least = sample > 0 && (least == 0 || sample < least) ? sample : least;
            }
        return {least, most};
    }

    Axis axisOf(bool isLogarithmic) const
    {
        const auto [least, most] = range();
        return isLogarithmic ? Axis::logarithmic(least, most, timeX, timeEnd) : Axis::linear(most, timeX, timeEnd);
    }

    void form(Svg& svg, std::size_t row, double y) const
    {
        const auto subject = std::ranges::find(m_session.subjects, at(row).tensor, &Subject::name);
        const bool isGiven = subject != m_session.subjects.end() && subject->given == at(row).variant;
        const auto full = fullText(at(row).variant) + " on " + at(row).device +
                          (at(row).isSimulated ? ", simulated" : "") +
                          (at(row).status == Status::ok && !at(row).isChecked ? ", unchecked" : "") +
                          (isGiven ? ", as given" : "");
        svg.text(formX, y, shortened(full, formWidth), isGiven ? "strong" : "plain", Anchor::start, full);
    }

    void time(Svg& svg, std::size_t row, const Axis& axis, double top) const
    {
        const auto& median = m_medians.at(row);
        const auto words = timeWithInterval(median);
        const auto middle = top + lineHeight / 2;
        const auto kind = std::ranges::find(m_kinds, deviceKind(at(row).device)) - m_kinds.begin();
        svg.text(timeTextEnd, top + 15, timeText(median.value), at(row).isChecked ? "plain" : "bad", Anchor::end,
                 words);
        // A logarithmic line has no zero where a bar could begin.
        if (axis.isLogarithmic())
            svg.circle(axis.at(median.value), middle, 5, fillStyle(static_cast<std::size_t>(kind)), words);
        else
            svg.rect(timeX, top + 4, axis.at(median.value) - timeX, barHeight,
                     fillStyle(static_cast<std::size_t>(kind)), words);
        dots(svg, at(row).warm.samples, axis, top);
        const auto low = pixels(axis.at(median.low)), high = pixels(axis.at(median.high)), y = pixels(middle);
        const auto cap = 'V' + pixels(middle + 4);
        svg.path('M' + low + ' ' + y + 'H' + high + 'M' + low + ' ' + pixels(middle - 4) + cap + 'M' + high + ' ' +
                     pixels(middle - 4) + cap,
                 "whisker", words);
    }

    // From top to bottom in the order in which they were taken.
    static void dots(Svg& svg, const std::vector<double>& samples, const Axis& axis, double top)
    {
        std::string path;
        const auto count = std::min(samples.size(), mostDots);
        for (std::size_t i = 0; i < count; ++i) {
            const auto share = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
            path += 'M' + pixels(axis.at(samples[i * samples.size() / count])) + ' ' +
                    pixels(top + 4 + barHeight * share) + "h0";
        }
        svg.path(path, "dots");
    }

    static void reason(Svg& svg, const Row& row, double y)
    {
        const auto sentence = "✕ " + (row.status == Status::ok ? std::string("no samples") : text(noTimeOf(row)));
        svg.text(timeX, y, shortened(sentence, timeEnd - timeX), "bad", Anchor::start, sentence);
    }

    const Session& m_session;
    std::vector<std::size_t> m_rows;
    std::vector<std::string> m_kinds; // of devices
    FootprintBars m_footprints;
    std::map<std::size_t, Median> m_medians;
};

std::string choice(std::string_view id, const char* which, const char* word, bool isChosen)
{
    const auto name = std::string(id) + which;
    return "<input type=\"radio\" name=\"" + std::string(id) + "\" id=\"" + name + "\" class=\"to" + which + '"' +
           (isChosen ? " checked" : "") + "><label for=\"" + name + "\">" + word + "</label>\n";
}

} // namespace

std::string timesPicture(const Session& session, const std::vector<std::size_t>& rows, std::string_view id)
{
    if (rows.empty())
        return {};
    TimesPicture picture(session, rows);
    std::string out = "<div class=\"switch\">Time of the kernel alone, and bytes of the tensor:\n";
    out += choice(id, "linear", "from 0", !picture.isWide()) + choice(id, "log", "logarithmic", picture.isWide());
    out += "<div class=\"wide linear\">" + picture.drawn(false) + "</div>\n<div class=\"wide log\">" +
           picture.drawn(true) + "</div>\n</div>\n" + picture.legends();
    out +=
        "<p class=\"faint\">A whisker is the interval of the median, dots are samples, from top to bottom in the "
        "order in which they were taken";
    out += picture.areDotsChosen() ? "; of more than 60 samples every so many are drawn.</p>\n" : ".</p>\n";
    return out;
}

} // namespace tscope::timing
