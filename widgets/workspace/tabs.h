// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QObject>
#include <QString>

#include <optional>
#include <vector>

namespace tscope {

// One tensor on the canvas.
struct Pane {
    SubjectId subject = 0;
    QString picture = {}; // the only one that is seen; empty: all
};

// One tensor, or two beside each other.
struct Tab {
    std::vector<Pane> panes{Pane{}}; // one or two
    std::size_t active = 0;          // which of them shows the current tensor
    Qt::Orientation way = Qt::Horizontal;
    // How it was when a comparison began in it; nothing: there is none.
    struct Before {
        std::vector<Pane> panes;
        Qt::Orientation way = Qt::Horizontal;
    };
    std::optional<Before> before = {};

    const Pane& activePane() const { return panes[active]; }
    bool isSplit() const { return panes.size() > 1; }
};

// What the canvas shows, as data: the tabs, and in each one tensor or two. The current tensor of the workspace is
// what the active pane of the current tab shows, whoever changes either.
class Tabs : public QObject
{
    Q_OBJECT

public:
    explicit Tabs(Workspace& workspace, QObject* parent = nullptr);

    const std::vector<Tab>& all() const { return m_tabs; } // never empty
    std::size_t current() const { return m_current; }
    const Tab& tab() const { return m_tabs[m_current]; }
    SubjectId beside() const; // in the other pane of this tab; 0: there is none
    // The tensor to put beside the current one where the user chose none: the one that it was made from, the one
    // of its size that was looked at last, the one that was made from it last, the next one of its size, or the
    // next one. 0: none.
    SubjectId partner() const;

    void open(SubjectId subject); // in a new tab
    void close(std::size_t tab);  // the last one stays
    void setCurrent(std::size_t tab);
    // Of the current tab.
    void split(SubjectId beside, Qt::Orientation way); // or another one beside, the other way
    void closePane(std::size_t pane);                  // the last one stays
    void activate(std::size_t pane);
    void show(std::size_t pane, SubjectId subject);
    void setPicture(std::size_t pane, const QString& picture);

    void beginComparison(); // in the current tab
    // In all tabs: panes that were opened beside one are closed, and each pane has its picture again. Tensors that
    // were chosen meanwhile stay.
    void endComparison();

    void restore(std::vector<Tab> tabs, std::size_t current); // of tensors that are open

Q_SIGNALS:
    void changed();

private:
    void follow(SubjectId current);
    void forget();
    static QString pictureBefore(const Tab& tab, std::size_t pane);
    bool lose(Tab& tab) const; // panes of what is not open any more; true: all of them
    void tell();
    void remember(SubjectId current);

    Workspace& m_workspace;
    std::vector<Tab> m_tabs{Tab{}};
    std::size_t m_current = 0;
    std::vector<SubjectId> m_lookedAt; // the latest last, each once; it may be closed
};

} // namespace tscope
