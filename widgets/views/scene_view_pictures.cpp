// SPDX-License-Identifier: GPL-3.0-or-later
// What a view shows, as files.
#include "scenes/picture_caption.h"
#include "views/scene_view.h"

#include <optional>

namespace tscope {

std::function<bool(const QString& path)> SceneView::picture() const
{
    const auto* subject = shownSubject();
    const auto name = subject == nullptr ? std::nullopt : std::optional(subject->title());
    return [scene = m_scene, name, text = m_fonts.size(), palette = m_palette, fonts = m_fonts,
            highlights = m_highlights, ratio = devicePixelRatioF()](const QString& path) {
        const auto caption = name ? pictureCaption(*name, *scene, text) : Scene();
        return savePicture(path, *scene, caption, *palette, fonts, highlights, ratio);
    };
}

std::function<bool(const QString& path)> SceneView::picture(QSize size) const
{
    auto asked = request();
    asked.size = size;
    asked.origin = {};
    asked.leads.clear();
    asked.zoom = asked.mostZoom = 0; // as large as it fits
    const auto* subject = shownSubject();
    return [spec = &m_spec, asked, name = subject == nullptr ? QString() : subject->title(), palette = m_palette,
            fonts = m_fonts, highlights = m_highlights](const QString& path) {
        // How high the caption is depends on the marks in sight; the picture gets the room that is left.
        const auto caption = pictureCaption(name, *built(*spec, asked, {}, {}, {}).scene, asked.text);
        auto above = asked;
        above.size.rheight() -= caption.size.height();
        const auto done = built(*spec, above, {}, {}, {});
        return savePicture(path, *done.scene, caption, *palette, fonts, highlights, 1);
    };
}

} // namespace tscope
