import type { Context } from "../calls/context.ts";
import type { Caller } from "../http/caller.ts";
import type { Call } from "../http/endpoint.ts";
import { actorName } from "../identity/audit.ts";

/** Who does something, from where and when: what every change hands to the audit log. */
export interface Act {
  readonly at: number;
  readonly actor: Caller;
  readonly address: string;
  readonly requestId: string;
}

export function actOf(context: Context, call: Call): Act {
  return { at: context.clock(), actor: call.caller, address: call.address, requestId: call.requestId };
}

/** The actor as the credit ledger names it, in the audit log's words. */
export function ledgerActor(act: Act): string {
  return actorName(act.actor);
}
