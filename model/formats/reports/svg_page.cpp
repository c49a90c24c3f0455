#include "model/formats/reports/svg_page.h"

#include "model/analysis/call_tree/module_tones.h"

#include <fmt/format.h>

namespace candela::svg_page {

namespace {

const std::string_view fixedStyle = R"css(
svg { background: #ffffff; font: 12px "DejaVu Sans Mono", ui-monospace, Menlo, Consolas, monospace; }
#page { fill: #ffffff; }
text { fill: #1f2329; }
#title { font-size: 16px; font-weight: bold; }
#subtitle, #share { fill: #656d78; }
.box { cursor: pointer; }
.box text { fill: #22262c; pointer-events: none; }
.box rect { stroke: #ffffff; stroke-width: 0.5; }
.box:hover rect { stroke: #1f2329; stroke-width: 1; }
.k rect { fill: #9dbce6; } .i rect { fill: #93d2bd; } .n rect { fill: #cdd1d7; }
.m rect { fill: #dfe2e7; }
.ink { fill: none; stroke: #22262c; stroke-opacity: 0.16; stroke-linecap: round; }
.p rect { fill: #f0993c; } .l rect { fill: #6aa5e4; } .z rect { fill: #e4e6ea; }
.box.above rect { fill: #e3e6ea; }
.box.match rect { fill: #e9a8e6; stroke: #9c2c97; stroke-width: 1; }
.away { display: none; }
.button { cursor: pointer; }
.button rect { fill: #eceef1; stroke: #d9dce1; }
.button:hover rect { stroke: #2563c9; }
#search input { box-sizing: border-box; width: 100%; height: 26px; padding: 0 8px; border-radius: 4px;
  border: 1px solid #d9dce1; background: #ffffff; color: #1f2329; font: inherit; }
#search input.wrong { border-color: #b3541e; color: #b3541e; }
#search input:focus { outline: 2px solid #2563c9; outline-offset: -1px; }
@media (prefers-color-scheme: dark) {
  svg { background: #16181c; }
  #page { fill: #16181c; }
  text { fill: #e3e6ea; }
  #subtitle, #share { fill: #969ea9; }
  .box text { fill: #f1f2f4; }
  .box rect { stroke: #16181c; }
  .box:hover rect { stroke: #e3e6ea; }
  .k rect { fill: #3a5b8c; } .i rect { fill: #285f4d; } .n rect { fill: #4a4f58; }
  .m rect { fill: #30353d; }
  .ink { stroke: #f1f2f4; }
  .p rect { fill: #c26a1c; } .l rect { fill: #3a78c2; } .z rect { fill: #3b4048; }
  .box.above rect { fill: #2b2f36; }
  .box.match rect { fill: #8a3f8a; stroke: #e58fe0; }
  .button rect { fill: #282c33; stroke: #343941; }
  .button:hover rect { stroke: #6aa2f5; }
  #search input { border-color: #343941; background: #16181c; color: #e3e6ea; }
  #search input.wrong { border-color: #e39a5f; color: #e39a5f; }
}
)css";

} // namespace

std::string style(const TexturedColours& textured) {
    std::string tones, darkTones;
    for (std::size_t tone = 0; tone < moduleTones.size(); ++tone) {
        tones += fmt::format(".u{} rect {{ fill: #{:06x}; }}\n", tone, moduleTones[tone].light);
        darkTones += fmt::format("  .u{} rect {{ fill: #{:06x}; }}\n", tone, moduleTones[tone].dark);
    }
    return fmt::format("\n{}{}{}@media (prefers-color-scheme: dark) {{\n{}}}\n", patternRules(textured),
                       fixedStyle, tones, darkTones);
}

const std::string_view script = R"js(
"use strict";
(function () {
  const svg = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const margin = Number(svg.dataset.margin);
  const drawnWidth = Number(svg.dataset.width) - 2 * margin;
  let letterWidth = Number(svg.dataset.letter);
  let pageWidth = Number(svg.dataset.width);
  let view = { left: 0, right: 1, row: 0 };
  let pattern = null;

  // Boxes as shares of the whole width, in the order in which they were drawn: by row, then from left to right.
  const boxes = Array.from(document.querySelectorAll("#boxes > g"), (group) => {
    const rect = group.querySelector("rect");
    const left = (Number(rect.getAttribute("x")) - margin) / drawnWidth;
    return {
      group, rect,
      label: group.querySelector("text"),
      title: group.querySelector("title").textContent,
      name: group.querySelector("title").textContent.split("\n", 1)[0],
      left: left,
      right: left + Number(rect.getAttribute("width")) / drawnWidth,
      row: Number(group.dataset.row),
    };
  });

  function labelFor(name, width) {
    const letters = Math.floor((width - 6) / letterWidth);
    if (letters < 3) return "";
    const all = Array.from(name);
    return all.length <= letters ? name : all.slice(0, letters - 1).join("") + "\u2026";
  }

  function layOutBox(box) {
    const usable = pageWidth - 2 * margin;
    const scale = usable / (view.right - view.left);
    const isAbove = box.row < view.row;
    const left = Math.max(0, (box.left - view.left) * scale);
    const right = Math.min(usable, (box.right - view.left) * scale);
    const width = right - left;
    // Half of a rounding step, so that neighbours of the zoomed box stay hidden.
    const isAway = width <= 0.05 || box.right <= view.left + 1e-7 || box.left >= view.right - 1e-7;
    box.group.classList.toggle("away", isAway);
    box.group.classList.toggle("above", isAbove && !isAway);
    if (isAway) return;
    box.rect.setAttribute("x", margin + left);
    box.rect.setAttribute("width", width);
    const isFromRight = box.label.getAttribute("direction") === "rtl";
    box.label.setAttribute("x", margin + (isFromRight ? right - 3 : left + 3));
    box.label.textContent = labelFor(box.name, width);
  }

  function layOut() {
    boxes.forEach(layOutBox);
    byId("reset").classList.toggle("away", view.row === 0);
    showMatches();
  }

  function zoomTo(box) {
    view = { left: box.left, right: box.right, row: box.row };
    layOut();
  }
  function zoomOut() {
    view = { left: 0, right: 1, row: 0 };
    layOut();
  }

  function showPointed(text) {
    byId("pointed").textContent = text;
    byId("subtitle").classList.toggle("away", text !== "");
  }

  // Shows how much of the visible weight matches. A matching box inside another one counts once.
  function showMatches() {
    let covered = 0;
    const spans = [];
    for (const box of boxes) {
      const isMatch = pattern !== null && !box.group.classList.contains("m") && pattern.test(box.name);
      box.group.classList.toggle("match", isMatch);
      if (isMatch && box.row >= view.row)
        spans.push([Math.max(box.left, view.left), Math.min(box.right, view.right)]);
    }
    spans.sort((one, other) => one[0] - other[0]);
    let end = view.left;
    for (const [left, right] of spans) {
      if (right <= end) continue;
      covered += right - Math.max(left, end);
      end = right;
    }
    const percent = (100 * covered / (view.right - view.left)).toFixed(1);
    byId("share").textContent = pattern === null ? "" : percent + " % matches";
  }

  // The case only matters if the pattern has capitals, as in Candela's window.
  function search(text) {
    let isWrong = false;
    pattern = null;
    if (text !== "") {
      try {
        pattern = new RegExp(text, text === text.toLowerCase() ? "iu" : "u");
      } catch (error) {
        isWrong = true;
      }
    }
    input.classList.toggle("wrong", isWrong);
    showMatches();
  }

  function resize() {
    const width = window.innerWidth || Number(svg.dataset.width);
    pageWidth = Math.max(400, width);
    svg.setAttribute("width", pageWidth);
    svg.setAttribute("viewBox", "0 0 " + pageWidth + " " + svg.getAttribute("height"));
    byId("page").setAttribute("width", pageWidth);
    byId("controls").setAttribute("transform", "translate(" + (pageWidth - Number(svg.dataset.width)) + " 0)");
    layOut();
  }

  const field = document.createElementNS("http://www.w3.org/2000/svg", "foreignObject");
  for (const [name, value] of Object.entries(
      { id: "search", x: Number(svg.dataset.width) - margin - 260, y: 10, width: 260, height: 26 }))
    field.setAttribute(name, value);
  const input = document.createElementNS("http://www.w3.org/1999/xhtml", "input");
  input.setAttribute("type", "search");
  input.setAttribute("placeholder", "Search (regular expression)");
  field.appendChild(input);
  byId("controls").appendChild(field);
  input.addEventListener("input", () => search(input.value));

  byId("boxes").addEventListener("click", (event) => {
    const box = boxes.find((candidate) => candidate.group.contains(event.target));
    if (!box) return;
    if (box.row === 0) zoomOut(); else zoomTo(box);
  });
  byId("boxes").addEventListener("mouseover", (event) => {
    const box = boxes.find((candidate) => candidate.group.contains(event.target));
    if (box) showPointed(box.title.split("\n").join("   "));
  });
  byId("boxes").addEventListener("mouseout", () => showPointed(""));
  byId("reset").addEventListener("click", zoomOut);
  window.addEventListener("resize", resize);
  window.addEventListener("keydown", (event) => {
    if (event.key === "F3" || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f")) {
      event.preventDefault();
      input.focus();
      input.select();
    } else if (event.key === "Escape") {
      if (document.activeElement === input && input.value !== "") {
        input.value = "";
        search("");
      } else {
        zoomOut();
      }
    }
  });

  const sample = byId("pointed");
  sample.textContent = "m".repeat(100);
  letterWidth = sample.getComputedTextLength() / 100 || letterWidth;
  sample.textContent = "";
  resize();
})();
)js";

} // namespace candela::svg_page
