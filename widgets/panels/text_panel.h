// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;
class QPlainTextEdit;

namespace tscope {

// A panel of text that is read, not written, and made by jobs. While nobody sees it nothing is made.
class TextPanel : public QWidget
{
public:
    // The text field is found as `name`, and read out as `title`.
    TextPanel(const QString& name, const QString& title, const QString& placeholder = {});

protected:
    virtual void refresh() = 0; // asks for the text anew
    void refreshWhenSeen();     // now, or when the panel is shown
    void setText(const std::string& text);
    QBoxLayout& box() { return *m_box; } // above the text there is room for more

    void showEvent(QShowEvent* event) override;

private:
    QBoxLayout* m_box;
    QPlainTextEdit* m_text;
    bool m_isStale = true;
};

} // namespace tscope
