// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace tscope {

// What keeps an answer hidden until it is given: parts of the window whose numbers are not shown ("logical",
// "members", "storage", "address", "rules", "facts", "code"). As long as any is covered, nothing that is pointed
// at in one view is looked up in another one.
class Cover : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    bool isOn() const { return !m_parts.isEmpty(); }
    bool hides(const QString& part) const { return m_parts.contains(part); }
    void set(const QStringList& parts)
    {
        if (parts == m_parts)
            return;
        m_parts = parts;
        Q_EMIT changed();
    }
    void clear() { set({}); }

Q_SIGNALS:
    void changed();

private:
    QStringList m_parts;
};

} // namespace tscope
