// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_play.h"

#include "jobs/jobs.h"
#include "language/catalogue.h"
#include "lessons/answer_line.h"
#include "lessons/lesson_words.h"
#include "lessons/mark.h"
#include "lessons/picked.h"
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

QString shownJob()
{
    return QStringLiteral("note solution");
}

QString markJob()
{
    return QStringLiteral("mark");
}

QString relatedJob()
{
    return QStringLiteral("mark elsewhere");
}

// What was judged, and what was given as it is handed in.
struct Judged {
    Marked marked;
    std::optional<std::string> given; // nothing: it is too long
    bool isCounted = true;            // if it is right
};

bool isRightAtLast(const Lesson& lesson, const LessonResults& results, std::size_t step)
{
    const auto marks = markResults(lesson, results);
    return marks && (*marks)[step].isRightAtLast();
}

// A tensor as its JSON, where that is no longer than what can be handed in.
std::optional<std::string> givenText(const Value& value)
{
    constexpr auto longest = AnswerBook::longestAnswer;
    const auto* tensor = value.as<TensorPtr>();
    if (tensor == nullptr) {
        auto given = text(value);
        return given.size() <= longest ? std::optional(std::move(given)) : std::nullopt;
    }
    std::string json;
    const auto written = writeJsonTensors({{{"", **tensor}}, {}}, [&](std::string_view part) {
        json += part;
        return json.size() <= longest;
    });
    return written && json.size() <= longest ? std::optional(std::move(json)) : std::nullopt;
}

QString sentences(const QString& first, const QString& second)
{
    return second.isEmpty() ? first : first + QLatin1Char(' ') + second;
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
    connect(&workspace, &Workspace::subjectChanged, this, &LessonPlay::followDrag);
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
    if (m_sitting.isOfClass()) {
        m_answers.open(
            *m_lesson,
            {m_sitting.student.trimmed().toStdString(), m_sitting.classSeed, m_sitting.areNumbersShared}, seed);
        m_own.reset();
        m_seed = seedOf(results());
    } else {
        m_answers.openAnew(m_lesson->id, seed);
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
    m_jobs.stop(this, relatedJob());
    closeTensors(takeTensors());
    if (const auto& open = m_workspace.subjects(); m_workspace.current() == 0 && !open.empty())
        m_workspace.setCurrent(open.back().id); // after a step without tensors
    m_selection.cover().clear();
    m_selection.choose({});
    m_exercise.reset();
    m_lesson.reset();
    m_own.reset();
    m_solved.clear();
    m_rightInARow = 0;
    m_state = State::closed;
    Q_EMIT changed();
}

void LessonPlay::pose()
{
    m_state = State::posing;
    m_told.clear();
    m_explainedWith.clear();
    m_draggedBefore.clear();
    m_toldOf.reset();
    m_isWrong = m_isWorkedShown = false;
    m_isCounted = true;
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
    m_answers.pose(m_number, m_seed, m_exercise->isOwn);
    if (const auto* met = m_answers.exercise(m_number, m_seed); met != nullptr)
        m_hintsShown = std::min(met->hints, m_exercise->hints.size());
    const auto solved = std::exchange(m_goesBack, false) ? m_solved.find(m_number) : m_solved.end();
    const bool comesBack = solved != m_solved.end() && solved->second.seed == m_seed;
    if (!comesBack)
        coverWhatIsAsked();
    openTensors(comesBack ? solved->second.answer.as<TensorPtr>() : nullptr);
    closeTensors(before);   // last: without any tensor the window would show none of its pictures in between
    if (m_subjects.empty()) // the learner's tensor has nothing to do with the question
        m_workspace.setCurrent(0);
    Q_EMIT partsWanted(listOf(step()->shown));
    if (comesBack)
        return bringBack();
    Q_EMIT changed();
}

// Answered and uncovered, with what was answered and explained.
void LessonPlay::bringBack()
{
    m_state = State::answered;
    m_explainedWith = m_solved[m_number].explainedWith;
    m_isCounted = m_solved[m_number].isCounted;
    m_selection.clear();
    m_selection.cover().clear();
    showAnswered();
    showRight();
    setTold(rightText(), false);
}

// What was looked at to answer stays beside what is revealed.
void LessonPlay::showAnswered()
{
    auto parts = listOf(step()->shown);
    for (const auto& part : listOf(step()->revealed))
        if (!parts.contains(part))
            parts << part;
    Q_EMIT partsWanted(parts);
}

const Value* LessonPlay::answeredWith() const
{
    const auto solved = m_solved.find(m_number);
    return m_state == State::answered && solved != m_solved.end() && solved->second.seed == m_seed
               ? &solved->second.answer
               : nullptr;
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
    m_selection.choose({});
    m_selection.cover().set(parts, [this](SubjectId id) { return m_workspace.isOfLesson(id); });
}

// Those that the step makes, and the one that its answer is about; that one is looked at, as it was built where it
// has answered the step.
void LessonPlay::openTensors(const TensorPtr* built)
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
        if (const auto tensor = built != nullptr && name == about ? *built : m_exercise->tensor(name))
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
        m_workspace.remove(std::move(ids), tr("the step before"));
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
    const auto value = readAnswer(step()->answer, *m_exercise, typed.toStdString());
    if (!value) {
        const auto notKept = typed.trimmed().isEmpty() ? QString() : note(typed.toStdString());
        return setTold(sentences(asSentence(QString::fromStdString(value.error().text)), notKept), true);
    }
    answer(*value);
}

