// SPDX-License-Identifier: Apache-2.0
#include "facts/distribution_text.h"

#include "base/human_numbers.h"
#include "base/say.h"
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
    addPart(to, std::move(name), grouped(count), unitText(count, "value", "values"));
}

Fact notFiniteFact(const Distribution& values)
{
    const auto count = values.count - values.finite();
    Fact out{say("not finite"), grouped(count), unitText(count, "value", "values")};
    addValues(out, "NaN", values.nans);
    addValues(out, values.isOfMagnitudes ? say("infinite") : say("+infinity"), values.positiveInfinities);
    if (!values.isOfMagnitudes)
        addValues(out, say("-infinity"), values.negativeInfinities);
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
        addPart(out, say("mean"), digits(*values.mean, 6));
    if (values.deviation)
        addPart(out, say("standard deviation"), digits(*values.deviation, 6));
    if (values.least)
        addPart(out, say("least"), fullText(*values.least, values.dtype));
    Fact quantiles{say("quantiles"), ""};
    for (const auto& [share, value] : values.quantiles) {
        if (share == 0.5)
            addPart(out, say("median"), shortNumber(value));
        addPart(quantiles, shareText(share) + " %", shortNumber(value));
    }
    if (values.largest)
        addPart(out, say("greatest"), fullText(*values.largest, values.dtype));
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
           (notFinite > 0 ? say(", {0#} not finite", notFinite) : "");
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
        return say("{0} of {1}", count, first);
    return isLast ? say("{0} from {1} to {2}", count, first, end)
                  : say("{0} from {1} to below {2}", count, first, end);
}

Fact factOf(const Result<Distribution>& values, std::string name)
{
    if (!values)
        return {std::move(name), say("not known"), {}, {{say("reason"), sentenceOf(values.error())}}, true};
    Fact out{std::move(name), grouped(values->count), unitText(values->count, "value", "values"), {}, true};
    if (values->isOfMagnitudes)
        out.unit += say(", by magnitude");
    if (values->sampledFrom) {
        out.unit += say(", a sample");
        addValues(out, say("evenly spread among"), *values->sampledFrom);
    }
    addSpread(out, *values);
    addPart(out, say("stored zeros"), grouped(values->zeros));
    if (canBeNotFinite(*values))
        out.parts.push_back(notFiniteFact(*values));
    if (values->zeroShare)
        addPart(out, say("elements that are zero"), percentText(*values->zeroShare), "%");
    if (values->notStoredShare)
        addPart(out, say("elements not stored"), percentText(*values->notStoredShare), "%");
    if (values->unread > 0)
        addValues(out, say("not counted, in holes"), values->unread);
    return out;
}

void tellValues(const Result<Distribution>& values, Telling& out)
{
    const auto fact = factOf(values, say("all values"));
    out.push_back({{"  " + say("{0}: {1}", fact.name, fact.value) + (fact.unit.empty() ? "" : " " + fact.unit)}});
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
        line += (line.empty() ? "" : say(", ")) + phrase;
    };
    for (const auto& part : fact.parts) {
        if (part.parts.empty()) {
            tell(phraseOf(part));
            continue;
        }
        end();
        line = say("{0}: ", part.value.empty() ? part.name : part.name + " " + part.value);
        for (const auto& each : part.parts)
            line += (&each == part.parts.data() ? "" : say(", ")) + each.name + " " + each.value;
        end();
    }
    end();
    if (!values || values->histogram.counts.empty())
        return;
    const auto& histogram = values->histogram;
    out.push_back({{"    " + shortNumber(histogram.starts.front()) + " |" + barsOf(histogram) + "| " +
                    shortNumber(histogram.last) + say(", most in a bin {0#}", histogram.most()) +
                    (histogram.scale == Histogram::Scale::logarithmic ? say(", bins by logarithm") : "") +
                    (histogram.needsLogCounts() ? say(", heights by logarithm") : "")}});
}

} // namespace tscope
