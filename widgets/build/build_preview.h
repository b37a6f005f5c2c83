// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "build/build_page.h"
#include "selection/selection.h"
#include "style/palette.h"
#include "workspace/workspace.h"

#include <QTimer>

#include <atomic>
#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;

namespace tscope {

class Jobs;
class SceneView;

// The tensors that a page would make, seen before they are added: in a workspace of its own, with their verdict
// and summary, or the error in their place. What is shown stays until what comes next is there.
class BuildPreview : public QWidget
{
    Q_OBJECT

public:
    BuildPreview(Jobs& jobs, Theme theme, QWidget* parent = nullptr);
    ~BuildPreview() override;

    void make(const BuildPage::Maker& maker); // as a job, the newest wins
    void refuse(const Error& error);          // there is nothing to show
    void expectOther();                       // what is shown is out of date; something is on its way
    void stop();

    // Why nothing here can be added; empty: it can.
    const QString& obstacle() const { return m_obstacle; }
    const Document& document() const { return m_made.document; }
    const std::vector<Lineage>& lineages() const { return m_made.from; }
    Workspace& workspace() { return m_workspace; }

Q_SIGNALS:
    void made(const tscope::Made& made);
    void changed(); // another obstacle, or another document
    void placeAsked(const QString& where);

private:
    void take(const Result<Made>& result);
    void showVerdict();
    void summarise();
    void tellProgress();

    Jobs& m_jobs;
    const Palette& m_palette;
    Workspace m_workspace;
    Selection m_selection;
    Made m_made;
    bool m_isBeingMade = false; // what is seen is the one before
    QString m_obstacle;
    QString m_where; // of the error
    QComboBox* m_choice;
    QLabel* m_verdict;
    QLabel* m_summary;
    QLabel* m_notes;
    QLabel* m_error;
    QPushButton* m_goTo;
    QPushButton* m_cancel;
    QSplitter* m_views;
    std::shared_ptr<std::atomic<double>> m_done; // how much of what is being made
    QTimer m_tick;                               // asks for that
};

} // namespace tscope