void LessonPlay::answer(const Value& value)
{
    if (m_state != State::asked)
        return;
    m_jobs.start(
        this, markJob(),
        [lesson = m_lesson, exercise = m_exercise, value,
         before = wasWorkedShown() ? std::optional(ofStep()) : std::nullopt](const Watch&) {
            return Judged{mark(*lesson, *exercise, value), givenText(value),
                          !before || isRightAtLast(*lesson, *before, exercise->step)};
        },
        [this, value](const Judged& judged) {
            const auto notKept = note(judged.given);
            tell(judged.marked, value, notKept, judged.isCounted);
        },
        Jobs::Kind::looks);
}

// What of it can't be kept for the class; empty: it is kept, or there is no class.
QString LessonPlay::note(std::optional<std::string> given)
{
    const auto noted = m_answers.note(m_number, m_seed, std::move(given));
    if (noted == AnswerBook::Noted::kept)
        tellResults();
    if (!m_sitting.isOfClass() || noted == AnswerBook::Noted::kept)
        return {};
    return noted == AnswerBook::Noted::tooLong
               ? tr("This answer is not saved with the others: it is longer than %1 KiB.")
                     .arg(AnswerBook::longestAnswer / 1024)
               : tr("This answer is not saved with the others: there are too many already.");
}

void LessonPlay::tellResults()
{
    if (m_sitting.isOfClass())
        Q_EMIT resultsChanged();
}

void LessonPlay::takeAnswers(const std::vector<LessonResults>& before)
{
    for (const auto& each : before)
        m_answers.take(each);
}

void LessonPlay::changeAnswer()
{
    if (m_state == State::asked && m_isWrong)
        setTold({}, false);
}

void LessonPlay::refuseClick()
{
    if (m_state != State::asked || !step()->answer.isPicked())
        return;
    const auto& spec = step()->answer;
    const auto tensor = QString::fromStdString(spec.tensor);
    const bool isMemberAsked = m_exercise->ask.find(spec.member) != std::string::npos; // else it may be the answer
    setTold(spec.kind == AnswerKind::cells     ? tr("Click cells of %1, in Logical.").arg(tensor)
            : spec.kind == AnswerKind::storage ? tr("Click slots of the storage of %1, in Storage.").arg(tensor)
            : !isMemberAsked
                ? tr("Click slots of %1, in Members.").arg(tensor)
                : tr("Click slots of %1 of %2, in Members.").arg(QString::fromStdString(spec.member), tensor),
            true);
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
    m_toldOf = subject->tensor;
    answer(Value(subject->tensor));
}

