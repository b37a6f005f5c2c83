// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scene_painter.h"

#include "io/whole_file.h"
#include "scenes/text_fit.h"

#include <QBuffer>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGlyphRun>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QRawFont>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace tscope {

namespace {

// One stroke that crosses itself in the middle.
void paintLyingEight(QPainter& painter, const QRectF& rect, const QColor& color)
{
    const auto middle = rect.center();
    // A curve goes three quarters of the way to its control points.
    const auto inner = rect.width() * 0.25, height = std::min(rect.height() / 2, rect.width() * 0.27) / 0.75;
    QPainterPath path(middle);
    for (const auto side : {1.0, -1.0}) {
        const auto end = middle.x() + side * rect.width() / 2, near = middle.x() + side * inner;
        path.cubicTo({near, middle.y() - height}, {end, middle.y() - height}, {end, middle.y()});
        path.cubicTo({end, middle.y() + height}, {near, middle.y() + height}, middle);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.2));
    painter.drawPath(path);
}

void paint(QPainter& painter, const Mark& mark, const Palette& palette)
{
    const auto& rect = mark.rect;
    const auto& color = palette[mark.ink];
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (mark.shape) {
    case Shape::triangle:
        painter.drawPolygon(
            QPolygonF{{QPointF(rect.center().x(), rect.top()), rect.bottomRight(), rect.bottomLeft()}});
        break;
    case Shape::diamond:
        painter.drawPolygon(
            QPolygonF{{QPointF(rect.center().x(), rect.top()), QPointF(rect.right(), rect.center().y()),
                       QPointF(rect.center().x(), rect.bottom()), QPointF(rect.left(), rect.center().y())}});
        break;
    case Shape::dot:
        painter.drawEllipse(rect);
        break;
    case Shape::ring:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(color);
        painter.drawEllipse(rect);
        break;
    case Shape::cross:
        painter.setPen(QPen(color, 1.5));
        painter.drawLine(rect.topLeft(), rect.bottomRight());
        painter.drawLine(rect.topRight(), rect.bottomLeft());
        break;
    case Shape::infinity:
        paintLyingEight(painter, rect, color);
        break;
    case Shape::plusInfinity:
    case Shape::minusInfinity: {
        // The sign above, the lying eight below.
        const double reach = rect.height() < 10 ? 1 : 2;
        const QPointF middle(std::floor(rect.center().x()), std::floor(rect.top()) + reach);
        painter.fillRect(QRectF(middle.x() - reach, middle.y(), 2 * reach + 1, 1), color);
        if (mark.shape == Shape::plusInfinity)
            painter.fillRect(QRectF(middle.x(), middle.y() - reach, 1, 2 * reach + 1), color);
        paintLyingEight(painter, QRectF(QPointF(rect.left(), rect.top() + 2 * reach + 1), rect.bottomRight()),
                        color);
        break;
    }
    }
}

// The shape a little larger in the colour of the ground: below a mark on a map may lie any colour of a scale.
void paintRim(QPainter& painter, const Mark& mark, const Palette& palette)
{
    if (mark.shape != Shape::triangle && mark.shape != Shape::diamond)
        return;
    constexpr double rim = 2;
    auto wider = mark;
    wider.ink = Ink::canvas;
    wider.rect.adjust(-rim, -rim, rim, rim);
    paint(painter, wider, palette);
}

bool isOnMap(const Mark& mark, const Scene& scene)
{
    return std::ranges::any_of(scene.rasters,
                               [&](const Raster& raster) { return raster.rect.intersects(mark.rect); });
}

// Marks of one kind come by the ten thousand: each is painted once and stamped wherever it stands.
class Stamps
{
public:
    Stamps(QPainter& painter, const Palette& palette) : m_painter(painter), m_palette(palette) {}

    void stamp(const Mark& mark)
    {
        auto& stamp = m_stamps[{mark.shape, mark.ink, mark.rect.width(), mark.rect.height()}];
        if (stamp.isNull())
            stamp = painted(mark);
        m_painter.drawImage((mark.rect.topLeft() - QPointF(margin, margin)).toPoint(), stamp);
    }

private:
    QImage painted(const Mark& mark) const
    {
        const auto ratio = m_painter.device()->devicePixelRatioF();
        const QSizeF size(mark.rect.width() + 2 * margin, mark.rect.height() + 2 * margin);
        QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        paint(painter, {QRectF(QPointF(margin, margin), mark.rect.size()), mark.shape, mark.ink}, m_palette);
        return image;
    }

