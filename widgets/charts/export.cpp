// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/export.h"

#include "charts/painter.h"
#include "io/whole_file.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr double pixelsPerPoint = 2; // of a picture: it is looked at on paper and on screens of any kind

QString endingOf(const QString& path)
{
    return QFileInfo(path).suffix().toLower();
}

// With which the texts were laid out, as pixels are the same everywhere.
int usualResolution()
{
    return QImage(1, 1, QImage::Format_RGB32).logicalDpiY();
}

QFont headFont(const Picture& picture)
{
    auto font = picture.font;
    font.setBold(true);
    return font;
}

// Of the title above the drawing.
double headHeight(const Picture& picture)
{
    return picture.title.isEmpty() ? 0 : std::ceil(QFontMetricsF(headFont(picture)).height()) + 8;
}

constexpr int originFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

QRectF originRect(const Picture& picture)
{
    const QRectF room(8, 0, picture.drawing.size.width() - 16, 10000);
    return picture.origin.isEmpty() ? QRectF()
                                    : QFontMetricsF(picture.font).boundingRect(room, originFlags, picture.origin);
}

double footHeight(const Picture& picture)
{
    return picture.origin.isEmpty() ? 0 : std::ceil(originRect(picture).height()) + 8;
}

QSize wholeSize(const Picture& picture)
{
    return (picture.drawing.size + QSizeF(0, headHeight(picture) + footHeight(picture))).toSize();
}

void paintOrigin(QPainter& painter, const Picture& picture)
{
    const QSizeF size(picture.drawing.size.width(), footHeight(picture));
    if (size.height() <= 0)
        return;
    const QRectF all(QPointF(0, picture.drawing.size.height()), size);
    painter.fillRect(all, picture.palette[Ink::canvas]);
    painter.setFont(picture.font);
    painter.setPen(picture.palette[Ink::faintText]);
    painter.drawText(all.adjusted(8, 0, -8, 0), originFlags, picture.origin);
}

void paintWhole(QPainter& painter, const Picture& picture)
{
    const auto head = headHeight(picture);
    if (head > 0) {
        const QRectF all(0, 0, picture.drawing.size.width(), head);
        painter.fillRect(all, picture.palette[Ink::canvas]);
        painter.setFont(headFont(picture));
        painter.setPen(picture.palette[Ink::text]);
        const auto room = all.adjusted(8, 0, -8, 0);
        const auto text = QFontMetricsF(headFont(picture)).elidedText(picture.title, Qt::ElideRight, room.width());
        painter.drawText(room, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), text);
        painter.translate(0, head);
    }
    paintAll(painter, picture.drawing, picture.palette, picture.font);
    paintOrigin(painter, picture);
}

bool drawAll(QPaintDevice& device, const Picture& picture)
{
    QPainter painter;
    if (!painter.begin(&device))
        return false;
    painter.setWindow(QRect(QPoint(0, 0), wholeSize(picture)));
    paintWhole(painter, picture);
    return painter.end();
}

bool drawSvg(QIODevice& file, const Picture& picture)
{
    const auto size = wholeSize(picture);
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setTitle(picture.title);
    svg.setResolution(usualResolution());
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    return drawAll(svg, picture);
}

// On a page of just its size.
bool drawPdf(QIODevice& file, const Picture& picture)
{
    constexpr double pointsPerInch = 72;
    const QPageSize page(QSizeF(wholeSize(picture)) * pointsPerInch / usualResolution(), QPageSize::Point, {},
                         QPageSize::ExactMatch);
    QPdfWriter pdf(&file);
    pdf.setTitle(picture.title);
    pdf.setCreator(QStringLiteral("Tensorscope"));
    pdf.setResolution(usualResolution());
    pdf.setPageLayout(QPageLayout(page, QPageLayout::Portrait, {}));
    return drawAll(pdf, picture);
}

Result<void> writeBytes(const QString& path, const QByteArray& bytes)
{
    return writeWholeFile(path.toStdString(),
                          std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

bool isPicture(const QString& ending)
{
    return ending == QLatin1String("png") || ending == QLatin1String("svg") || ending == QLatin1String("pdf");
}

} // namespace

Drawing drawWithWholeTexts(const std::function<Drawing(const Look& look)>& draw, Look look)
{
    constexpr double step = 1.2;
    constexpr int mostSteps = 3;
    auto drawing = draw(look);
    for (int i = 0; i < mostSteps; ++i) {
        if (std::ranges::all_of(drawing.labels, [](const Label& each) { return each.whole.isEmpty(); }))
            break;
        look.size.setWidth(std::ceil(look.size.width() * step));
        drawing = draw(look);
    }
    return drawing;
}

bool isTablePath(const QString& path)
{
    return endingOf(path) == QLatin1String("csv");
}

Result<void> writeTable(const QString& path, const Table& table)
{
    return writeBytes(path, csv(table));
}

Result<QImage> imageOf(const Picture& picture, double scale)
{
    constexpr int mostPixels = 32767; // that are painted on an image
    const auto size = (QSizeF(wholeSize(picture)) * scale).toSize();
    if (size.height() > mostPixels || size.width() > mostPixels)
        return Error{ErrorCode::unsupported, "wanted a picture of at most " + std::to_string(mostPixels) +
                                                 " pixels, found " + std::to_string(size.width()) + " x " +
                                                 std::to_string(size.height()) +
                                                 ": export the chart as .svg or .pdf instead"};
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return Error{ErrorCode::outOfMemory, "not enough memory for the picture"};
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paintWhole(painter, picture);
    return image;
}

Result<void> writePicture(const QString& path, const Picture& picture)
{
    const auto ending = endingOf(path);
    if (!isPicture(ending))
        return invalidArgument("a chart is written as .png, .svg, .pdf or .csv, not as '." + ending.toStdString() +
                                   "'",
                               path.toStdString());
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    QImage image;
    if (ending == QLatin1String("png")) {
        auto drawn = imageOf(picture, pixelsPerPoint);
        if (!drawn)
            return drawn.error();
        image = std::move(*drawn);
    }
    const bool isDrawn = ending == QLatin1String("png")   ? image.save(&bytes, "PNG")
                         : ending == QLatin1String("svg") ? drawSvg(bytes, picture)
                                                          : drawPdf(bytes, picture);
    return isDrawn ? writeBytes(path, bytes.data())
                   : Error{ErrorCode::internal, "can't draw the picture", path.toStdString()};
}

} // namespace tscope::charts
