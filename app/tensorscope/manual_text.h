// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTextBrowser>
#include <QUrl>

#include <map>
#include <vector>

namespace tscope {

class Jobs;

// The text of the manual. Its pictures are samples, drawn as the views draw them: picture:csr/members.
class ManualText : public QTextBrowser
{
    Q_OBJECT

public:
    struct Section {
        QString title;
        int level = 1; // of its heading
        int position = 0;
    };

    ManualText(const QString& markdown, Jobs& jobs, QWidget* parent = nullptr);

    const std::vector<Section>& sections() const { return m_sections; }
    std::size_t sectionOnTop() const;
    void goTo(std::size_t section);
    bool hasPicture(const QString& name) const { return m_pictures.contains(QUrl(name)); }

    // Marks all places of a text and goes to the first of them; their number.
    int find(const QString& text);
    int found() const { return m_found; } // the place that it went to, from 0
    void goToFound(int place);

Q_SIGNALS:
    void scrolled(); // not by goTo()

protected:
    void scrollContentsBy(int dx, int dy) override;
    QVariant loadResource(int type, const QUrl& name) override;
    void changeEvent(QEvent* event) override;

private:
    void draw(const QUrl& name);
    void take(const QUrl& name, const QImage& picture);
    double topOf(int position) const;
    void scrollTo(double top);
    void mark();

    Jobs& m_jobs;
    std::vector<Section> m_sections;
    std::map<QUrl, QImage> m_pictures; // that are drawn
    std::vector<QTextCursor> m_places; // of what was looked for
    int m_found = 0;
    bool m_isGoing = false;
};

} // namespace tscope
