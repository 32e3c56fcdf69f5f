/// The parts of a read-along page that are the same for every recording.
enum PageParts {
  static let style = """
    :root {
      --paper: #fdfcf9; --ink: #1d1c1a; --faint: #5f5b53; --rule: #d9d4c8; --word: #ffd75e;
      --word-ink: #1d1c1a; --accent: #8a3b12; --bar: #f3efe6;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #171614; --ink: #ece8df; --faint: #a8a297; --rule: #3a3732; --word: #f2b632;
        --word-ink: #171614; --accent: #f0a878; --bar: #22201d;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding: 4rem 0 9rem; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 1.125rem/1.6 Georgia, "Liberation Serif", "Noto Serif", serif;
    }
    header, main { max-width: 38rem; margin: 0 auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
    main { padding-bottom: 11rem; }
    h1 { font-size: 1.75rem; line-height: 1.25; margin: 2.5rem 0 0; }
    .by { margin: .25rem 0 0; color: var(--faint); }
    nav { margin: 1.25rem 0; font-family: system-ui, sans-serif; font-size: 1rem; }
    summary { cursor: pointer; padding: .5rem 0; }
    nav ol { margin: 0; padding-left: 2rem; max-height: 50vh; overflow: auto; }
    nav a { color: var(--accent); display: block; padding: .25rem 0; }
    section { content-visibility: auto; contain-intrinsic-size: auto 30rem; }
    h2 {
      font: 600 1rem/1.5 system-ui, sans-serif; letter-spacing: .03em; color: var(--accent);
      margin: 2.25rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--rule);
    }
    p.line {
      margin: 0 0 .75rem; padding-left: .75rem; border-left: 3px solid transparent;
      color: var(--faint);
    }
    p.speech { color: var(--ink); padding-left: 2rem; }
    .who {
      display: block; font: 600 .875rem/1.5 system-ui, sans-serif; letter-spacing: .04em;
      color: var(--faint);
    }
    .line[aria-current] { border-color: var(--accent); }
    p.line[aria-current] { color: var(--ink); }
    .w { border-radius: .2em; cursor: pointer; }
    .direction, p.stage { color: var(--faint); font-style: italic; }
    p.stage { margin: 0 0 .75rem; padding-left: .9375rem; }
    .w.now { background: var(--word); color: var(--word-ink); box-shadow: 0 0 0 .12em var(--word); }
    #player {
      position: fixed; inset: auto 0 0; background: var(--bar); border-top: 1px solid var(--rule);
      padding: .5rem 1rem calc(.5rem + env(safe-area-inset-bottom));
      font: 1rem/1.25 system-ui, sans-serif;
    }
    #player > div {
      max-width: 44rem; margin: 0 auto; display: flex; flex-wrap: wrap; align-items: center;
      gap: .25rem .5rem;
    }
    #place { flex: 1 1 100%; width: 100%; height: 1.75rem; margin: 0; accent-color: var(--accent); }
    #player button {
      font: inherit; color: var(--ink); background: none; border: 1px solid var(--rule);
      border-radius: .5rem; min-width: 2.75rem; height: 2.75rem; padding: 0 .625rem; cursor: pointer;
    }
    #play { background: var(--accent); border-color: var(--accent); color: var(--paper); min-width: 5rem; }
    #player button#play { color: var(--paper); background: var(--accent); }
    #time { font-variant-numeric: tabular-nums; color: var(--faint); margin-left: auto; }
    #speed { min-width: 3.25rem; text-align: center; font-variant-numeric: tabular-nums; }
    #player label { display: flex; align-items: center; gap: .375rem; height: 2.75rem; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .unseen {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    nav dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; }
    nav dd { margin: 0; color: var(--faint); }
    @media (max-width: 30rem) {
      body { font-size: 1.0625rem; }
      h1 { font-size: 1.375rem; margin-top: 1.5rem; }
      p.speech { padding-left: 1.25rem; }
    }
    @media print { #player, nav { display: none; } }

    """

  static let keys = """
    <details>
    <summary>Keys</summary>
    <dl>
    <dt>Space</dt><dd>play, pause</dd>
    <dt>← →</dt><dd>five seconds back, on</dd>
    <dt>↑ ↓</dt><dd>a line back, on</dd>
    <dt>P N</dt><dd>the scene before, the next</dd>
    <dt>− +</dt><dd>slower, faster</dd>
    <dt>Tab</dt><dd>to the words; then arrows move, and Enter plays from a word</dd>
    </dl>
    </details>

    """

