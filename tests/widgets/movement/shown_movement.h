// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "movement/movement_dialog.h"
#include "movement/movement_view.h"
#include "widgets/support/desk.h"
#include "widgets/support/settle.h"

#include <QCheckBox>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tscope::test {

// The movement window, with motion.
class ShownMovement : public testing::Test
{
protected:
    ShownMovement() : m_dialog(m_desk.workspace, m_desk.jobs, m_desk.selection.cover())
    {
        m_dialog.show();
        settle(m_desk.jobs);
        child<QCheckBox>("movement still").setChecked(false);
    }

    template <class Widget>
    Widget& child(const char* name)
    {
        auto* found = m_dialog.findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::runtime_error(std::string("the dialog has no ") + name);
        return *found;
    }
    MovementView& view() { return child<MovementView>("movement"); }

    Desk m_desk;
    MovementDialog m_dialog;
};

} // namespace tscope::test