bool LessonPlay::hasUncheckedTensor() const
{
    if (m_state != State::asked || step()->answer.kind != AnswerKind::tensor)
        return false;
    const auto* subject = m_workspace.find(answerSubject());
    return subject != nullptr && subject->tensor != m_toldOf &&
           subject->tensor != m_exercise->tensor(step()->answer.tensor);
}

// What the learner has built and looks at is the answer, else the tensor that is to be changed.
SubjectId LessonPlay::answerSubject() const
{
    const auto* current = m_workspace.currentSubject();
    if (current != nullptr && !current->origin->isOfLesson && !m_wereOpen.contains(current->id))
        return current->id;
    return subjectOf(step()->answer.tensor);
}

LessonResults LessonPlay::ofStep() const
{
    auto all = results();
    std::erase_if(all.exercises, [this](const auto& each) { return each.step != m_number; });
    return all;
}

bool LessonPlay::wasWorkedShown()
{
    const auto* exercise = m_answers.exercise(m_number, m_seed);
    return m_isWorkedShown || (exercise != nullptr && exercise->isWorkedShown);
}

// Who begins a lesson anew meets the exercises that were answered before: their right answers keep their mark.
void LessonPlay::noteWorkedShown()
{
    auto* exercise = m_answers.exercise(m_number, m_seed);
    if (exercise == nullptr || exercise->isWorkedShown)
        return;
    if (exercise->answers.empty()) {
        exercise->isWorkedShown = true;
        return tellResults();
    }
    auto before = ofStep();
    std::erase_if(before.exercises, [this](const auto& each) { return each.seed != m_seed; });
    m_jobs.start(
        this, shownJob(),
        [lesson = m_lesson, number = m_number, before = std::move(before)](const Watch&) {
            return isRightAtLast(*lesson, before, number);
        },
        [this, lesson = m_lesson, number = m_number, seed = m_seed](bool isRight) {
            auto* shown = lesson == m_lesson ? m_answers.exercise(number, seed) : nullptr;
            if (isRight || shown == nullptr)
                return;
            shown->isWorkedShown = true;
            tellResults();
        },
        Jobs::Kind::looks);
}

QString LessonPlay::rightText() const
{
    if (m_isCounted)
        return tr("Right.");
    return m_exercise->isDrawn ? tr("Right, but the solution was shown, so this step does not count yet. Press "
                                    "\"Other numbers\".")
                               : tr("Right, but the solution was shown, so this step does not count.");
}

void LessonPlay::tell(const Marked& marked, const Value& given, const QString& notKept, bool isCounted)
{
    if (m_state != State::asked)
        return;
    if (!marked.isRight) {
        m_rightInARow = 0;
        const auto& named = marked.tensor.empty() ? step()->answer.tensor : marked.tensor;
        const bool isBuilt = step()->answer.kind == AnswerKind::tensor && named == step()->answer.tensor;
        if (const auto subject = isBuilt ? answerSubject() : subjectOf(named); marked.place && subject != 0)
            m_selection.select(subject, *marked.place);
        else
            m_selection.clear(); // of the answer before
        return setTold(sentences(QString::fromStdString(marked.text), notKept), true);
    }
    m_state = State::answered;
    m_isCounted = isCounted;
    m_solved[m_number] = {m_seed, given, {}, isCounted};
    m_rightInARow += wasWorkedShown() || m_hintsShown > 0 ? 0 : 1;
    m_selection.clear();
    m_selection.cover().clear();
    showAnswered();
    showRight();
    if (m_isCounted)
        Q_EMIT stepDone(QString::fromStdString(m_lesson->id), static_cast<int>(m_number));
    setTold(sentences(rightText(), notKept), false);
}

// All places of the right answer are marked; the first is selected, so that its path and its bytes are explained.
void LessonPlay::showRight()
{
    const auto& spec = step()->point ? *step()->point : step()->answer;
    const auto& right = step()->point ? m_exercise->point : m_exercise->expected;
    const auto subject = subjectOf(spec.tensor);
    const auto tensor = m_exercise->tensor(spec.tensor);
    if (subject == 0 || tensor == nullptr || !right)
        return m_selection.choose({});
    // Pointers that were typed are seen where they belong, as if they had been dragged there.
    if (const auto edits = editsOf(spec, *m_workspace.find(subject)->tensor, *right); !edits.edits.empty())
        (void)m_workspace.edit(subject, edits, tr("put the numbers in place"));
    auto places = placesOf(spec, *tensor, *right);
    if (!places.empty())
        m_selection.select(subject, places.front());
    m_selection.choose({subject, places});
    markElsewhere({subject, std::move(places)}, m_workspace.find(subject)->tensor);
}

