// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/session.h"

#include <QWidget>

#include <optional>
#include <string>

class QLabel;
class QPushButton;

namespace tscope {

class Calls;
class Workspace;

// The answer of a session to one operation.
struct TimedAnswer {
    QString overview; // of all operations; empty: there is one
    QString text;     // of this one; or why there is no answer
    std::string tensor;
    std::optional<timing::Variant> best; // worth a conversion; nothing: the present form is as good
    QString bestTitle;
};

// The answer in one or two sentences, and a button that converts the tensor to the best form.
class HeadlineBar : public QWidget
{
    Q_OBJECT

public:
    HeadlineBar(Workspace& workspace, Calls& calls, QWidget* parent = nullptr);

    void setAnswer(TimedAnswer answer);

private:
    void enableConvert();
    void convert();

    Workspace& m_workspace;
    Calls& m_calls;
    TimedAnswer m_answer;
    QLabel* m_overview;
    QLabel* m_text;
    QPushButton* m_convert;
};

} // namespace tscope
