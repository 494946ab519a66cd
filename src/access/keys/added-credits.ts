import type { Queries } from "../../database/database.ts";
import { TransactionMisuse } from "../../database/errors.ts";
import { type Ending, endingOf, ownerOf } from "../../database/transaction.ts";
import { noteChange } from "./changes.ts";

/** Subscriptions in one change: the text of a change stays below 20 KiB. */
const namedMax = 256;
const prefix = "/credits/";

type Follower = (object: string) => void;

const followers = new WeakMap<object, Set<Follower>>();

/** The subscriptions to which a transaction adds credits. */
class AddedCredits implements Ending {
  readonly ids = new Set<string>();
  readonly #objects: string[] = [];
  readonly #owner: object;

  constructor(owner: object) {
    this.#owner = owner;
  }

  async before(tx: Queries): Promise<void> {
    const ids = [...this.ids].sort();
    for (let from = 0; from < ids.length; from += namedMax)
      this.#objects.push(prefix + ids.slice(from, from + namedMax).join(","));
    for (const object of this.#objects) await noteChange(tx, object);
  }

  committed(): void {
    for (const follow of followers.get(this.#owner) ?? []) for (const object of this.#objects) follow(object);
  }
}

/**
 * Publishes to every node that credits were added to balances, or will be earlier than nodes expect. Nodes cache
 * which subscriptions have run out, so every addition of credits must call it. The changes of a transaction are
 * written together at its end, because their number stays locked until then.
 */
export async function noteCredits(tx: Queries, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const owner = ownerOf(tx);
  if (!owner) throw new TransactionMisuse("credits are added in a transaction");
  const added = endingOf(tx, AddedCredits, () => new AddedCredits(owner));
  for (const id of subscriptionIds) added.ids.add(id);
}

/** The subscriptions to which credits were added by a change; undefined for a change of another object. */
export const creditsAdded = (object: string): readonly string[] | undefined =>
  object.startsWith(prefix) ? object.slice(prefix.length).split(",") : undefined;

/** Calls `follow` with each such change of this process to the database of `tx`, directly after its commit. */
export function followCredits(tx: Queries, follow: Follower): void {
  const owner = ownerOf(tx);
  if (!owner) return;
  const all = followers.get(owner) ?? new Set();
  followers.set(owner, all.add(follow));
}
