// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/brackets.h"

#include "scenes/broken_places.h"
#include "scenes/handles.h"
#include "scenes/text_fit.h"
#include "style/titles.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace tscope {

namespace {

constexpr std::size_t mostBroken = 500; // brackets; more could not be told apart
constexpr std::size_t mostSound = 2000; // of them, before those over others are left out

QString claimOf(const Span& span)
{
    return QStringLiteral("[%1, %2)").arg(span.claimedBegin).arg(span.claimedEnd);
}

class Brackets
{
    Q_DECLARE_TR_FUNCTIONS(tscope::Brackets)

public:
    Brackets(const SceneRequest& request, const Strip& strip, Scene& scene)
        : m_request(request), m_strip(strip), m_member(request.tensor->members[strip.shape.member]),
          m_scene(scene),
          m_handles(*request.tensor, m_member, request.tensor->layout->read(*request.tensor, {})->outline(),
                    request.text.strokeScale())
    {
        const auto rowHeight = Strip::bracketRow(request.text);
        m_bottom = y(strip.top) - 2;
        m_middle = y(strip.top) - rowHeight + request.text.smallLine / 2 + 1;
        m_emptyMiddle = m_middle - (strip.bandRows.empty && strip.bandRows.sound ? rowHeight : 0);
        m_brokenTop = y(strip.band);
        m_brokenMiddle = m_brokenTop + request.text.smallLine / 2 + 1;
    }

    void draw(const Watch& watch, std::int64_t first, std::int64_t last)
    {
        const auto& shape = m_strip.shape;
        const auto end = last > first ? shape.slot(0, last - 1, shape.rows - 1, shape.columns - 1) + 1 : 0;
        m_request.tensor->layout->spansOver(*m_request.tensor, m_member.role->name, shape.slot(0, first, 0, 0),
                                            end, [&](const Span& span) {
                                                add(span);
                                                return !watch.isStopped();
                                            });
        drawBroken();
        drawBars();
    }

    static QString wholeText(const Span& span)
    {
        return QString::number(span.number) + QStringLiteral(": ") + claimOf(span);
    }
    // From a tick on.
    static double beforeTickText(const TextSize& text) { return 3 + (8 + 8) * text.strokeScale() + 2; }
    // Of the first of so many that are alike.
    static QString withMore(const QString& text, int alike)
    {
        return alike == 1 ? text : tr("%1 and %n more", nullptr, alike - 1).arg(text);
    }

private:
    // One whose number is still to be written.
    struct Sound {
        std::int64_t number = 0;
        double left = 0, right = 0;
    };
    // One that reaches outside, or a tick at one place and how many share it.
    struct Broken {
        Span span;
        double from = 0, to = 0;
        int alike = 1;
    };
    // Some that open nothing, all at one place.
    struct Empty {
        std::int64_t first = 0, last = 0;
        double at = 0;
        Span span = {}; // the first one
    };
    struct Bar {
        double left = 0, right = 0, at = 0;
        Ink ink = Ink::frame;
    };
    struct Gap {
        double left = 0, right = 0, at = 0;
    };
    // What part of the upper row is taken by what.
    struct Taken {
        double left = 0, right = 0;
        const Broken* by = nullptr;
    };

    double y(double content) const { return content - m_request.origin.y(); }
    double x(std::int64_t slot) const
    {
        return static_cast<double>(m_strip.left(0) +
                                   Position(m_strip.entryWidth) * static_cast<Position>(slot) /
                                       static_cast<Position>(m_strip.shape.entryStep) -
                                   m_request.origin.x());
    }
    double width() const { return m_request.size.width(); }

    void add(const Span& span)
    {
        const auto from = x(span.over.begin), to = x(span.over.end);
        if (m_strip.entryWidth >= 8)
            m_handles.add(span, from, to, m_brokenTop, m_bottom,
                          m_strip.entryWidth / static_cast<double>(m_strip.shape.entryStep), m_scene.handles);
        if (!span.isSound() && m_request.hidesBroken)
            return from < to ? bracket(span, from, to) : void();
        if (!span.isSound())
            keep(span, from, to);
        else if (from == to)
            tick(span, from);
        else
            bracket(span, from, to);
    }

