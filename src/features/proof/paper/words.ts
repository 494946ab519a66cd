import type { CallClass } from "../format/lines.ts";

// How papers write numbers, dates and words: always in English, in UTC, and without the machine's locale.

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** 15,020; the minus is U+2212. */
export const count = (value: number): string =>
  `${value < 0 ? "−" : ""}${String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ",")}`;

/** +15,000 or −15,020. */
export const signed = (value: number): string => (value > 0 ? `+${count(value)}` : count(value));

/** 1 call, 2 calls. */
export const counted = (value: number, one: string): string =>
  `${count(value)} ${one}${value === 1 ? "" : "s"}`;

/** October 2026. */
export const monthName = (month: string): string =>
  `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** 1 Nov 2026. */
export function dayName(day: string): string {
  const name = months[Number(day.slice(5, 7)) - 1] ?? "";
  return `${Number(day.slice(8, 10))} ${name.slice(0, 3)} ${day.slice(0, 4)}`;
}

const isoOf = (at: number): string => new Date(at).toISOString();

/** 1 Nov 2026, for milliseconds. */
export const dayOf = (at: number): string => dayName(isoOf(at));

/** 1 Nov 2026, 00:04. */
export const timeOf = (at: number): string => `${dayOf(at)}, ${isoOf(at).slice(11, 16)}`;

export const classWords: Readonly<Record<CallClass, string>> = {
  charged: "Charged",
  free: "Free",
  not_found: "Not found, free",
  invalid: "Invalid, free",
  refused: "Refused, free",
  error: "Error, free",
};

const kindWords: Readonly<Record<string, string>> = {
  grant: "Initial credits",
  bump: "Added by an operator",
  adjust: "Adjusted by an operator",
  set: "Set by an operator",
  renewal: "Renewal",
  purchase: "Purchase",
  expire: "Expired",
  refund: "Refunded",
  write_off: "Written off after a node failure",
};

/** Of a row of the ledger. */
export const kindWord = (kind: string): string => kindWords[kind] ?? kind;

const sourceWords: Readonly<Record<string, string>> = {
  trial: "Trial",
  grant: "Granted",
  period: "Plan's period",
  purchase: "Purchase",
  overage: "Beyond credits, cap",
};

/** Where a grant is from. */
export const sourceWord = (source: string): string => sourceWords[source] ?? source;
