// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/logical_scene.h"
#include "scenes/members_scene.h"
#include "scenes/storage_scene.h"

#include <QCoreApplication>

#include <array>

namespace tscope {

std::span<const PictureSpec> pictures()
{
    static constexpr std::array all{
        PictureSpec{"logical", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Logical"), 1.0 / 1048576, 160,
                    logicalScene, firstLogicalZoom, rectInLogical},
        PictureSpec{"members", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Members"), 1.0 / 1048576, 160,
                    membersScene, firstMembersZoom, rectInMembers},
        PictureSpec{"storage", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Storage"), 1.0 / 1048576, 160,
                    storageScene, firstStorageZoom, rectInStorage},
    };
    return all;
}

} // namespace tscope
