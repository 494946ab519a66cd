import { type GrantRules, type GrantRun, type ModelGrant, neverDue } from "./cells.ts";

/** A run that is explored; `flaw` names a flaw of the protocol, which must be found. */
export interface GrantScenario {
  readonly name: string;
  readonly run: GrantRun;
  readonly flaw?: string;
}

const first = (amount: number, expires: number = neverDue): ModelGrant => ({
  source: "grant",
  amount,
  expires,
  how: "initial",
  start: 0,
});
const period = (amount: number, start: number, expires: number): ModelGrant => ({
  source: "period",
  amount,
  expires,
  how: "period",
  start,
});
const later = (amount: number, expires: number = neverDue): ModelGrant => ({
  source: "purchase",
  amount,
  expires,
  how: "later",
  start: 0,
});
const overage = (amount: number, expires: number, start = 0): ModelGrant => ({
  source: "overage",
  amount,
  expires,
  how: start === 0 ? "initial" : "period",
  start,
});

const dies = { budget: { crash: 1 } } as const;
const expiry: GrantRun = { grants: [first(2, 1), first(2)], calls: 3 };
const renewal: GrantRun = { grants: [first(1, 1), period(2, 1, 9)], calls: 3 };
const keepsOld: GrantRun = { grants: [first(2), period(2, 1, 2)], days: 2, calls: 3 };
const twoBoundaries: GrantRun = {
  days: 2,
  settled: true,
  grants: [period(2, 0, 1), period(1, 1, 2), first(1)],
  calls: 3,
  takes: [2],
  ...dies,
};
const carryOver: GrantRun = {
  days: 2,
  grants: [period(2, 0, 2), period(1, 1, 3), period(1, 2, 4)],
  calls: 3,
  takes: [2],
};
const overlapping: GrantRun = { days: 2, grants: [first(1, 1), first(1, 2), first(1)], calls: 3, ...dies };
const overageRenewed: GrantRun = {
  days: 2,
  grants: [period(1, 0, 1), period(1, 1, 2), overage(1, 1), overage(1, 2, 1)],
  calls: 3,
};
const overageDies: GrantRun = { ...overageRenewed, ...dies, writesOff: true };
const raised: GrantRun = {
  grants: [first(1, 1), overage(1, 9)],
  calls: 3,
  budget: { raise: 1, crash: 1 },
  writesOff: true,
};
const failOver = { budget: { failOver: 1 } } as const;
const empty: GrantRun = { nodes: 1, grants: [period(2, 1, 9)], calls: 2, ...failOver };
const removed: GrantRun = {
  grants: [first(2, 1), period(2, 1, 9)],
  calls: 2,
  takes: [2],
  budget: { remove: 1, set: 1, crash: 1 },
};
const unlimited: GrantRun = { grants: [first(2, 1), first(1)], calls: 3, takes: [2], budget: { limit: 2 } };

const plain: readonly GrantScenario[] = [
  { name: "a grant expires", run: expiry },
  {
    name: "a grant expires, and a lookup finds nothing",
    run: { grants: [first(2, 1), first(1)], calls: 3, budget: { giveBack: 1 } },
  },
  { name: "a grant expires, and a node dies", run: { ...expiry, ...dies } },
  {
    name: "a grant expires, and one of three nodes dies",
    run: { nodes: 3, grants: [first(2, 1), first(1)], calls: 2, ...dies },
  },
  { name: "a period follows", run: renewal },
  {
    name: "a period follows another, and a node dies",
    run: { grants: [period(2, 0, 1), period(2, 1, 9)], calls: 3, ...dies },
  },
  { name: "a period keeps older credits", run: keepsOld },
  { name: "two boundaries, and a node dies", run: twoBoundaries },
  { name: "credits are carried over", run: carryOver },
  { name: "two grants expire one after the other", run: { ...overlapping, settled: true } },
  { name: "credits are paid afterwards", run: { grants: [first(1, 1), overage(2, 9)], calls: 4 } },
  { name: "credits that are paid afterwards are renewed", run: overageRenewed },
  { name: "credits that are paid afterwards are renewed, and a node dies", run: overageDies },
  { name: "credits that are paid afterwards are raised", run: raised },
  {
    name: "credits are bought",
    run: { grants: [first(2, 1), later(2, 9)], calls: 3, takes: [2], writesOff: true, ...dies },
  },
  {
    name: "the replica takes over",
    run: { grants: [first(1, 1), period(2, 1, 9)], calls: 2, takes: [2], ...failOver },
  },
  {
    name: "the replica takes over from one node",
    run: { nodes: 1, grants: [period(2, 0, 1), period(2, 1, 9)], calls: 3, ...failOver },
  },
  { name: "the replica takes over before the first period", run: empty },
  {
    name: "the replica takes over, and the node dies",
    run: { nodes: 1, grants: [first(2, 1), period(1, 1, 9)], calls: 2, budget: { failOver: 1, crash: 1 } },
  },
];

