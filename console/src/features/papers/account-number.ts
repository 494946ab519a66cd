import { t } from "../../base/language/language.ts";

/** Undefined for what can be the number of an account in DATEV. */
export const accountRefusal = (text: string): string | undefined =>
  /^\d{3,9}$/.test(text.trim()) ? undefined : t("An account has 3 to 9 digits.");

/** A field of an account's number. */
export const accountSpec = {
  inputMode: "numeric",
  autoComplete: "off",
  maxLength: 9,
  check: accountRefusal,
} as const;
