/** So much of a second may be spent for one account. */
const share = 0.25;
const burstMs = 1000;
/** A check that takes longer than this marks its account as slow for a time. */
const slowMs = 100;
const slowForMs = 10 * 60_000;
const accountsMax = 10_000;

interface Account {
  /** Below zero: more was spent than earned. */
  leftMs: number;
  at: number;
  slowUntil: number;
}

/** The time of the checking threads, by account: a payer's calls of one API. */
export class CheckBudget {
  readonly #accounts = new Map<string, Account>();

  /** Zero if a call may be checked, else the milliseconds until one may. */
  waitMs(name: string, now: number): number {
    const account = this.#accounts.get(name);
    if (!account) return 0;
    this.#earn(account, now);
    return account.leftMs >= 0 ? 0 : Math.ceil(-account.leftMs / share);
  }

  isSlow(name: string): boolean {
    const account = this.#accounts.get(name);
    return account !== undefined && account.slowUntil > account.at;
  }

  spend(name: string, ms: number, now: number): void {
    let account = this.#accounts.get(name);
    if (!account) {
      if (this.#accounts.size >= accountsMax) this.#forget(now);
      account = { leftMs: burstMs, at: now, slowUntil: 0 };
      this.#accounts.set(name, account);
    }
    this.#earn(account, now);
    account.leftMs -= ms;
    if (ms > slowMs) account.slowUntil = now + slowForMs;
  }

  #earn(account: Account, now: number): void {
    account.leftMs = Math.min(burstMs, account.leftMs + (now - account.at) * share);
    account.at = now;
  }

  /** Drops accounts whose budget is full again; if there are none, those unused for longest. */
  #forget(now: number): void {
    for (const [name, account] of this.#accounts) {
      this.#earn(account, now);
      if (account.leftMs === burstMs && account.slowUntil <= now) this.#accounts.delete(name);
    }
    for (const name of this.#accounts.keys()) {
      if (this.#accounts.size < accountsMax) return;
      this.#accounts.delete(name);
    }
  }
}
