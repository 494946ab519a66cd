import type { ComponentType } from "react";
import type { Permission } from "../api/account.ts";

/** The parameters of a path such as `/users/$userId`. */
export type PageParams = Readonly<Record<string, string>>;

export type PageComponent = ComponentType<{ readonly params: PageParams }>;

/** `me`: the menu behind the user's name. */
export type CustomerEntry = "home" | "look-up" | "keys" | "calls" | "alerts" | "billing" | "docs" | "me";
export type OperatorEntry =
  | "inbox"
  | "customers"
  | "plans"
  | "money"
  | "calls"
  | "apis"
  | "data"
  | "settings"
  | "me";

/** The text of a row of Settings now. */
export interface SectionLine {
  readonly text: string;
  readonly state?: readonly [outcome: "ok" | "other" | "blocked" | "failed", text: string] | undefined;
}

/** A section of the operator's settings, which is a row of the page Settings. */
interface SettingsSection {
  readonly group: "selling" | "looks" | "people" | "service";
  /** How the names of its settings begin in the environment, without VINGATE_. One section has the others. */
  readonly environment?: readonly string[] | "others";
  /** Reads the text of its row. */
  says(): Promise<SectionLine>;
}

/** A page of the console. */
export interface Page {
  /** Segments that begin with `$` are parameters. */
  readonly path: string;
  /** The search parameter by which it is one of several pages at its path. */
  readonly when?: readonly [name: string, value: string];
  readonly title: string;
  /** The title for operators, if it differs. */
  readonly operatorTitle?: string;
  /** What else a reader searches for when this page is meant. */
  readonly words?: string;
  /** `open`: in the frame of signed-in users, and without sign-in in the public frame. */
  readonly access: "public" | "open" | "user" | "operator";
  /** Shown without the frame of signed-in users. */
  readonly isAlone?: true;
  /** What a role needs to open it; without one, every role may. */
  readonly permission?: Permission;
  /** The same for operators, if it differs. */
  readonly operatorPermission?: Permission;
  /** The entry of the customer's side bar under which it is listed. */
  readonly customer?: CustomerEntry;
  /** The same for operators. */
  readonly operator?: OperatorEntry;
  readonly section?: SettingsSection;
  load(): Promise<PageComponent>;
}

/** A section of Settings, which operators have. */
export const settingsPage = (page: Omit<Page, "access" | "operator">): Page => ({
  ...page,
  access: "operator",
  operator: "settings",
});

/** The address of a page without parameters. */
export const addressOfPage = ({ path, when }: Page): string => path + (when ? `?${when.join("=")}` : "");

/** What the role needs to open a page. */
export const permissionOf = (page: Page, isOperator: boolean): Permission | undefined =>
  (isOperator && page.operatorPermission) || page.permission;
