// SPDX-License-Identifier: Apache-2.0
#include "layouts/registry.h"

#include "layouts/compressed/compressed.h"
#include "layouts/coo/coo.h"
#include "layouts/jagged/jagged.h"
#include "layouts/nested/nested.h"
#include "layouts/strided/strided.h"

#include <algorithm>
#include <mutex>

namespace tscope {

namespace {

std::mutex g_mutex;

std::vector<const Layout*>& registered()
{
    // One line adds a layout.
    static std::vector<const Layout*> all{
        &stridedLayout(), &cooLayout(), &csrLayout(),    &cscLayout(),
        &bsrLayout(),     &bscLayout(), &nestedLayout(), &jaggedLayout(),
    };
    return all;
}

} // namespace

std::vector<const Layout*> layouts()
{
    const std::lock_guard lock(g_mutex);
    return registered();
}

std::string layoutNames()
{
    std::string names;
    for (const auto* layout : layouts())
        names.append(names.empty() ? "" : " ").append(layout->name);
    return names;
}

const Layout* layoutNamed(std::string_view name)
{
    const std::lock_guard lock(g_mutex);
    for (const auto* layout : registered())
        if (layout->name == name || std::ranges::find(layout->otherNames, name) != layout->otherNames.end())
            return layout;
    return nullptr;
}

void registerLayout(const Layout& layout)
{
    const std::lock_guard lock(g_mutex);
    registered().push_back(&layout);
}

} // namespace tscope
