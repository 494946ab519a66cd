/** A model of the credit store in plain numbers: the expected results of its operations. */
export class CreditModel {
  remaining: number;
  granted: number;
  used = 0;
  writtenOff = 0;
  debt = 0;
  active = true;
  readonly held = new Map<string, number>();
  readonly open = new Set<string>();

  constructor(credits: number) {
    this.remaining = credits;
    this.granted = credits;
  }

  heldBy(journal: string): number {
    return this.held.get(journal) ?? 0;
  }

  get heldInAll(): number {
    return [...this.held.values()].reduce((sum, each) => sum + each, 0);
  }

  acquire(journal: string, need: number, amount: number, free: number, share: number): number | "fenced" {
    if (!this.open.has(journal)) return "fenced";
    const part = Math.floor((this.remaining + free) / share) - free;
    const rich = part <= need ? need : Math.min(part, amount);
    const acquired = !this.active ? 0 : this.remaining <= need ? this.remaining : rich;
    this.remaining -= acquired;
    this.held.set(journal, this.heldBy(journal) + acquired);
    return acquired;
  }

  releaseCredits(journal: string, amount: number): "fenced" | number {
    if (!this.open.has(journal)) return "fenced";
    this.held.set(journal, this.heldBy(journal) - amount);
    this.remaining += amount;
    this.#settleDebt();
    return this.heldBy(journal);
  }

  spend(journal: string, credits: number): void {
    const covered = Math.min(this.heldBy(journal), credits);
    if (covered > 0) this.held.set(journal, this.heldBy(journal) - covered);
    this.debt += credits - covered;
    this.used += credits;
    this.#settleDebt();
  }

  end(journal: string): boolean {
    if (!this.open.delete(journal)) return false;
    this.remaining += this.heldBy(journal);
    this.held.delete(journal);
    this.#settleDebt();
    return true;
  }

  bump(credits: number): number {
    this.granted += credits;
    this.remaining += credits;
    this.#settleDebt();
    return this.granted - this.used;
  }

  #settleDebt(): void {
    const paid = Math.min(this.remaining, this.debt);
    this.remaining -= paid;
    this.debt -= paid;
    if (this.heldInAll > 0) return;
    this.writtenOff += this.debt;
    this.granted += this.debt;
    this.debt = 0;
  }
}
