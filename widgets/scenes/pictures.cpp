// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/logical_scene.h"
#include "scenes/matrix.h"
#include "scenes/members_scene.h"
#include "scenes/storage_scene.h"
#include "scenes/strips.h"

#include <QCoreApplication>

#include <array>

namespace tscope {

std::span<const PictureSpec> pictures()
{
    static constexpr std::array all{
        PictureSpec{"logical", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Logical"), true, smallestPictureZoom,
                    largestLogicalZoom, logicalScene, wholeLogicalZoom, wholeLogicalZoom, legibleLogicalZoom,
                    logicalSize, rectInLogical},
        PictureSpec{"members", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Members"), false, smallestPictureZoom,
                    largestStripZoom, membersScene, firstMembersZoom, wholeMembersZoom, legibleSlotWidth,
                    membersSize, rectInMembers, leadsInMembers},
        PictureSpec{"storage", QT_TRANSLATE_NOOP("tscope::PictureSpec", "Storage"), false, smallestPictureZoom,
                    largestStripZoom, storageScene, firstStorageZoom, wholeStorageZoom, legibleElementWidth,
                    storageSize, rectInStorage, leadsInStorage},
    };
    return all;
}

} // namespace tscope
