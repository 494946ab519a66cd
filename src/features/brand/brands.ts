import type { Queries } from "../../database/database.ts";
import { type BrandSource, brandSource, type Letterhead } from "../../running/brand.ts";
import type { Opened } from "../../running/opened.ts";
import { give } from "../../running/ports.ts";
import { findBrandAt, findLogo, readBrand, type StoredBrand, type StoredLogo } from "./stored-brand.ts";

/**
 * A paper shows the brand of a minute before its issue: a version is in the database by then, so that no paper is drawn
 * first without it and then with it.
 */
const settledMs = 60_000;

/** Versions and logos in memory: of one paper after the other, and of all pages, they are few. */
const keptMax = 20;

/** The value of a key that is kept, or read and kept if there is one. */
async function kept<K, V>(
  all: Map<K, V>,
  key: K,
  read: () => Promise<V | undefined>,
): Promise<V | undefined> {
  const known = all.get(key) ?? (await read());
  if (known === undefined) return undefined;
  if (all.size >= keptMax) all.clear();
  all.set(key, known);
  return known;
}

/** The brand as this process shows it. */
export class Brands implements Opened, BrandSource {
  readonly gives = new Map([give(brandSource, this)]);
  readonly #database: Queries;
  readonly #letterheads = new Map<number, Letterhead>();
  readonly #logos = new Map<string, StoredLogo>();
  #reading: Promise<StoredBrand> | undefined;
  #last: StoredBrand | undefined;

  constructor({ database }: { readonly database: Queries }) {
    this.#database = database;
  }

  /** Kept until it changes on any node. While the database is unavailable, the last one that was read. */
  async current(): Promise<StoredBrand> {
    this.#reading ??= this.#read();
    try {
      return await this.#reading;
    } catch (error) {
      if (this.#last) return this.#last;
      throw error;
    }
  }

  changed(object: string | undefined): void {
    if (object === undefined || object === "/brand") this.#reading = undefined;
  }

  async letterheadAt(issuedAt: number): Promise<Letterhead | undefined> {
    const found = await findBrandAt(this.#database, issuedAt - settledMs);
    if (!found) return undefined;
    return kept(this.#letterheads, found.version, () => this.#letterhead(found));
  }

  /** The logo with a SHA-256, which never changes: anyone may read it at any rate. */
  logo(sha256: string): Promise<StoredLogo | undefined> {
    return kept(this.#logos, sha256, () => findLogo(this.#database, sha256));
  }

  async #letterhead({ name, email, phone, url, logo }: StoredBrand): Promise<Letterhead> {
    const stored = logo?.type === "image/png" ? await this.logo(logo.sha256) : undefined;
    const contact = [email, phone, url?.replace(/^mailto:/, "")].filter(Boolean).join(", ");
    return { name, contact, logo: stored?.bytes ?? null };
  }

  #read(): Promise<StoredBrand> {
    const reading = readBrand(this.#database);
    reading.then(
      (brand) => {
        this.#last = brand;
      },
      () => {
        if (this.#reading === reading) this.#reading = undefined;
      },
    );
    return reading;
  }
}
