// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tscope::timing {

// Values along a line of pixels. A linear one begins with 0; a logarithmic one has whole powers of ten as ends.
class Axis
{
public:
    // For positive values up to `most`; from, to: pixels, in either direction. Marked by round numbers of a unit.
    static Axis linear(double most, double from, double to, double unit = 1);
    // From `least` to `most`, both positive.
    static Axis logarithmic(double least, double most, double from, double to);

    double at(double value) const; // the pixel; what lies beyond an end is drawn there
    bool isLogarithmic() const { return m_isLogarithmic; }
    double least() const { return m_least; }
    double most() const { return m_most; }
    // Where it is marked: by 1, 2 or 5 or whole powers of ten, at most so many.
    std::vector<double> ticks(int most = 6) const;

private:
    Axis(double least, double most, double from, double to, bool isLogarithmic, double unit = 1)
        : m_least(least), m_most(most), m_from(from), m_to(to), m_unit(unit), m_isLogarithmic(isLogarithmic)
    {
    }

    double m_least, m_most, m_from, m_to, m_unit;
    bool m_isLogarithmic;
};

// The largest unit of bytes, of which there are 1024 in the next one, that is no more than so many.
double unitOfAmount(double bytes);

// Short, as on a line: "20 ms".
std::string tickTime(double nanoseconds);
std::string tickAmount(double bytes);
std::string tickNumber(double value);

} // namespace tscope::timing
