// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timings/asked_measurement.h"
#include "timings/timing_pages.h"
#include "timings/timings.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace tscope {

namespace charts {
class Chart;
}
class Calls;
class Jobs;
class Workspace;

// The numbers of threads that are worth measuring: 1, 2, 4 and so on, and all.
std::vector<int> threadChoices();

// The current tensor, if it is the one of that name, which a session was measured of; else null.
const Subject* measuredSubject(const Workspace& workspace, const std::string& tensor);
// Why a button that measures it again can't be pressed.
QString whyNotMeasured();

// A measurement that goes beyond the usual one: of the operation that is shown, or of all that the session has.
struct FurtherMeasurement {
    QString name, text, does; // of its button
    QString whyNever;         // this machine has nothing for it; empty: it has
    // From choices that name the operation.
    std::function<void(TimingChoices&, const Subject&)> choose;
    bool isOfAllOps = false;
};
FurtherMeasurement withThreads();
FurtherMeasurement withDensities();
FurtherMeasurement withColumns();

// A chart, what it says in sentences, and the button that measures what it lacks.
class MeasurePage : public QWidget
{
    Q_OBJECT

public:
    MeasurePage(Workspace& workspace, Calls& calls, Jobs& jobs, Timings& timings, charts::Chart* chart,
                FurtherMeasurement further, QWidget* parent = nullptr);

    // The operation that the chart shows, and the tensor to measure it on; nothing: none is shown.
    void setWork(const std::optional<TimedWork>& work);
    void setSentences(const QStringList& sentences);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void enableMeasure();
    void measure();
    TimingChoices choicesFor(const Subject& subject) const;

    Workspace& m_workspace;
    Timings& m_timings;
    FurtherMeasurement m_further;
    QPushButton* m_measure;
    AskedMeasurement m_asked;
    QLabel* m_sentences;
    std::optional<TimedWork> m_work;
};

} // namespace tscope
