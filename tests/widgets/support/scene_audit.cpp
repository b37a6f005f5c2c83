// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/scene_audit.h"

#include "facts/logical_shape.h"
#include "layouts/shared/sentences.h"
#include "scenes/text_fit.h"
#include "style/palette.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace tscope::test {

namespace {

constexpr double tolerance = 0.01; // pixels; what sums of doubles may be off
constexpr double readable = 4.5;

QString shown(const QRectF& rect)
{
    return QStringLiteral("(%1, %2) %3 x %4").arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
}

class Audit
{
public:
    Audit(const Scene& scene, const SceneRequest& request)
        : m_scene(scene), m_request(request), m_window(QPointF(0, 0), request.size)
    {
        whole();
        labels();
        overlaps();
        spots();
        broken();
        marksWithWords();
    }
    QStringList take() { return std::move(m_faults); }

private:
    void fault(const QString& text)
    {
        if (m_faults.size() < 5) // more say the same
            m_faults << text;
    }

    void whole()
    {
        if (m_scene.words.isEmpty())
            fault(QStringLiteral("there are no words"));
        // Between sheets there may be nothing.
        const bool isBetween = m_scene.areSheets && m_scene.spots.empty();
        if (!isBetween &&
            std::ranges::none_of(m_scene.boxes, [](const Box& box) { return box.stroke == Ink::frame; }))
            fault(QStringLiteral("there is no frame"));
        if (m_scene.origin != m_request.origin || m_scene.size != m_request.size)
            fault(QStringLiteral("another part was drawn than was asked for"));
        if (!(m_scene.content.width() >= 0 && m_scene.content.height() >= 0 &&
              std::isfinite(m_scene.content.width()) && std::isfinite(m_scene.content.height())))
            fault(QStringLiteral("the content is no size"));
        // What is drawn for nobody costs time all the same.
        const auto nearby = m_window.adjusted(-400, -400, 400, 400);
        for (const auto& box : m_scene.boxes)
            if (!box.rect.intersects(nearby))
                return fault(QStringLiteral("a box far outside the window, at ") + shown(box.rect));
    }

    void labels()
    {
        for (const auto& label : m_scene.labels) {
            const auto text = textRect(label, m_scene.text);
            if (text.width() > label.rect.width() + tolerance || text.height() > label.rect.height() + tolerance)
                fault(QStringLiteral("\"%1\" takes %2 x %3 and has %4")
                          .arg(label.text.left(60))
                          .arg(text.width())
                          .arg(text.height())
                          .arg(shown(label.rect)));
            if (isTick(label) && text.intersects(m_window) &&
                (text.left() < -tolerance || text.right() > m_window.right() + tolerance)) // as another number
                fault(QStringLiteral("the number %1 is cut at %2").arg(label.text, shown(text)));
            const auto on = under(text.center()).value_or(label.on);
            for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
                const auto& palette = Palette::of(theme);
                for (const auto ground : {label.on, on})
                    if (contrast(palette[label.ink], palette[ground]) < readable)
                        return fault(QStringLiteral("\"%1\" can't be read: ink %2 on %3, theme %4")
                                         .arg(label.text.left(60))
                                         .arg(static_cast<int>(label.ink))
                                         .arg(static_cast<int>(ground))
                                         .arg(static_cast<int>(theme)));
            }
        }
    }

    // The numbers along an edge.
    static bool isTick(const Label& label)
    {
        return label.kind == TextKind::small && label.ink == Ink::faintText &&
               std::ranges::all_of(label.text, [](QChar character) { return character.isDigit(); });
    }

    // What is painted there last before the text.
    std::optional<Ink> under(QPointF point)
    {
        if (m_scene.boxes.size() > 3000)
            return std::nullopt; // as in any smaller one
        std::optional<Ink> ink;
        for (const auto& box : m_scene.boxes)
            if (box.fill != Ink::none && box.rect.contains(point))
                ink = box.fill;
        return ink;
    }

