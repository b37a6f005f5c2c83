// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// One element of a page, with what stands directly in it.
struct PageElement {
    std::string tag;
    std::map<std::string, std::string> attributes;
    std::string text;
    std::size_t parent = 0; // its own number: it has none
    std::size_t svg = 0;    // the number of the drawing that it is in; 0: none

    double number(const char* key) const { return std::stod(attributes.at(key)); }
};

struct Page {
    std::vector<PageElement> elements;
    std::string problem; // the first thing that is no markup; empty: all is well

    std::vector<PageElement> all(std::string_view tag) const;
};

// By the rules of XML but for the few elements that HTML never closes. A <style> is read to its end.
Page readPage(std::string_view markup);

} // namespace tscope::timing
