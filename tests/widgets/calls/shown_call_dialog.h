// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "literals/json_tensor.h"
#include "widgets/support/desk.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

#include <memory>
#include <stdexcept>
#include <string>

namespace tscope::test {

// A dialog of conversions or operations, at a desk of its own.
template <class Dialog>
struct ShownCallDialog {
    Desk desk;
    std::unique_ptr<Dialog> dialog;

    explicit ShownCallDialog(const std::vector<std::pair<std::string, Tensor>>& open)
    {
        SubjectId first = 0;
        for (const auto& [name, tensor] : open)
            if (const auto id = desk.show(tensor, name.c_str()); first == 0)
                first = id;
        desk.workspace.setCurrent(first);
        dialog =
            std::make_unique<Dialog>(desk.workspace, desk.jobs, desk.calls, desk.selection.cover(), Theme::light);
        dialog->show();
        settle(desk.jobs);
    }

    template <class Widget>
    Widget& child(const char* name)
    {
        auto* found = dialog->template findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::runtime_error(std::string("the dialog has no ") + name);
        return *found;
    }
    void type(const char* field, const char* text)
    {
        auto& line = child<QLineEdit>(field);
        QTest::keyClick(&line, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(&line, Qt::Key_Delete);
        QTest::keyClicks(&line, QString::fromLatin1(text));
        settle(desk.jobs);
    }
    // With the keyboard, as the list is long.
    void choose(const char* field, const char* text)
    {
        auto& box = child<QComboBox>(field);
        box.setFocus();
        QTest::keyClick(&box, Qt::Key_Home);
        while (!box.currentText().startsWith(QString::fromLatin1(text))) {
            const auto before = box.currentIndex();
            QTest::keyClick(&box, Qt::Key_Down);
            if (box.currentIndex() == before)
                throw std::runtime_error(std::string(field) + " does not offer " + text);
        }
        settle(desk.jobs);
    }
    std::string told() { return child<QPlainTextEdit>("told").toPlainText().toStdString(); }
    std::string state() { return child<QLabel>("state").text().toStdString(); }
    QPushButton& call() { return child<QPushButton>("call"); }
    // The tensor that is current after the button was pressed.
    const Tensor& made()
    {
        const auto before = desk.workspace.subjects().size();
        QTest::mouseClick(&call(), Qt::LeftButton);
        settle(desk.jobs);
        if (desk.workspace.subjects().size() != before + 1)
            throw std::runtime_error("nothing was made: " + state());
        return *desk.workspace.currentSubject()->tensor;
    }
};

inline std::string jsonText(const Tensor& tensor)
{
    const auto text = writeJsonTensors({{{"", tensor}}, {}});
    return text ? *text : text.error().text;
}

} // namespace tscope::test