/** The protocol, in every order of its steps. Nodes return their leases at a boundary by themselves, or do not. */
export const grantScenarios: readonly GrantScenario[] = [
  ...plain,
  ...plain.map(({ name, run }) => ({
    name: `${name}, and nodes return leases`,
    run: { ...run, prompt: true } as const,
  })),
  { name: "a node stays away", run: { ...expiry, ...dies, neverBack: true } },
  { name: "credits are removed and set", run: removed },
  { name: "the plan becomes unlimited", run: unlimited },
];

const flawed = (flaw: keyof GrantRules, name: string, run: GrantRun): GrantScenario => ({
  flaw,
  name,
  run: { ...run, rules: { [flaw]: true } },
});

/** The protocol with one flaw each. */
export const grantFlaws: readonly GrantScenario[] = [
  flawed("takeLeased", "an expiry takes what leases may have spent before it", expiry),
  flawed("expiryIsDebt", "an expiry makes a debt of what is leased", expiry),
  {
    ...flawed("expiryIsDebt", "an expiry makes a debt, and a node dies", { ...expiry, ...dies }),
    flaw: "expiryIsDebtDies",
  },
  flawed("clearsInFlight", "a lease with calls in flight counts as returned", expiry),
  flawed("stateless", "an expiry keeps what any lease holds", { ...expiry, calls: 4 }),
  flawed("noGiveBack", "a call on a lost lease is not paid by the expiry after it", { ...expiry, ...dies }),
  flawed("noTakeOnRelease", "a release takes nothing of closing grants", expiry),
  flawed("closeEarly", "a grant is closed while leases hold its credits", expiry),
  flawed("no402Boundary", "credits are leased before a boundary that is due", renewal),
  flawed("lazyBoundary", "only the scanner crosses boundaries", renewal),
  flawed("unkeyed", "a period can enter twice", { ...renewal, budget: { repeat: 1 } }),
  flawed("onlyLatest", "after an outage only the latest period opens", carryOver),
  flawed("orderWrong", "what expires last is spent first", expiry),
  flawed("orderOverage", "credits that are paid afterwards are spent by their expiry", {
    grants: [first(1), overage(2, 1)],
    calls: 2,
  }),
  flawed("noAllocFirst", "uses are not assigned before a boundary", keepsOld),
  flawed("writeOffFirst", "a debt is written off before a boundary that is due", empty),
  flawed("allocByUsed", "unlimited uses are assigned to grants", unlimited),
  {
    name: "leases that were acquired since an expiry are not requested back",
    flaw: "noAskAgain",
    run: { ...overageRenewed, rules: { overageCloses: true, noAskAgain: true } },
  },
  { name: "two expiries overlap", flaw: "twoClosingsOverlap", run: overlapping },
  flawed("giveBackWaits", "a late call waits for the rest of a closing grant", { ...expiry, ...dies }),
  flawed("giveBackOverage", "a late call is paid by overage that expired", overageDies),
  flawed("noAsk", "leases are not requested back at an expiry", expiry),
  flawed("giveBackBorn", "a late call is paid by older grants alone", twoBoundaries),
  flawed("giveBackAlways", "a call after an expiry is paid by it", { ...expiry, ...dies }),
  flawed("capMinted", "overage that is raised enters again whole", raised),
  flawed("removeForgets", "credits are removed of the balance, and of no grant", removed),
  flawed("setForgets", "a balance is set, and its grants are not", removed),
];

/** Flaws of which exploring takes longer than of all others together. */
export const longFlaws: readonly string[] = [
  "giveBackBorn",
  "giveBackOverage",
  "giveBackWaits",
  "noAskAgain",
  "twoClosingsOverlap",
];
