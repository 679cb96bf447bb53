"use strict";
// Copy buttons, and the install commands as tabs. Without this script everything is there, one below the other.
(() => {
  const say = document.createElement("p");
  say.className = "hidden";
  say.setAttribute("role", "status");
  document.querySelector("main").append(say);

  const text = (pre) => pre.textContent;
  const select = (pre) => {
    const range = document.createRange();
    range.selectNodeContents(pre);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  };
  const legacy = (value) => {
    const area = document.createElement("textarea");
    area.value = value;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };
  document.querySelectorAll(".command pre").forEach((pre) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      let done = false;
      try {
        await navigator.clipboard.writeText(text(pre));
        done = true;
      } catch {
        done = legacy(text(pre));
      }
      if (!done) select(pre);
      button.textContent = done ? "Copied" : "Selected";
      say.textContent = done ? "Copied to the clipboard" : "Selected; copy it with your keyboard";
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    pre.after(button);
  });

  document.querySelectorAll("[data-tabs]").forEach((box) => {
    const panels = [...box.querySelectorAll(":scope > section")];
    if (panels.length < 2) return;
    const list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Agent");
    const tabs = panels.map((panel) => {
      const heading = panel.querySelector("h3");
      const tab = document.createElement("button");
      tab.type = "button";
      tab.id = panel.id + "-tab";
      tab.textContent = heading.textContent;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      heading.classList.add("tabbed");
      list.append(tab);
      return tab;
    });
    const choose = (at, focus) => {
      tabs.forEach((tab, i) => {
        tab.setAttribute("aria-selected", String(i === at));
        tab.tabIndex = i === at ? 0 : -1;
        panels[i].classList.toggle("off", i !== at);
      });
      if (focus) tabs[at].focus();
    };
    list.addEventListener("click", (event) => {
      const at = tabs.indexOf(event.target);
      if (at >= 0) choose(at, false);
    });
    list.addEventListener("keydown", (event) => {
      const at = tabs.indexOf(document.activeElement);
      const to = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at + tabs.length - 1) % tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      choose(to, true);
    });
    box.prepend(list);
    choose(0, false);
  });
})();
