// All histories of one dead process's journal, its recovery, and a database that may lose its last commits;
// small enough to explore completely. This model only checks when a journal's files may be removed.

/** Possible faults of recovery. */
export type Flaw =
  /** It skips journals that it once found closed. */
  | "remembers that it was closed"
  /** It removes files an hour after it closed the journal, even if the database lost the commit since. */
  | "removes by its memory"
  /** It removes files as soon as all calls are applied. */
  | "keeps nothing"
  /** It closes journals that it has not read to the end. */
  | "closes early";

/** Calls in the journal's files. */
const calls = 2;
/** Passes for which files are kept; no replica lags further. */
const keptPasses = 2;
const lossesMax = 2;

interface Row {
  readonly closed: boolean;
  readonly appliedSeq: number;
}

interface State {
  readonly row: Row;
  /** The replica's content, and for how many passes it received nothing. */
  readonly replica: Row;
  readonly replicaAge: number;
  readonly files: boolean;
  /** The recovering process's memory: passes since it closed the journal; undefined if it has none. */
  readonly closedFor: number | undefined;
  readonly losses: number;
}

const first: State = {
  row: { closed: false, appliedSeq: 0 },
  replica: { closed: false, appliedSeq: 0 },
  replicaAge: 0,
  files: true,
  closedFor: undefined,
  losses: 0,
};

/** The next step of recovery. Between any two steps a process may die and the database may lose commits. */
function step(state: State, flaw: Flaw | undefined): State[] {
  const { row, closedFor: known, files } = state;
  const whole = row.closed && row.appliedSeq === calls;
  const trusted = flaw === "remembers that it was closed" || flaw === "removes by its memory";
  if (!files || (known !== undefined && (whole || trusted))) return waits(state, whole, flaw);
  const forgets = { ...state, closedFor: undefined };
  if (row.appliedSeq < calls && !(flaw === "closes early" && row.appliedSeq > 0))
    return [{ ...forgets, row: { ...row, appliedSeq: row.appliedSeq + 1 } }];
  return [row.closed ? { ...state, closedFor: 0 } : { ...forgets, row: { ...row, closed: true } }];
}

/** A pass without calls to apply. The replica lags by no more than files are kept. */
function waits(state: State, whole: boolean, flaw: Flaw | undefined): State[] {
  if (state.replicaAge >= keptPasses) return [];
  const waited = (state.closedFor ?? 0) + 1;
  const kept = flaw === "keeps nothing" ? 0 : keptPasses;
  const gone = state.files && waited > kept && (whole || flaw === "removes by its memory");
  return [{ ...state, replicaAge: state.replicaAge + 1, closedFor: waited, files: state.files && !gone }];
}

function successors(state: State, flaw: Flaw | undefined): State[] {
  const next = step(state, flaw);
  // The replica catches up or is promoted without the last commits; the recovering process may restart.
  next.push({ ...state, replica: state.row, replicaAge: 0 });
  if (state.losses < lossesMax)
    next.push({ ...state, row: state.replica, replicaAge: 0, losses: state.losses + 1 });
  if (state.closedFor !== undefined) next.push({ ...state, closedFor: undefined });
  return next;
}

/** The invariant: files are removed only if every database that may take over has all calls. */
function wrong({ files, row }: State): string | undefined {
  return !files && row.appliedSeq < calls ? "calls are missing and their files are gone" : undefined;
}

/** Explores all states; returns their number and the fault found. */
export function exploreRecovery(flaw?: Flaw): {
  readonly states: number;
  readonly found: string | undefined;
} {
  const seen = new Map<string, State>();
  const waiting: State[] = [first];
  const leadsTo = new Map<string, string[]>();
  const keyOf = (state: State): string => JSON.stringify({ ...state, closedFor: state.closedFor ?? -1 });
  seen.set(keyOf(first), first);
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const fault = wrong(state);
    if (fault) return { states: seen.size, found: fault };
    const next = successors(state, flaw).map(bounded);
    leadsTo.set(keyOf(state), next.map(keyOf));
    for (const each of next) {
      if (seen.has(keyOf(each))) continue;
      seen.set(keyOf(each), each);
      waiting.push(each);
    }
  }
  return { states: seen.size, found: settles(seen, leadsTo) ? undefined : "some calls are never applied" };
}

/** Ages above every bound are equal to the bound. */
function bounded(state: State): State {
  const closedFor = state.closedFor === undefined ? undefined : Math.min(state.closedFor, keptPasses + 1);
  return { ...state, closedFor, replicaAge: Math.min(state.replicaAge, keptPasses) };
}

/** Whether every state can reach one in which all is applied and closed, without another loss. */
function settles(seen: ReadonlyMap<string, State>, leadsTo: ReadonlyMap<string, readonly string[]>): boolean {
  const good = new Set(
    [...seen].filter(([, { row }]) => row.closed && row.appliedSeq === calls).map(([key]) => key),
  );
  for (let before = -1; before < good.size; ) {
    before = good.size;
    for (const [key, next] of leadsTo) {
      const { losses, closedFor } = seen.get(key)!;
      // A running process must finish alone: neither a loss nor a restart may help it.
      const own = next.filter((each) => {
        const then = seen.get(each)!;
        return (
          then.losses === losses &&
          !(closedFor !== undefined && then.closedFor === undefined && sameRow(seen.get(key)!, then))
        );
      });
      if (own.some((each) => good.has(each))) good.add(key);
    }
  }
  return good.size === seen.size;
}

function sameRow(one: State, other: State): boolean {
  return (
    one.row.appliedSeq === other.row.appliedSeq &&
    one.row.closed === other.row.closed &&
    one.files === other.files
  );
}
