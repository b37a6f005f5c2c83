// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accessible_scene.h"

#include "views/scene_view.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <vector>

namespace tscope {

namespace {

// One of the things that a view shows now, by its number: with another scene it may be another thing.
class AccessibleSpot : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleSpot(SceneView* view, std::size_t number) : m_view(view), m_number(number) {}

    bool isValid() const override { return spot() != nullptr; }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return parent() == nullptr ? nullptr : parent()->window(); }
    QAccessibleInterface* parent() const override
    {
        return m_view == nullptr ? nullptr : QAccessible::queryAccessibleInterface(m_view);
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    void setText(QAccessible::Text, const QString&) override {}
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text kind) const override
    {
        const auto* own = spot();
        if (own == nullptr)
            return {};
        if (kind == QAccessible::Name)
            return own->value.isEmpty() ? own->words : own->value;
        return kind == QAccessible::Description ? own->words : QString();
    }
    QRect rect() const override { return isValid() ? m_view->rectOnScreen(*spot()) : QRect(); }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid)
            return state;
        state.selectable = true;
        state.focusable = true;
        state.selected = m_view->isSelected(*spot());
        state.focused = state.selected && m_view->hasFocus();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString&) override
    {
        if (isValid())
            m_view->select(*spot());
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    const Spot* spot() const { return m_view == nullptr ? nullptr : m_view->shownSpot(m_number); }

    QPointer<SceneView> m_view;
    std::size_t m_number;
};

class AccessibleScene : public QAccessibleWidget
{
public:
    explicit AccessibleScene(SceneView* view) : QAccessibleWidget(view, QAccessible::List), m_view(view) {}
    ~AccessibleScene() override
    {
        for (const auto id : m_children)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override { return m_view == nullptr ? 0 : static_cast<int>(m_view->shownSpots()); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        while (m_children.size() <= static_cast<std::size_t>(index))
            m_children.push_back(
                QAccessible::registerAccessibleInterface(new AccessibleSpot(m_view, m_children.size())));
        return QAccessible::accessibleInterface(m_children[static_cast<std::size_t>(index)]);
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto id = QAccessible::uniqueId(const_cast<QAccessibleInterface*>(child));
        for (int i = 0; i < std::min(childCount(), static_cast<int>(m_children.size())); ++i)
            if (m_children[static_cast<std::size_t>(i)] == id)
                return i;
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int i = childCount(); i-- > 0;) // what is drawn last lies on top
            if (m_view->rectOnScreen(*m_view->shownSpot(static_cast<std::size_t>(i))).contains(x, y))
                return child(i);
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        for (int i = 0; i < childCount(); ++i)
            if (m_view->isSelected(*m_view->shownSpot(static_cast<std::size_t>(i))))
                return child(i);
        return nullptr;
    }

private:
    QPointer<SceneView> m_view;
    mutable std::vector<QAccessible::Id> m_children; // as many as were asked for
};

QAccessibleInterface* accessibleScene(const QString&, QObject* object)
{
    auto* view = qobject_cast<SceneView*>(object);
    return view == nullptr ? nullptr : new AccessibleScene(view);
}

} // namespace

void makePicturesAccessible()
{
    static const bool isDone = (QAccessible::installFactory(accessibleScene), true);
    static_cast<void>(isDone);
}

} // namespace tscope
