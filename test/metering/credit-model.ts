/** A model of the credit store in plain numbers: the expected results of its operations. */
export class CreditModel {
  remaining: number;
  granted: number;
  used = 0;
  writtenOff = 0;
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

  acquire(journal: string, need: number, amount: number, share: number): number | "fenced" {
    if (!this.open.has(journal)) return "fenced";
    const part = Math.floor(this.remaining / share);
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
    return this.heldBy(journal);
  }

  spend(journal: string, credits: number): void {
    const covered = Math.min(this.heldBy(journal), credits);
    if (covered > 0) this.held.set(journal, this.heldBy(journal) - covered);
    const absorbed = Math.min(this.remaining, credits - covered);
    this.remaining -= absorbed;
    const off = credits - covered - absorbed;
    this.writtenOff += off;
    this.granted += off;
    this.used += credits;
  }

  end(journal: string): boolean {
    if (!this.open.delete(journal)) return false;
    this.remaining += this.heldBy(journal);
    this.held.delete(journal);
    return true;
  }

  bump(credits: number): number {
    this.granted += credits;
    this.remaining += credits;
    return this.granted - this.used;
  }
}
