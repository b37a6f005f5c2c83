// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/headline_bar.h"

#include "build/words.h"
#include "calls/calls.h"
#include "layouts/registry.h"
#include "ops/padded.h"
#include "panels/reading_table.h"
#include "timing/forms.h"
#include "timings/measure_page.h"
#include "timings/timings.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr int answerLines = 5; // that are seen at once

QLabel* answerLabel(const char* name)
{
    auto* label = wrappedLabel(name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

HeadlineBar::HeadlineBar(Workspace& workspace, Calls& calls, Timings& timings, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_calls(calls), m_timings(timings),
      m_overview(answerLabel("timing overview")), m_text(answerLabel("timing headline")),
      m_why(answerLabel("timing reasons")), m_trust(answerLabel("timing trust"))
{
    auto bold = font();
    bold.setBold(true);
    m_text->setFont(bold);
    m_text->setToolTip(
        tr("The numbers in brackets are 95 % intervals. For a speed-up the two forms are compared round by round, "
           "so what slows both alike does not count; the table shows the interval of each time alone."));
    m_trust->setToolTip(
        tr("Each time is measured in several rounds. Verdicts compare forms within each round; the "
           "more their ratio differs from round to round, the less can be decided."));
    m_ask = new QPushButton(tr("Why?"));
    m_ask->setObjectName(QStringLiteral("why the best"));
    m_ask->setAccessibleName(tr("Why is that the best layout?"));
    m_ask->setToolTip(tr("The bytes that are moved, the rate, how near that is to the limit of this machine, and "
                         "the zeros and padding that are stored"));
    m_ask->setCheckable(true);
    m_convert = new QPushButton;
    m_convert->setObjectName(QStringLiteral("convert to best"));
    m_longer = new QPushButton(tr("Measure longer"));
    m_longer->setObjectName(QStringLiteral("measure longer"));
    // As wide as the usual forms need, so that the column is as wide for each of them.
    m_convert->setText(tr("Convert to %1").arg(QStringLiteral("bsr 16x16")));
    m_convert->setMinimumWidth(m_convert->sizeHint().width());
    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(2);
    for (auto* button : {m_ask, m_convert, m_longer}) {
        auto policy = button->sizePolicy();
        policy.setRetainSizeWhenHidden(true);
        button->setSizePolicy(policy);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 2, 0, 2);
    layout->addWidget(makeTexts(), 1, Qt::AlignTop);
    layout->addLayout(buttons);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_ask, &QPushButton::toggled, this, &HeadlineBar::showWhy);
    connect(m_ask, &QPushButton::clicked, this, &HeadlineBar::turnToWhy);
    connect(m_convert, &QPushButton::clicked, this, &HeadlineBar::convert);
    connect(m_longer, &QPushButton::clicked, this, &HeadlineBar::measureLonger);
    connect(&m_workspace, &Workspace::currentChanged, this, &HeadlineBar::enableButtons);
    connect(&m_workspace, &Workspace::subjectChanged, this, &HeadlineBar::enableButtons);
    connect(&m_workspace, &Workspace::subjectsAdded, this, &HeadlineBar::enableButtons);
    connect(&m_workspace, &Workspace::subjectsRemoved, this, &HeadlineBar::enableButtons);
    connect(&m_calls, &Calls::runningChanged, this, &HeadlineBar::enableButtons);
    connect(&m_timings, &Timings::runningChanged, this, &HeadlineBar::enableButtons);
    setAnswer({});
}

QWidget* HeadlineBar::makeTexts()
{
    auto* all = new QWidget;
    auto* lines = new QVBoxLayout(all);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0); // lines of all labels are at multiples of the height of a line
    for (auto* label : {m_text, m_trust, m_why, m_overview})
        lines->addWidget(label);
    lines->addStretch();
    m_texts = new QScrollArea;
    m_texts->setObjectName(QStringLiteral("timing answer"));
    m_texts->setAccessibleName(tr("Answer of the session")); // for those who come to it by keys, to scroll it
    m_texts->setWidget(all);
    m_texts->setWidgetResizable(true);
    m_texts->setFrameShape(QFrame::NoFrame);
    m_texts->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    all->setAutoFillBackground(false);
    m_texts->viewport()->setAutoFillBackground(false);
    m_texts->setFixedHeight(usualHeight());
    m_rest = new QTimer(this);
    m_rest->setSingleShot(true);
    m_rest->setInterval(120);
    auto* bar = m_texts->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, m_rest, qOverload<>(&QTimer::start));
    connect(bar, &QScrollBar::sliderReleased, m_rest, qOverload<>(&QTimer::start));
    connect(m_rest, &QTimer::timeout, this, &HeadlineBar::scrollToWholeLine);
    return m_texts;
}

// Only once scrolling has ended: a touchpad scrolls by less than half a line at a time.
void HeadlineBar::scrollToWholeLine()
{
    auto* bar = m_texts->verticalScrollBar();
    const auto line = lineHeight();
    if (!bar->isSliderDown() && bar->value() < bar->maximum())
        bar->setValue((bar->value() + line / 2) / line * line);
}

void HeadlineBar::setAnswer(TimedAnswer answer)
{
    if (answer.tensor != m_answer.tensor || answer.op != m_answer.op)
        m_texts->verticalScrollBar()->setValue(0);
    m_answer = std::move(answer);
    for (const auto& [label, text] :
         {std::pair(m_overview, m_answer.overview), std::pair(m_trust, m_answer.trust)}) {
        if (label->text() != text)
            label->setText(text);
        label->setVisible(!text.isEmpty());
    }
    showWhy();
    m_convert->setVisible(m_answer.best.has_value());
    m_convert->setText(tr("Convert to %1").arg(m_answer.bestTitle));
    m_longer->setVisible(m_answer.isWorthLonger);
    enableButtons();
}

