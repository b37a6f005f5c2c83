// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/accessible_choice.h"

#include "style/titles.h"

#include <QAbstractItemView>
#include <QAccessibleWidget>
#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>

namespace tscope {

namespace {

struct ChoiceWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::AccessibleChoice)
};

// Its children are the list and, where text can be typed, the field.
class AccessibleChoice : public QAccessibleWidget
{
public:
    explicit AccessibleChoice(QComboBox* box) : QAccessibleWidget(box, QAccessible::ComboBox) {}

    int childCount() const override { return box().isEditable() ? 2 : 1; }
    QAccessibleInterface* child(int index) const override
    {
        return index == 0   ? QAccessible::queryAccessibleInterface(box().view())
               : index == 1 ? QAccessible::queryAccessibleInterface(box().lineEdit())
                            : nullptr;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        auto* field = box().lineEdit();
        const bool isIn = field != nullptr && field->rect().contains(field->mapFromGlobal(QPoint(x, y)));
        return isIn ? child(1) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        return child->object() == box().view()                             ? 0
               : child->object() == box().lineEdit() && box().isEditable() ? 1
                                                                           : -1;
    }

    QString text(QAccessible::Text kind) const override
    {
        const auto chosen = box().currentText();
        if (kind == QAccessible::Value)
            return chosen;
        if (kind != QAccessible::Name)
            return QAccessibleWidget::text(kind);
        const auto title = titleOfChoice(box());
        if (chosen.isEmpty() || chosen == title)
            return title;
        return chosen.startsWith(title) ? chosen : ChoiceWords::tr("%1: %2").arg(title, chosen);
    }
    QAccessible::State state() const override
    {
        auto state = QAccessibleWidget::state();
        state.expandable = true;
        state.expanded = box().view()->isVisible();
        state.editable = box().isEditable();
        return state;
    }

    QStringList actionNames() const override { return {showMenuAction(), pressAction(), setFocusAction()}; }
    void doAction(const QString& name) override
    {
        if (name == setFocusAction())
            return QAccessibleWidget::doAction(name);
        if (box().view()->isVisible())
            box().hidePopup();
        else if (box().isEnabled())
            box().showPopup();
    }

private:
    QComboBox& box() const { return *static_cast<QComboBox*>(widget()); }
};

QAccessibleInterface* accessibleChoice(const QString&, QObject* object)
{
    auto* box = qobject_cast<QComboBox*>(object);
    return box == nullptr ? nullptr : new AccessibleChoice(box);
}

} // namespace

void nameChoices()
{
    static const bool isDone = (QAccessible::installFactory(accessibleChoice), true);
    static_cast<void>(isDone);
}

QString titleOfChoice(const QComboBox& box)
{
    if (!box.accessibleName().isEmpty() || box.parentWidget() == nullptr)
        return box.accessibleName();
    for (const auto* label : box.parentWidget()->findChildren<QLabel*>(Qt::FindDirectChildrenOnly))
        if (label->buddy() == &box)
            return withoutKey(label->text());
    return {};
}

} // namespace tscope
