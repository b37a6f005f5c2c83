// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/write_flash.h"

#include "facts/related.h"
#include "facts/slot_bytes.h"
#include "jobs/jobs.h"
#include "selection/selection.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

constexpr int durationMs = 900;
constexpr std::size_t mostRuns = 1000;      // of written bytes; of more the first ones flash
constexpr std::int64_t mostFlashing = 1000; // elements

QString flashJob()
{
    return QStringLiteral("written");
}

// Elements were set, and nothing else: the same arrays over storages of the same size.
bool isWritten(const Tensor& before, const Tensor& after)
{
    return before.layout == after.layout && before.members.size() == after.members.size() &&
           std::ranges::equal(before.members, after.members, [](const Member& a, const Member& b) {
               const auto &one = a.array, &other = b.array;
               return one.geometry == other.geometry && one.dtype == other.dtype &&
                      one.storage->byteSize() == other.storage->byteSize() && one.storage->hasBytes() &&
                      other.storage->hasBytes();
           });
}

// The slots whose bytes differ, sorted by member and slot, and these bytes.
Related writtenPlaces(const Tensor& before, const Tensor& after, const Watch& watch)
{
    std::vector<Slots> written;
    std::vector<BytePlace> bytes;
    for (std::size_t m = 0; m < after.members.size(); ++m) {
        const auto& member = after.members[m];
        const auto &was = before.members[m].array.storage, &is = member.array.storage;
        if (was == is || watch.isStopped())
            continue;
        const auto runs = changedRuns(*was, *is, 1, mostRuns);
        const bool isKnown = std::ranges::find(bytes, is->id(), &BytePlace::storageId) != bytes.end();
        std::vector<Slots> own;
        for (const auto& run : runs) {
            const auto found = slotsIn(member, run, mostFlashing, watch);
            own.insert(own.end(), found.slots.begin(), found.slots.end());
            if (!isKnown) // of another member in the same storage
                bytes.push_back({is->id(), run.begin, run.end});
        }
        std::ranges::sort(own, {}, &Slots::begin);
        for (const auto& run : own)
            if (!written.empty() && written.back().member == run.member && run.begin <= written.back().end)
                written.back().end = std::max(written.back().end, run.end);
            else
                written.push_back(run);
    }
    if (written.empty())
        return {};
    auto out = related(after, std::span<const Slots>(written), mostFlashing, watch);
    out.slots = std::move(written); // without what is only read beside them
    out.bytes = std::move(bytes);
    out.ended = {};
    return out;
}

} // namespace

WriteFlash::WriteFlash(SceneView& view, Workspace& workspace, const Selection& selection, Jobs& jobs)
    : QWidget(view.viewport()), m_view(view), m_workspace(workspace), m_selection(selection), m_jobs(jobs)
{
    setObjectName(QStringLiteral("write flash"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    m_fading.setDuration(durationMs);
    m_fading.setStartValue(1.0);
    m_fading.setEndValue(0.0);
    connect(&m_fading, &QVariantAnimation::valueChanged, this, [this] {
        if (isInMotion())
            update();
    });
    connect(&m_fading, &QVariantAnimation::finished, this, &WriteFlash::end);
    connect(&view, &SceneView::sceneChanged, this, &WriteFlash::follow);
    connect(&workspace, &Workspace::subjectChanged, this, &WriteFlash::look);
    view.viewport()->installEventFilter(this);
    follow();
}

bool WriteFlash::isInMotion() const
{
    return style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
}

double WriteFlash::strength() const
{
    return !isOn() ? 0 : isInMotion() ? m_fading.currentValue().toDouble() : 1;
}

// Another tensor is looked at.
void WriteFlash::follow()
{
    update();
    if (std::exchange(m_subject, m_view.subject()) == m_view.subject())
        return;
    m_jobs.stop(this, flashJob());
    m_fading.stop();
    end();
    const auto* subject = m_workspace.find(m_subject);
    m_tensor = subject != nullptr ? subject->tensor : nullptr;
}

void WriteFlash::look(SubjectId changed)
{
    const auto* subject = changed == m_subject ? m_workspace.find(changed) : nullptr;
    if (subject == nullptr || subject->tensor == m_tensor)
        return;
    const auto before = std::exchange(m_tensor, subject->tensor);
    if (!before || !isWritten(*before, *m_tensor) ||
        m_selection.cover().isOn(m_subject)) // where it shows up may be asked
        return m_jobs.stop(this, flashJob());
    m_jobs.start(
        this, flashJob(),
        [before, after = m_tensor](const Watch& watch) {
            auto places = writtenPlaces(*before, *after, watch);
            return places.slots.empty()
                       ? nullptr
                       : std::make_shared<const LitPlaces>(Place(places.slots.front()), std::move(places));
        },
        [this](const std::shared_ptr<const LitPlaces>& places) {
            if (places)
                flash(places);
        },
        Jobs::Kind::looks);
}

void WriteFlash::flash(std::shared_ptr<const LitPlaces> places)
{
    m_places = std::move(places);
    setGeometry(m_view.viewport()->rect());
    show();
    raise();
    m_fading.stop();
    m_fading.start();
    update();
}

void WriteFlash::end()
{
    m_places.reset();
    hide();
}

bool WriteFlash::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(m_view.viewport()->rect());
    return QWidget::eventFilter(watched, event);
}

void WriteFlash::paintEvent(QPaintEvent*)
{
    if (!isOn() || m_selection.cover().isOn(m_subject))
        return;
    QPainter painter(this);
    const auto& palette = Palette::behind(this->palette());
    auto outline = palette[Ink::good], fill = outline;
    outline.setAlphaF(static_cast<float>(strength()));
    fill.setAlphaF(static_cast<float>(0.35 * strength()));
    painter.setPen(QPen(outline, 3));
    painter.setBrush(fill);
    const auto corner = mapToGlobal(QPoint(0, 0));
    for (const auto& spot : m_view.scene().spots)
        if (m_places->has(spot.place))
            painter.drawRect(m_view.rectOnScreen(spot).translated(-corner).adjusted(1, 1, -2, -2));
}

} // namespace tscope
