"use strict";
// Search, filters and order over all skills. index.js calls skillstow() with them, since a page from file:// may load
// scripts and nothing else.
function skillstow({ agents, skills }) {
  const [TITLE, NAME, HREF, TEXT, SAFETY, LICENCE, TOKENS, LOADS, COMMANDS, FROM, UPDATED, TAGS] = Array(12).keys();
  const STEP = 40;
  const get = (id) => document.getElementById(id);
  const form = document.querySelector("form.search");
  const list = get("skills");
  const fields = ["q", "agent", "safety", "licence", "command", "cost", "sort"].map(get);
  const text = skills.map((s) => [s[TITLE], s[NAME], s[TEXT], s[COMMANDS], s[TAGS], s[FROM]].join("\n").toLowerCase());
  const head = skills.map((s) => (s[TITLE] + "\n" + s[NAME]).toLowerCase());
  const word = { pass: "Pass", notes: "Notes", fail: "Fail" };
  let found = [];
  let shown = 0;

  const element = (tag, content, name) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (content) made.textContent = content;
    return made;
  };
  const compact = (n) => n < 1000 ? String(n) : n < 9950 ? String(Math.round(n / 100) / 10) + "k" : Math.round(n / 1000) + "k";
  const row = (s) => {
    const item = element("li");
    const main = element("div");
    const heading = element("h2");
    const link = element("a", s[TITLE]);
    link.href = s[HREF];
    heading.append(link);
    main.append(heading, element("p", s[TEXT].length > 240 ? s[TEXT].slice(0, 240).replace(/\s+\S*$/, "") + "…" : s[TEXT]));
    const meta = element("p", "", "meta");
    meta.append(element("span", word[s[SAFETY]] || "", "dot " + s[SAFETY]), " · ~" + compact(s[TOKENS]) + " tokens",
      element("br"), s[LICENCE]);
    if (s[FROM]) meta.append(element("br"), s[FROM]);
    item.append(main, meta);
    return item;
  };
  const show = (from) => {
    const part = document.createDocumentFragment();
    const end = Math.min(from + STEP, found.length);
    for (let i = from; i < end; ++i) part.append(row(skills[found[i]]));
    if (from === 0) list.replaceChildren(part);
    else list.append(part);
    shown = end;
    get("more").hidden = shown >= found.length;
  };
  const order = {
    title: (a, b) => skills[a][TITLE].localeCompare(skills[b][TITLE], "en"),
    tokens: (a, b) => skills[a][TOKENS] - skills[b][TOKENS],
    "-tokens": (a, b) => skills[b][TOKENS] - skills[a][TOKENS],
    "-updated": (a, b) => (skills[a][UPDATED] < skills[b][UPDATED]) - (skills[a][UPDATED] > skills[b][UPDATED]),
  };
  const search = () => {
    const [q, agent, safety, licence, command, cost, sort] = fields.map((field) => field.value);
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const bit = agent ? 1 << agents.indexOf(agent) : 0;
    const calls = (s) => command === "-" ? s[COMMANDS] === "" : (" " + s[COMMANDS] + " ").includes(" " + command + " ");
    found = [];
    for (let i = 0; i < skills.length; ++i) {
      const s = skills[i];
      if (bit && !(s[LOADS] & bit)) continue;
      if (safety && s[SAFETY] !== safety) continue;
      if (licence && s[LICENCE] !== licence) continue;
      if (command && !calls(s)) continue;
      if (cost && s[TOKENS] > Number(cost)) continue;
      if (words.every((one) => text[i].includes(one))) found.push(i);
    }
    if (order[sort]) {
      found.sort((a, b) => order[sort](a, b) || a - b);
    } else if (words.length) {
      const rank = (i) => words.every((one) => head[i].includes(one)) ? 0 : 1;
      const ranks = new Map(found.map((i) => [i, rank(i)]));
      found.sort((a, b) => ranks.get(a) - ranks.get(b) || a - b);
    }
    get("count").textContent = found.length === skills.length ? "All " + skills.length.toLocaleString("en") + " skills"
      : found.length.toLocaleString("en") + " of " + skills.length.toLocaleString("en") + " skills";
    show(0);
  };
  // What was asked for stays in the address, so that coming back from a page finds it again.
  const remember = () => {
    const kept = new URLSearchParams();
    fields.forEach((field) => { if (field.value) kept.set(field.id, field.value); });
    history.replaceState(null, "", "#" + kept);
  };
  const recall = () => {
    const kept = new URLSearchParams(location.hash.slice(1));
    fields.forEach((field) => { if (kept.has(field.id)) field.value = kept.get(field.id); });
  };

  form.hidden = false;
  get("pages").hidden = true;
  form.addEventListener("input", () => { search(); remember(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  get("more").addEventListener("click", () => {
    const first = shown;
    show(shown);
    list.children[first].querySelector("a").focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    get("q").focus();
  });
  recall();
  search();
}
