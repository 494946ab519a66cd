import { chooseLanguage, isLanguage, languages, storedLanguage, t } from "../base/language/language.ts";

/** The language of the console, by the languages' own names. Another choice loads the page again. */
export function LanguageChoice() {
  return (
    <select
      className="language"
      aria-label={t("Language")}
      defaultValue={storedLanguage() ?? ""}
      onChange={({ target }) => chooseLanguage(isLanguage(target.value) ? target.value : undefined)}
    >
      <option value="">{t("Auto")}</option>
      {Object.entries(languages).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </select>
  );
}