    void tick(const Span& span, double at)
    {
        if (at >= m_tick + 3) { // so that not more is drawn than can be told apart
            upright(at, m_emptyMiddle - 4, inkOf(span.number), 2);
            pointAt(QRectF(at - 3, m_emptyMiddle - 4, 6, m_bottom - m_emptyMiddle + 4), span);
            m_uprights.push_back(at);
            m_empty.push_back({span.number, span.number, at, span});
            m_emptyUprights.push_back(at);
        } else if (!m_empty.empty() && at == m_empty.back().at && span.number == m_empty.back().last + 1) {
            m_empty.back().last = span.number; // at another place there may be one between them that is not empty
        }
        m_tick = std::max(m_tick, at);
    }

    void bracket(const Span& span, double from, double to)
    {
        // Of those that end where others do only what can be told apart; others may lie over one another.
        if (to < m_reached + 1 && (to - from < 2 * m_request.text.smallAdvance || m_sound.size() >= mostSound))
            return;
        m_reached = std::max(m_reached, to);
        const auto ink = inkOf(span.number);
        for (const auto at : {from + m_half, to - m_half}) {
            upright(at, m_middle, ink, 1.5);
            m_uprights.push_back(at);
        }
        const auto [left, right] = inSight(from + m_half, to - m_half);
        m_sound.push_back({span.number, left, right});
        pointAt(QRectF(left, m_middle - 4, right - left, m_bottom - m_middle + 4), span);
    }

    // In the middle, or as near to it as nothing else stands: what comes down there from the row above, and ends
    // and names of brackets that lie over this one.
    void name(const Sound& sound)
    {
        const auto text = QString::number(sound.number);
        const auto room = roomOf(text) + m_request.text.smallAdvance / 2;
        const auto left = std::max(sound.left, 0.0), right = std::min(sound.right, width());
        const auto middle = (left + right) / 2, aside = room / 2 + 3;
        const auto hasNear = [&](const std::vector<double>& sorted, double centre, double reach) {
            const auto next = std::ranges::upper_bound(sorted, centre - reach);
            return next != sorted.end() && *next < centre + reach;
        };
        const auto crosses = [&](double centre) {
            if (!m_strip.bandRows.broken && !isFree(centre - aside, centre + aside))
                return true; // there is no row above yet
            return hasNear(m_brokenUprights, centre, aside) || hasNear(m_uprights, centre, room / 2 + 1) ||
                   std::ranges::any_of(m_named, [&](const Taken& taken) {
                       return taken.left < centre + aside && centre - aside < taken.right;
                   });
        };
        constexpr int mostTries = 12;
        for (int i = 0; i < mostTries; ++i) {
            const auto centre = middle + (i % 2 == 0 ? 1 : -1) * (i + 1) / 2 * aside;
            if (centre - aside < left || centre + aside > right || crosses(centre))
                continue;
            bar(sound.left, sound.right, centre, room, m_middle, inkOf(sound.number));
            m_named.push_back({centre - room / 2, centre + room / 2});
            return label(centre - room / 2, room, m_middle, text, inkOf(sound.number));
        }
        bar(sound.left, sound.right, middle, 0, m_middle, inkOf(sound.number));
    }

