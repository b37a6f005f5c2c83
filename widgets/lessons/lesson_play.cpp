// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_play.h"

#include "jobs/jobs.h"
#include "language/catalogue.h"
#include "lessons/answer_line.h"
#include "lessons/mark.h"
#include "literals/json_tensor.h"
#include "selection/selection.h"

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

QString poseJob()
{
    return QStringLiteral("pose");
}

QString markJob()
{
    return QStringLiteral("mark");
}

// What was judged, and what was given as it is handed in.
struct Judged {
    Marked marked;
    std::string given;
};

// A tensor as its JSON, where that is no longer than what can be handed in.
std::string givenText(const Value& value)
{
    const auto* tensor = value.as<TensorPtr>();
    if (tensor == nullptr)
        return text(value);
    constexpr std::size_t longest = std::size_t{1} << 16;
    std::string json;
    const auto written = writeJsonTensors({{{"", **tensor}}, {}}, [&](std::string_view part) {
        json += part;
        return json.size() <= longest;
    });
    return written && json.size() <= longest ? json : std::string();
}

QStringList listOf(const std::vector<std::string>& parts)
{
    QStringList list;
    for (const auto& part : parts)
        list << QString::fromStdString(part);
    return list;
}

} // namespace

LessonPlay::LessonPlay(Workspace& workspace, Selection& selection, Jobs& jobs, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_selection(selection), m_jobs(jobs)
{
}

const LessonStep* LessonPlay::step() const
{
    return m_lesson != nullptr && m_exercise != nullptr ? &m_lesson->steps[m_number] : nullptr;
}

SubjectId LessonPlay::subjectOf(const std::string& tensor) const
{
    const auto at = m_subjects.find(tensor);
    return at != m_subjects.end() && m_workspace.find(at->second) != nullptr ? at->second : 0;
}

void LessonPlay::open(LessonPtr lesson, std::uint64_t seed, std::size_t step)
{
    close();
    const auto* current = m_workspace.currentSubject();
    m_own = current == nullptr ? nullptr : current->tensor;
    m_wereOpen.clear();
    for (const auto& subject : m_workspace.subjects())
        m_wereOpen.insert(subject.id);
    m_lesson = std::move(lesson);
    m_seed = seed;
    // Who leaves a lesson and comes back goes on: what was answered before is handed in with the rest.
    LessonResults begun{
        m_lesson->id, m_sitting.student.trimmed().toStdString(), m_sitting.classSeed.value_or(seed), {}};
    const bool goesOn = m_sitting.isOfClass() && m_results.lesson == begun.lesson &&
                        m_results.student == begun.student &&
                        (!m_sitting.classSeed || m_results.classSeed == begun.classSeed);
    if (!goesOn) {
        m_results = std::move(begun);
        m_resultsBytes = 0;
    }
    if (m_sitting.isOfClass()) {
        m_own.reset();
        m_seed = seedOf(m_results.classSeed, m_results.student);
    }
    m_number = step < m_lesson->steps.size() ? step : 0;
    pose();
}

void LessonPlay::close()
{
    if (m_state == State::closed)
        return;
    m_jobs.stop(this, poseJob());
    m_jobs.stop(this, markJob());
    closeTensors(takeTensors());
    m_selection.cover().clear();
    m_exercise.reset();
    m_lesson.reset();
    m_own.reset();
    m_rightInARow = 0;
    m_state = State::closed;
    Q_EMIT changed();
}

void LessonPlay::pose()
{
    m_state = State::posing;
    m_told.clear();
    m_isWrong = m_isWorkedShown = m_isExplained = false;
    m_hintsShown = 0;
    m_jobs.stop(this, markJob());
    m_jobs.start(
        this, poseJob(),
        [lesson = m_lesson, number = m_number, seed = m_seed, own = m_own](const Watch&) {
            return tscope::pose(*lesson, number, seed, own);
        },
        [this](Result<Exercise> posed) { take(std::move(posed)); }, Jobs::Kind::looks);
    Q_EMIT changed();
}

void LessonPlay::take(Result<Exercise> posed)
{
    const auto before = takeTensors();
    if (!posed) {
        closeTensors(before);
        m_exercise.reset();
        m_state = State::answered; // there is nothing to answer: the next step can be gone to
        return setTold(tr("%1: %2").arg(QString::fromStdString(posed.error().where),
                                        QString::fromStdString(posed.error().text)),
                       true);
    }
    m_exercise = std::make_shared<const Exercise>(*std::move(posed));
    ++m_posed;
    m_state = State::asked;
    if (noted() == nullptr && m_results.exercises.size() < mostExercisesHandedIn)
        m_results.exercises.push_back({m_number, m_seed, {}, 0, false, m_exercise->isOwn});
    coverWhatIsAsked();
    openTensors();
    closeTensors(before); // last: without any tensor the window would show its start page in between
    Q_EMIT partsWanted(listOf(step()->shown));
    Q_EMIT changed();
}

// Whatever the step does not show may tell what it asks.
void LessonPlay::coverWhatIsAsked()
{
    auto parts = listOf(step()->covered);
    const auto shown = listOf(step()->shown);
    if (!parts.isEmpty() && !shown.isEmpty())
        for (const auto name : lessonParts())
            if (const auto part = QString::fromUtf8(name.data(), std::ssize(name));
                !shown.contains(part) && !parts.contains(part))
                parts << part;
    m_selection.clear();
    m_selection.cover().set(parts);
}

// Those that the step makes, and the one that its answer is about; that one is looked at.
void LessonPlay::openTensors()
{
    auto names = m_exercise->tensors;
    const auto& about = step()->answer.tensor;
    if (!about.empty() && std::ranges::find(names, about) == names.end())
        names.push_back(about);
    const auto title = QString::fromStdString(m_lesson->title.in(language()));
    Origin origin{title, {}, {}, static_cast<int>(names.size())};
    origin.isOfLesson = true;
    const auto ofLesson = std::make_shared<const Origin>(std::move(origin));
    for (const auto& name : names)
        if (const auto tensor = m_exercise->tensor(name))
            m_subjects[name] = m_workspace.add(tensor, QString::fromStdString(name), ofLesson, -1);
    if (const auto id = subjectOf(about.empty() && !names.empty() ? names.back() : about); id != 0)
        m_workspace.setCurrent(id);
}

// Those that are still open; they are none of the step's from now on.
std::vector<SubjectId> LessonPlay::takeTensors()
{
    std::vector<SubjectId> ids;
    for (const auto& [name, id] : std::exchange(m_subjects, {}))
        if (m_workspace.find(id) != nullptr)
            ids.push_back(id);
    return ids;
}

void LessonPlay::closeTensors(std::vector<SubjectId> ids)
{
    if (!ids.empty())
        m_workspace.remove(std::move(ids), tr("Close the tensors of a step"));
}

void LessonPlay::setTold(const QString& text, bool isWrong)
{
    m_told = text;
    m_isWrong = isWrong;
    Q_EMIT changed();
}

void LessonPlay::answer(const QString& typed)
{
    if (m_state != State::asked)
        return;
    const auto value = readAnswer(step()->answer, typed.toStdString());
    if (!value) {
        note(typed.toStdString());
        return setTold(QString::fromStdString(value.error().text), true);
    }
    answer(*value);
}

void LessonPlay::answer(const Value& value)
{
    if (m_state != State::asked)
        return;
    m_jobs.start(
        this, markJob(),
        [lesson = m_lesson, exercise = m_exercise, value](const Watch&) {
            return Judged{mark(*lesson, *exercise, value), givenText(value)};
        },
        [this](const Judged& judged) {
            note(judged.given);
            tell(judged.marked);
        },
        Jobs::Kind::looks);
}

AnsweredExercise* LessonPlay::noted()
{
    if (m_exercise == nullptr)
        return nullptr;
    const auto at = std::ranges::find_if(
        m_results.exercises, [&](const auto& each) { return each.step == m_number && each.seed == m_seed; });
    return at != m_results.exercises.end() ? &*at : nullptr;
}

void LessonPlay::note(std::string given)
{
    auto* exercise = noted();
    const auto room =
        longestResults / 2 - std::min(m_resultsBytes, longestResults / 2); // JSON is longer than texts
    if (exercise == nullptr || exercise->answers.size() >= mostAnswersHandedIn || given.size() > room)
        return;
    m_resultsBytes += given.size();
    exercise->answers.push_back(std::move(given));
}

void LessonPlay::answerWithTensor()
{
    if (m_state != State::asked)
        return;
    const auto* subject = m_workspace.find(answerSubject());
    if (subject == nullptr)
        return setTold(tr("The tensor %1 is not open any more; begin the step anew.")
                           .arg(QString::fromStdString(step()->answer.tensor)),
                       true);
    answer(Value(subject->tensor));
}

// What the learner has built and looks at is the answer, else the tensor that is to be changed.
SubjectId LessonPlay::answerSubject() const
{
    const auto* current = m_workspace.currentSubject();
    if (current != nullptr && !current->origin->isOfLesson && !m_wereOpen.contains(current->id))
        return current->id;
    return subjectOf(step()->answer.tensor);
}

void LessonPlay::tell(const Marked& marked)
{
    if (m_state != State::asked)
        return;
    if (!marked.isRight) {
        m_rightInARow = 0;
        const auto& named = marked.tensor.empty() ? step()->answer.tensor : marked.tensor;
        const bool isBuilt = step()->answer.kind == AnswerKind::tensor && named == step()->answer.tensor;
        if (const auto subject = isBuilt ? answerSubject() : subjectOf(named); marked.place && subject != 0)
            m_selection.select(subject, *marked.place);
        return setTold(QString::fromStdString(marked.text), true);
    }
    m_state = State::answered;
    m_rightInARow += m_isWorkedShown || m_hintsShown > 0 ? 0 : 1;
    m_selection.cover().clear();
    Q_EMIT partsWanted(listOf(step()->revealed));
    if (!m_isWorkedShown)
        Q_EMIT stepDone(QString::fromStdString(m_lesson->id), static_cast<int>(m_number));
    setTold(tr("Right."), false);
}

void LessonPlay::showHint()
{
    if (m_exercise == nullptr || m_hintsShown >= m_exercise->hints.size())
        return;
    ++m_hintsShown;
    if (auto* exercise = noted(); exercise != nullptr && m_state == State::asked)
        exercise->hints = std::max(exercise->hints, m_hintsShown);
    Q_EMIT changed();
}

void LessonPlay::showWorked()
{
    if (m_exercise == nullptr)
        return;
    m_isWorkedShown = true;
    if (auto* exercise = noted(); exercise != nullptr && m_state == State::asked)
        exercise->isWorkedShown = true;
    m_rightInARow = 0;
    m_selection.cover().clear();
    Q_EMIT partsWanted(listOf(step()->revealed));
    Q_EMIT changed();
}

bool LessonPlay::offersMovement() const
{
    return isRevealed("movement") && !m_exercise->tensors.empty();
}

bool LessonPlay::isRevealed(std::string_view part) const
{
    return m_exercise != nullptr && (m_state == State::answered || m_isWorkedShown) &&
           std::ranges::find(step()->revealed, part) != step()->revealed.end();
}

void LessonPlay::askMovement()
{
    const auto& names = m_exercise->tensors;
    const auto last = names.size() - 1;
    Q_EMIT movementAsked(subjectOf(names[last > 0 ? last - 1 : 0]), subjectOf(names[last]));
}

bool LessonPlay::explain(const QString& word)
{
    if (step() == nullptr || !step()->explained || !fillsGap(*step()->explained, word.toStdString(), language()))
        return false;
    m_isExplained = true;
    Q_EMIT changed();
    return true;
}

void LessonPlay::goTo(std::size_t step)
{
    if (m_lesson == nullptr || step >= m_lesson->steps.size())
        return;
    m_number = step;
    m_rightInARow = 0;
    pose();
}

void LessonPlay::again()
{
    if (m_lesson == nullptr)
        return;
    ++m_seed;
    pose();
}

} // namespace tscope
