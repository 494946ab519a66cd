import { noteChange } from "../../../access/keys/changes.ts";
import { errorFields } from "../../../base/log.ts";
import type { Context } from "../../../calls/context.ts";
import { heldObject } from "../../../decisions/held.ts";
import { endWhenDecided } from "../../../decisions/resume.ts";
import { RepeatedWork } from "../../../running/repeated-work.ts";
import { type PaymentProvider, ProviderFailed } from "../providers/provider.ts";
import type { Settlement } from "../settling/settlement.ts";
import { Interrupted, TakenMoney } from "./list-taken.ts";
import {
  claimListing,
  type Listing,
  noteListed,
  noteUnfinished,
  readListing,
  setProvider,
} from "./listing.ts";
import { endTaken } from "./lost-charges.ts";

const everyMs = 1000;

/** Lists what the provider took since a backup, also while the service is held: nothing is charged before. */
export class RestoredMoney {
  readonly #context: Context;
  readonly #settlement: Settlement;
  readonly #listing: RepeatedWork;

  constructor(context: Context, settlement: Settlement) {
    this.#context = context;
    this.#settlement = settlement;
    this.#listing = new RepeatedWork({
      everyMs,
      held: { current: undefined },
      work: (open) => this.#work(open),
      failed: (error) =>
        context.log.warn(
          "cannot list what the payment provider took; it will be retried",
          errorFields(error),
        ),
    });
  }

  start(): void {
    this.#listing.start();
    void this.list();
  }

  /** Does what is due, once at a time. */
  list(): Promise<void> {
    return this.#listing.run();
  }

  stop(): Promise<void> {
    return this.#listing.stop();
  }

  /** Whether all that the provider took since a backup is known, so that cards can be charged. */
  async isListed(): Promise<boolean> {
    const listing = await readListing(this.#context.database);
    return listing === undefined || listing.state === "done";
  }

  async #work(open: () => boolean): Promise<void> {
    const { database } = this.#context;
    const { cards } = this.#settlement;
    const known = await readListing(database);
    if (!known) return;
    if (known.state !== "done") {
      await setProvider(database, cards !== undefined);
      const listing = cards && (await claimListing(database));
      if (cards && listing) await this.#list(cards, listing, open);
      await this.#endHeld();
    }
    await endTaken(database, (work) => database.transaction(work, { repeatable: true }));
  }

  async #list(cards: PaymentProvider, listing: Listing, open: () => boolean): Promise<void> {
    const { database, log } = this.#context;
    try {
      const handled = await new TakenMoney(this.#context, this.#settlement, { cards, listing, open }).match();
      await noteListed(database, listing, handled);
      log.info("listed what the payment provider took", { handled });
    } catch (error) {
      if (error instanceof Interrupted) return void (await noteUnfinished(database));
      await noteUnfinished(
        database,
        error instanceof ProviderFailed ? error.message : "it failed, as the log says",
      );
      throw error;
    }
  }

  /** A short gap ends by itself, if nothing is left to decide. */
  async #endHeld(): Promise<void> {
    const { database, held, restoring } = this.#context;
    if (!held.current?.endsItself) return;
    const isEnded = await database.transaction(async (tx) => {
      const ended = await endWhenDecided(tx, restoring);
      if (ended) await noteChange(tx, heldObject);
      return ended;
    });
    if (isEnded) await held.refresh();
  }
}