    // Behind its tick, or before it, where there is room. A number alone would be taken for that of a bracket.
    void name(const Empty& empty)
    {
        const auto numbers = empty.first == empty.last ? QString::number(empty.first)
                                                       : QStringLiteral("%1..%2").arg(empty.first).arg(empty.last);
        for (const auto& text : {tr("%1: empty").arg(numbers), numbers + QStringLiteral(" \u2205")}) {
            // The sign comes from another font, where the fixed one lacks it, and may be wider.
            const auto room = roomOf(text) + (text.endsWith(QChar(0x2205)) ? m_request.text.smallAdvance : 0);
            constexpr double gap = 4;
            for (const auto left : {empty.at + gap, empty.at - gap - room}) {
                const auto right = left + room;
                const auto isCrossedBy = [&](const std::vector<double>& sorted) {
                    const auto next = std::ranges::upper_bound(sorted, left - 1);
                    return next != sorted.end() && *next < right + 1;
                };
                const bool isTaken = std::ranges::any_of(m_namedEmpty, [&](const Taken& taken) {
                    return taken.left < right + 2 && left - 2 < taken.right;
                });
                if (left < 0 || right > width() || isTaken || isCrossedBy(m_emptyUprights) ||
                    isCrossedBy(m_brokenUprights) || (!m_strip.bandRows.broken && !isFree(left, right)))
                    continue;
                m_namedEmpty.push_back({left, right});
                pointAt(QRectF(left, m_emptyMiddle - m_request.text.smallLine / 2, room, m_request.text.smallLine),
                        empty.span);
                return label(left, room, m_emptyMiddle, text, inkOf(empty.first));
            }
        }
    }

    void keep(const Span& span, double from, double to)
    {
        if (to > from) {
            if (m_cut.size() < mostBroken)
                m_cut.push_back({span, from, to});
            return;
        }
        // To the width of a mark, beyond which there is one more.
        const auto place = static_cast<std::int64_t>(std::floor(from / 9));
        if (m_ticks.size() >= mostBroken && !m_ticks.contains(place))
            return;
        const auto [at, isNew] = m_ticks.try_emplace(place, Broken{span, from, to});
        if (!isNew)
            ++at->second.alike;
    }

    // Texts last: they stand where all the rest leaves room.
    void drawBroken()
    {
        for (const auto& each : m_cut)
            cut(each);
        for (const auto& [place, each] : m_ticks)
            brokenTick(each);
        for (const auto& each : m_cut)
            name(each);
        for (const auto& [place, each] : m_ticks)
            nameTick(each);
        std::ranges::sort(m_brokenUprights);
        std::ranges::sort(m_uprights);
        std::ranges::sort(m_emptyUprights);
        for (const auto& each : m_sound)
            name(each);
        if (m_strip.bandRows.empty)
            for (const auto& each : m_empty)
                name(each);
    }

    void cut(const Broken& broken)
    {
        const auto& span = broken.span;
        if (!span.reachesBefore)
            brokenUpright(broken.from + m_half, 1.5);
        if (!span.reachesBehind)
            brokenUpright(broken.to - m_half, 1.5);
        const auto left = broken.from + (span.reachesBefore ? 0 : m_half),
                   right = broken.to - (span.reachesBehind ? 0 : m_half);
        if (span.reachesBefore)
            arrow(left, left - m_overhang);
        if (span.reachesBehind)
            arrow(right, right + m_overhang);
        m_taken.push_back({span.reachesBefore ? left - m_overhang : left,
                           span.reachesBehind ? right + m_overhang : right, &broken});
        pointAt(QRectF(left, m_brokenTop, right - left, Strip::bracketRow(m_request.text)), span);
    }

    void brokenTick(const Broken& broken)
    {
        const auto& span = broken.span;
        const auto at = broken.from;
        brokenUpright(at, 2);
        if (span.falls() &&
            broken.from - broken.to >= m_overhang) { // back to where it ends, below what is written
            const auto below = m_brokenMiddle + m_request.text.smallLine / 2 + 3;
            m_scene.lines.push_back({QPointF(at, below), QPointF(broken.to, below), Ink::error, 1.5, true});
        } else if (span.reachesBefore)
            arrow(at, at - m_overhang);
        else if (span.reachesBehind)
            arrow(at, at + m_overhang);
        m_taken.push_back(
            {span.reachesBefore ? at - m_overhang : at, span.reachesBehind ? at + m_overhang : at, &broken});
        pointAt(QRectF(at - 5, m_brokenTop, 10, Strip::bracketRow(m_request.text)), span);
    }

