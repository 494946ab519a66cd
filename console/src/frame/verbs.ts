import type { May, Permission } from "../api/account.ts";
import { t } from "../base/language/language.ts";
import type { Found } from "./hits.ts";

/** Something that a page does in a dialog. Search opens the dialog, and does nothing itself. */
interface Verb {
  readonly label: string;
  /** Other words for it. */
  readonly words?: string;
  readonly permission: Permission;
  readonly side: "operator" | "customer";
  readonly to: string;
  /** The page's parameter that opens its dialog (`useDo`). */
  readonly do?: string;
}

/** What can be done on a page, in its dialog or at the place to which it leads. */
export const verbs: readonly Verb[] = [
  {
    label: t("Record transfer"),
    words: t("payment received money bank"),
    permission: "payments.decide",
    side: "operator",
    to: "/money",
    do: "record-transfer",
  },
  {
    label: t("Read a bank file"),
    words: t("import transfers CSV camt"),
    permission: "payments.decide",
    side: "operator",
    to: "/money/bank-file",
  },
  {
    label: t("Add customer"),
    words: t("create account user"),
    permission: "customers.change",
    side: "operator",
    to: "/customers",
    do: "add",
  },
  {
    label: t("Create plan"),
    words: t("new product"),
    permission: "products.change",
    side: "operator",
    to: "/plans",
    do: "create",
  },
  {
    label: t("Register API"),
    permission: "apis.change",
    side: "operator",
    to: "/apis/new",
  },
  {
    label: t("Back up now"),
    words: t("backup"),
    permission: "service.change",
    side: "operator",
    to: "/settings/backups",
    do: "back-up",
  },
  {
    label: t("Add operator"),
    words: t("invite colleague role"),
    permission: "operators.change",
    side: "operator",
    to: "/settings/roles",
    do: "add",
  },
  {
    label: t("Rotate key"),
    words: t("new key replace"),
    permission: "keys.change",
    side: "customer",
    to: "/keys",
    do: "rotate",
  },
  {
    label: t("Buy credits"),
    words: t("package top up"),
    permission: "plans.change",
    side: "customer",
    to: "/billing#packages",
  },
  {
    label: t("Change plan"),
    permission: "plans.change",
    side: "customer",
    to: "/billing#plan",
  },
];

const isNumber = (word: string) => /\d/.test(word);

/** Whether a word of the name, and what follows it, begins with the text. */
export const isNamed = (name: string, text: string): boolean =>
  ` ${name}`.toLowerCase().includes(` ${text.toLowerCase()}`);

/** The action that a text names: "record transfer", or "refund 2026-0061" with a number in it. */
export function verbsNamed(typed: string, side: Verb["side"], may: May): Found[] {
  const words = typed.split(/\s+/);
  const text = words.filter((word) => !isNumber(word)).join(" ");
  if (text.length < 3) return [];
  const number = words.find(isNumber);
  const kind = t("Do");
  if (number !== undefined)
    return side === "operator" && may("payments.decide") && isNamed(t("Refund"), text)
      ? [
          {
            kind,
            label: t("Refund {number}", { number }),
            to: `/money/${encodeURIComponent(number)}`,
            search: { do: "refund" },
          },
        ]
      : [];
  return verbs
    .filter((one) => one.side === side && may(one.permission))
    .filter(({ label, words: others = "" }) => isNamed(label, text) || isNamed(others, text))
    .map(({ label, to, do: dialog }) => ({ kind, label, to, ...(dialog && { search: { do: dialog } }) }));
}
