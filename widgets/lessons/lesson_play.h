// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/answer_book.h"
#include "lessons/exercise.h"
#include "selection/selection.h"
#include "workspace/workspace.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace tscope {

class Jobs;
struct Marked;

using LessonPtr = std::shared_ptr<const Lesson>;

// A lesson as somebody goes through it: the step that is posed, its tensors in the workspace, what is covered
// until it is answered, and what was said of the last answer. Posing and marking are jobs.
class LessonPlay : public QObject
{
    Q_OBJECT

public:
    enum class State : std::uint8_t { closed, posing, asked, answered };

    LessonPlay(Workspace& workspace, Selection& selection, Jobs& jobs, QObject* parent = nullptr);

    // In a class all have numbers that belong together, and none on a tensor of their own.
    struct Sitting {
        std::optional<std::uint64_t> classSeed = {};
        QString student = {};
        bool areNumbersShared = false; // by all of the class, whatever their names

        bool isOfClass() const { return classSeed.has_value() || !student.trimmed().isEmpty(); }
    };
    void sit(Sitting sitting) { m_sitting = std::move(sitting); } // from the next lesson on
    const Sitting& sitting() const { return m_sitting; }

    // A class has its own seed.
    void open(LessonPtr lesson, std::uint64_t seed, std::size_t step = 0);
    void close(); // its tensors go, nothing is covered

    State state() const { return m_state; }
    const Lesson* lesson() const { return m_lesson.get(); }
    const LessonStep* step() const; // null: none is posed
    std::size_t number() const { return m_number; }
    const Exercise* exercise() const { return m_exercise.get(); } // null: none is posed
    int posed() const { return m_posed; } // which exercise it is: another number for each that is posed
    std::uint64_t seed() const { return m_seed; }
    const TensorPtr& own() const { return m_own; }        // the learner's; null: none, or a class
    SubjectId subjectOf(const std::string& tensor) const; // 0: it is not open

    const LessonResults& results() const { return m_answers.results(); } // all that was answered in this lesson

    std::vector<LessonResults> answersOfClasses() const { return m_answers.ofClasses(); }
    std::vector<LessonResults> answersOfOpenClass() const { return m_answers.ofOpenClass(); } // one, or none
    void takeAnswers(const std::vector<LessonResults>& before);                               // of earlier runs

    // What was said last: why an answer is not right, or that it is.
    const QString& told() const { return m_told; }
    bool isWrong() const { return m_isWrong; }
    int rightInARow() const { return m_rightInARow; } // of this step, with other numbers each time
    std::size_t hintsShown() const { return m_hintsShown; }
    bool isWorkedShown() const { return m_isWorkedShown; }
    // Of a right answer: marking counts the step as answered right. It does not where the solution was shown
    // before and no other numbers were answered right.
    bool isCounted() const { return m_isCounted; }
    bool isExplained() const { return !m_explainedWith.isEmpty(); }
    const QString& explainedWith() const { return m_explainedWith; } // the word in the gap; empty: not yet
    // What answered the step, where it is answered; null: nothing yet.
    const Value* answeredWith() const;

    void answer(const QString& typed);
    void answer(const Value& value);
    void changeAnswer();             // what was said of the one before is said no more
    void refuseClick();              // on what isn't asked: says where the places are that are
    void answerWithTensor();         // the one that answers, as it is now
    bool hasUncheckedTensor() const; // one that is asked for was built or changed, and was not judged as it is now
    SubjectId answerSubject() const; // of a step that asks for a tensor; 0: it is not open any more
    void showHint();
    void showWorked(); // which uncovers all; it is no answer
    bool explain(const QString& word);
    void showExplained(); // the word of the gap
    // The step reveals how numbers move: from the tensor before its last to that, or in an algorithm on its only
    // one.
    bool offersMovement() const;
    void askMovement(); // precondition: it is offered
    // The step reveals the extension sandbox.
    bool offersSandbox() const { return isRevealed("sandbox"); }
    void askSandbox() { Q_EMIT sandboxAsked(); } // precondition: it is offered
    void goTo(std::size_t step);
    void again(); // the same step with other numbers

Q_SIGNALS:
    void changed();
    void resultsChanged();                                            // of a class
    void dragged(const QString& answer);                              // as the tensor now gives it
    void partsWanted(const QStringList& parts);                       // which are to be seen
    void movementAsked(tscope::SubjectId from, tscope::SubjectId to); // how the numbers of the step move
    void sandboxAsked();
    void stepDone(const QString& lesson, int step);

private:
    bool isRevealed(std::string_view part) const;
    void pose();
    void take(Result<Exercise> posed);
    void openTensors(const TensorPtr* built); // what answered the step; null: nothing did
    std::vector<SubjectId> takeTensors();
    void closeTensors(std::vector<SubjectId> ids);
    void tell(const Marked& marked, const Value& given, const QString& notKept, bool isCounted);
    bool wasWorkedShown();        // of this exercise, also before it was left
    void noteWorkedShown();       // unless it was answered right before
    LessonResults ofStep() const; // what was answered to this step
    QString rightText() const;
    void showRight(); // the places of the right answer
    void markElsewhere(Selection::Chosen chosen, TensorPtr tensor);
    void followDrag(SubjectId subject);
    void showAnswered(); // what the step shows and reveals
    void fillGap(const QString& word);
    void tellResults(); // of a class, that they have changed
    void bringBack();   // a step that was solved before, as it was then
    void setTold(const QString& text, bool isWrong);
    void coverWhatIsAsked();
    QString note(std::optional<std::string> given); // an answer; nothing: a long one

    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    LessonPtr m_lesson;
    std::shared_ptr<const Exercise> m_exercise;
    TensorPtr m_own;                // the learner's, which was looked at when the lesson began
    std::set<SubjectId> m_wereOpen; // before the lesson began: these answer nothing
    std::map<std::string, SubjectId> m_subjects;
    State m_state = State::closed;
    Sitting m_sitting;
    AnswerBook m_answers;
    std::size_t m_number = 0;
    std::uint64_t m_seed = 1;
    QString m_told;
    bool m_isWrong = false, m_isWorkedShown = false, m_isCounted = true;
    QString m_explainedWith, m_draggedBefore;
    TensorPtr m_toldOf; // the tensor that was judged last; null: none was
    int m_rightInARow = 0, m_posed = 0;
    std::size_t m_hintsShown = 0;
    // How a step of this lesson was solved last.
    struct Solved {
        std::uint64_t seed = 0;
        Value answer;
        QString explainedWith = {};
        bool isCounted = true;
    };
    std::map<std::size_t, Solved> m_solved;
    bool m_goesBack = false; // to a step as it was solved
};

} // namespace tscope
