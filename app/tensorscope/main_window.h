// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/jobs.h"
#include "panels/panel.h"
#include "selection/selection.h"
#include "workspace/workspace.h"

#include <QMainWindow>

#include <vector>

class QSplitter;

namespace tscope {

class SceneView;

// The window: what is open, the views on the current tensor and the panels around them. Everything meets here and
// in the workspace; no view and no panel knows another one.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(Theme theme, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workspace& workspace() { return m_workspace; }
    Selection& selection() { return m_selection; }
    Jobs& jobs() { return m_jobs; }
    const std::vector<SceneView*>& views() const { return m_views; }

    void open(const QStringList& paths); // read on a worker; what can't be read is told in the status bar
    void openSamples();
    void paste(const QString& text);
    void setTheme(Theme theme);
    // Which panels and views are seen, and how large: "learn", "debug", "compare".
    bool arrange(const QString& arrangement);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makePanels(Theme theme);
    void makeActions();
    void add(const QString& path, const Result<Document>& document);
    void tell(const QString& text);
    void chooseFiles();
    void saveAs();
    void exportPicture();
    SceneView* activeView() const;

    // Jobs take what they need by value and deliver to receivers that are still there: last to go is fine.
    Jobs m_jobs;
    Workspace m_workspace;
    Selection m_selection;
    QSplitter* m_canvas = nullptr;
    QSplitter* m_upper = nullptr;
    std::vector<SceneView*> m_views;
};

} // namespace tscope
