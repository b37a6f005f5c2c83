// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/foreseen.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QLabel;

namespace tscope {

class Calls;
class Jobs;
struct Subject;

// A measurement behind a button of a page. A job estimates how long it takes; a click waits for the estimate, and
// a measurement that takes long, or whose estimate failed, is started only after a question.
class AskedMeasurement : public QObject
{
    Q_OBJECT

public:
    AskedMeasurement(Calls& calls, Jobs& jobs, QWidget& page, std::function<void()> measure);

    // Estimates what would be measured, unless that is known. A click that waits is forgotten where it is another
    // measurement than before.
    void foresee(const Subject& subject, TimingChoices choices);
    void forget(); // nothing can be measured: a click that waits is forgotten
    void press(const QString& title);
    const QString& text() const { return m_foreseen.text; } // what it would take; empty: not known yet
    QLabel* note() { return m_note; }                       // for the page: says that a click waits

Q_SIGNALS:
    void foreseenChanged();

private:
    void take(Foreseen foreseen);
    void setAwaited(bool isAwaited);
    void askOrMeasure();

    Calls& m_calls;
    Jobs& m_jobs;
    QWidget& m_page;
    std::function<void()> m_measure;
    QLabel* m_note;
    QString m_title; // of the question
    std::shared_ptr<Proofs> m_proofs = std::make_shared<Proofs>();
    std::optional<TimingRequest> m_request; // the last that was estimated
    TensorPtr m_tensor;                     // of it; an edit changes the tensor, not its id
    Foreseen m_foreseen;
    bool m_isForeseen = false; // else a job estimates it
    bool m_isAwaited = false;  // by a click
};

} // namespace tscope
