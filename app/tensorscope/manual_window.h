// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <vector>

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace tscope {

class Jobs;
class ManualText;

// The manual with its contents beside it and a line to search in it.
class ManualWindow : public QDialog
{
    Q_OBJECT

public:
    ManualWindow(const QString& markdown, Jobs& jobs, QWidget* parent = nullptr);

    // The section of this title, if there is one.
    void showSection(const QString& title);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeSearch();
    void makeContents();
    void look(const QString& text);
    void step(int by);
    void tellPlace();

    ManualText* m_text;
    QTreeWidget* m_contents;
    QLineEdit* m_line = nullptr;
    QLabel* m_place = nullptr;
    std::vector<QTreeWidgetItem*> m_items; // of the sections
    int m_count = 0;                       // of the places that were found
    bool m_isFollowing = false;            // the contents follow the text
};

} // namespace tscope
