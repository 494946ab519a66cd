import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import { decisionsFolder } from "../../decisions/log-file.ts";
import { type MasterKeyState, readMasterKey, requireMasterKey } from "../identity.ts";
import { createVault } from "../vault.ts";
import { KeyRing } from "./key-ring.ts";
import {
  type MasterKeyRotation,
  openRotation,
  type RotatedKeys,
  readRotation,
  rotatedAt,
} from "./master-key-rotation.ts";

/** The master keys of a process: the one that it started with, and those of rotations since. */
export class MasterKeys {
  readonly #config: Config;
  readonly #key: Uint8Array;
  /** Another rotation begins with the key in which the last one ended. */
  readonly #keys: Uint8Array[];
  readonly vault: KeyRing;
  #configured: string;

  private constructor(config: Config, key: Uint8Array) {
    this.#config = config;
    this.#key = key;
    this.#keys = [key];
    this.vault = new KeyRing(key);
    this.#configured = this.vault.check;
  }

  /** The configured key, which the first start creates in the data folder. */
  static async open(config: Config): Promise<MasterKeys> {
    return new MasterKeys(config, await readMasterKey(config));
  }

  /** The key that the process started with. */
  get key(): Uint8Array {
    return this.#key;
  }

  /** Reads the rotation, if one is under way. */
  async refresh(db: Queries): Promise<MasterKeyState> {
    const rotation = await readRotation(db);
    const keys = rotation && this.#openRotation(rotation);
    if (keys && rotation.state === "announced") this.vault.use(keys.former, keys.next);
    if (keys && rotation.state === "sealing") this.vault.use(keys.next, keys.former);
    if (rotation || this.vault.checks.length > 1) this.#configured = await this.#readConfigured();
    return { opens: this.vault.checks, seals: this.vault.check, configured: this.#configured };
  }

  /** Throws unless the stored keys were sealed under a key of this process. Called before anything is sealed. */
  async require(tx: Queries): Promise<void> {
    await this.refresh(tx);
    await requireMasterKey(tx, this.vault, (check) => rotatedAt(decisionsFolder(this.#config), check));
  }

  #openRotation(rotation: MasterKeyRotation): RotatedKeys | undefined {
    for (const known of this.#keys) {
      const keys = openRotation(rotation, known);
      if (!keys) continue;
      for (const key of [keys.former, keys.next])
        if (!this.#keys.some((each) => Buffer.compare(each, key) === 0)) this.#keys.push(key);
      return keys;
    }
    return undefined;
  }

  /** A file may have another key since the start; a variable cannot. */
  async #readConfigured(): Promise<string> {
    try {
      return createVault(await readMasterKey(this.#config, true)).check;
    } catch {
      return "";
    }
  }
}
