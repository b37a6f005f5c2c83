// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas_pane.h"

#include "style/glossary.h"
#include "views/colour_choice.h"
#include "views/dim_bar.h"
#include "views/subject_choice.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

// A view under its title.
QWidget* titled(SceneView* view, QWidget* above)
{
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* title = new QLabel(view->accessibleName());
    title->setContentsMargins(8, 3, 8, 3);
    title->setBuddy(view);
    title->setToolTip(meaningOf(view->spec().id));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 4, 0);
    row->addWidget(title, 1);
    if (view->spec().hasColouring)
        row->addWidget(new ColourChoice(*view));
    layout->addLayout(row);
    if (above != nullptr)
        layout->addWidget(above);
    layout->addWidget(view, 1);
    return box;
}

// How long a part of a splitter should be: from where its numbers can be read to where it would grow no further.
struct Need {
    double least = 0, most = 0;
    double whenTooLong = 0.45; // the share of what has no room in any case
};

// Divides the length of a splitter: each part gets its least, and a share of the rest by how much more it can use.
void share(QSplitter& splitter, std::vector<Need> needs)
{
    const double whole = splitter.orientation() == Qt::Vertical ? splitter.height() : splitter.width();
    double leasts = 0, rests = 0;
    for (auto& need : needs) {
        // A part that is scrolled in any case leaves more to the others.
        constexpr double mostOfWhole = 0.67;
        if (need.least > whole * mostOfWhole)
            need.least = whole * need.whenTooLong;
        need.most = std::clamp(need.most, need.least, std::max(need.least, whole));
        leasts += need.least;
        rests += need.most - need.least;
    }
    if (leasts <= 0)
        return;
    const auto left = whole - leasts;
    QList<int> sizes;
    for (const auto& need : needs)
        sizes << static_cast<int>(left > 0 && rests > 0 ? need.least + left * (need.most - need.least) / rests
                                                        : whole * need.least / leasts);
    splitter.setSizes(sizes);
}

} // namespace

CanvasPane::CanvasPane(Workspace& workspace, Selection& selection, Jobs& jobs, Theme theme, QWidget* parent)
    : QWidget(parent), m_header(makeHeader(workspace))
{
    setObjectName(QStringLiteral("pane"));
    for (const auto& spec : pictures()) {
        auto* view = new SceneView(spec, workspace, selection, jobs, theme);
        view->installEventFilter(this);
        view->viewport()->installEventFilter(this);
        m_boxes.push_back(titled(view, m_views.empty() ? new DimBar(*view) : nullptr));
        m_views.push_back(view);
    }
    // The last picture runs along the bottom, the others stand side by side.
    m_upper = new QSplitter(Qt::Horizontal);
    for (std::size_t i = 0; i + 1 < m_boxes.size(); ++i)
        m_upper->addWidget(m_boxes[i]);
    m_all = new QSplitter(Qt::Vertical);
    m_all->addWidget(m_upper);
    m_all->addWidget(m_boxes.back());
    m_all->setStretchFactor(0, 3);
    m_all->setStretchFactor(1, 1);
    for (auto* splitter : {m_all, m_upper})
        connect(splitter, &QSplitter::splitterMoved, this, [this] { m_isSharedByUser = true; });
    for (auto* view : m_views)
        connect(view, &SceneView::wantedRoomChanged, this, &CanvasPane::shareSpace);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_all, 1);
}

