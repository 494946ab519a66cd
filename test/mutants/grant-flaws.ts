import type { ModelFlaw } from "./mutant.ts";

const grants = {
  test: "test/model/grants/grant-histories.test.ts",
  named: "histories of grants on sqlite the program's grants do",
};
const change = "src/metering/credits/grants/balance-change.ts";

/** Flaws of the model of grants, by their names in its scenarios. */
export const grantFlaws: readonly ModelFlaw[] = [
  {
    flaw: "takeLeased",
    bug: "flaw of grants: an expiry takes what leases may have spent before it",
    file: change,
    find: "let kept = balance.asked;",
    replace: "let kept = 0;",
    ...grants,
  },
  {
    flaw: "expiryIsDebt",
    bug: "flaw of grants: an expiry makes a debt of what is leased",
    file: change,
    find: "this.#expire(grant, Math.min(leftOf(grant) - own, balance.remaining));",
    replace:
      "this.#expire(grant, leftOf(grant));\n      balance.debt += Math.max(0, -balance.remaining);\n      balance.remaining = Math.max(0, balance.remaining);",
    ...grants,
  },
  {
    flaw: "clearsInFlight",
    bug: "flaw of grants: a lease with calls in flight counts as returned",
    file: "src/metering/credits/release.ts",
    find: "case when credit_lease.held > excluded.held then excluded.return_requested else 0 end",
    replace: "0",
    ...grants,
  },
  {
    flaw: "noGiveBack",
    bug: "flaw of grants: a call on a lost lease is not paid by the expiry after it",
    file: "src/metering/credits/grants/settle-balances.ts",
    find: "if (own) change.giveBack",
    replace: "if (own?.length === 0) change.giveBack",
    ...grants,
  },
  {
    flaw: "closeEarly",
    bug: "flaw of grants: a grant is closed while leases hold its credits",
    file: change,
    find: 'if (leftOf(grant) === 0) grant.state = "closed";\n      else if',
    replace: 'grant.state = "closed";\n      if',
    ...grants,
  },
  {
    flaw: "no402Boundary",
    bug: "flaw of grants: credits are leased before a boundary that is due",
    file: "src/metering/credits/acquire.ts",
    find: "due_in }) => due_in <= 0",
    replace: "due_in }) => due_in === 0.5",
    ...grants,
  },
  {
    flaw: "unkeyed",
    bug: "flaw of grants: a period can enter twice",
    file: "src/metering/credits/grants/enter-grants.ts",
    find: "on conflict (subscription_id, source, period) do nothing",
    replace: "on conflict (id) do nothing",
    ...grants,
  },
  {
    flaw: "orderWrong",
    bug: "flaw of grants: what expires last is spent first",
    file: "src/metering/credits/grants/grant.ts",
    find: "a.expiresAt - b.expiresAt ||",
    replace: "b.expiresAt - a.expiresAt ||",
    ...grants,
  },
  {
    flaw: "orderOverage",
    bug: "flaw of grants: credits that are paid afterwards are spent by their expiry",
    file: "src/metering/credits/grants/grant.ts",
    find: 'Number(a.source === "overage") - Number(b.source === "overage") ||',
    replace: "",
    ...grants,
  },
  {
    flaw: "noAllocFirst",
    bug: "flaw of grants: uses are not assigned before a boundary",
    file: change,
    find: "    allocate(this.grants, this.balance);\n    const started",
    replace: "    const started",
    ...grants,
  },
  {
    flaw: "noAsk",
    bug: "flaw of grants: leases are not requested back at an expiry",
    file: "src/metering/credits/grants/settle-balances.ts",
    find: "(isClosing || balance.debt > balance.remaining)",
    replace: "balance.debt > balance.remaining",
    ...grants,
  },
  {
    flaw: "removeForgets",
    bug: "flaw of grants: credits are removed of the balance, and of no grant",
    file: change,
    find: "      grant.removed += part;\n",
    replace: '      if (kind === "set") grant.removed += part;\n',
    ...grants,
  },
  {
    flaw: "setForgets",
    bug: "flaw of grants: a balance is set, and its grants are not",
    file: change,
    find: "      grant.removed += part;\n",
    replace: '      if (kind === "adjust") grant.removed += part;\n',
    ...grants,
  },
  {
    flaw: "stateless",
    bug: "flaw of grants: an expiry keeps what any lease holds",
    file: change,
    find: "let kept = balance.asked;",
    replace: "let kept = balance.held;",
    ...grants,
  },
  {
    flaw: "noTakeOnRelease",
    bug: "flaw of grants: a release takes nothing of closing grants",
    file: "src/metering/credits/release.ts",
    find: "when debt > 0 or closing > 0 or credit_balance.due_at",
    replace: "when debt > 0 or credit_balance.due_at",
    ...grants,
  },
  {
    flaw: "lazyBoundary",
    bug: "flaw of grants: a release does not cross a boundary that is due",
    file: "src/metering/credits/release.ts",
    find: "closing > 0 or credit_balance.due_at <= :clock then",
    replace: "closing > 0 then",
    ...grants,
  },
  {
    flaw: "onlyLatest",
    bug: "flaw of grants: after an outage only the latest period opens",
    file: change,
    find: '      grant.state = "open";\n',
    replace:
      '      grant.state = started.some((one) => one.startsAt > grant.startsAt) ? "closed" : "open";\n      if (grant.state === "closed") continue;\n',
    ...grants,
  },
  {
    flaw: "writeOffFirst",
    bug: "flaw of grants: a debt is written off before a boundary that is due",
    file: "src/metering/credits/grants/settle-balances.ts",
    find: "    change.cross();\n",
    replace: "    change.payDebt(source);\n    change.cross();\n",
    ...grants,
  },
  {
    flaw: "allocByUsed",
    bug: "flaw of grants: unlimited uses are assigned to grants",
    file: "src/metering/credits/grants/grant.ts",
    find: "{ remaining, held, debt }: Balance): void {",
    replace:
      "balance: Balance): void {\n  const { held, debt } = balance;\n  const remaining = balance.granted - balance.used - held + debt;",
    ...grants,
  },
  {
    flaw: "noAskAgain",
    bug: "flaw of grants: leases that were acquired since an expiry are not requested back",
    file: change,
    find: "> own) isLeased = true;",
    replace: "> own) isLeased = false;",
    ...grants,
  },
  {
    flaw: "giveBackWaits",
    bug: "flaw of grants: a late call waits for the rest of a closing grant",
    file: change,
    find: "      let rest = Math.min(call.credits, this.balance.debt);\n",
    replace:
      '      const waits = this.grants.some((one) => one.state === "closing" && leftOf(one) > 0 && call.at < one.expiresAt);\n      let rest = waits ? 0 : Math.min(call.credits, this.balance.debt);\n',
    ...grants,
  },
  {
    flaw: "giveBackBorn",
    bug: "flaw of grants: a late call is paid by older grants alone",
    file: change,
    find: '"overage" || grant.expiresAt <= call.at) continue;',
    replace: '"overage" || grant.expiresAt <= call.at || grant.startsAt > call.at) continue;',
    ...grants,
  },
  {
    flaw: "giveBackAlways",
    bug: "flaw of grants: a call after an expiry is paid by it",
    file: change,
    find: '"overage" || grant.expiresAt <= call.at) continue;',
    replace: '"overage") continue;',
    ...grants,
  },
  {
    flaw: "capMinted",
    bug: "flaw of grants: overage that is raised enters again whole",
    file: "src/metering/credits/grants/change-grants.ts",
    find: "return change.enlarge(grant, more, entry);",
    replace: "return change.enlarge(grant, credits, entry);",
    ...grants,
  },
];

/** Flaws of the model of grants that no edit can express. */
export const grantFlawsNotPlanted: Readonly<Record<string, string>> = {
  expiryIsDebtDies: "the edit is that of expiryIsDebt; the model finds it on another way",
  giveBackOverage:
    "the statement that finds expired grants leaves out overage, too, so one edit changes nothing",
  twoClosingsOverlap:
    "a limit of the protocol, not of its code: within the time of one call, two expiries may exchange their calls",
};
