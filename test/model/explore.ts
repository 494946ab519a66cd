/** A state of a model: one byte per fact. */
export type State = Uint8Array<ArrayBuffer>;

/** What a state or a step must not be. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** Gives each fact of a state its place. */
export class Layout {
  width = 0;

  /** The place of the first of so many bytes. */
  take(count = 1): number {
    const place = this.width;
    this.width += count;
    return place;
  }
}

/** A protocol as states and steps. A step is one transaction, or one event of a process or of its surroundings. */
export interface Model<Step> {
  readonly initial: State;
  /** Throws `Violation` if the state is forbidden, and in a quiet state if anything was lost. */
  check(state: State): void;
  /** Whether nothing is under way. */
  isQuiet(state: State): boolean;
  /** Emits each possible step and the state after it; `next` is a new copy. */
  steps(state: State, emit: (step: Step, next: State) => void): void;
  /** Removes from a state what no later step reads, so that fewer states are different. */
  reduce?(state: State): void;
}

export interface Explored {
  readonly states: number;
  readonly quiet: number;
  /** What was violated and the steps to it; undefined if nothing was. */
  readonly found: { readonly what: string; readonly steps: readonly string[] } | undefined;
}

/** Visits all states, nearest first. From each of them a quiet one must be reachable. */
export function explore<Step>(
  model: Model<Step>,
  textOf: (step: Step) => string,
  statesMax = 1_000_000,
): Explored {
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const parents: number[] = [];
  const names: string[] = [];
  const edges: (readonly [from: number, to: number])[] = [];
  const quiet: number[] = [];
  const put = (state: State, parent: number, name: string): number => {
    model.reduce?.(state);
    const key = Buffer.from(state).toString("latin1");
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    parents.push(parent);
    names.push(name);
    return states.push(state) - 1;
  };
  const stepsTo = (number: number): string[] => {
    const steps: string[] = [];
    for (let at = number; at > 0; at = parents[at]!) steps.push(names[at]!);
    return steps.reverse();
  };
  const end = (what: string, number: number): Explored => ({
    states: states.length,
    quiet: quiet.length,
    found: { what, steps: stepsTo(number) },
  });
  put(model.initial.slice(), -1, "");
  for (let number = 0; number < states.length; number++) {
    const state = states[number]!;
    try {
      model.check(state);
      if (model.isQuiet(state)) quiet.push(number);
      model.steps(state, (step, next) => void edges.push([number, put(next, number, textOf(step))]));
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return end(error.message, number);
    }
    if (states.length > statesMax) return end("too many states", 0);
  }
  const stuck = firstStuck(states.length, edges, quiet);
  if (stuck !== undefined) return end("a state from which nothing comes to rest", stuck);
  return { states: states.length, quiet: quiet.length, found: undefined };
}

/** The first state from which no quiet one is reachable. */
function firstStuck(
  count: number,
  edges: readonly (readonly [from: number, to: number])[],
  quiet: readonly number[],
): number | undefined {
  const before: number[][] = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) before[to]!.push(from);
  const settles = new Uint8Array(count);
  const waiting = [...quiet];
  for (const number of quiet) settles[number] = 1;
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop())
    for (const from of before[number]!)
      if (!settles[from]) {
        settles[from] = 1;
        waiting.push(from);
      }
  const stuck = settles.indexOf(0);
  return stuck < 0 ? undefined : stuck;
}
