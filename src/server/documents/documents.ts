import { once } from "../../base/loading.ts";
import type { OpenapiDocument, OpenapiDocuments, ShownApi } from "../../calls/context.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import type { StoredApi } from "../../feature.ts";
import { PackedBody } from "../../http/packed-body.ts";
import { AccountCache } from "./account-cache.ts";
import type { DocumentMaking } from "./making.ts";

/**
 * The limit of all documents with registered APIs in a process: some hundreds, as a document has a tenth of a
 * megabyte.
 */
const bytesMax = 64 * 2 ** 20;
const waitMs = 10_000;

/** What a test replaces. */
export interface DocumentBounds {
  readonly bytesMax?: number;
  readonly waitMs?: number;
}

/** The service's own OpenAPI document, which stays, and those with the sets of registered APIs that callers see. */
export class Documents implements OpenapiDocuments {
  readonly waitMs: number;
  readonly #making: DocumentMaking;
  readonly #database: Pick<Queries, "all">;
  readonly #own = once(async () => this.#kept(new TextEncoder().encode(await this.#making.own())));
  /** By APIs and versions. */
  readonly #sets: AccountCache<KeptDocument>;
  readonly #inWork = new Map<string, Promise<OpenapiDocument>>();
  /** One process at a time: two would take all processors of a small machine. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(making: DocumentMaking, database: Pick<Queries, "all">, bounds: DocumentBounds = {}) {
    this.waitMs = bounds.waitMs ?? waitMs;
    this.#making = making;
    this.#database = database;
    this.#sets = new AccountCache(bounds.bytesMax ?? bytesMax);
  }

  async get(apis: readonly ShownApi[], account: string): Promise<OpenapiDocument> {
    if (apis.length === 0) return this.#own();
    const key = JSON.stringify(apis);
    const known = this.#sets.get(key) ?? this.#inWork.get(key);
    if (known) return known;
    const made = this.#turn.then(() => this.#make(apis, key, account));
    this.#inWork.set(key, made);
    const ended = () => this.#inWork.delete(key);
    this.#turn = made.then(ended, ended);
    return made;
  }

  async #make(apis: readonly ShownApi[], key: string, account: string): Promise<OpenapiDocument> {
    const ids = list(apis.map(({ id }) => id));
    const documents = await this.#database.all<Pick<StoredApi, "id" | "operations" | "contract">>(sql`
      select api_id as id, operations, contract from api_document where api_id in (${ids})`);
    const stored = apis.flatMap((api) => {
      const document = documents.find(({ id }) => id === api.id);
      return document ? [{ ...api, ...document }] : [];
    });
    const { json } = await this.#own();
    const own = await json.form("identity");
    const made = await this.#kept(await this.#making.merged(await own.text(), stored));
    this.#sets.set(key, account, made);
    return made;
  }

  async #kept(json: Uint8Array): Promise<KeptDocument> {
    const grown = () => this.#sets.trim();
    const yamlOf = async () => {
      const identity = await kept.json.form("identity");
      const yaml = await this.#making.yaml(await identity.bytes());
      return PackedBody.of("application/yaml", yaml, grown);
    };
    const kept = new KeptDocument(await PackedBody.of("application/json", json, grown), yamlOf, grown);
    return kept;
  }
}

/** A document in memory. */
class KeptDocument implements OpenapiDocument {
  readonly json: PackedBody;
  readonly #makeYaml: () => Promise<PackedBody>;
  readonly #grown: () => void;
  #making: Promise<PackedBody> | undefined;
  #yaml: PackedBody | undefined;

  constructor(json: PackedBody, makeYaml: () => Promise<PackedBody>, grown: () => void) {
    this.json = json;
    this.#makeYaml = makeYaml;
    this.#grown = grown;
  }

  get bytes(): number {
    return this.json.bytes + (this.#yaml?.bytes ?? 0);
  }

  async yaml(): Promise<PackedBody> {
    if (this.#yaml) return this.#yaml;
    this.#making ??= this.#makeYaml().finally(() => {
      this.#making = undefined;
    });
    this.#yaml = await this.#making;
    this.#grown();
    return this.#yaml;
  }

  dropForms(): void {
    this.json.dropForms();
    this.#yaml = undefined;
  }
}
