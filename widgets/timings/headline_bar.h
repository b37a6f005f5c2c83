// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/session.h"

#include <QWidget>

#include <optional>
#include <string>

class QLabel;
class QPushButton;
class QScrollArea;
class QTimer;

namespace tscope {

class Calls;
class Timings;
class Workspace;

// The answer of a session to one operation.
struct TimedAnswer {
    QString overview; // of all operations; empty: there is one
    QString text;     // of this one; or why there is no answer
    QString why;      // this is so: bytes, rates, limits
    QString trust;    // how far repeated rounds differ, and what the machine did meanwhile
    std::string tensor, op;
    bool isWorthLonger = false;          // undecided or noisy
    std::optional<timing::Variant> best; // worth a conversion; nothing: the present form is as good
    QString bestTitle;
};

// The answer in one or two sentences, and how far the times are to be trusted. Beside it a button that says why,
// one that converts the tensor to the best form, and one that measures longer where that may help. Each button has
// its own place, and the height does not depend on the texts, which are scrolled: a click hits what it was aimed
// at. Only while the reasons are shown, the texts take up to half of the height that is seen of the views.
class HeadlineBar : public QWidget
{
    Q_OBJECT

public:
    HeadlineBar(Workspace& workspace, Calls& calls, Timings& timings, QWidget* parent = nullptr);

    void setAnswer(TimedAnswer answer);
    void fitHeight(); // to the texts and to what is seen of the views

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void enableButtons();
    QString whyNotCurrent() const;
    QWidget* makeTexts();
    void showWhy();
    void turnToWhy();
    int lineHeight() const;
    int usualHeight() const; // of the texts
    void scrollToWholeLine();
    void convert();
    void measureLonger();

    Workspace& m_workspace;
    Calls& m_calls;
    Timings& m_timings;
    TimedAnswer m_answer;
    QLabel* m_overview;
    QLabel* m_text;
    QLabel* m_why; // hidden until it is asked for
    QLabel* m_trust;
    QScrollArea* m_texts = nullptr;
    QTimer* m_rest = nullptr; // runs out when the texts are no longer scrolled
    QPushButton* m_ask;
    QPushButton* m_convert;
    QPushButton* m_longer;
};

} // namespace tscope
