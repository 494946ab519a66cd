import { OwnTurns } from "../../base/fair/own-turns.ts";
import { Shares } from "../../base/shares.ts";
import { type Caller, isOperator } from "../../http/caller.ts";
import { type Client, limitedNetworkOf } from "../../http/client-address.ts";
import { tooManyCalls } from "../../http/errors.ts";

/** Management calls under way on a node: PostgreSQL has two connections for all of them, and for keys that are new. */
const places = new Shares();
const ofNetwork = { all: Number.POSITIVE_INFINITY, each: 128 };
/** Limits of protocols: a host of assistants calls tools for many users. */
const ofHosts = { all: Number.POSITIVE_INFINITY, each: 1024 };
const ofAccount = { all: Number.POSITIVE_INFINITY, each: 32 };

/** The places of one management call, until its answer is made: of its network, and of its account once that is known. */
export class Place {
  readonly #taken: string[] = [];

  /** Throws 429. Local clients are not limited. */
  takeOfNetwork(client: Client, isProtocol = false): void {
    const network = limitedNetworkOf(client);
    if (network === undefined) return;
    if (isProtocol) this.#take(`hosts/${network}`, ofHosts, "network");
    else this.#take(`network/${network}`, ofNetwork, "network");
  }

  /** Throws 429. Operators and local clients are not limited. */
  takeOfAccount(caller: Caller, { isLocal }: Client): void {
    const account = accountOf(caller);
    if (isLocal || account === undefined) return;
    this.#take(`account/${account}`, ofAccount, "account");
  }

  leave(): void {
    for (const name of this.#taken.splice(0)) places.release(name, 1);
  }

  #take(name: string, bounds: typeof ofNetwork, of: string): void {
    if (places.take(name, 1, bounds) !== undefined)
      throw tooManyCalls(`Too many requests of your ${of} are under way. Retry when one has ended.`, 1);
    this.#taken.push(name);
  }
}

/** Reports and the like of an account at a time: each reads rollups or the request log for all that it needs. */
const usageReads = new OwnTurns(3);

/** Reads usage after earlier reads of the same account, so that those of others come between. */
export function readInTurn<T>(caller: Caller, read: () => Promise<T>): Promise<T> {
  const account = accountOf(caller);
  return account === undefined ? read() : usageReads.run(account, read);
}

/** The account of a caller that is not an operator. */
function accountOf(caller: Caller): string | undefined {
  return (caller.kind === "user" || caller.kind === "subscription") && !isOperator(caller)
    ? caller.userId
    : undefined;
}