QWidget* CanvasPane::makeHeader(Workspace& workspace)
{
    m_mark = new QLabel;
    m_mark->setObjectName(QStringLiteral("pane mark"));
    m_subject = new SubjectChoice(workspace);
    m_subject->setObjectName(QStringLiteral("pane tensor"));
    m_subject->setAccessibleName(tr("Tensor in this pane"));
    m_picture = new QComboBox;
    m_picture->setObjectName(QStringLiteral("pane picture"));
    m_picture->setAccessibleName(tr("Picture in this pane"));
    m_picture->addItem(tr("All pictures"), QString());
    for (const auto& spec : pictures())
        m_picture->addItem(QCoreApplication::translate("tscope::PictureSpec", spec.title),
                           QString::fromLatin1(spec.id));
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("close pane"));
    close->setText(QStringLiteral("\u2715"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this pane"));
    close->setAccessibleName(close->toolTip());

    connect(m_subject, &QComboBox::activated, this,
            [this] { Q_EMIT subjectChosen(m_subject->currentData().toInt()); });
    connect(m_picture, &QComboBox::activated, this,
            [this] { Q_EMIT pictureChosen(m_picture->currentData().toString()); });
    connect(close, &QToolButton::clicked, this, &CanvasPane::closeAsked);
    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(8, 3, 4, 3);
    row->addWidget(m_mark);
    row->addWidget(m_subject, 1);
    row->addWidget(m_picture);
    row->addWidget(close);
    return header;
}

void CanvasPane::present(const Pane& pane, Standing standing, Qt::Orientation way, const Framings& left)
{
    m_shown = pane.subject;
    const bool isSplit = standing == Standing::active || standing == Standing::beside;
    m_header->setVisible(isSplit);
    m_mark->setText(standing == Standing::active ? QStringLiteral("\u25c6") : QStringLiteral("\u25c7"));
    m_mark->setToolTip(standing == Standing::active ? tr("The panels tell of this tensor")
                                                    : tr("Click a picture and the panels tell of this tensor"));
    m_mark->setAccessibleName(m_mark->toolTip());
    m_subject->choose(pane.subject);
    m_picture->setCurrentIndex(std::max(0, m_picture->findData(pane.picture)));
    // Half of the width is not enough for two pictures side by side.
    m_upper->setOrientation(isSplit && way == Qt::Horizontal ? Qt::Vertical : Qt::Horizontal);
    setVisible(standing != Standing::unseen);
    showPictures(m_picture->currentData().toString(), left);
}

// What nobody sees looks at nothing, and so makes no work.
void CanvasPane::showPictures(const QString& only, const Framings& left)
{
    bool isAnyAbove = false, isChanged = false;
    for (std::size_t i = 0; i < m_views.size(); ++i) {
        auto& view = *m_views[i];
        const bool isSeen = !isHidden() && (only.isEmpty() || only == QLatin1String(view.spec().id));
        isChanged = isChanged || isSeen == m_boxes[i]->isHidden() || (isSeen && view.subject() != m_shown);
        m_boxes[i]->setVisible(isSeen);
        isAnyAbove = isAnyAbove || (isSeen && i + 1 < m_views.size());
        const auto wanted = isSeen ? m_shown : 0;
        if (view.subject() == wanted)
            continue;
        view.lookAt(wanted);
        if (isSeen && i < left.size() && left[i].zoom > 0)
            view.setFraming(left[i]);
    }
    m_upper->setVisible(isAnyAbove);
    if (isChanged)
        m_roundsLeft = 2;
    shareSpace();
}

void CanvasPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_roundsLeft = 2;
}

void CanvasPane::shareSpace()
{
    const auto isAwaited = [](const SceneView* view) {
        return view->isVisible() && view->wantedRoom().legible.isEmpty();
    };
    if (m_isSharedByUser || m_roundsLeft == 0 || std::ranges::any_of(m_views, isAwaited))
        return;
    --m_roundsLeft;
    const auto needOf = [this](std::size_t i, Qt::Orientation way) -> Need {
        const auto& [legible, filledHeight] = m_views[i]->wantedRoom();
        if (m_boxes[i]->isHidden())
            return {};
        constexpr double mostEnlarged = 4;
        // A map shows more where it is larger; a strip that is scrolled shows hardly more.
        constexpr double ofMap = 0.6, ofStrips = 0.34;
        if (way == Qt::Horizontal)
            return {legible.width(), legible.width() * mostEnlarged,
                    m_views[i]->spec().leadsTo == nullptr ? ofMap : ofStrips};
        constexpr int rounding = 4;
        // Title, choice of dims.
        const double besides = m_boxes[i]->height() - m_views[i]->viewport()->height() + rounding;
        return {legible.height() + besides, filledHeight + besides};
    };
    const auto way = m_upper->orientation();
    std::vector<Need> upper;
    Need above;
    for (std::size_t i = 0; i + 1 < m_views.size(); ++i) {
        upper.push_back(needOf(i, way));
        const auto height = needOf(i, Qt::Vertical);
        above = way == Qt::Vertical ? Need{above.least + height.least, above.most + height.most}
                                    : Need{std::max(above.least, height.least), std::max(above.most, height.most)};
    }
    share(*m_upper, upper);
    share(*m_all, {above, needOf(m_views.size() - 1, Qt::Vertical)});
}

void CanvasPane::keepInto(Framings& framings) const
{
    framings.resize(m_views.size());
    for (std::size_t i = 0; i < m_views.size(); ++i)
        if (const auto framing = m_views[i]->framing(); m_views[i]->subject() != 0 && framing.zoom > 0)
            framings[i] = framing;
}

bool CanvasPane::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::MouseButtonPress)
        Q_EMIT entered(); // before the view takes the event: what it does is about its own tensor
    return QWidget::eventFilter(watched, event);
}

} // namespace tscope
