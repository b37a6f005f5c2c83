// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

#include <QObject>
#include <QStringList>

#include <functional>

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
    // Whether anything, or this part, of that tensor is covered. 0 is no tensor.
    bool isOn(SubjectId subject) const { return isOn() && subject != 0 && (!m_isAsked || m_isAsked(subject)); }
    bool hides(const QString& part, SubjectId subject) const { return hides(part) && isOn(subject); }

    using IsAsked = std::function<bool(SubjectId)>;
    void set(const QStringList& parts, IsAsked isAsked = {}) // the tensors that are covered; empty: all
    {
        m_isAsked = std::move(isAsked);
        if (parts == m_parts)
            return;
        m_parts = parts;
        Q_EMIT changed();
    }
    void clear() { set({}); }

    // In place of what is covered.
    static QString words() { return tr("Covered until you have answered."); }

Q_SIGNALS:
    void changed();

private:
    QStringList m_parts;
    IsAsked m_isAsked;
};

} // namespace tscope
