/** An unreliable test: it runs and is printed, and its failure does not count. */
export interface Quarantined {
  /** The name that the runner prints; its groups are joined by " > ". */
  readonly test: string;
  readonly reason: string;
}

export const quarantine: readonly Quarantined[] = [];
