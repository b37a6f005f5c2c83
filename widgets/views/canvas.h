// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas_pane.h"

#include <map>
#include <optional>
#include <vector>

class QSplitter;
class QTabBar;

namespace tscope {

// The middle of the window: what Tabs says is seen, drawn, and changed by who works in it.
class Canvas : public QWidget
{
    Q_OBJECT

public:
    Canvas(Workspace& workspace, Tabs& tabs, Selection& selection, Jobs& jobs, Theme theme,
           QWidget* parent = nullptr);

    const std::vector<SceneView*>& views() const; // of the active pane
    SceneView& activeView() const;                // which has the focus, or the first that is seen
    void focusActive();
    void setTheme(Theme theme);
    // How a tensor is framed, in the pane that shows it now and wherever it is shown next.
    void frame(SubjectId subject, const CanvasPane::Framings& framings);

Q_SIGNALS:
    void viewAsked(tscope::SubjectId subject, const tscope::ViewStep& step,
                   const QString& words); // as its panes ask
    void exportAsked();                   // of the active picture

private:
    void refresh();
    void nameTabs();
    void addPane();
    void presentAll();
    void present(std::size_t number, const std::optional<CanvasPane::Framings>& start);
    std::optional<CanvasPane::Framings> startOf(std::size_t number) const;
    void matchZooms();

    Workspace& m_workspace;
    Tabs& m_tabs;
    Selection& m_selection;
    Jobs& m_jobs;
    Theme m_theme;
    QTabBar* m_bar;
    QSplitter* m_split;
    bool m_isPresenting = false;
    std::vector<CanvasPane*> m_panes;                   // as many as were ever needed: one or two
    std::map<SubjectId, CanvasPane::Framings> m_framed; // how each tensor was left
};

} // namespace tscope
