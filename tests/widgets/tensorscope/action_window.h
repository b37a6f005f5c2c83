// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "main_window.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QDockWidget>
#include <QToolBar>
#include <QToolButton>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace tscope::test {

// The window, with what its menus and its tool bar offer by name.
class ActionWindowTest : public testing::Test
{
protected:
    ActionWindowTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    void open(const std::vector<std::string>& samples)
    {
        Document document;
        for (const auto& name : samples)
            document.tensors.push_back({name, sample(name)});
        m_window.workspace().add(document, QStringLiteral("test"));
        settle();
    }
    template <class Widget>
    Widget& child(const char* name)
    {
        auto* found = m_window.findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::runtime_error(std::string("the window has no ") + name);
        return *found;
    }
    QToolButton& button(const char* action)
    {
        auto* found = child<QToolBar>("tools").widgetForAction(&child<QAction>(action));
        if (found == nullptr)
            throw std::runtime_error(std::string("the tool bar has no ") + action);
        return *qobject_cast<QToolButton*>(found);
    }
    bool isSeen(const char* panel) { return child<QDockWidget>(panel).isVisible(); }

    MainWindow m_window{Theme::light};
};

} // namespace tscope::test
