import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { type FootLink, footLinks } from "../../running/brand.ts";
import type { Opened } from "../../running/opened.ts";
import { give } from "../../running/ports.ts";
import { currentTerms } from "./stored-terms.ts";

/** The current versions, which every page and mail links to. */
export class Terms implements Opened {
  readonly gives = new Map([give(footLinks, () => this.#footLinks())]);
  readonly #database: Queries;
  #reading: Promise<readonly FootLink[]> | undefined;
  #last: readonly FootLink[] = [];

  constructor({ database }: { readonly database: Queries }) {
    this.#database = database;
  }

  /** Kept until they change on any node. While the database is unavailable, the last ones that were read. */
  #footLinks(): Promise<readonly FootLink[]> {
    this.#reading ??= this.#read().catch(() => {
      this.#reading = undefined;
      return this.#last;
    });
    return this.#reading;
  }

  changed(object: string | undefined): void {
    if (object === undefined || object.startsWith("/terms/")) this.#reading = undefined;
  }

  async userDeleted(tx: Queries, userId: string): Promise<void> {
    await tx.run(sql`delete from acceptance where user_id = ${userId}`);
  }

  async #read(): Promise<readonly FootLink[]> {
    const current = await currentTerms(this.#database);
    this.#last = current.map(({ kind, version, title, url }) => ({
      label: title,
      url: url ?? `/console/agreements/${kind}/${version}`,
    }));
    return this.#last;
  }
}
