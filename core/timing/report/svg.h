// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tscope::timing {

// Where a plot lies in its drawing.
struct PlotFrame {
    double left, right, top, bottom;
};

enum class Anchor : unsigned char { start, middle, end };

// A drawing under way, in pixels from the upper left. What things look like is told by their style, a class that
// the page has; a hint is shown where the pointer rests. Texts are escaped here.
class Svg
{
public:
    Svg(double width, double height, std::string_view title);

    void rect(double x, double y, double width, double height, std::string_view style, std::string_view hint = {});
    void line(double x1, double y1, double x2, double y2, std::string_view style);
    void circle(double x, double y, double radius, std::string_view style, std::string_view hint = {});
    void path(std::string_view data, std::string_view style, std::string_view hint = {});
    // `y` is the line on which letters stand.
    void text(double x, double y, std::string_view text, std::string_view style, Anchor anchor = Anchor::start,
              std::string_view hint = {});

    std::string markup() &&;

private:
    void close(std::string_view tag, std::string_view style, std::string_view hint);

    std::string m_out;
};

// A number of pixels, to a tenth.
std::string pixels(double value);

} // namespace tscope::timing
