import type { CallClass } from "../format/lines.ts";

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
  adjust: "Adjusted",
  set: "Set by an operator",
  renewal: "Renewal",
  purchase: "Purchase",
  expire: "Expired",
  refund: "Refunded",
  move: "While another account had it",
  write_off: "Written off after a node failure",
};

/** The word for the kind of a row of the ledger. */
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
