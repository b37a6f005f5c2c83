// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

#include <memory>
#include <optional>

class QPainter;

namespace tscope {

struct MorphPlan;
struct Spot;

// Pictures that follow each other, from 0 to as many steps as there are. Made on a worker, then shown by the
// thread of the window alone; what they show never changes.
class Film
{
public:
    virtual ~Film() = default;
    Film(const Film&) = delete;
    Film& operator=(const Film&) = delete;

    virtual int steps() const = 0;
    virtual bool isContinuous() const = 0; // has pictures between the steps
    virtual QSizeF size() const = 0;
    virtual void paint(QPainter& painter, double time, const QRectF& visible) const = 0;
    virtual QString words(double time) const = 0; // what is seen then
    // The time at which the number is told that comes `by` after the one that is told at this time; the beginning
    // and the end have none. Nothing: the film does not tell one number after the other, or too many.
    virtual std::optional<double> toldBeside(double /*time*/, int /*by*/) const { return std::nullopt; }
    // Another size of the same film follows it. Null: nothing to follow.
    virtual std::shared_ptr<const MorphPlan> plan() const { return nullptr; }
    virtual QString wordsAt(QPointF position, double time) const = 0; // of the cell there; empty: none

protected:
    Film() = default;
};
using FilmPtr = std::shared_ptr<const Film>;

} // namespace tscope
