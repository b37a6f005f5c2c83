// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/build_preview.h"

#include "facts/wording.h"
#include "jobs/jobs.h"
#include "views/scene_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostShown = 64; // of the tensors that are made at once
constexpr std::size_t mostNotes = 6;

// Text that wraps and never asks for more width than there is.
QLabel* wrappedLabel(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

void setInk(QLabel* label, const QColor& color)
{
    auto palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
}

} // namespace

BuildPreview::BuildPreview(Jobs& jobs, Theme theme, QWidget* parent)
    : QWidget(parent), m_jobs(jobs), m_palette(Palette::of(theme)), m_workspace(jobs),
      m_selection(m_workspace, jobs)
{
    m_choice = new QComboBox;
    m_choice->setObjectName(QStringLiteral("which tensor"));
    m_choice->setAccessibleName(tr("Which of the tensors is shown"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_verdict = wrappedLabel("verdict");
    m_summary = wrappedLabel("summary");
    m_notes = wrappedLabel("notes");
    m_error = wrappedLabel("error");
    setInk(m_error, m_palette[Ink::error]);
    m_goTo = new QPushButton;
    m_goTo->setObjectName(QStringLiteral("go to error"));
    m_goTo->setAutoDefault(false);
    m_cancel = new QPushButton(tr("Stop"));
    m_cancel->setObjectName(QStringLiteral("stop making"));
    m_cancel->setAutoDefault(false);
    m_cancel->hide();

    m_views = new QSplitter(Qt::Vertical);
    m_views->setChildrenCollapsible(false);
    for (const auto& spec : pictures().first(2)) {
        auto* view = new SceneView(spec, m_workspace, m_selection, jobs, theme);
        connect(&m_workspace, &Workspace::currentChanged, view, &SceneView::lookAt);
        m_views->addWidget(view);
    }
    m_views->setStretchFactor(0, 3);
    m_views->setStretchFactor(1, 2);

    auto* goToRow = new QHBoxLayout;
    goToRow->addWidget(m_goTo);
    goToRow->addWidget(m_cancel);
    goToRow->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_choice);
    layout->addWidget(m_verdict);
    layout->addWidget(m_summary);
    layout->addWidget(m_error);
    layout->addLayout(goToRow);
    layout->addWidget(m_views, 1);
    layout->addWidget(m_notes);

    connect(m_choice, &QComboBox::currentIndexChanged, this,
            [this] { m_workspace.setCurrent(m_choice->currentData().toInt()); });
    m_tick.setInterval(300); // what is made sooner needs no word
    connect(&m_tick, &QTimer::timeout, this, &BuildPreview::tellProgress);
    connect(m_cancel, &QPushButton::clicked, this,
            [this] { refuse(stillMissing(tr("It was stopped. Any change makes it anew."))); });
    connect(m_goTo, &QPushButton::clicked, this, [this] { Q_EMIT placeAsked(m_where); });
    connect(&m_workspace, &Workspace::currentChanged, this, &BuildPreview::summarise);
    connect(&m_workspace, &Workspace::subjectChanged, this, &BuildPreview::summarise);
    connect(&m_workspace, &Workspace::reportChanged, this, &BuildPreview::showVerdict);
    refuse(stillMissing(tr("Nothing to show yet.")));
}

BuildPreview::~BuildPreview()
{
    stop();
    delete m_views; // the views refer to the workspace
}

void BuildPreview::make(const BuildPage::Maker& maker)
{
    m_done = std::make_shared<std::atomic<double>>(0);
    m_jobs.start(
        this, QStringLiteral("make"),
        [maker, done = m_done](const Watch& watch) {
            return maker({watch.stop, [done](double part) { *done = part; }});
        },
        [this](const Result<Made>& result) { take(result); });
    m_tick.start();
    expectOther();
}

void BuildPreview::tellProgress()
{
    m_verdict->setText(tr("It is still being made: %1 %").arg(static_cast<int>(*m_done * 100)));
    m_cancel->show();
}

void BuildPreview::expectOther()
{
    m_obstacle = tr("It is still being made.");
    // What is said of the last one is not said of this one.
    m_isBeingMade = true;
    m_verdict->setText(m_obstacle);
    setInk(m_verdict, m_palette[Ink::faintText]);
    m_jobs.stop(this, QStringLiteral("summary"));
    m_summary->clear();
    m_notes->clear();
    m_verdict->show();
    m_error->clear();
    m_error->hide();
    m_goTo->hide();
    Q_EMIT changed();
}

void BuildPreview::stop()
{
    m_tick.stop();
    m_cancel->hide();
    m_jobs.stop(this, QStringLiteral("make"));
    m_jobs.stop(this, QStringLiteral("summary"));
}

void BuildPreview::refuse(const Error& error)
{
    m_jobs.stop(this, QStringLiteral("make"));
    take(error);
}

void BuildPreview::take(const Result<Made>& result)
{
    m_tick.stop();
    m_cancel->hide();
    m_isBeingMade = false;
    m_made = result ? *result : Made();
    if (result && m_made.document.tensors.empty())
        return take(invalidArgument(tr("This makes no tensor at all.").toStdString()));

    const QSignalBlocker quiet(m_choice);
    m_workspace.clear();
    m_choice->clear();
    const auto& tensors = m_made.document.tensors;
    for (std::size_t i = 0; i < std::min(tensors.size(), mostShown); ++i) {
        const auto name = shownName(QString::fromStdString(titleOf(tensors[i].name)));
        m_choice->addItem(name, m_workspace.add(tensors[i].tensor, name, {}));
    }
    if (tensors.size() > mostShown)
        m_choice->addItem(tr("(%n more)", nullptr, static_cast<int>(tensors.size() - mostShown)),
                          m_workspace.subjects().front().id);
    m_choice->setVisible(tensors.size() > 1);

    auto notes = m_made.notes;
    notes.insert(notes.end(), m_made.document.warnings.begin(), m_made.document.warnings.end());
    QString text;
    for (std::size_t i = 0; i < std::min(notes.size(), mostNotes); ++i)
        text += (i == 0 ? QString() : QStringLiteral("\n")) + QString::fromStdString(notes[i]);
    if (notes.size() > mostNotes)
        text += QLatin1Char('\n') + tr("and %n more", nullptr, static_cast<int>(notes.size() - mostNotes));
    m_notes->setText(text);
    m_notes->setVisible(!text.isEmpty());

    m_verdict->setVisible(bool(result));
    m_summary->setVisible(bool(result));
    m_error->setVisible(!result);
    m_obstacle = result ? QString() : QString::fromStdString(result.error().text);
    m_where = result ? QString() : QString::fromStdString(result.error().where);
    const bool isHint = !result && result.error().reason == stillMissing({}).reason;
    setInk(m_error, m_palette[isHint ? Ink::faintText : Ink::error]);
    m_error->setText(m_where.isEmpty() ? m_obstacle : m_where + QStringLiteral(": ") + m_obstacle);
    m_goTo->setText(tr("Go to %1").arg(m_where));
    m_goTo->setVisible(!m_where.isEmpty());
    if (result) {
        m_workspace.setCurrent(m_workspace.subjects().front().id);
        Q_EMIT made(m_made);
    }
    Q_EMIT changed();
}

void BuildPreview::summarise()
{
    if (m_isBeingMade)
        return;
    showVerdict();
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return m_summary->clear();
    m_jobs.start(
        this, QStringLiteral("summary"),
        [tensor = subject->tensor](const Watch&) { return summaryOf(info(*tensor)); },
        [this](const std::string& text) { m_summary->setText(QString::fromStdString(text)); });
}

void BuildPreview::showVerdict()
{
    if (m_isBeingMade)
        return;
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return m_verdict->clear();
    if (!subject->report) {
        m_verdict->setText(tr("being checked"));
        return setInk(m_verdict, m_palette[Ink::faintText]);
    }
    const auto& report = *subject->report;
    m_verdict->setText(QString::fromUtf8(report.valid ? "\u2713 " : "\u25b2 ") +
                       QString::fromStdString(verdictText(report)));
    setInk(m_verdict, m_palette[report.valid ? Ink::good : Ink::error]);
}

} // namespace tscope
