// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace tscope {

// Messages above the views, such as why a file could not be read. Each stays until its reason is gone or the user
// dismisses all of them. Hidden while there is none.
class Notices : public QWidget
{
    Q_OBJECT

public:
    explicit Notices(QWidget* parent = nullptr);

    // The reason is a word of the program's own.
    void add(const QString& file, const QString& text, const QString& reason = {});
    void remove(const QString& reason); // is gone, and all that was said of it
    void clear();
    void offerDetails(bool areThere); // there is more to see of what is told
    // A way out of what is told with that reason, as a button for as long as that is told; one at a time.
    void offer(const QString& reason, const QString& verb, std::function<void()> run);
    QString text() const;

Q_SIGNALS:
    void detailsAsked();
    void dismissed();

private:
    struct Line {
        QString text, reason;
    };
    bool hasRoomFor(const QString& line) const;
    void countRest();

    std::vector<Line> m_lines;
    QStringList m_shown;
    QSet<QString> m_known;
    qsizetype m_characters = 0; // of what is shown
    QLabel *m_text, *m_rest;    // the lines that are shown, and how many more there are
    QPushButton *m_details, *m_offer;
    QString m_offered; // the reason of what it is a way out of
    std::function<void()> m_run;
};

} // namespace tscope
