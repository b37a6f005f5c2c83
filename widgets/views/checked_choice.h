// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include <vector>

class QListWidget;

namespace tscope {

// Some of a few things, chosen in a list that a button opens; the button says which. It is as wide whatever is
// chosen, so that no choice moves what stands beside it; the tool tip has all that has no room.
class CheckedChoice : public QToolButton
{
    Q_OBJECT

public:
    struct Item {
        QString id, text;    // the id is what the button says
        QString whyNot = {}; // it can't be chosen; empty: it can
    };
    // `none`: what it means that nothing is checked.
    CheckedChoice(const QString& title, const QString& none, QWidget* parent = nullptr);

    void setItems(const std::vector<Item>& items); // what was checked stays so
    void setChecked(const QStringList& ids);       // without telling of it
    QStringList checked() const;
    // What the button says while nothing is checked; empty: what that means by itself.
    void setInsteadOfNone(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void changed(); // by the user

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void openList();
    void tellChecked();
    int textWidth() const; // of the button, in pixels

    QString m_title, m_none, m_instead;
    QListWidget* m_list; // a window of its own while it is open
};

} // namespace tscope
