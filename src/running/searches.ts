import type { Queries } from "../database/database.ts";
import type { Permission } from "../http/permissions.ts";
import { allPort } from "./ports.ts";

/** The groups of what one search finds, in their order. */
export const searchGroups = ["money", "customers", "calls", "vehicles", "plans", "settings", "docs"] as const;
export type SearchGroup = (typeof searchGroups)[number];

export const hitKinds = [
  "invoice",
  "credit_note",
  "payment",
  "transfer",
  "refund",
  "return",
  "customer",
  "subscription",
  "key",
  "call",
  "calls",
  "vin",
  "plate",
  "plan",
  "api",
  "dataset",
  "setting",
  "doc",
  "operation",
] as const;
export type HitKind = (typeof hitKinds)[number];

/** An object that a text finds. */
export interface Hit {
  readonly kind: HitKind;
  readonly label: string;
  /** How it differs from others of the same name, in English. */
  readonly detail: string | null;
  /** What label and detail name, for programs and translations; times are milliseconds UTC. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Its path in this API. */
  readonly object: string;
  /** The account that it belongs to. */
  readonly account?: string;
  /** The text is its number, ID or whole name. */
  readonly isExact?: boolean;
}

/** An amount as it was typed, in minor units of the currencies that have so many digits. */
export interface TypedAmount {
  readonly minor: number;
  readonly digits: number;
  /** Absent if none was typed. */
  readonly currency?: string;
}

/** What a typed text can be. */
export interface TextForms {
  /** Without spaces at its ends. */
  readonly text: string;
  /** Folded. */
  readonly words: readonly string[];
  /** A text that an object can have as its ID. */
  readonly id?: string;
  /** The number of a paper. */
  readonly number?: { readonly series: string; readonly text: string };
  readonly amounts: readonly TypedAmount[];
  readonly vin?: string;
  readonly plate?: { readonly number: string; readonly state: string };
  readonly call?: { readonly journalId: string; readonly seq: number };
  readonly requestId?: string;
  /** The beginning and the end of a key; one of them can be empty. */
  readonly key?: { readonly start: string; readonly end: string };
  /** A credential, whole or in part: only keys are searched for it. */
  readonly isSecret: boolean;
}

export interface Sought {
  readonly db: Queries;
  readonly forms: TextForms;
  /** The account whose objects alone are found; undefined for those of all. */
  readonly account: string | undefined;
}

/** Why nothing has the number that a text is. */
export interface Missing {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
  /** A sentence. */
  readonly text: string;
}

/** A searcher resolves to at most so many. */
export const hitsMost = 5;

/**
 * Finds objects of a group, the most fitting first. It reads by index, and never more rows than a bound: it runs at
 * each rest of a typing hand.
 */
export interface Searcher {
  readonly group: SearchGroup;
  /** Without it a caller receives none of its hits. */
  readonly permission: Permission;
  /** Its objects belong to no account. */
  readonly isOfOperators?: boolean;
  find(sought: Sought): Promise<readonly Hit[]>;
  /** Answered if nothing is exact. */
  missing?(sought: Sought): Promise<Missing | undefined>;
}

/** What finds the objects of a feature. */
export const searches = allPort<readonly Searcher[]>("searches");
