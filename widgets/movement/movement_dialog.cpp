// SPDX-License-Identifier: GPL-3.0-or-later
#include "movement/movement_dialog.h"

#include "build/words.h"
#include "facts/wording.h"
#include "jobs/jobs.h"
#include "movement/films.h"
#include "movement/movement_view.h"
#include "selection/cover.h"
#include "style/large_tips.h"
#include "views/subject_choice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

QString titleOf(const WatchedAlgorithm& algorithm)
{
    if (algorithm.id == "coo-to-csr")
        return MovementDialog::tr("COO to CSR, step by step");
    if (algorithm.id == "coalesce")
        return MovementDialog::tr("Coalesce, step by step");
    if (algorithm.id == "csr-to-csc")
        return MovementDialog::tr("CSR to CSC, step by step");
    if (algorithm.id == "pad")
        return MovementDialog::tr("Pad, step by step");
    if (algorithm.id == "unpad")
        return MovementDialog::tr("Unpad, step by step");
    return qt(algorithm.id);
}

const WatchedAlgorithm* algorithmOf(const QString& id)
{
    const auto all = watchedAlgorithms();
    const auto found = std::ranges::find(all, id.toStdString(), &WatchedAlgorithm::id);
    return found == all.end() ? nullptr : &*found;
}

// Whether all arrays of the one lie in storages of the other.
bool isView(const Subject* from, const Subject* to)
{
    return from != nullptr && to != nullptr && from->id != to->id &&
           std::ranges::all_of(to->tensor->members, [&](const Member& member) {
               return std::ranges::any_of(from->tensor->members, [&](const Member& other) {
                   return other.array.storage == member.array.storage;
               });
           });
}

} // namespace

MovementDialog::MovementDialog(Workspace& workspace, Jobs& jobs, const Cover& cover, QWidget* parent)
    : QDialog(parent), m_workspace(workspace), m_jobs(jobs), m_cover(cover)
{
    setObjectName(QStringLiteral("movement-dialog"));
    setWindowTitle(tr("Movement"));
    setModal(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeChoices(workspace));
    layout->addWidget(makePicture(cover), 1);
    layout->addWidget(makeControls());
    makeZoomKeys();
    makeClassKeys();
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &MovementDialog::makeFilm);
    connect(m_from, &SubjectChoice::chosen, this, &MovementDialog::offerAlgorithms);
    connect(m_to, &SubjectChoice::chosen, this, &MovementDialog::filmSoon);
    // By the user.
    for (auto* choice : {m_from, m_to})
        connect(choice, &QComboBox::activated, this, &MovementDialog::showBytes);
    for (auto* choice : {static_cast<QComboBox*>(m_from), static_cast<QComboBox*>(m_to), m_shown})
        connect(choice, &QComboBox::activated, this, [this] {
            Q_EMIT chosen(
                {m_from->currentData().toInt(), m_to->currentData().toInt(), m_shown->currentData().toString()});
        });
    connect(&cover, &Cover::changed, this, &MovementDialog::offerAlgorithms);
    connect(&workspace, &Workspace::reportChanged, this, [this](SubjectId id) {
        for (const auto* choice : {m_from, m_to})
            if (const auto* subject = choice->subject(); subject != nullptr && subject->id == id)
                filmSoon(); // what is broken is drawn so
    });
    connect(m_shown, &QComboBox::currentIndexChanged, this, &MovementDialog::filmSoon);
    connect(m_still, &QCheckBox::toggled, this, [this](bool isStill) {
        m_view->setInMotion(!isStill);
        follow();
    });
    connect(m_view, &MovementView::moved, this, &MovementDialog::follow);
    connect(m_view, &MovementView::playingChanged, this, &MovementDialog::follow);
    connect(&m_jobs, &Jobs::failed, this, [this](const QString& text, const QObject* receiver) {
        if (receiver == this)
            tell(text);
    });
    // Where the desktop wants no animations.
    m_still->setChecked(style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) <= 0);
    offerAlgorithms();
    follow();
}

void MovementDialog::ask(SubjectId from, SubjectId to)
{
    m_from->choose(from);
    m_to->choose(to);
    offerAlgorithms();
    if (!showBytes() && algorithmOf(m_shown->currentData().toString()) != nullptr)
        m_shown->setCurrentIndex(m_shown->findData(QStringLiteral("members")));
    m_view->setFocus(Qt::OtherFocusReason);
    filmSoon();
}

// That no byte of a view moves is seen where the bytes are: between its members numbers would fly about.
// Nor is anything but their bytes different between two strided ones.
bool MovementDialog::showBytes()
{
    const auto *from = m_from->subject(), *to = m_to->subject();
    const auto isStrided = [](const Subject* subject) {
        return subject != nullptr && subject->tensor->layout->name == "strided";
    };
    if (!isView(from, to) && (from == to || !isStrided(from) || !isStrided(to)))
        return false;
    m_shown->setCurrentIndex(m_shown->findData(QStringLiteral("storage")));
    return true;
}

void MovementDialog::watch(SubjectId subject, const QString& algorithm)
{
    const auto other = newestBeside(subject);
    ask(subject, other);
    const auto wanted = algorithm.isEmpty() ? static_cast<int>(pictures().size()) : m_shown->findData(algorithm);
    if (wanted >= 0 && wanted < m_shown->count())
        m_shown->setCurrentIndex(wanted);
    else if (other != subject)
        ask(other, subject);
}

void MovementDialog::choose(const Choice& choice)
{
    ask(choice.from, choice.to);
    if (const auto at = m_shown->findData(choice.shown); at >= 0)
        m_shown->setCurrentIndex(at);
}

