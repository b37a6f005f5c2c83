// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual_text.h"

#include "jobs/jobs.h"
#include "sample_scene.h"
#include "views/scene_painter.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

constexpr QSize largestPicture{560, 320};

QImage drawn(const QString& path, const PictureSpec& picture, const SceneRequest& request, const SceneFonts& fonts,
             double pixelRatio, const Watch& watch)
{
    const auto sample = sampleScene(path, picture, request, watch);
    if (!sample.scene)
        return {};
    const auto height = std::ceil(sample.scene->content.height() * sample.scale);
    // Titles may be longer than what stands below them.
    const QSize size(largestPicture.width(), std::min(largestPicture.height(), static_cast<int>(height)));
    QImage image(size * pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    const auto& colors = Palette::of(request.theme);
    image.fill(colors[Ink::canvas]);
    QPainter painter(&image);
    painter.scale(sample.scale, sample.scale);
    paintScene(painter, *sample.scene, colors, fonts);
    return image;
}

} // namespace

ManualText::ManualText(const QString& markdown, Jobs& jobs, QWidget* parent) : QTextBrowser(parent), m_jobs(jobs)
{
    setOpenExternalLinks(true);
    setMarkdown(markdown);
    for (auto block = document()->begin(); block.isValid(); block = block.next())
        if (const auto level = block.blockFormat().headingLevel(); level > 0)
            m_sections.push_back({block.text(), level, block.position()});
}

QVariant ManualText::loadResource(int, const QUrl& name)
{
    if (name.scheme() != QLatin1String("picture"))
        return {}; // nothing is read from files
    const auto known = m_pictures.find(name);
    if (known != m_pictures.end())
        return known->second;
    draw(name);
    QImage room(largestPicture.width(), largestPicture.height() / 2, QImage::Format_RGB32);
    room.fill(Palette::behind(palette())[Ink::canvas]);
    return room;
}

void ManualText::draw(const QUrl& name)
{
    const auto parts = name.path().split(QLatin1Char('/'));
    const auto picture = std::ranges::find_if(
        pictures(), [&](const PictureSpec& spec) { return parts.last() == QLatin1String(spec.id); });
    if (parts.size() != 2 || picture == pictures().end())
        return;
    SceneRequest request;
    request.size = largestPicture;
    request.zoom = 0; // all of it
    const auto fonts = SceneFonts::of(font());
    request.text = fonts.size();
    request.theme = Palette::behind(palette()).theme();
    m_jobs.start(
        this, name.toString(),
        [path = QStringLiteral(":/samples/%1.json").arg(parts.first()), &spec = *picture, request, fonts,
         ratio = devicePixelRatioF()](const Watch& watch) {
            return drawn(path, spec, request, fonts, ratio, watch);
        },
        [this, name](const QImage& done) { take(name, done); }, Jobs::Kind::looks);
}

// The picture has another height than the room that was kept for it: what is read stays where it is.
void ManualText::take(const QUrl& name, const QImage& picture)
{
    if (picture.isNull())
        return;
    const auto read = cursorForPosition({0, 0}).position();
    const auto below = verticalScrollBar()->value() - topOf(read);
    m_pictures[name] = picture;
    document()->addResource(QTextDocument::ImageResource, name, picture);
    document()->markContentsDirty(0, document()->characterCount());
    if (verticalScrollBar()->value() > 0)
        scrollTo(topOf(read) + below);
}

void ManualText::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    for (const auto& [name, picture] : m_pictures)
        draw(name);
}

std::size_t ManualText::sectionOnTop() const
{
    const auto topOfSection = [this](const Section& section) { return topOf(section.position); };
    const auto next = std::ranges::upper_bound(m_sections, verticalScrollBar()->value(), {}, topOfSection);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, next - m_sections.begin() - 1));
}

void ManualText::goTo(std::size_t section)
{
    if (section < m_sections.size())
        scrollTo(topOf(m_sections[section].position));
}

double ManualText::topOf(int position) const
{
    return document()->documentLayout()->blockBoundingRect(document()->findBlock(position)).top();
}

void ManualText::scrollTo(double top)
{
    const QScopedValueRollback going(m_isGoing, true);
    verticalScrollBar()->setValue(static_cast<int>(std::ceil(top)));
}

void ManualText::scrollContentsBy(int dx, int dy)
{
    QTextBrowser::scrollContentsBy(dx, dy);
    if (!m_isGoing)
        Q_EMIT scrolled();
}

int ManualText::find(const QString& text)
{
    m_places.clear();
    if (!text.isEmpty())
        for (auto at = document()->find(text); !at.isNull(); at = document()->find(text, at))
            m_places.push_back(at);
    goToFound(0);
    return static_cast<int>(m_places.size());
}

void ManualText::goToFound(int place)
{
    const auto count = static_cast<int>(m_places.size());
    m_found = count == 0 ? 0 : (place + count) % count;
    mark();
    if (count == 0)
        return;
    auto cursor = m_places[static_cast<std::size_t>(m_found)];
    cursor.setPosition(cursor.selectionStart());
    setTextCursor(cursor);
    ensureCursorVisible();
}

void ManualText::mark()
{
    const auto& colors = Palette::behind(palette());
    QList<ExtraSelection> marks;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        ExtraSelection mark;
        mark.cursor = m_places[i];
        const bool isCurrent = static_cast<int>(i) == m_found;
        mark.format.setBackground(isCurrent ? palette().highlight() : QBrush(colors[Ink::stored]));
        mark.format.setForeground(isCurrent ? palette().highlightedText() : QBrush(colors[Ink::text]));
        marks << mark;
    }
    setExtraSelections(marks);
}

} // namespace tscope
