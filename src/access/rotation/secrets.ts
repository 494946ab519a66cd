import type { Config } from "../../config.ts";
import type { Queries } from "../../database/database.ts";
import type { MasterKeyState, RotatedSecrets } from "../identity.ts";
import { derivedSigningSecret } from "../image-signing.ts";
import { MasterKeys } from "./master-keys.ts";
import { SigningKeys } from "./signing-keys.ts";

/** The secrets of a process that can change while it runs: its master keys and its signing keys. */
export class Secrets implements RotatedSecrets {
  readonly #keys: MasterKeys;
  readonly images: SigningKeys;
  readonly #failed: (error: unknown) => void;

  private constructor(keys: MasterKeys, images: SigningKeys, failed: (error: unknown) => void) {
    this.#keys = keys;
    this.images = images;
    this.#failed = failed;
  }

  /** `failed` is called if signing keys cannot be read after the start. */
  static async open(config: Config, failed: (error: unknown) => void): Promise<Secrets> {
    const keys = await MasterKeys.open(config);
    const origin = config.imageHost ?? config.publicUrl;
    return new Secrets(keys, new SigningKeys(derivedSigningSecret(keys.key), origin), failed);
  }

  get vault(): MasterKeys["vault"] {
    return this.#keys.vault;
  }

  /** Reads them. Throws if the stored secrets are sealed by another master key. */
  async require(tx: Queries): Promise<void> {
    await this.#keys.require(tx);
    await this.images.refresh(tx, this.vault);
  }

  async refresh(db: Queries): Promise<MasterKeyState> {
    const state = await this.#keys.refresh(db);
    await this.images.refresh(db, this.vault).catch(this.#failed);
    return state;
  }
}
