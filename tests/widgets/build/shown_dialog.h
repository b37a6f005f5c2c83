// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "build/build_dialog.h"
#include "literals/json_tensor.h"
#include "widgets/support/desk.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <memory>
#include <stdexcept>
#include <string>

namespace tscope::test {

// The dialog on one of its pages, at a desk of its own.
struct ShownDialog {
    Desk desk;
    std::unique_ptr<BuildDialog> dialog;

    explicit ShownDialog(const char* page, const std::vector<Tensor>& open = {})
    {
        for (std::size_t i = 0; i < open.size(); ++i)
            desk.show(open[i], ("t" + std::to_string(i)).c_str());
        dialog = std::make_unique<BuildDialog>(desk.workspace, desk.jobs, desk.selection.cover(), Theme::light);
        dialog->openPage(page);
        dialog->resize(1000, 640);
        dialog->show();
        settle(desk.jobs);
    }

    // Of the open page first: pages have fields of one name.
    template <class Widget>
    Widget& child(const char* name)
    {
        Widget* hidden = nullptr;
        for (auto* found : dialog->findChildren<Widget*>(QString::fromLatin1(name))) {
            if (found->isVisible())
                return *found;
            hidden = found;
        }
        if (hidden == nullptr)
            throw std::runtime_error(std::string("the dialog has no ") + name);
        return *hidden;
    }

    void type(QWidget& field, const char* text)
    {
        QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(&field, QString::fromLatin1(text));
        settle(desk.jobs);
    }
    void click(QWidget& widget)
    {
        QTest::mouseClick(&widget, Qt::LeftButton);
        settle(desk.jobs);
    }
    void press(QWidget& widget, Qt::Key key)
    {
        QTest::keyClick(&widget, key);
        settle(desk.jobs);
    }

    std::string label(const char* name)
    {
        auto& shown = child<QLabel>(name);
        return shown.isVisible() ? shown.text().toStdString() : std::string();
    }
    QPushButton& add() { return child<QPushButton>("add"); }
    // The tensor that is current after the button was pressed.
    const Tensor& added()
    {
        const auto before = desk.workspace.subjects().size();
        click(add());
        if (desk.workspace.subjects().size() != before + 1)
            throw std::runtime_error("nothing was added");
        return *desk.workspace.currentSubject()->tensor;
    }
};

inline std::string written(const Tensor& tensor)
{
    const auto text = writeJsonTensors({{{"", tensor}}, {}});
    return text ? *text : text.error().text;
}

} // namespace tscope::test