  static let player = """
    <footer id="player" role="region" aria-label="Player" hidden>
    <div>
    <label class="unseen" for="place">Place in the recording</label>
    <input id="place" type="range" min="0" max="1" step="0.1" value="0">
    <button id="before" type="button" aria-label="Scene before" aria-keyshortcuts="p">«</button>
    <button id="play" type="button" aria-keyshortcuts="Space">Play</button>
    <button id="next" type="button" aria-label="Next scene" aria-keyshortcuts="n">»</button>
    <button id="slower" type="button" aria-label="Slower" aria-keyshortcuts="-">−</button>
    <output id="speed" aria-label="Speed">1×</output>
    <button id="faster" type="button" aria-label="Faster" aria-keyshortcuts="+">+</button>
    <label><input id="follow" type="checkbox" checked> Follow</label>
    <span id="time"></span>
    </div>
    <p id="trouble" role="alert" hidden></p>
    </footer>

    """

  static let script = #"""
    "use strict";
    (() => {
      const one = (name) => document.getElementById(name);
      const sound = one("sound"), place = one("place"), play = one("play"), follow = one("follow");
      const times = JSON.parse(one("times").textContent);
      const shown = document.querySelectorAll(".line");
      const words = document.querySelectorAll(".w");
      const lines = [];
      for (let i = 0, word = 0; i < shown.length; i++) {
        const count = times.lines[3 * i + 2];
        lines.push({ at: times.lines[3 * i], end: times.lines[3 * i + 1], from: word, to: word + count });
        word += count;
      }
      const still = matchMedia("(prefers-reduced-motion: reduce)");
      const clock = (seconds) => {
        const s = Math.max(0, Math.floor(seconds)), two = (n) => String(n).padStart(2, "0");
        return s < 3600 ? Math.floor(s / 60) + ":" + two(s % 60)
          : Math.floor(s / 3600) + ":" + two(Math.floor(s / 60) % 60) + ":" + two(s % 60);
      };
      // The last of `count` things whose beginning is not after `at`; -1 if there is none.
      const last = (count, beginning, at) => {
        let low = 0, high = count;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (beginning(middle) <= at) low = middle + 1; else high = middle;
        }
        return low - 1;
      };
      let current = [], marked = [], seen = -1;
      const show = () => {
        const at = sound.currentTime * 1000 + 1;
        const newest = last(lines.length, (i) => lines[i].at, at);
        // Lines that are said together begin together, or soon after each other.
        const now = [];
        for (let i = newest; i >= 0 && i > newest - 8; i--) if (at < lines[i].end) now.unshift(i);
        for (const i of current) if (!now.includes(i)) shown[i].removeAttribute("aria-current");
        for (const i of now) if (!current.includes(i)) shown[i].setAttribute("aria-current", "true");
        current = now;
        const spoken = [];
        for (const i of now) {
          const { from, to } = lines[i];
          const w = from + last(to - from, (k) => times.words[2 * (from + k)], at);
          if (w < from) continue;
          // Words that one stretch of sound says are marked together.
          for (let k = w; k >= from && times.words[2 * k] === times.words[2 * w]; k--)
            if (at < times.words[2 * k + 1]) spoken.push(k);
        }
        for (const w of marked) if (!spoken.includes(w)) words[w].classList.remove("now");
        for (const w of spoken) words[w].classList.add("now");
        marked = spoken;
        if (now.length && now[0] !== seen) {
          seen = now[0];
          if (follow.checked)
            shown[seen].scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
        }
        if (document.activeElement !== place || !sound.paused) place.value = sound.currentTime;
        const text = clock(sound.currentTime) + " of " + clock(sound.duration || 0);
        place.setAttribute("aria-valuetext", text);
        one("time").textContent = clock(sound.currentTime) + " / " + clock(sound.duration || 0);
      };
      const run = () => { show(); if (!sound.paused) requestAnimationFrame(run); };
      const go = (milliseconds) => {
        sound.currentTime = Math.max(0, milliseconds / 1000);
        seen = -1;
        show();
      };
      const toggle = () => { if (sound.paused) sound.play().catch(() => {}); else sound.pause(); };
      const scene = (step) => {
        const at = sound.currentTime * 1000 + 1;
        let index = last(times.scenes.length, (i) => times.scenes[i], at);
        // Back goes to the beginning of a scene first.
        if (step < 0 && at - times.scenes[Math.max(0, index)] > 2000) index++;
        index = Math.min(times.scenes.length - 1, Math.max(0, index + step));
        go(times.scenes[index]);
      };
      const line = (step) => {
        const index = last(lines.length, (i) => lines[i].at, sound.currentTime * 1000 + 1) + step;
        if (lines.length) go(lines[Math.min(lines.length - 1, Math.max(0, index))].at);
      };
      const speed = (step) => {
        sound.playbackRate = Math.min(3, Math.max(0.5, Math.round((sound.playbackRate + step) * 10) / 10));
      };
      sound.addEventListener("play", () => { play.textContent = "Pause"; run(); });
      sound.addEventListener("pause", () => { play.textContent = "Play"; show(); });
      sound.addEventListener("ratechange", () => { one("speed").textContent = sound.playbackRate + "×"; });
      for (const event of ["seeking", "seeked", "timeupdate"]) sound.addEventListener(event, show);
      const ready = () => { if (sound.duration) place.max = sound.duration; show(); };
      sound.addEventListener("durationchange", ready);
      sound.addEventListener("error", () => {
        one("trouble").hidden = false;
        one("trouble").textContent = "The sound cannot be played here. The text can be read all the same.";
      });
      place.addEventListener("input", () => go(place.value * 1000));
      play.addEventListener("click", toggle);
      one("before").addEventListener("click", () => scene(-1));
      one("next").addEventListener("click", () => scene(1));
      one("slower").addEventListener("click", () => speed(-0.1));
      one("faster").addEventListener("click", () => speed(0.1));
      const index = new Map(Array.from(words, (word, k) => [word, k]));
      // One word at a time can be reached by Tab, and is a button while it is.
      let reached = words[0];
      const reach = (word) => {
        if (!word) return;
        for (const [name, value] of [["tabindex", "-1"], ["role", null], ["aria-describedby", null]])
          if (value === null) reached.removeAttribute(name); else reached.setAttribute(name, value);
        reached = word;
        word.tabIndex = 0;
        word.setAttribute("role", "button");
        word.setAttribute("aria-describedby", "how");
      };
      const focus = (k) => {
        reach(words[Math.min(words.length - 1, Math.max(0, k))]);
        reached.focus();
        reached.scrollIntoView({ block: "nearest" });
      };
      reach(words[0]);
      const playFrom = (word) => go(times.words[2 * index.get(word)]);
      one("text").addEventListener("focusin", (event) => reach(event.target.closest(".w")));
      one("text").addEventListener("click", (event) => {
        const word = event.target.closest(".w");
        if (!word || !getSelection().isCollapsed) return;
        playFrom(word);
        // With the mouse, the keys stay those of the player.
        if (event.detail > 0) word.blur();
      });
      // The keys of a word that has the focus; whether it has taken the key.
      const wordKey = (word, key) => {
        const k = index.get(word);
        const at = lines.findIndex((line) => k >= line.from && k < line.to);
        const first = (step) => {
          let to = at + step;
          while (lines[to] && lines[to].from === lines[to].to) to += step;
          if (lines[to]) focus(lines[to].from);
        };
        const keys = {
          "Enter": () => playFrom(word), " ": () => playFrom(word),
          "ArrowLeft": () => focus(k - 1), "ArrowRight": () => focus(k + 1),
          "ArrowUp": () => first(-1), "ArrowDown": () => first(1),
          "Home": () => focus(lines[at].from), "End": () => focus(lines[at].to - 1),
          "Escape": () => word.blur(),
        };
        if (!(key in keys)) return false;
        keys[key]();
        return true;
      };
      document.querySelectorAll("nav a").forEach((link, k) =>
        link.addEventListener("click", () => go(times.scenes[k])));
      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const target = event.target, isSlider = target === place;
        if (target.classList && target.classList.contains("w")) {
          if (wordKey(target, event.key)) { event.preventDefault(); return; }
        }
        const isControl = target.closest && target.closest("button, summary, a, input[type=checkbox]");
        const keys = {
          " ": () => toggle(), "ArrowLeft": () => go(sound.currentTime * 1000 - 5000),
          "ArrowRight": () => go(sound.currentTime * 1000 + 5000),
          "ArrowUp": () => line(-1), "ArrowDown": () => line(1),
          "n": () => scene(1), "p": () => scene(-1),
          "+": () => speed(0.1), "=": () => speed(0.1), "-": () => speed(-0.1),
        };
        if (!(event.key in keys) || (event.key === " " && isControl)) return;
        if (isSlider && event.key.startsWith("Arrow")) return;
        event.preventDefault();
        keys[event.key]();
      });
      one("player").hidden = false;
      ready();
    })();

    """#
}
