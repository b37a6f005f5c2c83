// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "build/build_page.h"
#include "style/palette.h"

#include <QDialog>
#include <QTimer>

#include <string_view>

class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;

namespace tscope {

class BuildPreview;

// Makes tensors: pages at the left, what the open one would make at the right, and the button that adds it to the
// workspace. Not modal; keeps nothing beyond its life.
class BuildDialog : public QDialog
{
    Q_OBJECT

public:
    BuildDialog(Workspace& workspace, Jobs& jobs, const Cover& cover, Theme theme, QWidget* parent = nullptr);

    void openPage(std::string_view id, const QString& what = {}); // something that the page offers

    QSize sizeHint() const override { return {1000, 640}; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    BuildPage& page() const;
    void refresh();
    void updateAdd();
    void add();

    Workspace& m_workspace;
    const Cover& m_cover;
    QTabWidget* m_tabs;
    BuildPreview* m_preview;
    QLineEdit* m_name;
    QLabel* m_reason;
    QPushButton* m_add;
    bool m_isAdding = false;
    QTimer m_soon; // several changes at once are one
};

} // namespace tscope
