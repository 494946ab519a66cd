import type { Vault } from "../../access/vault.ts";
import type { Database } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { acmeContext } from "../../management/system/reseal-secrets.ts";
import type { Tls } from "./tls.ts";

/** An order that this node alone may place now. */
export interface Claim {
  /** PEM. */
  readonly accountKey: string;
  /** Orders that have failed since the last certificate. */
  readonly failures: number;
}

/** The certificate for some names by one authority, as all nodes share it. */
export class SharedCertificate {
  readonly #database: Database;
  readonly #vault: Vault;
  readonly #names: string;
  readonly #directory: string;

  constructor(database: Database, vault: Vault, names: readonly string[], directory: string) {
    this.#database = database;
    this.#vault = vault;
    this.#names = names.join(",");
    this.#directory = directory;
  }

  /** The newest certificate that was issued; undefined before the first. */
  async read(): Promise<Tls | undefined> {
    const row = await this.#database.get<{ chain: string; key_sealed: Uint8Array }>(sql`
      select chain, key_sealed from acme_certificate
      where names = ${this.#names} and directory = ${this.#directory} and chain is not null`);
    return row && { cert: row.chain, key: this.#vault.open(row.key_sealed, this.#context("key")) };
  }

  /** Keeps other nodes from ordering until `until`; undefined if another node does, or no order is due. */
  async claim(now: number, until: number, newAccountKey: () => Promise<string>): Promise<Claim | undefined> {
    const row = await this.#database.get<{
      account_sealed: Uint8Array;
      next_attempt_at: number;
      failures: number;
    }>(sql`
      select account_sealed, next_attempt_at, failures from acme_certificate
      where names = ${this.#names} and directory = ${this.#directory}`);
    if (row && row.next_attempt_at > now) return undefined;
    const context = this.#context("account");
    const account = row?.account_sealed ?? this.#vault.seal(await newAccountKey(), context);
    const claimed = await this.#database.run(sql`
      insert into acme_certificate (names, directory, account_sealed, next_attempt_at, failures)
      values (${this.#names}, ${this.#directory}, ${account}, ${until}, 0)
      on conflict (names, directory) do update set next_attempt_at = excluded.next_attempt_at
      where acme_certificate.next_attempt_at <= ${now}`);
    if (claimed === 0) return undefined;
    return { accountKey: this.#vault.open(account, context), failures: row?.failures ?? 0 };
  }

  async issued({ cert, key }: Tls, nextAttemptAt: number): Promise<void> {
    const sealed = this.#vault.seal(key, this.#context("key"));
    await this.#database.run(sql`
      update acme_certificate
      set chain = ${cert}, key_sealed = ${sealed}, next_attempt_at = ${nextAttemptAt}, failures = 0
      where names = ${this.#names} and directory = ${this.#directory}`);
  }

  async failed(nextAttemptAt: number): Promise<void> {
    await this.#database.run(sql`
      update acme_certificate set next_attempt_at = ${nextAttemptAt}, failures = failures + 1
      where names = ${this.#names} and directory = ${this.#directory}`);
  }

  #context(kind: "account" | "key"): string {
    return acmeContext(kind, this.#names);
  }
}