    // In the middle of it, else behind its open end, else before it; where there is no room for what it claims,
    // its number; else there is only the mark.
    void name(const Broken& broken)
    {
        const auto [left, right] = inSight(broken.from + m_half, broken.to - m_half);
        const auto shownLeft = std::max(left, 0.0), shownRight = std::min(right, width());
        const auto centre = (shownLeft + shownRight) / 2;
        for (const auto& text : textsOf(broken)) {
            const auto room = m_markWidth + 2 + roomOf(text);
            const auto begin = centre - room / 2;
            if (shownRight - shownLeft >= room + 8 && isFree(begin, begin + room, &broken)) {
                bar(left, right, centre, room + 4, m_brokenMiddle, Ink::error);
                return write(begin, text, broken);
            }
            const auto behind = broken.to + m_overhang + 3, before = broken.from - 3 - room;
            for (const auto beside : {broken.span.reachesBehind ? behind : before, before})
                if (hasRoom(beside, room, broken)) {
                    bar(left, right, centre, 0, m_brokenMiddle, Ink::error);
                    return write(beside, text, broken);
                }
        }
        bar(left, right, centre, 0, m_brokenMiddle, Ink::error);
        if (shownRight > shownLeft)
            mark(centre, broken);
    }

    void nameTick(const Broken& broken)
    {
        const auto beside = broken.from + 3, after = beside + m_overhang; // what something else may reach out with
        // Behind the end of what is there, also behind what stands there already.
        auto behind = after;
        if (broken.span.reachesBehind)
            for (const auto& taken : m_taken)
                behind = std::max(behind, taken.right + m_request.text.smallAdvance);
        for (const auto& text : textsOf(broken)) {
            const auto room = m_markWidth + 2 + roomOf(text);
            const auto before = broken.from - (broken.span.reachesBefore ? m_overhang : 0) - 3 - room;
            for (const auto left : {broken.span.reachesBehind ? after : beside, after, behind, before})
                if (hasRoom(left, room, broken))
                    return write(left, text, broken);
        }
        mark(broken.from, broken);
    }

    QStringList textsOf(const Broken& broken) const
    {
        return {withMore(wholeText(broken.span), broken.alike),
                withMore(QString::number(broken.span.number), broken.alike)};
    }

    bool hasRoom(double left, double room, const Broken& own) const
    {
        return left >= 0 && left + room <= width() && isFree(left, left + room, &own);
    }
    bool isFree(double left, double right, const Broken* own = nullptr) const
    {
        return std::ranges::none_of(m_taken, [&](const Taken& taken) {
            return (own == nullptr || taken.by != own) && taken.left < right && left < taken.right;
        });
    }
    // The text, after the mark of what is broken.
    void write(double left, const QString& text, const Broken& broken)
    {
        const auto room = roomOf(text);
        mark(left + m_markWidth / 2, broken);
        label(left + m_markWidth + 2, room, m_brokenMiddle, text, Ink::error);
        m_taken.push_back({left, left + m_markWidth + 2 + room});
    }

    // Two tints that are not taken for that of errors.
    static Ink inkOf(std::int64_t number) { return number % 2 == 0 ? Ink::axis0 : Ink::axis2; }
    double roomOf(const QString& text) const { return columnsOf(text) * m_request.text.smallAdvance; }
    // What lies far outside the window is not drawn.
    std::pair<double, double> inSight(double left, double right) const
    {
        return {std::max(left, -4.0), std::min(right, width() + 4)};
    }

