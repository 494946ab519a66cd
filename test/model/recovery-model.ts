// Every history of one dead process's journal, the pass that recovers it, and a database that may lose its last
// commits: small enough to be explored whole. What the metering protocol itself does is another model's business;
// this one asks when a journal's files may go.

/** How recovery may be wrong. */
export type Flaw =
  /** It skips what it once found closed. */
  | "remembers that it was closed"
  /** It removes files an hour after it closed the journal, whatever the database says by then. */
  | "removes by its memory"
  /** It removes files as soon as all is applied. */
  | "keeps nothing"
  /** It closes what it has not read to its end. */
  | "closes early";

/** Calls in the journal's files. */
const calls = 2;
/** Passes for which files are kept; a replica is never further behind than that. */
const keptPasses = 2;
const lossesMax = 2;

interface Row {
  readonly closed: boolean;
  readonly mark: number;
}

interface State {
  readonly row: Row;
  /** What a replica has, and for how many passes it has had no news. */
  readonly replica: Row;
  readonly replicaAge: number;
  readonly files: boolean;
  /** What the recovering process remembers: closed so many passes ago; undefined where it knows nothing. */
  readonly closedFor: number | undefined;
  readonly losses: number;
}

const first: State = {
  row: { closed: false, mark: 0 },
  replica: { closed: false, mark: 0 },
  replicaAge: 0,
  files: true,
  closedFor: undefined,
  losses: 0,
};

/** The next step of recovery; a process may die, and the database may lose commits, between any two. */
function step(state: State, flaw: Flaw | undefined): State[] {
  const { row, closedFor: known, files } = state;
  const whole = row.closed && row.mark === calls;
  const trusted = flaw === "remembers that it was closed" || flaw === "removes by its memory";
  if (!files || (known !== undefined && (whole || trusted))) return waits(state, whole, flaw);
  const forgets = { ...state, closedFor: undefined };
  if (row.mark < calls && !(flaw === "closes early" && row.mark > 0))
    return [{ ...forgets, row: { ...row, mark: row.mark + 1 } }];
  return [row.closed ? { ...state, closedFor: 0 } : { ...forgets, row: { ...row, closed: true } }];
}

/** A pass that finds nothing to apply. The replica is not further behind than files are kept. */
function waits(state: State, whole: boolean, flaw: Flaw | undefined): State[] {
  if (state.replicaAge >= keptPasses) return [];
  const waited = (state.closedFor ?? 0) + 1;
  const kept = flaw === "keeps nothing" ? 0 : keptPasses;
  const gone = state.files && waited > kept && (whole || flaw === "removes by its memory");
  return [{ ...state, replicaAge: state.replicaAge + 1, closedFor: waited, files: state.files && !gone }];
}

function successors(state: State, flaw: Flaw | undefined): State[] {
  const next = step(state, flaw);
  // The replica catches up, or is promoted without what it lacks; the recovering process may start anew.
  next.push({ ...state, replica: state.row, replicaAge: 0 });
  if (state.losses < lossesMax)
    next.push({ ...state, row: state.replica, replicaAge: 0, losses: state.losses + 1 });
  if (state.closedFor !== undefined) next.push({ ...state, closedFor: undefined });
  return next;
}

/** What must hold in every state: files go only when no database that may still come has less than all calls. */
function wrong({ files, row }: State): string | undefined {
  return !files && row.mark < calls ? "calls are missing and their files are gone" : undefined;
}

/** Explores all states; the number of them, and what was found wrong. */
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

/** Older than any bound is as old as the bound. */
function bounded(state: State): State {
  const closedFor = state.closedFor === undefined ? undefined : Math.min(state.closedFor, keptPasses + 1);
  return { ...state, closedFor, replicaAge: Math.min(state.replicaAge, keptPasses) };
}

/** Whether from every state one is reachable, without another loss, in which all is applied and closed. */
function settles(seen: ReadonlyMap<string, State>, leadsTo: ReadonlyMap<string, readonly string[]>): boolean {
  const good = new Set(
    [...seen].filter(([, { row }]) => row.closed && row.mark === calls).map(([key]) => key),
  );
  for (let before = -1; before < good.size; ) {
    before = good.size;
    for (const [key, next] of leadsTo) {
      const { losses, closedFor } = seen.get(key)!;
      // A process that goes on is asked to settle by itself: neither a loss nor a new start may help it.
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
  return one.row.mark === other.row.mark && one.row.closed === other.row.closed && one.files === other.files;
}
