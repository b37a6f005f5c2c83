// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_print.h"

#include "lessons/lesson_words.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <functional>

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

// Text and pictures from the top to the bottom of an area. `onFull` gives a new page; false: there is none, and
// what is left is not drawn.
class Flow
{
public:
    Flow(QPainter& painter, QRectF area, std::function<bool()> onFull)
        : m_painter(painter), m_area(area), m_y(area.top()), m_onFull(std::move(onFull))
    {
    }

    double room() const { return m_area.bottom() - m_y; }
    double width() const { return m_area.width(); }
    void skip(double height) { m_y += height; }
    // Begins a new page where less is left than this, unless the page is empty.
    bool keep(double height) { return room() >= height || m_y <= m_area.top() || turn(); }

    static double height(const QString& text, const QFont& font, double width)
    {
        double height = 0;
        eachLine(text, font, width, [&](const QTextLine& line) {
            height += line.height();
            return true;
        });
        return height;
    }
    bool text(const QString& text, const QFont& font)
    {
        m_painter.setPen(Qt::black);
        return eachLine(text, font, width(), [&](const QTextLine& line) {
            if (room() < line.height() && !turn())
                return false;
            line.draw(&m_painter, QPointF(m_area.left(), m_y) - line.position());
            m_y += line.height();
            return true;
        });
    }
    void scene(const Scene& scene, const SceneFonts& fonts)
    {
        m_painter.save();
        m_painter.translate(m_area.left(), m_y);
        m_painter.setClipRect(QRectF(QPointF(0, 0), scene.size));
        paintScene(m_painter, scene, Palette::of(Theme::light), fonts);
        m_painter.restore();
        m_y += scene.size.height();
    }
    void line(double width)
    {
        m_painter.setPen(Qt::black);
        m_painter.drawLine(QPointF(m_area.left(), m_y), QPointF(m_area.left() + width, m_y));
    }

private:
    static bool eachLine(const QString& text, const QFont& font, double width,
                         const std::function<bool(const QTextLine&)>& take)
    {
        for (const auto& paragraph : text.split(QLatin1Char('\n'))) {
            QTextLayout layout(paragraph, font);
            QTextOption option;
            option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
            layout.setTextOption(option);
            layout.beginLayout();
            std::vector<QTextLine> lines;
            double y = 0;
            for (auto line = layout.createLine(); line.isValid(); line = layout.createLine()) {
                line.setLineWidth(width);
                line.setPosition(QPointF(0, y));
                y += line.height();
                lines.push_back(line);
            }
            layout.endLayout();
            if (!std::ranges::all_of(lines, take))
                return false;
        }
        return true;
    }
    bool turn()
    {
        if (!m_onFull())
            return false;
        m_y = m_area.top();
        return true;
    }

    QPainter& m_painter;
    QRectF m_area;
    double m_y;
    std::function<bool()> m_onFull;
};

// Pictures side by side would be narrow: they stand one below the other, each with its share of the height.
void drawPictures(Flow& flow, const LessonPage& page, double height, const PrintFonts& fonts, const Watch& watch)
{
    constexpr double gap = 8;
    const auto text = fonts.scenes.size();
    const auto share = height / static_cast<double>(page.pictures.size());
    for (const auto& picture : page.pictures) {
        if (watch.isStopped())
            return;
        const auto title = QCoreApplication::translate("tscope::PictureSpec", picture.spec->title);
        const auto font = sized(fonts.text, 14);
        const auto ofTitle = Flow::height(title, font, flow.width());
        flow.text(title, font);
        flow.scene(*picture.scene({flow.width(), std::max(1.0, share - ofTitle - gap)}, text, watch),
                   fonts.scenes);
        flow.skip(gap);
    }
}

void drawSlide(QPainter& painter, const PagesOf& of, std::size_t step, const PrintFonts& fonts, const Watch& watch)
{
    constexpr double margin = 40, footer = 30, gap = 14, ofPictures = 0.5, smallest = 12;
    const auto page = pageOf(of, step);
    painter.fillRect(QRectF(QPointF(0, 0), slide), Qt::white);
    const QRectF area(margin, margin, slide.width() - 2 * margin, slide.height() - 2 * margin - footer);
    const auto texts = [&](double size) {
        const auto plain = sized(fonts.text, size), bold = sized(fonts.text, size, true);
        return std::vector{std::pair(page.title, bold), std::pair(page.ask, plain),
                           std::pair(page.offered, plain)};
    };
    const auto room = area.height() * (page.pictures.empty() ? 1 : 1 - ofPictures);
    double size = 30;
    for (; size > smallest; size -= 2) {
        double needed = 0;
        for (const auto& [text, font] : texts(size))
            needed += Flow::height(text, font, area.width()) + gap;
        if (needed <= room)
            break;
    }
    Flow flow(painter, area, [] { return false; });
    for (const auto& [text, font] : texts(size))
        if (!text.isEmpty()) {
            flow.text(text, font);
            flow.skip(gap);
        }
    if (!page.pictures.empty() && flow.room() > gap)
        drawPictures(flow, page, flow.room(), fonts, watch);
    Flow below(painter, {margin, area.bottom() + gap, area.width(), margin + footer - gap}, [] { return false; });
    below.text(sittingText(of), sized(fonts.text, 14));
}

void drawHandout(QPdfWriter& pdf, QPainter& painter, QSizeF paper, const PagesOf& of, const PrintFonts& fonts,
                 const Watch& watch)
{
    constexpr double margin = 60, gap = 10, ofPicture = 0.16, titleSize = 20, size = 14;
    const auto plain = sized(fonts.text, size), bold = sized(fonts.text, size, true);
    Flow flow(painter, QRectF(QPointF(margin, margin), paper - QSizeF(2 * margin, 2 * margin)),
              [&] { return !watch.isStopped() && pdf.newPage(); });
    flow.text(inWindowLanguage(of.lesson->title), sized(fonts.text, titleSize, true));
    flow.text(inWindowLanguage(of.lesson->goal), plain);
    flow.text(sittingText(of), plain);
    if (of.sitting.student.trimmed().isEmpty() && !of.isWithAnswers)
        flow.text(LessonPrintWords::tr("Name: ____________________"), plain);
    for (std::size_t step = 0; step < of.lesson->steps.size() && !watch.isStopped(); ++step) {
        const auto page = pageOf(of, step);
        const auto ofPictures = paper.height() * ofPicture * static_cast<double>(page.pictures.size());
        const auto ofTexts =
            Flow::height(page.title, bold, flow.width()) + Flow::height(page.ask, plain, flow.width());
        flow.skip(2 * gap);
        flow.keep(ofTexts + ofPictures + 5 * gap); // a step that fits a page stays together
        flow.text(page.title, bold);
        flow.text(page.ask, plain);
        if (!page.offered.isEmpty())
            flow.text(page.offered, plain);
        flow.skip(gap);
        if (!page.pictures.empty() && flow.keep(ofPictures))
            drawPictures(flow, page, ofPictures, fonts, watch);
        if (!page.answer.isEmpty())
            flow.text(LessonPrintWords::tr("Answer: %1").arg(page.answer), bold);
        if (!page.worked.isEmpty())
            flow.text(LessonPrintWords::tr("Solution: %1").arg(page.worked), plain);
        if (!of.isWithAnswers) {
            flow.keep(3 * gap);
            flow.skip(3 * gap); // to write on
            flow.line(flow.width());
        }
    }
    if (of.isWithAnswers && !of.lesson->insight.isEmpty()) {
        flow.skip(2 * gap);
        flow.text(inWindowLanguage(of.lesson->insight), plain);
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
