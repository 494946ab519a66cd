import { once } from "../base/loading.ts";
import { scriptOutput } from "../base/processes.ts";
import { Semaphore } from "../base/semaphore.ts";
import type { OpenapiDocument, ShownApi } from "../calls/context.ts";
import type { Database } from "../database/database.ts";
import { list, sql } from "../database/sql.ts";
import type { StoredApi } from "../feature.ts";
import { unavailable } from "../http/errors.ts";
import { type StoredBody, storedBody } from "../http/stored-body.ts";

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
      const documents =
        apis.length === 0
          ? []
          : await this.#database.all<Pick<StoredApi, "id" | "operations" | "contract">>(sql`
              select api_id as id, operations, contract from api_document where api_id in (${ids})`);
      const stored = apis.flatMap((api) => {
        const document = documents.find(({ id }) => id === api.id);
        return document ? [{ ...api, ...document }] : [];
      });
      return await makeOpenapi(this.#publicUrl, stored);
    } finally {
      this.#turn.release();
    }
  }
}

/** The forms of a body, by their encodings, in base64. */
export type Printed = Readonly<Record<string, string>>;

/**
 * The OpenAPI document of all operations, and of registered APIs. A process of its own makes and compresses it, in about
 * a second.
 */
async function makeOpenapi(publicUrl: string, apis: readonly StoredApi[]): Promise<OpenapiDocument> {
  const input = Buffer.from(JSON.stringify(apis));
  const output = await scriptOutput("src/scripts/openapi-script.ts", [publicUrl], { input });
  const { json, yaml }: Record<"json" | "yaml", Printed> = JSON.parse(new TextDecoder().decode(output));
  return { json: received("application/json", json), yaml: received("application/yaml", yaml) };
}

function received(type: string, printed: Printed): StoredBody {
  const { identity, ...forms } = Object.fromEntries(
    Object.entries(printed).map(([name, base64]) => [name, Buffer.from(base64, "base64")]),
  );
  return storedBody(type, identity!, forms);
}