    void upright(double at, double top, Ink ink, double thickness)
    {
        m_scene.lines.push_back({QPointF(at, top), QPointF(at, m_bottom), ink, thickness});
    }
    void brokenUpright(double at, double thickness)
    {
        upright(at, m_brokenMiddle, Ink::error, thickness);
        m_brokenUprights.push_back(at);
    }
    void arrow(double from, double to)
    {
        m_scene.lines.push_back(
            {QPointF(from, m_brokenMiddle), QPointF(to, m_brokenMiddle), Ink::error, 1.5, true});
    }
    // Level, with a gap in the middle, and gaps where the texts of others stand.
    void bar(double left, double right, double centre, double gap, double at, Ink ink)
    {
        m_bars.push_back({left, right, at, ink});
        if (gap > 0)
            m_gaps.push_back({centre - gap / 2, centre + gap / 2, at});
    }
    void drawBars()
    {
        std::ranges::sort(m_gaps, {}, &Gap::left);
        for (const auto& bar : m_bars) {
            auto from = bar.left;
            for (const auto& gap : m_gaps) {
                if (gap.at != bar.at || gap.right <= from || gap.left >= bar.right)
                    continue;
                if (gap.left > from)
                    m_scene.lines.push_back({QPointF(from, bar.at), QPointF(gap.left, bar.at), bar.ink, 1.5});
                from = gap.right;
            }
            if (from < bar.right)
                m_scene.lines.push_back({QPointF(from, bar.at), QPointF(bar.right, bar.at), bar.ink, 1.5});
        }
    }
    void mark(double centre, const Broken& broken)
    {
        const QRectF rect(centre - m_markWidth / 2, m_brokenMiddle - m_markHeight / 2, m_markWidth, m_markHeight);
        const auto& from = broken.span.from;
        if (!m_openers || m_openers->first != from.member)
            m_openers.emplace(from.member, BrokenPlaces(*m_request.tensor, m_request.report.get(), from.member));
        const auto wrong = m_openers->second.wordsIn(from.begin, from.end);
        m_scene.marks.push_back({rect, Shape::triangle, Ink::error});
        m_scene.violations.push_back({rect, from, wrong.isEmpty() ? wordsOf(broken.span) : wrong});
    }
    void label(double left, double room, double middle, const QString& text, Ink ink)
    {
        m_gaps.push_back({left, left + room, middle});
        m_scene.labels.push_back(
            {QRectF(left, middle - m_request.text.smallLine / 2, room, m_request.text.smallLine), text, ink,
             Ink::canvas, Qt::AlignCenter, TextKind::small});
    }

    // What it opens, or where there is nothing what says so.
    void pointAt(const QRectF& rect, const Span& span)
    {
        if (rect.width() >= 6) // else too narrow to be pointed at
            m_scene.brackets.push_back(
                {rect, span.over.begin < span.over.end ? span.over : span.from, wordsOf(span)});
    }
    QString wordsOf(const Span& span) const
    {
        const auto* from = m_request.tensor->find(span.from.member);
        const auto own = QStringLiteral("%1[%2]").arg(
            from == nullptr ? QString() : titleOf(*from, *m_request.tensor),
            span.from.end == span.from.begin + 1
                ? QString::number(span.from.begin)
                : QStringLiteral("%1..%2").arg(span.from.begin).arg(span.from.end - 1));
        if (span.isSound() && span.claimedBegin == span.claimedEnd)
            return tr("%1 opens no entries").arg(own);
        const auto text = span.falls()     ? tr("%1 opens %2, which ends before it begins")
                          : span.isSound() ? tr("%1 opens %2")
                                           : tr("%1 opens %2, which reaches outside what is there");
        return text.arg(own, claimOf(span));
    }

