/// Painted widgets whose parts, such as rows and columns, screen readers can walk.
#pragma once

#include <QAccessibleWidget>
#include <QPointer>

#include <cstddef>
#include <vector>

namespace candela {

/// A part, by its position. The widget may have fewer by now.
class AccessiblePart : public QAccessibleInterface {
public:
    AccessiblePart(QWidget* widget, std::size_t position) : m_widget(widget), m_position(position) {}

    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return parent() ? parent()->window() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    void setText(QAccessible::Text, const QString&) override {}

protected:
    /// Null if the widget is gone.
    QWidget* widget() const { return m_widget; }
    std::size_t position() const { return m_position; }

private:
    QPointer<QWidget> m_widget;
    std::size_t m_position;
};

/// The widget; derived classes have its childCount(). Parts are made when they are asked for.
class PartsAccessible : public QAccessibleWidget {
public:
    using QAccessibleWidget::QAccessibleWidget;
    ~PartsAccessible() override;

    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;

protected:
    virtual QAccessibleInterface* makePart(std::size_t position) const = 0;

private:
    mutable std::vector<QAccessible::Id> m_parts;
};

/// Makes screen readers see widgets of this class through `Accessible`. May be called more than once.
template<typename Widget, typename Accessible>
void installAccessibility() {
    static const bool isInstalled = [] {
        QAccessible::installFactory([](const QString&, QObject* object) -> QAccessibleInterface* {
            auto* widget = qobject_cast<Widget*>(object);
            return widget ? new Accessible(widget) : nullptr;
        });
        return true;
    }();
    static_cast<void>(isInstalled);
}

} // namespace candela
