import { t } from "../base/language/language.ts";
import { createStore } from "../base/store.ts";

type Theme = "auto" | "light" | "dark";

const storageKey = "vingate.theme";

const themeStore = createStore<Theme>((localStorage.getItem(storageKey) as Theme | null) ?? "auto");

function choose(theme: Theme): void {
  if (theme === "auto") {
    localStorage.removeItem(storageKey);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(storageKey, theme);
    document.documentElement.dataset.theme = theme;
  }
  themeStore.set(theme);
}

const choices = [
  ["auto", t("Auto")],
  ["light", t("Light")],
  ["dark", t("Dark")],
] as const;

export function ThemeChoice() {
  const chosen = themeStore.use();
  return (
    <fieldset className="theme">
      <legend className="vh">{t("Colors")}</legend>
      {choices.map(([theme, word]) => (
        <label key={theme}>
          <input type="radio" name="theme" checked={chosen === theme} onChange={() => choose(theme)} />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