// The reasons may begin below the lines that are seen. The line on the noise above them stays in view.
void HeadlineBar::turnToWhy()
{
    QTimer::singleShot(0, this, [this] { // the texts are laid out first
        const auto first = m_trust->isVisible() ? m_trust->y() : m_why->y();
        const auto least = m_why->y() + lineHeight() - m_texts->viewport()->height();
        m_texts->verticalScrollBar()->setValue(m_why->isVisible() ? std::max(first, least) : 0);
    });
}

int HeadlineBar::lineHeight() const
{
    return std::max(fontMetrics().lineSpacing(), m_text->fontMetrics().lineSpacing());
}

int HeadlineBar::usualHeight() const
{
    return answerLines * lineHeight();
}

void HeadlineBar::fitHeight()
{
    auto height = usualHeight();
    const auto* views = parentWidget(); // where they are higher than what is seen of them, they are scrolled
    const auto* seen = views != nullptr ? views->parentWidget() : nullptr;
    if (seen != nullptr && !m_why->isHidden()) {
        const auto wanted = m_texts->widget()->layout()->totalHeightForWidth(m_texts->viewport()->width());
        height = std::max(height, std::min(wanted, seen->height() / 2));
    }
    height -= height % lineHeight(); // no line is seen in part
    m_texts->verticalScrollBar()->setSingleStep(lineHeight());
    if (m_texts->minimumHeight() != height)
        m_texts->setFixedHeight(height);
}

void HeadlineBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

void HeadlineBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_texts != nullptr)
        fitHeight();
}

void HeadlineBar::showWhy()
{
    if (m_why->text() != m_answer.why)
        m_why->setText(m_answer.why);
    m_ask->setVisible(!m_answer.why.isEmpty());
    m_why->setVisible(m_ask->isChecked() && !m_answer.why.isEmpty());
    fitHeight();
}

// The current tensor is converted or measured: it has to be the one that was measured, and not to have that form
// already.
void HeadlineBar::enableButtons()
{
    const auto* subject = measuredSubject(m_workspace, m_answer.tensor);
    const bool isMeasured = subject != nullptr;
    const bool isConverted = isMeasured && m_answer.best && subject->tensor->layout != nullptr &&
                             timing::variantOf(*subject->tensor) == *m_answer.best;
    // An answer about another tensor than the current one begins with the name of that tensor; in a session of
    // several it does so anyway.
    const auto name = shownName(QString::fromStdString(m_answer.tensor));
    const auto text = isMeasured || name.isEmpty() || m_answer.text.startsWith(name)
                          ? m_answer.text
                          : tr("%1: %2").arg(name, m_answer.text);
    if (m_text->text() != text) // else what is selected stays selected
        m_text->setText(text);
    m_convert->setEnabled(m_answer.best && isMeasured && !isConverted && !m_calls.isRunning());
    m_convert->setToolTip(!isMeasured           ? whyNotCurrent()
                          : isConverted         ? tr("The tensor has this form already")
                          : m_calls.isRunning() ? tr("An operation is running")
                                                : tr("Makes a tensor in this form, as a step that can be undone"));
    m_longer->setEnabled(isMeasured && m_timings.shown() != nullptr && !m_timings.isRunning());
    m_longer->setToolTip(isMeasured ? tr("Measures %1 once more, with %2 ms for each form")
                                          .arg(qt(m_answer.op))
                                          .arg(m_timings.longerBudget().count())
                                    : whyNotCurrent());
}

// Why the buttons are grey while another tensor is selected.
QString HeadlineBar::whyNotCurrent() const
{
    const auto name = shownName(QString::fromStdString(m_answer.tensor));
    if (name.isEmpty())
        return whyNotMeasured();
    const auto title = QString::fromStdString(m_answer.tensor);
    const bool isOpen =
        std::ranges::any_of(m_workspace.subjects(), [&](const auto& subject) { return subject.title() == title; });
    return isOpen ? tr("This answer is about %1, and another tensor is selected. Select %1 first.").arg(name)
                  : tr("This answer is about %1, which is not open.").arg(name);
}

void HeadlineBar::measureLonger()
{
    const auto* subject = measuredSubject(m_workspace, m_answer.tensor);
    if (subject != nullptr && m_timings.shown() != nullptr && !m_timings.isRunning())
        m_timings.measureLonger(*subject, m_answer.op);
}

void HeadlineBar::convert()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !m_answer.best || m_calls.isRunning())
        return;
    const auto& form = *m_answer.best;
    if (form.isPadded)
        return m_calls.run(toPaddedOp(), {{subject->title(), subject->tensor, subject->id}},
                           *parseParams(toPaddedOp().params, {}));
    const auto given = timing::variantOf(*subject->tensor);
    ConvertRequest request;
    request.layout = layoutNamed(form.layout);
    if (request.layout == nullptr) // of a session of another program
        return;
    if (isBlocked(*request.layout))
        request.block = form.block;
    if (form.dtype != given.dtype)
        request.dtype = DType::parse(form.dtype);
    if (!form.indexDType.empty())
        request.indexDType = DType::parse(form.indexDType);
    m_calls.convert(*subject, request);
}

} // namespace tscope
