import { once } from "../base/loading.ts";
import { Semaphore } from "../base/semaphore.ts";
import type { OpenapiDocument, ShownApi } from "../calls/context.ts";
import type { Database } from "../database/database.ts";
import { list, sql } from "../database/sql.ts";
import { unavailable } from "../http/errors.ts";
import { type ApiTexts, makeOpenapi } from "./openapi.ts";

const setsMax = 8;
const waitMs = 30_000;

/** The service's OpenAPI document without registered APIs, which stays, and with the sets of them that callers see. */
export class OpenapiDocuments {
  readonly #publicUrl: string;
  readonly #database: Database;
  readonly #own = once(() => this.#made([]));
  /** By APIs and versions; the one that was used last is the last. */
  readonly #sets = new Map<string, Promise<OpenapiDocument>>();
  readonly #turn = new Semaphore(1);

  constructor(publicUrl: string, database: Database) {
    this.#publicUrl = publicUrl;
    this.#database = database;
  }

  get(apis: readonly ShownApi[]): Promise<OpenapiDocument> {
    if (apis.length === 0) return this.#own();
    const key = JSON.stringify(apis);
    const known = this.#sets.get(key);
    this.#sets.delete(key);
    const made =
      known ??
      this.#made(apis).catch((error) => {
        this.#sets.delete(key);
        throw error;
      });
    this.#sets.set(key, made);
    if (this.#sets.size > setsMax) this.#sets.delete(this.#sets.keys().next().value!);
    return made;
  }

  async #made(apis: readonly ShownApi[]): Promise<OpenapiDocument> {
    await this.#turn.acquire(waitMs, () => unavailable("Other documents are being made. Repeat the call."));
    try {
      const ids = list(apis.map(({ id }) => id));
      const texts =
        apis.length === 0
          ? []
          : await this.#database.all<ApiTexts>(sql`
              select api_id, operations, contract from api_document where api_id in (${ids})`);
      return await makeOpenapi(this.#publicUrl, apis, texts);
    } finally {
      this.#turn.release();
    }
  }
}
