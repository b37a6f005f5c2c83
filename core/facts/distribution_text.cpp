// SPDX-License-Identifier: Apache-2.0
#include "facts/distribution_text.h"

#include "base/human_numbers.h"
#include "facts/wording.h"

#include <array>
#include <cmath>
#include <complex>
#include <cstdio>

namespace tscope {

namespace {

std::string digits(double number, int count)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", count, number);
    return text;
}

// With all digits that the type needs.
std::string fullText(const Number& number, const DType& dtype)
{
    const auto element = Element::from(number, dtype);
    return element && element->number() == number ? element->text() : shortNumber(number);
}

std::string shareText(double share)
{
    return digits(100 * share, 6);
}

void addPart(Fact& to, std::string name, std::string value, std::string unit = {})
{
    to.parts.push_back({std::move(name), std::move(value), std::move(unit)});
}

void addValues(Fact& to, std::string name, std::int64_t count)
{
    addPart(to, std::move(name), grouped(count), count == 1 ? "value" : "values");
}

Fact notFiniteFact(const Distribution& values)
{
    const auto count = values.count - values.finite();
    Fact out{"not finite", grouped(count), count == 1 ? "value" : "values"};
    addValues(out, "NaN", values.nans);
    addValues(out, values.isOfMagnitudes ? "infinite" : "+infinity", values.positiveInfinities);
    if (!values.isOfMagnitudes)
        addValues(out, "-infinity", values.negativeInfinities);
    out.isOpen = count > 0;
    return out;
}

bool canBeNotFinite(const Distribution& values)
{
    const auto kind = values.dtype.elementClass();
    return kind == ElementClass::real || kind == ElementClass::complex;
}

void addSpread(Fact& out, const Distribution& values)
{
    if (values.mean)
        addPart(out, "mean", digits(*values.mean, 6));
    if (values.deviation)
        addPart(out, "standard deviation", digits(*values.deviation, 6));
    if (values.least)
        addPart(out, "least", fullText(*values.least, values.dtype));
    Fact quantiles{"quantiles", ""};
    for (const auto& [share, value] : values.quantiles) {
        if (share == 0.5)
            addPart(out, "median", shortNumber(value));
        addPart(quantiles, shareText(share) + " %", shortNumber(value));
    }
    if (values.largest)
        addPart(out, "greatest", fullText(*values.largest, values.dtype));
    if (!quantiles.parts.empty())
        out.parts.push_back(std::move(quantiles));
}

// A character for each bin; empty ones are a blank, so that one value among millions is seen.
std::string barsOf(const Histogram& histogram)
{
    constexpr std::array bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    std::string out;
    for (std::size_t bin = 0; bin < histogram.counts.size(); ++bin)
        if (histogram.counts[bin] == 0)
            out += ' ';
        else
            out += bars[static_cast<std::size_t>(
                std::lround(heightOf(histogram, bin) * static_cast<double>(bars.size() - 1)))];
    return out;
}

std::string phraseOf(const Fact& fact)
{
    return fact.name + " " + fact.value + (fact.unit.empty() ? "" : " " + fact.unit);
}

} // namespace

std::string shortNumber(const Number& number)
{
    return std::visit(
        []<class T>(const T& value) -> std::string {
            if constexpr (std::is_same_v<T, bool>)
                return value ? "true" : "false";
            else if constexpr (std::is_integral_v<T>)
                return std::to_string(value);
            else
                return digits(std::real(value), 6);
        },
        number);
}

std::string spreadText(const Distribution& values)
{
    if (!values.mean || !values.deviation)
        return {};
    const auto notFinite = values.count - values.finite();
    return digits(*values.mean, 3) + " ± " + digits(*values.deviation, 3) +
           (notFinite > 0 ? ", " + grouped(notFinite) + " not finite" : "");
}

double heightOf(const Histogram& histogram, std::size_t bin)
{
    const auto count = static_cast<double>(histogram.counts[bin]), most = static_cast<double>(histogram.most());
    if (most == 0)
        return 0;
    return histogram.needsLogCounts() ? std::log1p(count) / std::log1p(most) : count / most;
}

std::string binText(const Histogram& histogram, std::size_t bin)
{
    const auto count = counted(histogram.counts[bin], "value", "values");
    const auto first = shortNumber(histogram.starts[bin]);
    const bool isLast = bin + 1 == histogram.starts.size();
    const auto end = shortNumber(isLast ? histogram.last : histogram.starts[bin + 1]);
    if (histogram.scale == Histogram::Scale::each || end == first)
        return count + " of " + first;
    return count + " from " + first + (isLast ? " to " : " to below ") + end;
}

Fact factOf(const Result<Distribution>& values, std::string name)
{
    if (!values)
        return {std::move(name), "not known", {}, {{"reason", sentenceOf(values.error())}}, true};
    Fact out{std::move(name), grouped(values->count), values->count == 1 ? "value" : "values", {}, true};
    if (values->isOfMagnitudes)
        out.unit += ", by magnitude";
    if (values->sampledFrom) {
        out.unit += ", a sample";
        addValues(out, "evenly spread among", *values->sampledFrom);
    }
    addSpread(out, *values);
    addPart(out, "stored zeros", grouped(values->zeros));
    if (canBeNotFinite(*values))
        out.parts.push_back(notFiniteFact(*values));
    if (values->zeroShare)
        addPart(out, "elements that are zero", percentText(*values->zeroShare), "%");
    if (values->notStoredShare)
        addPart(out, "elements not stored", percentText(*values->notStoredShare), "%");
    if (values->unread > 0)
        addValues(out, "not counted, in holes", values->unread);
    return out;
}

void tellValues(const Result<Distribution>& values, Telling& out)
{
    const auto fact = factOf(values, "all values");
    out.push_back({{"  " + fact.name + ": " + fact.value + (fact.unit.empty() ? "" : " " + fact.unit)}});
    constexpr std::size_t longest = 100;
    std::string line;
    const auto end = [&] {
        if (!line.empty())
            out.push_back({{"    " + line}});
        line.clear();
    };
    const auto tell = [&](const std::string& phrase) {
        if (line.size() + phrase.size() > longest)
            end();
        line += (line.empty() ? "" : ", ") + phrase;
    };
    for (const auto& part : fact.parts) {
        if (part.parts.empty()) {
            tell(phraseOf(part));
            continue;
        }
        end();
        line = part.name + (part.value.empty() ? "" : " " + part.value) + ": ";
        for (const auto& each : part.parts)
            line += (&each == part.parts.data() ? "" : ", ") + each.name + " " + each.value;
        end();
    }
    end();
    if (!values || values->histogram.counts.empty())
        return;
    const auto& histogram = values->histogram;
    out.push_back({{"    " + shortNumber(histogram.starts.front()) + " |" + barsOf(histogram) + "| " +
                    shortNumber(histogram.last) + ", most in a bin " + grouped(histogram.most()) +
                    (histogram.scale == Histogram::Scale::logarithmic ? ", bins by logarithm" : "") +
                    (histogram.needsLogCounts() ? ", heights by logarithm" : "")}});
}

} // namespace tscope
