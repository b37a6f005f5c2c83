// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_scene.h"

#include "files.h"
#include "rules/check.h"
#include "views/built_scene.h"

#include <algorithm>

namespace tscope {

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
    if (fit >= 1)
        return {request.tensor, request.report, scene};
    constexpr double smallestScale = 0.65;
    const auto scale = std::max(fit, smallestScale);
    request.size = size / scale;
    return {request.tensor, request.report, built(picture, request, {}, {}, watch).scene, scale};
}

} // namespace tscope
