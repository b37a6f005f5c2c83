// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/arrays_page.h"
#include "build/fault_page.h"
#include "build/generate_page.h"
#include "build/paste_page.h"
#include "build/transform_page.h"

#include <QCoreApplication>

#include <array>

namespace tscope {

std::span<const BuildPageSpec> buildPages()
{
    static constexpr std::array all{
        BuildPageSpec{"paste", QT_TRANSLATE_NOOP("tscope::BuildPageSpec", "&Paste"), makePastePage},
        BuildPageSpec{"generate", QT_TRANSLATE_NOOP("tscope::BuildPageSpec", "&Generate"), makeGeneratePage},
        BuildPageSpec{"arrays", QT_TRANSLATE_NOOP("tscope::BuildPageSpec", "A&rrays"), makeArraysPage},
        BuildPageSpec{"transform", QT_TRANSLATE_NOOP("tscope::BuildPageSpec", "&Transform"), makeTransformPage},
        BuildPageSpec{"fault", QT_TRANSLATE_NOOP("tscope::BuildPageSpec", "&Fault"), makeFaultPage},
    };
    return all;
}

} // namespace tscope
