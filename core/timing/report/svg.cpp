// SPDX-License-Identifier: Apache-2.0
#include "timing/report/svg.h"

#include "timing/report/markup.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tscope::timing {

std::string pixels(double value)
{
    constexpr double farthest = 1e6; // beyond all pictures
    const auto tenths = std::round((std::isfinite(value) ? std::clamp(value, -farthest, farthest) : 0) * 10);
    std::array<char, 32> text{};
    const auto done = std::to_chars(text.data(), text.data() + text.size(), tenths == 0 ? 0 : tenths / 10);
    return {text.data(), done.ptr};
}

Svg::Svg(double width, double height, std::string_view title)
    : m_out("<svg role=\"img\" viewBox=\"0 0 " + pixels(width) + ' ' + pixels(height) + "\" width=\"" +
            pixels(width) + "\" height=\"" + pixels(height) + "\"><title>" + escaped(title) + "</title>\n")
{
}

void Svg::close(std::string_view tag, std::string_view style, std::string_view hint)
{
    m_out += " class=\"" + std::string(style) + '"';
    if (hint.empty())
        m_out += "/>\n";
    else
        m_out += "><title>" + escaped(hint) + "</title></" + std::string(tag) + ">\n";
}

void Svg::rect(double x, double y, double width, double height, std::string_view style, std::string_view hint)
{
    m_out += "<rect x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" width=\"" + pixels(std::max(width, 0.0)) +
             "\" height=\"" + pixels(std::max(height, 0.0)) + '"';
    close("rect", style, hint);
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view style)
{
    m_out += "<line x1=\"" + pixels(x1) + "\" y1=\"" + pixels(y1) + "\" x2=\"" + pixels(x2) + "\" y2=\"" +
             pixels(y2) + '"';
    close("line", style, {});
}

void Svg::circle(double x, double y, double radius, std::string_view style, std::string_view hint)
{
    m_out += "<circle cx=\"" + pixels(x) + "\" cy=\"" + pixels(y) + "\" r=\"" + pixels(radius) + '"';
    close("circle", style, hint);
}

void Svg::path(std::string_view data, std::string_view style, std::string_view hint)
{
    m_out += "<path d=\"" + std::string(data) + '"';
    close("path", style, hint);
}

void Svg::text(double x, double y, std::string_view text, std::string_view style, Anchor anchor,
               std::string_view hint)
{
    constexpr std::array<std::string_view, 3> anchors{"start", "middle", "end"};
    m_out += "<text x=\"" + pixels(x) + "\" y=\"" + pixels(y) + "\" text-anchor=\"";
    m_out += anchors[static_cast<std::size_t>(anchor)];
    m_out += "\" class=\"" + std::string(style) + "\">" + escaped(text);
    if (!hint.empty())
        m_out += "<title>" + escaped(hint) + "</title>";
    m_out += "</text>\n";
}

std::string Svg::markup() &&
{
    m_out += "</svg>\n";
    return std::move(m_out);
}

} // namespace tscope::timing
