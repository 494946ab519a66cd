import type { Database } from "../../database/database.ts";
import { journalIds, takeJournalDirectory } from "../../metering/journal/journal-directory.ts";
import { findJournals, unlogged } from "../../metering/sharing/journal-rows.ts";
import { CallShipper, type Shipping } from "./call-shipper.ts";
import type { Shipments } from "./shipments.ts";

/** Sends the calls of ended processes to ClickHouse. Recovery does not wait for it: ClickHouse may not answer. */
export class EndedShipments {
  readonly #db: Database;
  readonly #folder: string;
  readonly #shipping: Shipping;
  readonly #shipments: Shipments;
  #shipper: CallShipper | undefined;
  #sending = false;
  #closed = false;

  constructor(folder: string, shipping: Shipping, shipments: Shipments) {
    this.#db = shipping.db;
    this.#folder = folder;
    this.#shipping = shipping;
    this.#shipments = shipments;
  }

  /** The time of the oldest call that ClickHouse did not take. */
  get waitsSince(): number | undefined {
    return this.#shipper?.waitsSince;
  }

  /** Begins to send what the closed journals of the folder have, unless it still does. */
  begin(): void {
    if (this.#sending || this.#closed) return;
    this.#sending = true;
    this.#sendAll()
      // The database is unreachable; the next attempt follows the next recovery.
      .catch(() => undefined)
      .finally(() => {
        this.#sending = false;
      });
  }

  close(): void {
    this.#closed = true;
    this.#shipper?.close();
  }

  async #sendAll(): Promise<void> {
    const rows = [...(await findJournals(this.#db, journalIds(this.#folder))).values()]
      .filter((row) => row.state !== "open" && unlogged(row) > 0)
      .sort((a, b) => (a.closed_at ?? 0) - (b.closed_at ?? 0));
    if (rows.length === 0) this.#shipper = undefined;
    for (const { journal_id } of rows) if (!this.#closed && !(await this.#send(journal_id))) return;
  }

  /** Resolves to false if ClickHouse did not take all calls. */
  async #send(journalId: string): Promise<boolean> {
    const directory = takeJournalDirectory(this.#folder, journalId);
    if (!directory) return true;
    const shipper = new CallShipper(this.#shipping, directory);
    this.#shipper = shipper;
    try {
      return await this.#shipments.send(shipper);
    } finally {
      shipper.close();
      directory.lock.release();
    }
  }
}