    static constexpr double margin = 2; // lines are half outside
    QPainter& m_painter;
    const Palette& m_palette;
    std::map<std::tuple<Shape, Ink, double, double>, QImage> m_stamps;
};

bool isStraight(const Line& line)
{
    return !line.isArrow && !line.isDashed && (line.from.x() == line.to.x() || line.from.y() == line.to.y());
}

// Level and upright lines are sharp, and there may be a thousand.
void paintStraight(QPainter& painter, const Line& line, const Palette& palette, double stroke)
{
    const auto width = std::max(1.0, std::round(line.width * stroke)), half = std::floor(width / 2);
    const bool isUpright = line.from.x() == line.to.x();
    const QPointF first(std::min(line.from.x(), line.to.x()), std::min(line.from.y(), line.to.y()));
    const auto length = std::abs(isUpright ? line.to.y() - line.from.y() : line.to.x() - line.from.x());
    painter.fillRect(isUpright ? QRectF(std::floor(first.x()) - half, first.y(), width, length)
                               : QRectF(first.x(), std::floor(first.y()) - half, length, width),
                     palette[line.ink]);
}

// As drawText would put it. All characters are equally wide, or twice as wide.
QPointF baseline(const Label& label, const QFontMetricsF& metrics, double advance)
{
    const auto& rect = label.rect;
    const auto width = advance * columnsOf(label.text);
    const auto left = label.align & Qt::AlignLeft    ? rect.left()
                      : label.align & Qt::AlignRight ? rect.right() - width
                                                     : rect.center().x() - width / 2;
    const auto top = label.align & Qt::AlignTop      ? rect.top()
                     : label.align & Qt::AlignBottom ? rect.bottom() - metrics.height()
                                                     : rect.center().y() - metrics.height() / 2;
    return {left, top + metrics.ascent()};
}

void paint(QPainter& painter, const Line& line, const Palette& palette, double stroke)
{
    QPen pen(palette[line.ink], line.width * stroke);
    if (line.isDashed)
        pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.drawLine(line.from, line.to);
    if (!line.isArrow)
        return;
    const auto along = line.to - line.from;
    const auto length = std::hypot(along.x(), along.y());
    if (length < 1)
        return;
    const auto unit = along / length * (6 * stroke);
    const QPointF across(-unit.y() / 2, unit.x() / 2);
    painter.setBrush(palette[line.ink]);
    painter.drawPolygon(QPolygonF{{line.to, line.to - unit + across, line.to - unit - across}});
}

// The texts of one font and ink as one run of glyphs: laying out thousands of short texts takes longer than all
// else. What the font itself has no glyph for is left to others.
class TextRun
{
public:
    explicit TextRun(const QFont& font) : m_font(QRawFont::fromFont(font)), m_metrics(font)
    {
        m_advance = m_metrics.horizontalAdvance(QLatin1Char('0'));
    }

    bool add(const Label& label)
    {
        const auto from = m_glyphs.size();
        auto at = start(label);
        for (const auto character : label.text) {
            const auto glyph = glyphOf(character);
            if (glyph == 0) {
                m_glyphs.resize(from);
                m_positions.resize(from);
                return false;
            }
            m_glyphs.push_back(glyph);
            m_positions.push_back(at);
            at.rx() += m_advance;
        }
        return true;
    }
    void paint(QPainter& painter)
    {
        QGlyphRun run;
        run.setRawFont(m_font);
        run.setGlyphIndexes(m_glyphs);
        run.setPositions(m_positions);
        painter.drawGlyphRun(QPointF(0, 0), run);
        m_glyphs.clear();
        m_positions.clear();
    }
    QPointF start(const Label& label) const { return baseline(label, m_metrics, m_advance); }

private:
    // 0: none, or one that is wider or narrower than all others.
    quint32 glyphOf(QChar character)
    {
        const auto [at, isNew] = m_known.try_emplace(character.unicode(), 0);
        if (isNew) {
            const auto glyphs = m_font.glyphIndexesForString(QString(character));
            const auto advances = m_font.advancesForGlyphIndexes(glyphs);
            if (glyphs.size() == 1 && std::abs(advances.value(0).x() - m_advance) < 0.5)
                at->second = glyphs.first();
        }
        return at->second;
    }

