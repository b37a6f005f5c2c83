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
        PictureSpec{"logical", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Logical"), smallestPictureZoom, 400,
                    logicalScene, firstLogicalZoom, rectInLogical},
        PictureSpec{"members", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Members"), smallestPictureZoom, 240,
                    membersScene, firstMembersZoom, rectInMembers, leadsInMembers},
        PictureSpec{"storage", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Storage"), smallestPictureZoom, 240,
                    storageScene, firstStorageZoom, rectInStorage, leadsInStorage},
    };
    return all;
}

} // namespace tscope