    void overlaps()
    {
        struct Text {
            QRectF rect;
            const Label* label;
        };
        std::vector<Text> texts;
        for (const auto& label : m_scene.labels)
            if (const auto rect =
                    textRect(label, m_scene.text) & (label.seen.isValid() ? label.seen & m_window : m_window);
                rect.isValid())
                texts.push_back({rect.adjusted(tolerance, tolerance, -tolerance, -tolerance), &label});
        std::ranges::sort(texts, {}, [](const Text& text) { return text.rect.left(); });
        double widest = 0;
        for (const auto& text : texts)
            widest = std::max(widest, text.rect.width());
        for (std::size_t i = 0; i < texts.size(); ++i)
            for (auto j = i + 1; j < texts.size() && texts[j].rect.left() < texts[i].rect.left() + widest; ++j)
                if (texts[i].rect.intersects(texts[j].rect))
                    return fault(QStringLiteral("\"%1\" at %2 lies on \"%3\" at %4")
                                     .arg(texts[i].label->text.left(60), shown(texts[i].rect),
                                          texts[j].label->text.left(60), shown(texts[j].rect)));
    }

    void spots()
    {
        const auto shape = logicalShape(*m_request.tensor);
        const auto isInside = [&](const ElementPlace& element) {
            if (!shape || element.index.size() != shape->extents.size())
                return false;
            for (std::size_t d = 0; d < element.index.size(); ++d)
                if (element.index[d] < 0 || element.index[d] >= shape->extents[d])
                    return false;
            return true;
        };
        const auto isSlots = [&](const Slots& slots) {
            const auto* member = m_request.tensor->find(slots.member);
            return member != nullptr && slots.begin >= 0 && slots.begin < slots.end &&
                   slots.end <= numel(member->array.geometry).value_or(0);
        };
        const auto isBytes = [&](const BytePlace& bytes) {
            return std::ranges::any_of(m_request.tensor->members, [&](const Member& member) {
                const auto& storage = *member.array.storage;
                return storage.id() == bytes.storageId && bytes.begin >= 0 && bytes.begin < bytes.end &&
                       bytes.end <= storage.byteSize();
            });
        };
        for (const auto& spot : m_scene.spots) {
            const bool valid =
                std::holds_alternative<ElementPlace>(spot.place) ? isInside(std::get<ElementPlace>(spot.place))
                : std::holds_alternative<Slots>(spot.place)      ? isSlots(std::get<Slots>(spot.place))
                                                                 : isBytes(std::get<BytePlace>(spot.place));
            if (!valid)
                fault(QStringLiteral("a spot that is no place: ") + spot.words);
            if (!spot.rect.isValid())
                fault(QStringLiteral("a spot without room: %1 at %2").arg(spot.words, shown(spot.rect)));
            if (spot.words.isEmpty())
                fault(QStringLiteral("a spot without words at ") + shown(spot.rect));
        }
    }

    // Whether a spot stands for a slot of the places that a report names.
    bool isAt(const Place& spot, const Slots& place) const
    {
        if (const auto* slots = std::get_if<Slots>(&spot))
            return slots->member == place.member && slots->begin < place.end && place.begin < slots->end;
        const auto* bytes = std::get_if<BytePlace>(&spot);
        const auto* member = m_request.tensor->find(place.member);
        if (bytes == nullptr || member == nullptr || !member->isReadable() ||
            member->array.storage->id() != bytes->storageId)
            return false;
        for (auto slot = place.begin; slot < std::min(place.end, place.begin + 64); ++slot)
            if (const auto [begin, end] = member->array.byteRange(slot); begin < bytes->end && bytes->begin < end)
                return true;
        return false;
    }

    void broken()
    {
        if (!m_request.report)
            return;
        std::vector<Slots> places;
        for (const auto& finding : m_request.report->findings)
            if (finding.level == Level::violation)
                for (const auto& witness : finding.witnesses)
                    if (witness.place && witness.place->begin < witness.place->end && places.size() < 300)
                        places.push_back(*witness.place);
        for (const auto& place : places)
            for (const auto& spot : m_scene.spots) {
                if (!spot.rect.intersects(m_window) || !isAt(spot.place, place))
                    continue;
                const auto around = spot.rect.adjusted(-8, -8, 8, 8);
                if (std::ranges::none_of(m_scene.marks, [&](const Mark& mark) {
                        return mark.ink == Ink::error && mark.rect.intersects(around);
                    }))
                    return fault(QStringLiteral("no mark at ") + spot.words);
            }
    }

