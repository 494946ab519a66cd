import type { Random } from "../../metering/grants/random.ts";
import type { Model, State } from "../explore.ts";

/** A step of a history, and the state that is expected after it. */
export interface Expected<Step> {
  readonly step: Step;
  readonly before: State;
  readonly after: State;
}

/** The possible steps of a state. */
function stepsOf<Step>(model: Model<Step>, state: State): Expected<Step>[] {
  const steps: Expected<Step>[] = [];
  model.steps(state, (step, after) => void steps.push({ step, before: state, after }));
  return steps;
}

/**
 * A random history of at most so many steps. A kind of step is chosen first, by its weight (1 if it has none), then one
 * of its steps. Throws `Violation` if the model forbids a state of it.
 */
export function walk<Step extends { readonly what: string }>(
  model: Model<Step>,
  random: Random,
  count: number,
  weights: Readonly<Record<string, number>>,
): Step[] {
  const steps: Step[] = [];
  for (let state = model.initial; steps.length < count; ) {
    model.check(state);
    const kinds = Map.groupBy(stepsOf(model, state), ({ step }) => step.what);
    if (kinds.size === 0) break;
    const weighed = Object.fromEntries([...kinds.keys()].map((what) => [what, weights[what] ?? 1]));
    const { step, after } = random.of(kinds.get(random.weighed(weighed))!);
    steps.push(step);
    state = after;
  }
  return steps;
}

/** The states of a history. Steps that are not possible are left out, as in a history that was shortened. */
export function replay<Step>(
  model: Model<Step>,
  steps: readonly Step[],
  textOf: (step: Step) => string,
): Expected<Step>[] {
  const done: Expected<Step>[] = [];
  let state = model.initial;
  for (const step of steps) {
    const text = textOf(step);
    const same = stepsOf(model, state).find((one) => textOf(one.step) === text);
    if (!same) continue;
    done.push(same);
    state = same.after;
    model.check(state);
  }
  return done;
}
