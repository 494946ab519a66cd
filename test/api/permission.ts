import type { Account } from "../harness.ts";

/** The owner of a call's objects, and its caller; `fresh` is an unused name. */
export interface Scene {
  readonly target: Account;
  readonly caller: Account;
  readonly fresh: string;
}

/** One operation's row of the permission matrix: its call, and the status for each caller. */
export interface Permission {
  readonly path: (scene: Scene) => string;
  readonly json?: (scene: Scene) => unknown;
  /** A customer on an object of its own, or on a shared one. */
  readonly own: number;
  /** A customer on another user's object; absent if objects have no owner. */
  readonly others?: number;
  readonly operator: number;
  /** The public client token; absent if it is not accepted. */
  readonly client?: number;
}

export const at = (path: string) => () => path;

export const operatorsAlone = { own: 403, operator: 200 };

/** An operation without access: its status for each caller. */
export interface OpenPermission {
  readonly path: string;
  readonly status: number;
  /** As the operator, if that differs. */
  readonly operator?: number;
}
export const operatorsAloneOnUsers = { own: 403, others: 403, operator: 200 };
export const ownersAndOperators = { own: 200, others: 404, operator: 200 };
export const everySignedIn = { own: 200, operator: 200 };
