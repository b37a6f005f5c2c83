// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accessible_scene.h"

#include "views/scene_view.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <vector>

namespace tscope {

namespace {

// One spot of a view, by its number: when the view shows another scene, it stands for the spot of that number
// there.
class AccessibleSpot : public QAccessibleInterface, public QAccessibleActionInterface
{
public:
    AccessibleSpot(SceneView* view, std::size_t number) : m_view(view), m_number(number) {}

    bool isValid() const override { return m_view != nullptr && m_number < m_view->shownSpots(); }
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
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return spot().value.isEmpty() ? spot().words : spot().value;
        return kind == QAccessible::Description ? spot().words : QString();
    }
    QRect rect() const override { return isValid() ? m_view->rectOnScreen(spot()) : QRect(); }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid)
            return state;
        state.selectable = true;
        state.focusable = true;
        state.selected = m_view->selectedNumber() == m_number;
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
            m_view->select(spot());
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    const Spot& spot() const { return m_view->shownSpot(m_number); } // of a valid one

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
        const auto at = m_view == nullptr ? std::nullopt
                                          : m_view->shownSpotAt(m_view->viewport()->mapFromGlobal(QPoint(x, y)));
        return at ? child(static_cast<int>(*at)) : nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        const auto selected = m_view == nullptr ? std::nullopt : m_view->selectedNumber();
        return selected ? child(static_cast<int>(*selected)) : nullptr;
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
