import { createStore } from "../base/store.ts";

type Theme = "auto" | "light" | "dark";

const place = "vingate.theme";

/** What the person chose; charts that are drawn in colours follow it. */
const themeStore = createStore<Theme>((localStorage.getItem(place) as Theme | null) ?? "auto");

function choose(theme: Theme): void {
  if (theme === "auto") {
    localStorage.removeItem(place);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(place, theme);
    document.documentElement.dataset.theme = theme;
  }
  themeStore.set(theme);
}

const choices = [
  ["auto", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

export function ThemeChoice() {
  const chosen = themeStore.use();
  return (
    <fieldset className="theme">
      <legend className="vh">Colors</legend>
      {choices.map(([theme, word]) => (
        <label key={theme}>
          <input type="radio" name="theme" checked={chosen === theme} onChange={() => choose(theme)} />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