    QRawFont m_font;
    QFontMetricsF m_metrics;
    double m_advance = 0;
    std::unordered_map<char16_t, quint32> m_known;
    QList<quint32> m_glyphs;
    QList<QPointF> m_positions;
};

void paintLabels(QPainter& painter, const Scene& scene, TextKind kind, const Palette& palette,
                 const SceneFonts& fonts)
{
    const auto& font = fonts.of(kind);
    painter.setFont(font);
    const bool isOfPixels = painter.paintEngine()->type() == QPaintEngine::Raster; // an SVG keeps its texts
    TextRun run(font);
    std::map<Ink, std::vector<const Label*>> byInk;
    std::vector<const Label*> cut; // a few, at the edges of the view
    for (const auto& label : scene.labels)
        if (label.kind == kind)
            (label.seen.isValid() ? cut : byInk[label.ink]).push_back(&label);
    for (const auto& [ink, labels] : byInk) {
        painter.setPen(palette[ink]);
        for (const auto* label : labels)
            if (!isOfPixels || !run.add(*label))
                painter.drawText(run.start(*label), label->text);
        if (isOfPixels)
            run.paint(painter);
    }
    for (const auto* label : cut) {
        painter.save();
        painter.setClipRect(label->seen, Qt::IntersectClip);
        painter.setPen(palette[label->ink]);
        painter.drawText(run.start(*label), label->text);
        painter.restore();
    }
}

} // namespace

SceneFonts SceneFonts::of(const QFont& widget)
{
    SceneFonts fonts;
    fonts.value = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fonts.value.setPointSizeF(std::max(9.0, widget.pointSizeF() > 0 ? widget.pointSizeF() : 10));
    fonts.value.setStyleHint(QFont::Monospace);
    fonts.note = fonts.small = fonts.heading = fonts.value;
    fonts.small.setPointSizeF(std::max(9.0, fonts.value.pointSizeF() - 1));
    fonts.heading.setBold(true);
    return fonts;
}

TextSize SceneFonts::size() const
{
    // Enlarged fonts are not hinted, so that their widths are these times the factor, or a little less.
    const auto advance = [](QFont font) {
        const auto hinted = QFontMetricsF(font).horizontalAdvance(QLatin1Char('0'));
        constexpr double factor = 8;
        font.setHintingPreference(QFont::PreferNoHinting);
        font.setPointSizeF(font.pointSizeF() * factor);
        return std::max(hinted, QFontMetricsF(font).horizontalAdvance(QLatin1Char('0')) / factor);
    };
    return {advance(heading), std::ceil(QFontMetricsF(heading).height()), advance(small),
            std::ceil(QFontMetricsF(small).height())};
}

SceneFonts SceneFonts::enlarged(const TextSize& text) const
{
    auto fonts = *this;
    const auto enlarge = [](QFont& font, double factor) {
        if (factor <= 1)
            return;
        font.setPixelSize(static_cast<int>(QFontInfo(font).pixelSize() * factor)); // fonts have whole sizes
        font.setHintingPreference(QFont::PreferNoHinting);
    };
    enlarge(fonts.value, text.valueScale);
    for (auto* font : {&fonts.note, &fonts.small, &fonts.heading})
        enlarge(*font, text.otherScale);
    return fonts;
}

const QFont& SceneFonts::of(TextKind kind) const
{
    switch (kind) {
    case TextKind::value:
        return value;
    case TextKind::note:
        return note;
    case TextKind::small:
        return small;
    case TextKind::heading:
        break;
    }
    return heading;
}

