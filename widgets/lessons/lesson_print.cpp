// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_print.h"

#include "lessons/lesson_words.h"
#include "lessons/page_flow.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace tscope {

namespace {

struct LessonPrintWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::LessonPrint)
};

constexpr QSize slide(1280, 720);
constexpr double pointsPerInch = 72;

// With which texts are laid out, as pixels are the same everywhere.
int usualResolution()
{
    return QImage(1, 1, QImage::Format_RGB32).logicalDpiY();
}

QFont sized(const QFont& font, double pixels, bool isBold = false)
{
    auto made = font;
    made.setPixelSize(static_cast<int>(std::lround(pixels)));
    made.setBold(isBold);
    return made;
}

void drawPictures(QPainter& painter, QPointF at, const PlacedPictures& placed, const QFont& title,
                  const SceneFonts& fonts)
{
    for (const auto& picture : placed.pictures) {
        PageFlow(painter, QRectF(at + picture.titleAt, QSizeF(slide.width(), slide.height())), [] {
            return false;
        }).text(picture.title, title);
        painter.save();
        painter.translate(at + picture.rect.topLeft());
        painter.scale(picture.scale(), picture.scale());
        painter.translate(-picture.drawn.topLeft());
        painter.setClipRect(picture.drawn);
        paintScene(painter, *picture.scene, Palette::of(Theme::light), fonts);
        painter.restore();
    }
}

constexpr double slideMargin = 40, slideFooter = 30, slideGap = 14;

QFont pictureTitleFont(const PrintFonts& fonts)
{
    constexpr double size = 14;
    return sized(fonts.text, size);
}

PicturesRoom slideRoom(QSizeF size, const PrintFonts& fonts)
{
    constexpr double mostScale = 2.6, mostGrowth = 3;
    const auto title = PageFlow::height(QStringLiteral("X"), pictureTitleFont(fonts), size.width());
    return {size, title, mostScale, mostGrowth};
}

// The largest type in which the texts, one below the other, take no more than that; nothing where none does.
std::optional<double> fittingType(const std::vector<QString>& texts, const PrintFonts& fonts, QSizeF size,
                                  double smallest)
{
    constexpr double largest = 30, step = 2;
    for (double type = largest; type >= smallest; type -= step) {
        double needed = 0;
        for (const auto& text : texts)
            needed +=
                text.isEmpty() ? 0 : PageFlow::height(text, sized(fonts.text, type), size.width()) + slideGap;
        if (needed <= size.height())
            return type;
    }
    return std::nullopt;
}

void drawSlide(QPainter& painter, const PagesOf& of, std::size_t step, const PrintFonts& fonts, const Watch& watch)
{
    const auto page = pageOf(of, step);
    const auto plan = planOfSlide(page, fonts, watch);
    painter.fillRect(QRectF(QPointF(0, 0), slide), Qt::white);
    const auto noMore = [] { return false; };
    PageFlow(painter, plan.title, noMore).text(page.title, sized(fonts.text, plan.titleType, true));
    PageFlow texts(painter, plan.texts, noMore);
    for (const auto& text : {page.ask, page.offered})
        if (!text.isEmpty()) {
            texts.text(text, sized(fonts.text, plan.type));
            texts.skip(slideGap);
        }
    drawPictures(painter, plan.pictures.topLeft(), plan.placed, pictureTitleFont(fonts), fonts.scenes);
    const auto bottom = slide.height() - slideMargin - slideFooter + slideGap;
    PageFlow below(painter,
                   {slideMargin, bottom, slide.width() - 2 * slideMargin, slideMargin + slideFooter - slideGap},
                   noMore);
    below.text(sittingText(of), pictureTitleFont(fonts));
}

void drawHandout(QPdfWriter& pdf, QPainter& painter, QSizeF paper, const PagesOf& of, const PrintFonts& fonts,
                 const Watch& watch)
{
    constexpr double margin = 60, gap = 10, titleSize = 20, size = 14;
    const auto plain = sized(fonts.text, size), bold = sized(fonts.text, size, true);
    const QSizeF area = paper - QSizeF(2 * margin, 2 * margin);
    PageFlow flow(painter, QRectF(QPointF(margin, margin), area),
                  [&] { return !watch.isStopped() && pdf.newPage(); });
    flow.text(inWindowLanguage(of.lesson->title), sized(fonts.text, titleSize, true));
    flow.text(inWindowLanguage(of.lesson->goal), plain);
    flow.text(paperSittingText(of), plain);
    if (of.sitting.student.trimmed().isEmpty() && !of.isWithAnswers)
        flow.text(LessonPrintWords::tr("Name: ____________________"), plain);
    for (std::size_t step = 0; step < of.lesson->steps.size() && !watch.isStopped(); ++step) {
        const auto page = pageOf(of, step);
        const auto placed = placedPictures(page.pictures, handoutRoom(area, fonts), fonts.scenes.size(), watch);
        const auto ofTexts = PageFlow::height(page.title, bold, flow.width()) +
                             PageFlow::height(page.paperAsk, plain, flow.width());
        flow.skip(2 * gap);
        flow.keep(ofTexts + placed.height + 5 * gap); // a step that fits a page stays together
        flow.text(page.title, bold);
        flow.text(page.paperAsk, plain);
        if (!page.offered.isEmpty())
            flow.text(page.offered, plain);
        flow.skip(gap);
        if (!placed.pictures.empty() && flow.keep(placed.height)) {
            drawPictures(painter, flow.position(), placed, pictureTitleFont(fonts), fonts.scenes);
            flow.skip(placed.height);
        }
        if (!page.answer.isEmpty())
            flow.text(LessonPrintWords::tr("Answer: %1").arg(page.answer), bold);
        if (!page.worked.isEmpty())
            flow.text(LessonPrintWords::tr("Solution: %1").arg(page.worked), plain);
        if (!page.explained.isEmpty())
            flow.text(page.explained, plain);
        if (!of.isWithAnswers) {
            flow.keep(3 * gap);
            flow.skip(3 * gap); // to write on
            flow.line(flow.width());
        }
    }
    if (of.isWithAnswers && !of.lesson->insight.isEmpty()) {
        flow.skip(2 * gap);
        flow.text(LessonPrintWords::tr("In short: %1").arg(inWindowLanguage(of.lesson->insight)), bold);
    }
}

