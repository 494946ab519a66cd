import type { ComponentType } from "react";
import type { Permission } from "../api/account.ts";

/** The parameters of a path such as `/users/$userId`. */
export type PageParams = Readonly<Record<string, string>>;

export type PageComponent = ComponentType<{ readonly params: PageParams }>;

/** A page of the console. */
export interface Page {
  /** Segments that begin with `$` are parameters. */
  readonly path: string;
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
  /** The group of the customer's side bar that links to it; "" has no heading. */
  readonly customer?: "" | "Account" | "Billing" | "Organization";
  /** The same for the operator's side bar. */
  readonly operator?: "" | "Customers" | "Business" | "Service";
  load(): Promise<PageComponent>;
}

/** What the role needs to open a page. */
export const permissionOf = (page: Page, isOperator: boolean): Permission | undefined =>
  (isOperator && page.operatorPermission) || page.permission;