// In the other pictures too: the cell of a slot, the slot of a cell.
void LessonPlay::markElsewhere(Selection::Chosen chosen, TensorPtr tensor)
{
    auto places = chosen.places; // copied before the other argument takes `chosen`
    if (places.empty())
        return;
    m_jobs.start(
        this, relatedJob(),
        [places = std::move(places), tensor = std::move(tensor)](const Watch& watch) {
            constexpr std::size_t mostPlaces = 64;
            constexpr std::int64_t mostRelated = 64; // elements
            std::vector<Related> all;
            for (std::size_t i = 0; i < std::min(mostPlaces, places.size()); ++i)
                all.push_back(related(*tensor, places[i], mostRelated, watch));
            return all;
        },
        [this, chosen = std::move(chosen)](std::vector<Related> all) {
            if (m_selection.chosen() == chosen && !m_selection.cover().isOn())
                m_selection.setRelatedToChosen(std::move(all));
        },
        Jobs::Kind::looks);
}

// Brackets that are dragged are an answer that is typed; what is typed meanwhile stays until the next drag.
void LessonPlay::followDrag(SubjectId id)
{
    if (m_state == State::asked && step()->answer.kind == AnswerKind::tensor && id == answerSubject() &&
        m_workspace.find(id)->shown().tensor != m_toldOf)
        changeAnswer();
    if (m_state != State::asked || subjectOf(step()->answer.tensor) != id)
        return;
    const auto value = draggedValue(step()->answer, *m_workspace.find(id)->shown().tensor);
    const auto answer = value ? QString::fromStdString(text(*value)) : QString();
    if (answer.isEmpty() || std::exchange(m_draggedBefore, answer) == answer)
        return;
    Q_EMIT dragged(answer);
}

void LessonPlay::showHint()
{
    if (m_exercise == nullptr || m_hintsShown >= m_exercise->hints.size())
        return;
    ++m_hintsShown;
    if (auto* exercise = m_answers.exercise(m_number, m_seed); exercise != nullptr && m_state == State::asked) {
        exercise->hints = std::max(exercise->hints, m_hintsShown);
        tellResults();
    }
    Q_EMIT changed();
}

void LessonPlay::showWorked()
{
    if (m_exercise == nullptr)
        return;
    const bool wasAsked = m_state == State::asked;
    m_isWorkedShown = true;
    if (wasAsked)
        noteWorkedShown();
    m_rightInARow = 0;
    m_selection.cover().clear();
    showAnswered();
    if (wasAsked)
        showRight();
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
    fillGap(word.trimmed());
    return true;
}

void LessonPlay::showExplained()
{
    if (step() != nullptr && step()->explained)
        fillGap(QString::fromStdString(wordOfGap(*step()->explained, language())));
}

void LessonPlay::fillGap(const QString& word)
{
    m_explainedWith = word;
    if (const auto solved = m_solved.find(m_number); solved != m_solved.end())
        solved->second.explainedWith = m_explainedWith;
    Q_EMIT changed();
}

void LessonPlay::goTo(std::size_t step)
{
    if (m_lesson == nullptr || step >= m_lesson->steps.size())
        return;
    // One that was solved comes back as it was; who goes to the step that is there begins it anew.
    const auto solved = step == m_number ? m_solved.end() : m_solved.find(step);
    m_goesBack = solved != m_solved.end();
    if (m_goesBack)
        m_seed = solved->second.seed;
    m_number = step;
    m_rightInARow = 0;
    pose();
}

void LessonPlay::again()
{
    if (m_lesson == nullptr)
        return;
    ++m_seed;
    m_goesBack = false;
    pose();
}

} // namespace tscope
