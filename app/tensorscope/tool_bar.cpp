// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bar, and the icons of its actions.
#include "main_window.h"

#include "style/line_icon.h"

#include <QAction>
#include <QToolBar>
#include <QToolButton>

#include <array>
#include <utility>

namespace tscope {

void MainWindow::makeToolBar()
{
    for (const auto& [id, icon] :
         {std::pair{"open", "open"}, std::pair{"save", "save"}, std::pair{"undo", "undo"},
          std::pair{"redo", "redo"}, std::pair{"transpose", "transpose"}, std::pair{"repair", "repair"},
          std::pair{"compare", "compare"}, std::pair{"time", "time"}, std::pair{"lessons", "learn"},
          std::pair{"palette", "commands"}})
        action(id)->setIcon(lineIcon(QLatin1String(icon)));
    action("save")->setIconText(tr("Save"));

    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    constexpr int side = 18;
    bar->setIconSize({side, side});
    const auto add = [&](std::initializer_list<const char*> ids) {
        if (!bar->actions().isEmpty())
            bar->addSeparator();
        for (const auto* id : ids)
            bar->addAction(action(id));
    };
    add({"open", "save", "build"});
    add({"undo", "redo"});
    add({"transpose", "conversions", "repair"});
    add({"compare", "time", "lessons"});
    add({"palette"});
    // Menus: an icon of their actions would stand in the menu bar instead of their names.
    for (const auto& [id, icon] : {std::pair{"build", "build"}, std::pair{"conversions", "convert"}}) {
        auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action(id)));
        button->setPopupMode(QToolButton::InstantPopup);
        const auto draw = [button, drawing = lineIcon(QLatin1String(icon))] { button->setIcon(drawing); };
        draw();
        connect(action(id), &QAction::changed, button, draw); // which takes the icon of the action
    }
}

} // namespace tscope
