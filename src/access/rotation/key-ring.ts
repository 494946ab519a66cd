import { createVault, type Vault } from "../vault.ts";

/** A vault with several master keys: it seals with the first and opens with any. */
export class KeyRing implements Vault {
  #vaults: readonly [Vault, ...Vault[]];

  constructor(masterKey: Uint8Array) {
    this.#vaults = [createVault(masterKey)];
  }

  /** Seals with the first of these keys from now on. Keys that it has stay. */
  use(first: Uint8Array, ...others: readonly Uint8Array[]): void {
    const [current, ...more] = [first, ...others].map(createVault) as [Vault, ...Vault[]];
    const known = [current, ...more, ...this.#vaults];
    const distinct = known.filter(({ check }, at) => known.findIndex((one) => one.check === check) === at);
    this.#vaults = distinct as [Vault, ...Vault[]];
  }

  seal(plain: string, context: string): Uint8Array {
    return this.#vaults[0].seal(plain, context);
  }

  open(sealed: Uint8Array, context: string): string {
    const [current, ...others] = this.#vaults;
    try {
      return current.open(sealed, context);
    } catch (error) {
      for (const vault of others) {
        try {
          return vault.open(sealed, context);
        } catch {
          // The next may open it.
        }
      }
      throw error;
    }
  }

  /** The check value of the key that it seals with. */
  get check(): string {
    return this.#vaults[0].check;
  }

  /** The check values of all keys that it opens with. */
  get checks(): readonly string[] {
    return this.#vaults.map(({ check }) => check);
  }
}
