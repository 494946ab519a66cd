import { actorName } from "../access/audit.ts";
import type { Caller } from "../access/caller.ts";
import type { App } from "../app.ts";
import type { Call } from "../http/endpoint.ts";

/** Who does something, from where and when: what every change hands to the audit log. */
export interface Act {
  readonly at: number;
  readonly actor: Caller;
  readonly address: string;
  readonly requestId: string;
}

export function actOf(app: App, call: Call): Act {
  return { at: app.clock(), actor: call.caller, address: call.address, requestId: call.requestId };
}

/** The actor as the credit ledger names it, in the audit log's words. */
export function ledgerActor(act: Act): string {
  return actorName(act.actor);
}