void paintScene(QPainter& painter, const Scene& scene, const Palette& palette, const SceneFonts& fonts,
                std::span<const Highlight> highlights)
{
    const auto stroke = scene.text.strokeScale();
    painter.setRenderHint(QPainter::Antialiasing, false); // what is level and upright is sharp, and quick
    painter.fillRect(QRectF(QPointF(0, 0), scene.size), palette[Ink::canvas]);
    for (const auto& raster : scene.rasters)
        painter.drawImage(raster.rect, raster.image);
    for (const auto& box : scene.boxes) {
        if (box.colour)
            painter.fillRect(box.rect, QColor(*box.colour));
        else if (box.fill != Ink::none)
            painter.fillRect(box.rect, palette[box.fill]);
        if (box.pattern == Fill::hatch) { // faint: text may stand on it
            auto stripes = palette[Ink::frame];
            stripes.setAlpha(90);
            painter.fillRect(box.rect, QBrush(stripes, Qt::BDiagPattern));
        }
        if (box.stroke != Ink::none) {
            QPen pen(palette[box.stroke], stroke);
            pen.setJoinStyle(Qt::MiterJoin);
            painter.setPen(pen);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.rect.adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2));
        }
    }
    struct Outlined {
        QRectF rect;
        Ink ink;
        bool isFaint;
    };
    std::vector<Outlined> outlines;
    for (const auto& highlight : highlights) { // under the text, so that it can be read
        for (const auto& spot : scene.spots)
            if (highlight.places->has(spot.place)) {
                auto fill = palette[highlight.fill];
                const bool isFaint = highlight.isOfPreview ? !highlight.places->isOwn(spot.place)
                                                           : highlight.places->isFaint(spot.place);
                if (isFaint)
                    fill.setAlphaF(fill.alphaF() * 0.4F);
                painter.fillRect(spot.rect, fill);
                outlines.push_back({spot.rect, highlight.outline, isFaint});
            }
    }
    for (const auto& line : scene.lines)
        if (isStraight(line))
            paintStraight(painter, line, palette, stroke);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& line : scene.lines)
        if (!isStraight(line))
            paint(painter, line, palette, stroke);
    const bool isOfPixels = painter.paintEngine()->type() == QPaintEngine::Raster;
    Stamps stamps(painter, palette);
    for (const auto& mark : scene.marks) {
        if (isOnMap(mark, scene))
            paintRim(painter, mark, palette);
        isOfPixels ? stamps.stamp(mark) : paint(painter, mark, palette);
    }
    const auto enlarged = fonts.enlarged(scene.text);
    for (const auto kind : {TextKind::value, TextKind::note, TextKind::small, TextKind::heading})
        paintLabels(painter, scene, kind, palette, enlarged);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [rect, ink, isFaint] : outlines) { // by shape too, not by the strength of a colour alone
        painter.setPen(isFaint ? QPen(palette[ink], stroke, Qt::DotLine) : QPen(palette[ink], 2 * stroke));
        painter.drawRect(rect.adjusted(stroke, stroke, -stroke, -stroke));
    }
}

namespace {

bool writePicture(const QString& path, const QByteArray& bytes)
{
    const std::string_view text(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return static_cast<bool>(writeWholeFile(path.toStdString(), text));
}

} // namespace

bool savePicture(const QString& path, const Scene& scene, const Scene& caption, const Palette& palette,
                 const SceneFonts& fonts, std::span<const Highlight> highlights, double pixelRatio)
{
    auto size = scene.size.toSize();
    if (size.isEmpty())
        return false;
    size.rheight() += static_cast<int>(std::max(0.0, caption.size.height()));
    // The ground of the caption covers what the scene draws beyond its lower edge.
    const auto paintBoth = [&](QPainter& painter) {
        paintScene(painter, scene, palette, fonts, highlights);
        painter.translate(0, scene.size.toSize().height());
        if (!caption.size.isEmpty())
            paintScene(painter, caption, palette, fonts);
    };
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QBuffer bytes;
        QSvgGenerator generator;
        generator.setOutputDevice(&bytes);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(0, 0), size));
        QPainter painter;
        if (!painter.begin(&generator))
            return false;
        paintBoth(painter);
        return painter.end() && writePicture(path, bytes.data());
    }
    QImage image(size * pixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(pixelRatio);
    QPainter painter(&image);
    paintBoth(painter);
    painter.end();
    return savePicture(path, image);
}

bool savePicture(const QString& path, const QImage& image)
{
    QBuffer bytes;
    return image.save(&bytes, QFileInfo(path).suffix().toLatin1().constData()) && writePicture(path, bytes.data());
}

} // namespace tscope
