// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas_pane.h"

#include "selection/selection.h"
#include "style/glossary.h"
#include "views/colour_choice.h"
#include "views/dim_bar.h"
#include "views/space_shares.h"
#include "views/subject_choice.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

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

void setLengths(QSplitter& splitter, std::span<const double> lengths)
{
    if (std::ranges::all_of(lengths, [](double length) { return length <= 0; }))
        return;
    QList<int> sizes;
    for (const auto length : lengths)
        sizes << static_cast<int>(length);
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
        connect(view, &SceneView::viewAsked, this, &CanvasPane::viewAsked);
        connect(view, &SceneView::exportAsked, this, &CanvasPane::exportAsked);
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
    for (auto* view : m_views) {
        connect(view, &SceneView::wantedRoomChanged, this, &CanvasPane::shareSpace);
        for (auto* other : m_views) // one choice, for all pictures of a tensor
            connect(view, &SceneView::colouringChanged, other, &SceneView::setColouring);
    }
    connect(&selection.cover(), &Cover::changed, this, &CanvasPane::shareAnew); // covered pictures need less
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
        shareAnew();
    shareSpace();
}

// The first share changes the sizes of the views, after which each says anew what it has use for.
void CanvasPane::shareAnew()
{
    m_roundsLeft = 1 + 2 * static_cast<int>(m_views.size());
}

void CanvasPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    shareAnew();
    shareSpace(); // pictures that want the same as before do not tell so again
}

void CanvasPane::shareSpace()
{
    const auto isAwaited = [](const SceneView* view) {
        return view->isVisible() && view->wantedRoom().legible.isEmpty();
    };
    if (m_isSharedByUser || m_roundsLeft == 0 || std::ranges::any_of(m_views, isAwaited))
        return;
    --m_roundsLeft;
    const auto needOf = [this](std::size_t i, Qt::Orientation way) -> SpaceNeed {
        const auto& [legible, filledHeight] = m_views[i]->wantedRoom();
        if (m_boxes[i]->isHidden())
            return {};
        constexpr double mostEnlarged = 4;
        // A map shows more where it is larger; a strip that is scrolled shows hardly more.
        constexpr double ofMap = 0.6, ofStrips = 0.34;
        const bool isScrolled = m_views[i]->spec().leadsTo != nullptr;
        if (way == Qt::Horizontal) {
            constexpr int charactersOfHeading = 30; // which even an empty strip has
            const double least = std::max<double>(
                legible.width(), isScrolled ? charactersOfHeading * fontMetrics().averageCharWidth() : 0);
            return {least, least * mostEnlarged, isScrolled ? ofStrips : ofMap, isScrolled};
        }
        constexpr int rounding = 4;
        // Title, choice of dims.
        const double besides = m_boxes[i]->height() - m_views[i]->viewport()->height() + rounding;
        return {legible.height() + besides, filledHeight + besides, SpaceNeed().whenTooLong, isScrolled};
    };
    std::vector<SpaceNeed> heights;
    for (std::size_t i = 0; i < m_views.size(); ++i)
        heights.push_back(needOf(i, Qt::Vertical));
    const double height = m_all->height();
    if (m_upper->orientation() == Qt::Vertical) {
        giveWay(height, heights);
        const auto lengths = divided(height, heights);
        const std::span upper(lengths.data(), lengths.size() - 1);
        const std::array rows{std::accumulate(upper.begin(), upper.end(), 0.0), lengths.back()};
        setLengths(*m_all, rows);
        setLengths(*m_upper, upper);
        return;
    }
    std::vector<SpaceNeed> widths;
    for (std::size_t i = 0; i + 1 < m_views.size(); ++i)
        widths.push_back(needOf(i, Qt::Horizontal));
    setLengths(*m_upper, divided(m_upper->width(), widths));
    // Strips in the upper row are as high as they like where the lower row leaves that, or else as the map is.
    std::array rows{SpaceNeed(), heights.back()};
    double leastOfStrips = 0;
    for (const auto& need : std::span(heights).first(heights.size() - 1)) {
        auto& least = need.isScrolled ? leastOfStrips : rows[0].least;
        least = std::max(least, need.least);
        rows[0].most = std::max(rows[0].most, need.most);
    }
    giveWay(height, rows);
    rows[0].least = std::max(rows[0].least, std::min(leastOfStrips, height - rows[1].least));
    setLengths(*m_all, divided(height, rows));
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