    const SceneRequest& m_request;
    const Strip& m_strip;
    const double m_stroke = m_request.text.strokeScale();
    const double m_half = 1.5 * m_stroke;   // from the edge of a slot to the middle of its line
    const double m_overhang = 8 * m_stroke; // of what goes on outside
    const double m_markWidth = 8 * m_stroke, m_markHeight = 7 * m_stroke;
    const Member& m_member;
    Scene& m_scene;
    Handles m_handles;
    double m_middle = 0, m_emptyMiddle = 0, m_bottom = 0, m_brokenTop = 0, m_brokenMiddle = 0;
    double m_reached = -1e9, m_tick = -1e9;
    std::vector<Sound> m_sound;
    std::vector<Empty> m_empty;
    std::vector<double> m_brokenUprights, m_uprights, m_emptyUprights; // the second of all sound ones
    std::vector<Taken> m_named, m_namedEmpty; // what part of the row of brackets, and of that of empty ones, is
    std::vector<Broken> m_cut;
    std::map<std::int64_t, Broken> m_ticks; // by where they stand
    std::vector<Taken> m_taken;
    std::vector<Bar> m_bars;
    std::vector<Gap> m_gaps;
    std::optional<std::pair<std::string_view, BrokenPlaces>> m_openers; // of the member that opens them
};

// How much room is needed behind the last slot: for the arrow and the handle of what goes on there, and for the
// text of a tick at the end, which has none before it where a bar reaches over it.
class EndRoom
{
public:
    EndRoom(const TextSize& text, std::int64_t end) : m_text(text), m_end(end) {}

    void add(const Span& span)
    {
        if (span.isSound() || std::max(span.over.begin, span.over.end) < m_end)
            return;
        m_goesOn = true;
        if (span.over.begin < m_end)
            return;
        if (m_alike++ == 0)
            m_first = Brackets::wholeText(span);
    }
    double room() const
    {
        const auto handle = 14 * m_text.strokeScale();
        if (m_alike == 0)
            return m_goesOn ? handle : 0;
        const auto text = columnsOf(Brackets::withMore(m_first, m_alike)) * m_text.smallAdvance;
        return Brackets::beforeTickText(m_text) + text + m_text.smallAdvance;
    }

private:
    const TextSize& m_text;
    std::int64_t m_end;
    bool m_goesOn = false;
    int m_alike = 0;
    QString m_first;
};

void eachSpanOver(const Tensor& tensor, const Member& member, const SpanVisitor& visit)
{
    if (tensor.layout->spansOver != nullptr)
        tensor.layout->spansOver(tensor, member.role->name, 0, numel(member.array.geometry).value_or(0), visit);
}

// Whether the report finds something wrong in a member that opens spans in others: in one that none lie over.
bool isAnyOpenerBroken(const SceneRequest& request)
{
    return std::ranges::any_of(request.tensor->members, [&](const Member& member) {
        if (BrokenPlaces(*request.tensor, request.report.get(), member.role->name).places().empty())
            return false;
        bool isOpened = false;
        eachSpanOver(*request.tensor, member, [&](const Span&) {
            isOpened = true;
            return false;
        });
        return !isOpened;
    });
}

} // namespace

BandRows bracketRows(const SceneRequest& request, const Member& member)
{
    constexpr int most = 4096;
    int asked = 0;
    BandRows rows;
    EndRoom end(request.text, numel(member.array.geometry).value_or(0));
    eachSpanOver(*request.tensor, member, [&](const Span& span) {
        const bool isEmpty = span.claimedBegin == span.claimedEnd;
        (!span.isSound() ? rows.broken : isEmpty ? rows.empty : rows.sound) = true;
        end.add(span);
        return ++asked < most;
    });
    rows.endRoom = request.hidesBroken ? 0 : std::min(end.room(), request.size.width() / 3); // numbers may be long
    if (!rows.broken && asked >= most && isAnyOpenerBroken(request))
        rows.broken = true;
    if (request.isCovered) // that there is a row for empty ones would tell that there are some
        rows.sound = std::exchange(rows.empty, false) || rows.sound;
    if (request.hidesBroken)
        rows.sound = std::exchange(rows.broken, false) || rows.sound;
    return rows;
}

void drawBrackets(const SceneRequest& request, const Watch& watch, const Strip& strip, std::int64_t first,
                  std::int64_t last, Scene& scene)
{
    Brackets(request, strip, scene).draw(watch, first, last);
}

} // namespace tscope