SubjectId MovementDialog::newestBeside(SubjectId subject) const
{
    const auto& all = m_workspace.subjects();
    const auto other =
        std::find_if(all.rbegin(), all.rend(), [&](const Subject& each) { return each.id != subject; });
    return other == all.rend() ? subject : other->id;
}

// The algorithms for the first tensor, behind the pictures. They name its layout, which a lesson may ask.
void MovementDialog::offerAlgorithms()
{
    const auto chosen = m_shown->currentData().toString();
    const QSignalBlocker quiet(m_shown);
    while (m_shown->count() > static_cast<int>(pictures().size()))
        m_shown->removeItem(m_shown->count() - 1);
    const auto* subject = m_cover.isOn() ? nullptr : m_from->subject();
    for (const auto& algorithm : watchedAlgorithms())
        if (subject != nullptr && subject->tensor->layout->name == algorithm.layout)
            m_shown->addItem(titleOf(algorithm), qt(algorithm.id));
    const auto kept = m_shown->findData(chosen);
    m_shown->setCurrentIndex(kept >= 0 ? kept : m_shown->findData(QStringLiteral("members")));
    filmSoon();
}

void MovementDialog::filmSoon()
{
    m_to->setEnabled(algorithmOf(m_shown->currentData().toString()) == nullptr);
    if (isVisible())
        m_soon.start();
}

void MovementDialog::makeFilm()
{
    const auto* from = m_from->subject();
    const auto* to = m_to->subject();
    const auto shown = m_shown->currentData().toString();
    const auto* algorithm = algorithmOf(shown);
    if (from == nullptr || (algorithm == nullptr && to == nullptr)) {
        m_jobs.stop(this, QStringLiteral("film"));
        return tell(tr("Open or build a tensor first: it is what moves."));
    }
    if (algorithm != nullptr)
        to = from;
    MorphRequest request;
    request.source = from->tensor;
    request.result = to->tensor;
    request.names = {from->title().toStdString(), to->title().toStdString()};
    request.sourceReport = from->report;
    request.resultReport = to->report;
    if (algorithm == nullptr)
        request.picture = &*std::ranges::find_if(
            pictures(), [&](const PictureSpec& spec) { return shown == QLatin1String(spec.id); });
    // Films between two tensors are kept as images, which take the more memory the larger they are.
    const auto room = m_view->room();
    const auto largest = std::sqrt(largestMorphArea / std::max(1.0, room.width() * room.height()));
    const auto zoom = algorithm != nullptr ? m_zoom : std::min(m_zoom, std::max(1.0, largest));
    FilmLook look{room * zoom, devicePixelRatioF(), Palette::behind(palette()).theme(), SceneFonts::of(font())};
    const auto filmed = QStringLiteral("%1 %2 %3").arg(from->id).arg(to->id).arg(shown);
    if (filmed == m_filmed && m_view->film())
        request.plan = m_view->film()->plan();
    m_jobs.start(
        this, QStringLiteral("film"),
        [request = std::move(request), look = std::move(look), algorithm](const Watch& watch) -> Result<FilmPtr> {
            if (algorithm == nullptr)
                return morphFilm(request, look, watch);
            auto watched = algorithm->run(*request.source);
            if (!watched)
                return watched.error();
            return watchedFilm(*std::move(watched), look);
        },
        [this, filmed](const Result<FilmPtr>& film) {
            if (!film) {
                auto sentence = qt(sentenceOf(film.error()));
                sentence.replace(0, 1, sentence.left(1).toUpper());
                return tell(sentence);
            }
            m_pages->setCurrentWidget(m_view);
            m_view->setFilm(*film, filmed == m_filmed ? m_view->time() : 0);
            m_filmed = filmed;
        },
        Jobs::Kind::looks);
}

void MovementDialog::tell(const QString& obstacle)
{
    m_view->setFilm(nullptr, 0);
    m_filmed.clear();
    m_obstacle->setText(obstacle);
    m_pages->setCurrentWidget(m_obstacle);
}

void MovementDialog::follow()
{
    const auto& film = m_view->film();
    const auto steps = film ? film->steps() : 0;
    const auto unit = m_view->isContinuous() ? scrubbed : 1;
    m_words->setText(film ? film->words(m_view->time()) : QString());
    const QSignalBlocker quiet(m_scrubber);
    m_scrubber->setRange(0, steps * unit);
    m_scrubber->setPageStep(std::max(1, unit / 5));
    m_scrubber->setValue(static_cast<int>(m_view->time() * unit + 0.5));
    m_scrubber->setEnabled(film != nullptr);
    const auto share = film && m_view->isContinuous()
                           ? tr("%1% of the way").arg(static_cast<int>(m_view->time() * 100 + 0.5))
                           : QString();
    m_scrubber->setToolTip(share);
    m_scrubber->setAccessibleDescription(share);
    m_play->setText(m_view->isPlaying() ? tr("&Pause") : tr("&Play"));
    m_play->setEnabled(film != nullptr);
    m_back->setEnabled(m_view->time() > 0);
    m_forward->setEnabled(m_view->time() < steps);
}

void MovementDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    filmSoon();
}

void MovementDialog::hideEvent(QHideEvent* event)
{
    m_soon.stop();
    m_view->setPlaying(false);
    m_jobs.stop(this, QStringLiteral("film"));
    QDialog::hideEvent(event);
}

void MovementDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    filmSoon();
}

// Films are drawn in the colours and the type of the time when they are made.
void MovementDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        holdWords();
        holdLabels();
    }
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        filmSoon();
}

// The scrubber takes the keys of the picture.
bool MovementDialog::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_scrubber && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() == Qt::NoModifier && m_view->takes(key->key()))
            return true;
    }
    return QDialog::eventFilter(object, event);
}

} // namespace tscope
