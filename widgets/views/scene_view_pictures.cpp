// SPDX-License-Identifier: GPL-3.0-or-later
// What a view shows, as files.
#include "views/scene_view.h"

namespace tscope {

std::function<bool(const QString& path)> SceneView::picture() const
{
    return [scene = m_scene, palette = m_palette, fonts = m_fonts, highlights = m_highlights,
            ratio = devicePixelRatioF()](const QString& path) {
        return savePicture(path, *scene, *palette, fonts, highlights, ratio);
    };
}

std::function<bool(const QString& path)> SceneView::picture(QSize size) const
{
    auto asked = request();
    asked.size = size;
    asked.origin = {};
    asked.leads.clear();
    asked.zoom = asked.mostZoom = 0; // as large as it fits
    return [spec = &m_spec, asked, palette = m_palette, fonts = m_fonts,
            highlights = m_highlights](const QString& path) {
        const auto done = built(*spec, asked, {}, {}, {});
        return savePicture(path, *done.scene, *palette, fonts, highlights, 1);
    };
}

} // namespace tscope
