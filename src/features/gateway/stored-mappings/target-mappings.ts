import type { Database } from "../../../database/database.ts";
import { parseVendorMapping } from "../mappings/parse-vendor-mapping.ts";
import type { VendorMapping } from "../mappings/vendor-mapping.ts";
import { findMapping, type MappedSource, mappingVersions } from "./api-mappings.ts";

/** A stored mapping that this version of the program cannot read: its source fails, and is not called in another form. */
export class BrokenMapping implements VendorMapping {
  readonly api: string;

  constructor(api: string) {
    this.api = api;
  }

  requestOf() {
    return { path: "/", headers: {} };
  }

  read(): never {
    throw new Error("a broken mapping reads nothing");
  }
}

interface KnownMapping {
  readonly sha256: string;
  readonly mapping: VendorMapping;
}

/** The mappings of built-in APIs, in memory. */
export class TargetMappings {
  readonly #database: Database;
  readonly #failed: (error: unknown) => void;
  #known: ReadonlyMap<string, KnownMapping> = new Map();

  constructor(database: Database, failed: (error: unknown) => void) {
    this.#database = database;
    this.#failed = failed;
  }

  find(apiId: string, source: MappedSource): VendorMapping | undefined {
    return this.#known.get(`${apiId} ${source}`)?.mapping;
  }

  /** Reads the mappings that have changed. */
  async refresh(): Promise<void> {
    const known = new Map<string, KnownMapping>();
    for (const { apiId, source, sha256 } of await mappingVersions(this.#database)) {
      const name = `${apiId} ${source}`;
      const before = this.#known.get(name);
      if (before?.sha256 === sha256) known.set(name, before);
      else known.set(name, { sha256, mapping: await this.#read(apiId, source) });
    }
    this.#known = known;
  }

  async #read(apiId: string, source: MappedSource): Promise<VendorMapping> {
    try {
      return parseVendorMapping((await findMapping(this.#database, apiId, source)) ?? "", apiId);
    } catch (error) {
      this.#failed(error);
      return new BrokenMapping(apiId);
    }
  }
}
