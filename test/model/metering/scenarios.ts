import type { MeteringRun } from "./cells.ts";

/** A run that is explored; `flaw` names a flaw of the protocol, which must be found. */
export interface MeteringScenario {
  readonly name: string;
  readonly run: MeteringRun;
  readonly flaw?: string;
}

const [one, two, three] = [
  { nodes: 1, journals: 3, records: 3, calls: 3, credits: 3 },
  { nodes: 2, journals: 3, records: 2, calls: 3, credits: 3 },
  { nodes: 3, journals: 3, records: 3, calls: 3, credits: 2 },
] as const;
const exact = { rules: { noRefund: true }, exact: true } as const;
const foreign = { rules: { foreign: true } } as const;

/** The protocol, in every order of its steps. */
export const meteringScenarios: readonly MeteringScenario[] = [
  { name: "a node is killed twice", run: { ...one, budget: { crash: 2 } } },
  { name: "one of two nodes is killed", run: { ...two, budget: { crash: 1 } } },
  {
    name: "two nodes serve exactly what was granted",
    run: { ...two, journals: 2, records: 4, calls: 4, ...exact },
  },
  { name: "three nodes serve exactly what was granted", run: { ...three, ...exact } },
  { name: "lookups of three nodes find nothing", run: { ...three, records: 2 } },
  { name: "a call costs two", run: { ...two, credits: 5, cost: 2, calls: 2, budget: { crash: 1 } } },
  {
    name: "two subscriptions",
    run: { ...two, subscriptions: 2, calls: 2, credits: 2, budget: { crash: 1 } },
  },
  {
    name: "a dead node's lease expires, and it returns",
    run: { ...two, journals: 4, credits: 2, budget: { crash: 1, expire: 1 } },
  },
  {
    name: "a dead node's lease expires, and it stays away",
    run: { ...two, journals: 4, credits: 2, budget: { crash: 1, expire: 1 }, neverBack: true },
  },
  {
    name: "a live node's lease expires",
    run: { ...two, journals: 4, calls: 2, budget: { expire: 1 }, ...foreign },
  },
  { name: "a node loses power", run: { ...one, journals: 2, budget: { power: 1 } } },
  { name: "one of two nodes loses power", run: { ...two, credits: 2, budget: { power: 1 } } },
  {
    name: "the replica takes over",
    run: { ...one, records: 2, calls: 2, credits: 2, replica: true, budget: { failOver: 1 } },
  },
  { name: "credits are added", run: { ...two, credits: 2, calls: 2, budget: { bump: 1, crash: 1 } } },
  {
    name: "the subscription is ended",
    run: { ...two, calls: 2, credits: 2, budget: { cancel: 1, crash: 1 } },
  },
  { name: "the balance is set", run: { ...two, credits: 2, calls: 2, budget: { set: 1, crash: 1 } } },
];

const small = { nodes: 2, journals: 2, records: 2, calls: 2, credits: 1, takes: [1] } as const;
const alone = { ...small, nodes: 1 } as const;

/** The protocol with one flaw each. */
export const meteringFlaws: readonly MeteringScenario[] = [
  {
    name: "an acquisition gets all or nothing",
    flaw: "exactTake",
    run: { ...small, calls: 3, credits: 3, takes: [2], rules: { exactTake: true, naiveRefusal: true } },
  },
  {
    name: "a call is refused while another node has credits",
    flaw: "naiveRefusal",
    run: { ...small, calls: 3, credits: 2, takes: [1, 2], rules: { naiveRefusal: true } },
  },
  {
    name: "a call is refused while another can give its credits back",
    flaw: "naiveRefusalInFlight",
    run: { ...alone, journals: 1, rules: { naiveRefusal: true, strictRefusal: true } },
  },
  {
    name: "lease operations have no number",
    flaw: "noNumbers",
    run: { ...alone, credits: 3, rules: { noNumbers: true }, budget: { bump: 1 } },
  },
  {
    name: "an acquisition reaches a journal that ended",
    flaw: "noGuardStranded",
    run: {
      ...alone,
      calls: 1,
      credits: 2,
      rules: { noGuard: true, noReturnCheck: true },
      budget: { crash: 1 },
    },
  },
  {
    name: "a release reaches a journal that ended",
    flaw: "noGuard",
    run: { ...alone, credits: 2, rules: { noGuard: true }, budget: { crash: 1 } },
  },
  {
    name: "calls are applied without a comparison of the applied seq",
    flaw: "noCompare",
    run: { ...alone, journals: 1, credits: 3, rules: { noCompare: true }, budget: { failOver: 1 } },
  },
  {
    name: "a call on a lost lease is charged below zero",
    flaw: "expireNegative",
    run: { ...small, journals: 4, rules: { noAbsorb: true }, budget: { crash: 1, expire: 1 } },
  },
  {
    name: "a call on a lost lease is skipped",
    flaw: "expireSkip",
    run: { ...small, journals: 4, rules: { noAbsorb: "skip" }, budget: { crash: 1, expire: 1 } },
  },
  {
    name: "a journal is closed before it is applied",
    flaw: "closeEarly",
    run: { ...small, journals: 3, rules: { closeEarly: true, noAbsorb: true }, budget: { crash: 1 } },
  },
  {
    name: "a process continues the journal of the one before",
    flaw: "reusePower",
    run: {
      ...alone,
      journals: 1,
      records: 3,
      calls: 3,
      credits: 3,
      rules: { reuse: true, ignoreStranded: true },
      budget: { power: 1 },
    },
  },
  {
    name: "a balance is set while credits are leased",
    flaw: "naiveSet",
    run: { ...alone, journals: 1, credits: 3, takes: [1, 2], rules: { naiveSet: true }, budget: { set: 1 } },
  },
  {
    name: "a journal's files are removed as soon as they are applied",
    flaw: "deleteApplied",
    run: { ...alone, credits: 3, replica: true, rules: { deleteApplied: true }, budget: { failOver: 1 } },
  },
];
