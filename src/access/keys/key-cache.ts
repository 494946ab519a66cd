import { createBatcher } from "../../base/batcher.ts";
import type { Clock } from "../../base/clock.ts";
import { withTimeout } from "../../base/with-timeout.ts";
import type { Database } from "../../database/database.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { digestToken, plausibleToken } from "../tokens.ts";
import { creditsAdded, followCredits } from "./added-credits.ts";
import { type ChangePosition, changesSince, lastChange } from "./changes.ts";
import {
  type KeyAccess,
  missingKey,
  type ProductAccess,
  readKeys,
  readProduct,
  refusedKey,
} from "./key-access.ts";

export interface KeyCacheOptions {
  readonly database: Database;
  /** Wall clock. */
  readonly clock: Clock;
  /** How long known keys are served while the database is unavailable. */
  readonly staleMs: number;
  /** Called with every changed object, of any node, some of this node twice; with undefined if any object may have changed. */
  readonly changed: (object: string | undefined) => void;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic?: () => number;
}

/** Reads access by digests of tokens, as `readKeys` does by those of keys. */
export type TokenReader = (
  db: Database,
  digests: readonly string[],
  product: (id: string) => Promise<ProductAccess>,
) => Promise<ReadonlyMap<string, KeyAccess>>;

const noTokens: TokenReader = async () => new Map();

/** How tokens of assistants begin, and before their digests in this cache. */
const assistantPrefix = "vga_";

const keysMax = 100_000;
const missesMax = 10_000;
const readsMax = 1;
const pollMs = 150;
/** The longest wait for a database that does not answer. */
const waitMs = 900;

const unanswered = () => new DatabaseUnavailable("the database did not answer which access the key has");

/**
 * Keys in use and their access, found without a statement once known. A change on this node holds after `refresh`, one
 * on another node within 150 ms and a statement.
 */
export class KeyCache {
  readonly #options: KeyCacheOptions;
  readonly #monotonic: () => number;
  readonly #keys = new Map<string, KeyAccess>();
  readonly #misses = new Set<string>();
  #hits = 0;
  #loaded = 0;
  readonly #products = new Map<string, Promise<ProductAccess>>();
  // New keys are read together: thousands need one statement every few milliseconds.
  readonly #batch = createBatcher((digests: readonly string[]) => this.#read(digests), readsMax);
  readonly #loads = new Map<string, Promise<KeyAccess | undefined>>();
  #position: ChangePosition | undefined;
  /** Rises with everything that is forgotten: what was read before is not kept. */
  #epoch = 0;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #refreshing: Promise<void> | undefined;
  #following: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #readTokens = noTokens;

