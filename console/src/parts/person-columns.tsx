import type { Schemas } from "../api/client.ts";
import { t } from "../base/language/language.ts";
import { Mark } from "./outcome.tsx";
import { type Column, Unknown } from "./table.tsx";
import { Time } from "./time.tsx";

type Person = Pick<Schemas["Operator"], "second_factor" | "last_active_at">;

const factorNames = { passkey: t("Passkey"), app_code: t("App code") };

/** Columns of a table of people: with what they sign in, and when they last used the service. */
export const personColumns = <T extends Person>(): readonly Column<T>[] => [
  {
    head: t("Second factor"),
    labelled: true,
    cell: ({ second_factor: factor }) => (
      <Mark outcome={factor ? "ok" : "blocked"}>{factor ? factorNames[factor] : t("None")}</Mark>
    ),
  },
  {
    head: t("Last active"),
    labelled: true,
    cell: ({ last_active_at: at }) => (at ? <Time at={at} show="recent" /> : <Unknown>{t("Never")}</Unknown>),
  },
];
