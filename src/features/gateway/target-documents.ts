import type { MeteredRoute } from "../../calls/metered-request.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import type { ApiRow } from "../../management/apis/apis-record.ts";
import type { CallChecks } from "./documents/call-checks.ts";
import { type OperationFinder, operationFinder } from "./documents/find-operation.ts";
import type { DocumentOperation } from "./documents/operations.ts";

/** The OpenAPI document of an API as calls need it. */
export interface TargetDocument {
  readonly version: string;
  readonly finder: OperationFinder;
  readonly operations: readonly DocumentOperation[];
  /** For each operation, its name in reports, and the query parameters that the request log may show. */
  readonly routes: readonly MeteredRoute[];
}

/** The columns of an API's row about its document. */
export type DocumentedRow = Pick<ApiRow, "id" | "name" | "validates"> & {
  readonly documentVersion: string | null;
};

/** The documents of registered APIs, in memory. Schemas are in the thread that checks calls. */
export class TargetDocuments {
  readonly #database: Database;
  readonly #checks: CallChecks;
  readonly #known = new Map<string, TargetDocument>();
  /** The versions by which calls are checked. */
  readonly #checked = new Map<string, string>();

  constructor(database: Database, checks: CallChecks) {
    this.#database = database;
    this.#checks = checks;
  }

  find(id: string): TargetDocument | undefined {
    return this.#known.get(id);
  }

  /** Reads the documents that have changed. */
  async refresh(rows: readonly DocumentedRow[]): Promise<void> {
    const documented = new Map(rows.flatMap((row) => (row.documentVersion === null ? [] : [[row.id, row]])));
    for (const id of this.#known.keys()) if (!documented.has(id)) this.#known.delete(id);
    for (const id of this.#checked.keys()) if (!documented.get(id)?.validates) this.#uncheck(id);
    for (const row of documented.values()) await this.#read(row);
  }

  async #read({ id, name, documentVersion, validates }: DocumentedRow): Promise<void> {
    const version = documentVersion!;
    const isNamed = this.#known.get(id)?.routes[0]?.endpoint.id.startsWith(`${name}.`);
    const isKnown = this.#known.get(id)?.version === version && isNamed;
    const isLoaded = !validates || this.#checked.get(id) === version;
    if (isKnown && isLoaded) return;
    const contract = isLoaded ? sql`''` : sql`contract`;
    const row = await this.#database.get<{ version: string; operations: string; contract: string }>(
      sql`select version, operations, ${contract} as contract from api_document where api_id = ${id}`,
    );
    if (!row) return;
    this.#known.set(id, await documentOf(name, row.version, JSON.parse(row.operations)));
    if (isLoaded) return;
    this.#checks.load(id, row.contract, row.operations);
    this.#checked.set(id, row.version);
  }

  #uncheck(id: string): void {
    this.#checked.delete(id);
    this.#checks.unload(id);
  }
}

async function documentOf(
  name: string,
  version: string,
  operations: readonly DocumentOperation[],
): Promise<TargetDocument> {
  const routes = operations.map(({ id, parameters }) => ({
    endpoint: { id: `${name}.${id}` },
    parameters: new Set(parameters.flatMap((one) => (one.in === "query" && !one.secret ? [one.name] : []))),
  }));
  return { version, operations, routes, finder: await operationFinder(operations) };
}
