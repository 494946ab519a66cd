import { OperatorError } from "../../../base/operator-error.ts";
import type { Database } from "../../../database/database.ts";
import { parseVendorMapping } from "../mappings/parse-vendor-mapping.ts";
import type { VendorMapping } from "../mappings/vendor-mapping.ts";
import { findMapping, type MappedSource, type MappingVersion, mappingVersions } from "./api-mappings.ts";
import { compactedMapping } from "./compact-mapping.ts";
import { compactApart } from "./read-apart.ts";

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

/** A mapping, and which version of it this is. */
export interface KnownMapping {
  readonly sha256: string;
  readonly mapping: VendorMapping;
}

/** So many characters hold the thread for some 30 ms. */
const parsedHereMax = 8192;

/** The mappings of built-in APIs, in memory. */
export class TargetMappings {
  readonly #database: Database;
  readonly #failed: (error: unknown) => void;
  #known: ReadonlyMap<string, KnownMapping> = new Map();

  constructor(database: Database, failed: (error: unknown) => void) {
    this.#database = database;
    this.#failed = failed;
  }

  find(apiId: string, source: MappedSource): KnownMapping | undefined {
    return this.#known.get(nameOf({ apiId, source }));
  }

  /** Reads the mappings that have changed. */
  async refresh(): Promise<void> {
    const known = new Map<string, KnownMapping>();
    const changed: (MappingVersion & { readonly text: string })[] = [];
    for (const version of await mappingVersions(this.#database)) {
      const { apiId, source, sha256 } = version;
      const before = this.#known.get(nameOf(version));
      if (before?.sha256 === sha256) known.set(nameOf(version), before);
      else changed.push({ ...version, text: (await findMapping(this.#database, apiId, source)) ?? "" });
    }
    const read = await this.#readers(changed.map(({ text }) => text));
    changed.forEach((version, index) => {
      const mapping = this.#orBroken(version.apiId, read[index]!);
      known.set(nameOf(version), { sha256: version.sha256, mapping });
    });
    this.#known = known;
  }

  /** What makes a mapping of each text. Long texts are parsed in another process: calls would wait. */
  async #readers(texts: readonly string[]): Promise<readonly (() => VendorMapping)[]> {
    const here = texts.map((text) => () => parseVendorMapping(text, "mapping"));
    if (texts.reduce((sum, { length }) => sum + length, 0) <= parsedHereMax) return here;
    try {
      return (await compactApart(texts)).map((one) => () => {
        if ("fault" in one) throw new OperatorError(one.fault);
        return compactedMapping(one.compact);
      });
    } catch (error) {
      // A machine that starts no process still serves.
      this.#failed(error);
      return here;
    }
  }

  #orBroken(apiId: string, read: () => VendorMapping): VendorMapping {
    try {
      return read();
    } catch (error) {
      this.#failed(error);
      return new BrokenMapping(apiId);
    }
  }
}

const nameOf = ({ apiId, source }: Omit<MappingVersion, "sha256">): string => `${apiId} ${source}`;