  constructor(options: KeyCacheOptions) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.#poll();
  }

  /**
   * The access of the key in a header, without a promise if it is known. Throws 401 without a valid key, before any state
   * is checked; `DatabaseUnavailable` if the database is unavailable and the key is unknown or stale. The token of an
   * assistant is valid for calls by tools of MCP alone.
   */
  find(header: string | null, via?: "mcp"): KeyAccess | Promise<KeyAccess> {
    const key = header?.trim();
    if (!key) throw missingKey();
    const isToken = key.startsWith(assistantPrefix);
    if (isToken && via === undefined) throw refusedKey();
    const digest = isToken ? assistantPrefix + digestToken(key) : digestToken(key);
    const known = this.#keys.get(digest);
    if (known && this.#fresh()) {
      this.#hits += 1;
      return this.#live(known);
    }
    // A header sent twice arrives joined by a comma, which no key contains.
    if (key.includes(",") || !plausibleToken(key)) throw refusedKey();
    if (!this.#fresh()) return this.#findAfterRefresh(digest);
    if (this.#misses.has(digest)) throw refusedKey();
    return this.#load(digest);
  }

  /** The keys in memory, and how often a key was found there or had to be read. */
  get state(): { readonly entries: number; readonly hits: number; readonly misses: number } {
    return { entries: this.#keys.size, hits: this.#hits, misses: this.#loaded };
  }

  /** Sets what reads the tokens of assistants. */
  readTokensWith(reader: TokenReader): void {
    this.#readTokens = reader;
    this.#forgetAll();
  }

  /** Reads the changes. Called after each change of this node, and every 150 ms. */
  refresh(): Promise<void> {
    if (!this.#refreshing) {
      this.#refreshing = this.#readChanges().finally(() => {
        this.#refreshing = undefined;
      });
      return this.#refreshing;
    }
    // The current one may have read before the change: one more follows, for all callers until then.
    this.#following ??= this.#refreshing
      .catch(() => undefined)
      .then(() => {
        this.#following = undefined;
        return this.refresh();
      });
    return this.#following;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #live(access: KeyAccess): KeyAccess {
    if (access.keyExpiresAt !== null && access.keyExpiresAt <= this.#options.clock()) throw refusedKey();
    return access;
  }

  #fresh(): boolean {
    return this.#monotonic() - this.#confirmedAt < this.#options.staleMs;
  }

  async #findAfterRefresh(digest: string): Promise<KeyAccess> {
    await withTimeout(this.#refreshing ?? this.refresh(), waitMs, unanswered);
    if (!this.#fresh()) throw unanswered();
    const known = this.#keys.get(digest);
    return known ? this.#live(known) : this.#load(digest);
  }

  async #load(digest: string): Promise<KeyAccess> {
    this.#loaded += 1;
    let load = this.#loads.get(digest);
    if (!load) {
      load = this.#batch(digest)
        .then((found) => found.get(digest))
        .finally(() => this.#loads.delete(digest));
      this.#loads.set(digest, load);
    }
    const access = await withTimeout(load, waitMs, unanswered);
    if (!access) throw refusedKey();
    return this.#live(access);
  }

  async #read(digests: readonly string[]): Promise<Map<string, KeyAccess>> {
    for (;;) {
      const epoch = this.#epoch;
      const found = await this.#readAll(digests);
      // Something was forgotten during the read: the result may be older than the change.
      if (epoch !== this.#epoch) continue;
      for (const digest of digests) {
        const access = found.get(digest);
        if (access) keep(this.#keys, keysMax, () => this.#keys.set(digest, access));
        else keep(this.#misses, missesMax, () => this.#misses.add(digest));
      }
      return found;
    }
  }

  async #readAll(digests: readonly string[]): Promise<Map<string, KeyAccess>> {
    const { database } = this.#options;
    const product = (id: string) => this.#product(id);
    const tokens = digests.filter((one) => one.startsWith(assistantPrefix));
    if (tokens.length === 0) return readKeys(database, digests, product);
    const keys = digests.filter((one) => !one.startsWith(assistantPrefix));
    const found = keys.length > 0 ? await readKeys(database, keys, product) : new Map<string, KeyAccess>();
    const bare = tokens.map((one) => one.slice(assistantPrefix.length));
    for (const [digest, access] of await this.#readTokens(database, bare, product))
      found.set(assistantPrefix + digest, access);
    return found;
  }

  #product(id: string): Promise<ProductAccess> {
    let product = this.#products.get(id);
    if (!product) {
      product = readProduct(this.#options.database, id);
      this.#products.set(id, product);
      product.catch(() => this.#products.delete(id));
    }
    return product;
  }

  async #readChanges(): Promise<void> {
    const { database, changed } = this.#options;
    const startedAt = this.#monotonic();
    if (this.#position === undefined) {
      this.#position = await database.transaction(
        (tx) => {
          followCredits(tx, this.#follow);
          return lastChange(tx);
        },
        { snapshot: true },
      );
      this.#forgetAll();
      // What others read at the start may be older than this position.
      changed(undefined);
    } else {
      const { position, objects } = await changesSince(database, this.#position);
      this.#position = position;
      if (objects) for (const object of objects) this.#forget(object);
      else this.#forgetAll();
      if (!objects) changed(undefined);
      else for (const object of objects) changed(object);
    }
    this.#confirmedAt = startedAt;
  }

  #forget(object: string): void {
    if (creditsAdded(object)) return;
    const [, kind, id] = object.split("/");
    this.#epoch += 1;
    this.#misses.clear();
    if (kind === "subscriptions") this.#forgetWhere(({ caller }) => caller.subscriptionId === id);
    else if (kind === "users")
      this.#forgetWhere(({ caller, assistant }) => caller.userId === id || assistant?.personId === id);
    else if (kind === "products" && id !== undefined) {
      this.#products.delete(id);
      this.#forgetWhere(({ caller }) => caller.productId === id);
    } else this.#forgetAll();
  }

  #forgetWhere(isGone: (access: KeyAccess) => boolean): void {
    for (const [digest, access] of this.#keys) if (isGone(access)) this.#keys.delete(digest);
  }

  #forgetAll(): void {
    this.#epoch += 1;
    this.#keys.clear();
    this.#misses.clear();
    this.#products.clear();
  }

  readonly #follow = (object: string): void => {
    if (this.#timer) this.#options.changed(object);
  };

  #poll(): void {
    this.#timer = setTimeout(() => {
      this.refresh()
        // While the database is unavailable, known keys are served for a while.
        .catch(() => undefined)
        .finally(() => {
          if (this.#timer) this.#poll();
        });
    }, pollMs);
    this.#timer.unref();
  }
}

/** Adds to a bounded collection, which drops its oldest entry when it is full. */
function keep(to: Map<string, unknown> | Set<string>, most: number, add: () => void): void {
  if (to.size >= most) to.delete(to.keys().next().value!);
  add();
}
