import { type Language, languages, t } from "../base/language/language.ts";
import type { Option } from "./field.tsx";
import { choiceField } from "./fields.tsx";

/** The languages, by their own names. */
export const languageOptions = Object.entries(languages).map(
  ([language, name]): Option<Language> => [language as Language, name, language],
);

/** In which an account gets mails and invoices. */
export const languageField = (initial: Language) =>
  choiceField<Language>({
    label: t("Language of mails and invoices"),
    initial,
    options: languageOptions,
  });
