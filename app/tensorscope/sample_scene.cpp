// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_scene.h"

#include "files.h"
#include "rules/check.h"
#include "views/built_scene.h"

#include <algorithm>

namespace tscope {

namespace {

bool isHeadingElided(const Scene& scene)
{
    return std::ranges::any_of(scene.labels, [](const Label& label) {
        return label.kind == TextKind::heading && label.text.contains(QChar(0x2026));
    });
}

} // namespace

SampleScene sampleScene(const QString& path, const PictureSpec& picture, SceneRequest request, const Watch& watch)
{
    if (!request.tensor) {
        const auto document = Files::read(path, watch);
        if (!document || document->tensors.empty())
            return {};
        request.tensor = std::make_shared<const Tensor>(document->tensors.front().tensor);
        request.report = std::make_shared<const Report>(check(*request.tensor));
    }
    auto scene = built(picture, request, {}, {}, watch).scene;
    const auto size = request.size, content = scene->content;
    const auto fit = std::min(size.width() / content.width(), size.height() / content.height());
    constexpr double smallestScale = 0.65, step = 0.05;
    auto scale = std::clamp(fit, smallestScale, 1.0);
    if (scale < 1) {
        request.size = size / scale;
        scene = built(picture, request, {}, {}, watch).scene;
    }
    // A smaller type says the whole heading.
    while (isHeadingElided(*scene) && scale - step >= smallestScale) {
        scale -= step;
        request.size = size / scale;
        scene = built(picture, request, {}, {}, watch).scene;
    }
    return {request.tensor, request.report, scene, scale};
}

} // namespace tscope
