// The parts of the book that run in the browser: the theme, the menu on small screens, and the search. The search index is loaded
// on first use.
"use strict";
{
  const root = document.documentElement;
  const up = document.currentScript.dataset.up;
  root.dataset.script = "";

  // A page that is opened from a disk may have no storage. The choice then applies to this page only.
  const stored = (value) => {
    try {
      if (value) localStorage.setItem("book-theme", value);
      return localStorage.getItem("book-theme");
    } catch {
      return null;
    }
  };
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const chosen = stored();
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;

  addEventListener("DOMContentLoaded", () => {
    const by = (id) => document.getElementById(id);
    const [query, results, contents] = [by("query"), by("results"), by("contents")];
    const [status, list] = results.children;

    const name = () => (by("theme").textContent = isDark() ? "Light" : "Dark");
    name();
    by("theme").addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      stored(root.dataset.theme);
      name();
    });
    by("menu").addEventListener("click", () => {
      by("menu").setAttribute("aria-expanded", String(contents.classList.toggle("open")));
    });
    contents.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    // Make everything that scrolls sideways reachable by keyboard.
    for (const box of document.querySelectorAll("pre, .wide")) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;

    // Common words that are ignored in queries.
    const SMALL = new Set("a an and by can do for from how i in is of on or over the to with".split(" "));
    let index;
    const load = () => {
      index ??= new Promise((done, failed) => {
        const script = document.createElement("script");
        Object.assign(script, { src: `${up}search.js`, onload: () => done(bookIndex), onerror: failed });
        document.head.append(script);
      });
      return index;
    };

    // The number of query words in an entry, and how well the entry fits: a match in a title counts more than a match in a text,
    // and a match in a short text more than a match in a long text.
    const score = (words, [, title, heading, text]) => {
      const [t, h, x] = [title, heading, text].map((part) => part.toLowerCase());
      let [found, sum] = [0, 0];
      for (const word of words) {
        const inTitle = t === word ? 60 : t.startsWith(word) ? 30 : t.includes(word) ? 20 : 0;
        const inText = Math.min(x.split(word).length - 1, 5) / (1 + x.length / 4000);
        const points = inTitle * (heading ? 0.5 : 1) + (h.includes(word) ? 15 : 0) + inText;
        if (points > 0) found += 1;
        sum += points;
      }
      return [found, sum];
    };

    const snippet = (text, words) => {
      const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((i) => i >= 0), text.length) - 50);
      const line = document.createElement("p");
      let rest = (at > 0 ? "… " : "") + text.slice(at, at + 180);
      while (rest) {
        const lower = rest.toLowerCase();
        const hits = words.map((word) => [lower.indexOf(word), word.length]).filter(([i]) => i >= 0);
        if (hits.length === 0) break;
        const [start, length] = hits.sort((a, b) => a[0] - b[0])[0];
        const mark = document.createElement("mark");
        mark.textContent = rest.slice(start, start + length);
        line.append(rest.slice(0, start), mark);
        rest = rest.slice(start + length);
      }
      line.append(rest);
      return line;
    };

    const search = async () => {
      const asked = query.value.toLowerCase();
      const typed = asked.split(/\s+/).filter(Boolean);
      const telling = typed.filter((word) => !SMALL.has(word));
      const words = telling.length > 0 ? telling : typed;
      results.hidden = words.length === 0;
      if (results.hidden) return;
      let all;
      try {
        all = await load();
      } catch {
        index = undefined;
        status.textContent = "The search could not be loaded.";
        return;
      }
      if (query.value.toLowerCase() !== asked) return;
      const scored = all.map((entry) => [...score(words, entry), entry]);
      // The entries that contain the largest number of query words.
      const most = scored.reduce((best, [found]) => Math.max(best, found), 1);
      const hits = scored.filter(([found]) => found === most).sort((a, b) => b[1] - a[1]);
      status.textContent = hits.length === 0 ? "Nothing found." : `${hits.length} found${hits.length > 20 ? ", the best 20 here" : ""}.`;
      list.replaceChildren(
        ...hits.slice(0, 20).map(([, , [url, title, heading, text]]) => {
          const [item, link] = [document.createElement("li"), document.createElement("a")];
          link.href = up + url;
          link.textContent = heading ? `${title}: ${heading}` : title;
          item.append(link, snippet(text, words));
          return item;
        }),
      );
    };

    query.addEventListener("focus", () => void load().catch(() => (index = undefined)));
    query.addEventListener("input", search);
    query.form.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
    const close = () => {
      results.hidden = true;
    };
    list.addEventListener("click", close);
    addEventListener("keydown", (event) => {
      const links = results.hidden ? [] : [...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "/" && !/^(input|textarea|select)$/i.test(document.activeElement.tagName)) query.focus();
      else if (event.key === "Escape" && !results.hidden) (close(), query.focus());
      else if (move && links.length > 0 && (at >= 0 || document.activeElement === query)) (links[at + move] ?? query).focus();
      else return;
      event.preventDefault();
    });
  });
}
