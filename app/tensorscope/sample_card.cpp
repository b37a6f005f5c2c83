// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_card.h"

#include "jobs/jobs.h"
#include "sample_scene.h"
#include "views/scene_painter.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace tscope {

namespace {

constexpr int cardMargin = 10, lineGap = 4;

} // namespace

SampleCard::SampleCard(const QString& path, const PictureSpec& picture, const Words& words, Jobs& jobs,
                       QWidget* parent)
    : QAbstractButton(parent), m_path(path), m_sample(words.sample), m_picture(picture), m_jobs(jobs)
{
    setText(words.title);
    setAccessibleName(words.title);
    setAccessibleDescription(words.sample);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    auto policy = QSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QFont SampleCard::titleFont() const
{
    auto font = this->font();
    font.setBold(true);
    return font;
}

int SampleCard::textHeight(int width) const
{
    const auto height = [width](const QFont& font, const QString& text) {
        const QRect room(0, 0, std::max(1, width - 2 * cardMargin), 1000);
        return QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, text).height();
    };
    return height(titleFont(), text()) + lineGap + height(font(), m_sample);
}

void SampleCard::setHeight(int width, int textHeight)
{
    m_textHeight = textHeight;
    setFixedHeight(heightForWidth(width));
}

int SampleCard::heightForWidth(int width) const
{
    return std::clamp(width * 55 / 100, 90, 280) + std::max(m_textHeight, textHeight(width)) + 2 * cardMargin;
}

QSize SampleCard::sizeHint() const
{
    constexpr int width = 320;
    return {width, heightForWidth(width)};
}

QRect SampleCard::pictureRect() const
{
    return rect().adjusted(1, 1, -1, -std::max(m_textHeight, textHeight(width())) - 2 * cardMargin);
}

// At the size that it has now, in the colours and the text size of the window.
void SampleCard::draw()
{
    SceneRequest request;
    request.tensor = m_tensor;
    request.report = m_report;
    request.size = pictureRect().size();
    request.zoom = 0; // all of it
    request.text = SceneFonts::of(font()).size();
    request.theme = Palette::behind(palette()).theme();
    if (request.size.isEmpty())
        return;
    m_jobs.start(
        this, QStringLiteral("sample picture"),
        [path = m_path, &picture = m_picture, request](const Watch& watch) {
            return sampleScene(path, picture, request, watch);
        },
        [this](const SampleScene& done) {
            m_tensor = done.tensor;
            m_report = done.report;
            m_scene = done.scene;
            m_scale = done.scale;
            update();
        },
        Jobs::Kind::looks);
}

void SampleCard::resizeEvent(QResizeEvent* event)
{
    QAbstractButton::resizeEvent(event);
    draw();
}

void SampleCard::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        draw();
}

void SampleCard::paintEvent(QPaintEvent*)
{
    const auto& colors = Palette::behind(palette());
    const bool isLit = underMouse() || isDown();
    QPainter painter(this);
    painter.fillRect(rect(), colors[Ink::surface]);
    const auto picture = pictureRect();
    painter.fillRect(picture, colors[Ink::canvas]);
    if (m_scene) {
        painter.save();
        painter.setClipRect(picture);
        const auto free = picture.width() - m_scene->content.width() * m_scale;
        painter.translate(picture.left() + std::max(0.0, free / 2), picture.top());
        painter.scale(m_scale, m_scale);
        paintScene(painter, *m_scene, colors, SceneFonts::of(font()));
        painter.restore();
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(colors[isLit ? Ink::selected : Ink::frame]);
    painter.drawLine(picture.bottomLeft(), picture.bottomRight());
    painter.drawRect(rect().adjusted(0, 0, -1, -1));

    auto room = rect().adjusted(cardMargin, picture.bottom() + cardMargin, -cardMargin, -cardMargin);
    painter.setPen(colors[isLit ? Ink::selected : Ink::text]);
    painter.setFont(titleFont());
    QRect taken;
    painter.drawText(room, Qt::TextWordWrap, text(), &taken);
    room.setTop(taken.bottom() + lineGap);
    painter.setPen(colors[Ink::faintText]);
    painter.setFont(font());
    painter.drawText(room, Qt::TextWordWrap, m_sample);
}

} // namespace tscope