std::string bytesOf(const QBuffer& buffer)
{
    return buffer.data().toStdString();
}

// Draws on pages of that many pixels.
std::string pdfOf(const PagesOf& of, QSizeF paper, const std::function<void(QPdfWriter&, QPainter&)>& draw)
{
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    {
        QPdfWriter pdf(&bytes);
        pdf.setTitle(inWindowLanguage(of.lesson->title));
        pdf.setCreator(QStringLiteral("Tensorscope"));
        pdf.setResolution(usualResolution());
        pdf.setPageLayout(QPageLayout(
            QPageSize(paper * pointsPerInch / usualResolution(), QPageSize::Point, {}, QPageSize::ExactMatch),
            QPageLayout::Portrait, {}));
        QPainter painter(&pdf);
        draw(pdf, painter);
    }
    return bytesOf(bytes);
}

} // namespace

PicturesRoom handoutRoom(QSizeF area, const PrintFonts& fonts)
{
    constexpr double ofHeight = 0.55, mostScale = 1.1, mostGrowth = 1.7;
    const auto title = PageFlow::height(QStringLiteral("X"), pictureTitleFont(fonts), area.width());
    return {QSizeF(area.width(), area.height() * ofHeight), title, mostScale, mostGrowth};
}

// Pictures below the texts or beside them, wherever they are larger.
SlidePlan planOfSlide(const LessonPage& page, const PrintFonts& fonts, const Watch& watch)
{
    constexpr double ofPictures = 0.5, ofTexts = 0.4, smallest = 12, smallestBeside = 16;
    const QRectF area(slideMargin, slideMargin, slide.width() - 2 * slideMargin,
                      slide.height() - 2 * slideMargin - slideFooter);
    SlidePlan plan;
    plan.titleType =
        fittingType({page.title}, fonts, {area.width(), area.height() / 4}, smallest).value_or(smallest);
    const auto ofTitle = PageFlow::height(page.title, sized(fonts.text, plan.titleType, true), area.width());
    plan.title = {area.topLeft(), QSizeF(area.width(), ofTitle + 1)}; // a line is drawn where all of it fits
    const QRectF rest = area.adjusted(0, ofTitle + slideGap, 0, 0);
    const std::vector texts{page.ask, page.offered};
    const auto isBare = page.pictures.empty();
    const QSizeF upper(rest.width(), isBare ? rest.height() : area.height() * (1 - ofPictures) - ofTitle);
    plan.type = fittingType(texts, fonts, upper, smallest).value_or(smallest);
    double used = 0;
    for (const auto& text : texts)
        used += text.isEmpty() ? 0 : PageFlow::height(text, sized(fonts.text, plan.type), rest.width()) + slideGap;
    plan.texts = {rest.topLeft(), QSizeF(rest.width(), isBare ? rest.height() : std::min(used, rest.height()))};
    plan.pictures = rest.adjusted(0, plan.texts.height(), 0, 0);
    if (isBare)
        return plan;
    const auto text = fonts.scenes.size();
    plan.placed = placedPictures(page.pictures, slideRoom(plan.pictures.size(), fonts), text, watch);
    const QSizeF left(rest.width() * ofTexts, rest.height());
    const auto type = fittingType(texts, fonts, left, smallestBeside);
    if (!type)
        return plan;
    const QRectF right = rest.adjusted(left.width() + 2 * slideGap, 0, 0, 0);
    auto beside = placedPictures(page.pictures, slideRoom(right.size(), fonts), text, watch);
    if (beside.scale <= plan.placed.scale)
        return plan;
    plan.type = *type;
    plan.texts = {rest.topLeft(), left};
    plan.pictures = right;
    plan.placed = std::move(beside);
    return plan;
}

std::string slideSvg(const PagesOf& of, std::size_t step, const PrintFonts& fonts, const Watch& watch)
{
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    {
        QSvgGenerator svg;
        svg.setOutputDevice(&bytes);
        svg.setTitle(stepTitle(*of.lesson, step));
        svg.setResolution(usualResolution());
        svg.setSize(slide);
        svg.setViewBox(QRect(QPoint(0, 0), slide));
        QPainter painter(&svg);
        drawSlide(painter, of, step, fonts, watch);
    }
    return bytesOf(bytes);
}

std::string slidesPdf(const PagesOf& of, const PrintFonts& fonts, const Watch& watch)
{
    return pdfOf(of, slide, [&](QPdfWriter& pdf, QPainter& painter) {
        for (std::size_t step = 0; step < of.lesson->steps.size() && !watch.isStopped(); ++step) {
            if (step > 0)
                pdf.newPage();
            drawSlide(painter, of, step, fonts, watch);
        }
    });
}

std::string handoutPdf(const PagesOf& of, const PrintFonts& fonts, const Watch& watch)
{
    const auto paper = QPageSize(QPageSize::A4).size(QPageSize::Point) * (usualResolution() / pointsPerInch);
    return pdfOf(of, paper,
                 [&](QPdfWriter& pdf, QPainter& painter) { drawHandout(pdf, painter, paper, of, fonts, watch); });
}

} // namespace tscope
