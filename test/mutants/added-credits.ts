import type { Mutant } from "./mutant.ts";

const noting = "test/metering/added-credits.test.ts";
const ways = "src/features/payments/test/added-credits.test.ts";
const leases = "src/metering/credits/leases/leased-credits.ts";
const changes = "src/access/keys/added-credits.ts";

/** Planted bugs of credits that are added, and of their publication to nodes. */
export const addedCreditsMutants: readonly Mutant[] = [
  {
    bug: "grants that are added to a balance are not noted",
    file: "src/metering/credits/grants/settle-balances.ts",
    find: "  await noteCredits(tx, changes.filter(({ hasAdded }) => hasAdded).map(idOf));\n",
    replace: "",
    test: ways,
    named: "on sqlite by a package by card",
  },
  {
    bug: "credits that are given back to a grant are not noted",
    file: "src/metering/credits/grants/balance-change.ts",
    find: "return this.balance.remaining - this.balance.debt > this.#leftBefore;",
    replace: "return this.entries.some(({ grantId, delta }) => grantId !== '' && delta > 0);",
    test: ways,
    named: "on sqlite by a dispute that is won, are there",
  },
  {
    bug: "a balance of which something only expires is noted as one with added credits",
    file: "src/metering/credits/grants/balance-change.ts",
    find: "return this.balance.remaining - this.balance.debt > this.#leftBefore;",
    replace: "return this.entries.length > 0;",
    test: noting,
    named: "on sqlite grants of many balances that open are a few changes",
  },
  {
    bug: "a waiting grant that moves the boundary is not noted before its start",
    file: "src/metering/credits/grants/enter-grants.ts",
    find: "    earlier.map(({ id }) => id),\n",
    replace: "    [],\n",
    test: ways,
    named: "on sqlite by a grant that waits, are known before its start",
  },
  {
    bug: "each balance with added credits is a change of its own",
    file: changes,
    find: "const namedMax = 256;",
    replace: "const namedMax = 1;",
    test: noting,
    named: "on sqlite those of one transaction are together",
  },
  {
    bug: "a node hears of credits that it adds by its next poll alone",
    file: changes,
    find: "for (const object of this.#objects) follow(object);",
    replace: "follow.length;",
    test: "test/access/notices.test.ts",
    named: "a change of one subscription does not reread other balances",
  },
  {
    bug: "added credits forget keys",
    file: "src/access/keys/key-cache.ts",
    find: "    if (creditsAdded(object)) return;\n",
    replace: "",
    test: "test/access/key-cache.test.ts",
    named: "on sqlite credits that are added leave known keys known",
  },
  {
    bug: "added credits leave a remembered refusal",
    file: leases,
    find: "    this.#addedAt = now;\n    this.#refusedUntil = Number.NEGATIVE_INFINITY;",
    replace: "    this.#addedAt = now;",
    test: ways,
    named: "on sqlite by a package by card",
  },
  {
    bug: "an answer from before credits were added refuses calls, and is remembered",
    file: leases,
    find: " || this.callsInFlight > 0 || this.#isOld) return;",
    replace: " || this.callsInFlight > 0) return;",
    test: noting,
    named: "an answer to what was asked before credits were added refuses nothing",
  },
  {
    bug: "a lease waits for the database when credits are added",
    file: leases,
    find: "if (this.answeredAt < this.noticedAt || now >= this.dueAt) return false;",
    replace: "if (this.#isOld || now >= this.dueAt) return false;",
    test: noting,
    named: "a lease with credits is spent further when others are added",
  },
  {
    bug: "all balances with added credits are read at once",
    file: leases,
    find: "return this.waiting.length > 0;",
    replace: "return true;",
    test: noting,
    named: "a lease with credits is spent further when others are added",
  },
  {
    bug: "changes below a subscription's path are not heard as its own",
    file: "src/server/app.ts",
    find: "/^\\/subscriptions\\/([^/]+)/",
    replace: "/^\\/subscriptions\\/(.+)$/",
    test: "test/access/notices.test.ts",
    named: "a change of one subscription does not reread other balances",
  },
];