    const Scene& m_scene;
    const SceneRequest& m_request;
    QRectF m_window;
    // Each mark of what is broken says why: in a sentence of the report, where that has one for these slots.
    void marksWithWords()
    {
        for (const auto& mark : m_scene.marks) {
            if (mark.ink != Ink::error || mark.shape != Shape::triangle)
                continue;
            const auto at = std::ranges::find(m_scene.violations, mark.rect, &Spot::rect);
            if (at == m_scene.violations.end() || at->words.isEmpty()) {
                fault(QStringLiteral("a mark without words at ") + shown(mark.rect));
                continue;
            }
            const auto* slots = std::get_if<Slots>(&at->place);
            const auto sentences = slots == nullptr ? QStringList() : sentencesOf(*slots);
            if (!sentences.isEmpty() && std::ranges::none_of(sentences, [&](const QString& sentence) {
                    return at->words.contains(sentence);
                }))
                fault(QStringLiteral("a mark that gives none of the reasons: ") + at->words);
        }
    }

    QStringList sentencesOf(const Slots& slots) const
    {
        QStringList sentences;
        if (!m_request.report)
            return sentences;
        for (const auto& finding : m_request.report->findings)
            for (const auto& witness : finding.witnesses)
                if (const auto& place = witness.place; finding.level == Level::violation && place &&
                                                       place->member == slots.member && place->begin < slots.end &&
                                                       slots.begin < place->end)
                    sentences << QString::fromStdString(placeSentence(*m_request.tensor, finding.rule, witness));
        return sentences;
    }

    QStringList m_faults;
};

auto parts(const Box& b)
{
    return std::tie(b.rect, b.fill, b.stroke, b.pattern);
}
auto parts(const Label& l)
{
    return std::tie(l.rect, l.text, l.ink, l.on, l.kind);
}
auto parts(const Line& l)
{
    return std::tie(l.from, l.to, l.ink, l.width, l.isArrow, l.isDashed);
}
auto parts(const Mark& m)
{
    return std::tie(m.rect, m.shape, m.ink);
}
auto parts(const Raster& r)
{
    return std::tie(r.rect, r.image);
}
auto parts(const Spot& s)
{
    return std::tie(s.rect, s.place, s.words);
}

template <class Item>
bool areSame(const std::vector<Item>& a, const std::vector<Item>& b)
{
    return std::ranges::equal(a, b, [](const Item& x, const Item& y) { return parts(x) == parts(y); });
}

} // namespace

QStringList faultsOf(const Scene& scene, const SceneRequest& request)
{
    return Audit(scene, request).take();
}

QRectF textRect(const Label& label, const TextSize& size)
{
    const bool isSmall = label.kind == TextKind::small;
    const bool isValue = label.kind == TextKind::value;
    const auto advance = isSmall ? size.smallAdvance : isValue ? size.valueAdvance() : size.advance;
    const QSizeF text(columnsOf(label.text) * advance, isSmall   ? size.smallLine
                                                       : isValue ? size.valueLine()
                                                                 : size.line);
    const auto& rect = label.rect;
    const auto x = label.align & Qt::AlignLeft    ? rect.left()
                   : label.align & Qt::AlignRight ? rect.right() - text.width()
                                                  : rect.center().x() - text.width() / 2;
    const auto y = label.align & Qt::AlignTop      ? rect.top()
                   : label.align & Qt::AlignBottom ? rect.bottom() - text.height()
                                                   : rect.center().y() - text.height() / 2;
    return {QPointF(x, y), text};
}

bool areEqual(const Scene& a, const Scene& b)
{
    return a.content == b.content && a.origin == b.origin && a.size == b.size && a.words == b.words &&
           areSame(a.boxes, b.boxes) && areSame(a.labels, b.labels) && areSame(a.lines, b.lines) &&
           areSame(a.marks, b.marks) && areSame(a.rasters, b.rasters) && areSame(a.spots, b.spots) &&
           areSame(a.violations, b.violations);
}

} // namespace tscope::test
