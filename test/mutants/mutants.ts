/** A bug to plant: `find` stands once in a file and becomes `replace`; the named test must fail then. */
export interface Mutant {
  readonly bug: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  readonly named: string;
}

export const mutants: readonly Mutant[] = [
  {
    bug: "402 in spite of own calls in flight",
    file: "src/metering/leases/account.ts",
    find: "return this.remaining + this.othersHeld + this.free + this.inFlight;",
    replace: "return this.remaining + this.othersHeld + this.free;",
    test: "test/metering/leases.test.ts",
    named: "503 while the rest is under way",
  },
  {
    bug: "402 in spite of credits that another node holds",
    file: "src/metering/leases/account.ts",
    find: "return this.remaining + this.othersHeld + this.free + this.inFlight;",
    replace: "return this.remaining + this.free + this.inFlight;",
    test: "test/metering/leases.test.ts",
    named: "what a silent node holds is no reason for a 402",
  },
  {
    bug: "credits are not returned when a record fails",
    file: "src/metering/ticket.ts",
    find: "  failed(): void {\n    if (this.#spends) this.#end(false);",
    replace: "  failed(): void {",
    test: "test/metering/long-journals.test.ts",
    named: "a record that the disk refuses gives its credits back",
  },
  {
    bug: "a segment may be removed one call early",
    file: "src/metering/journal/journal-reader.ts",
    find: "this.#index.limitOf(number) <= seq + 1)",
    replace: "this.#index.limitOf(number) <= seq + 2)",
    test: "test/metering/long-journals.test.ts",
    named: "a segment may be removed with its last call, and not one call before",
  },
  {
    bug: "recovery stops after what is folded already, and closes",
    file: "src/metering/ledger/journal-applier.ts",
    find: 'else if (end.kind !== "limit") break;',
    replace: "else break;",
    test: "test/metering/long-journals.test.ts",
    named: "recovery reads past megabytes that are folded already",
  },
  {
    bug: "a batch is folded although the mark is elsewhere",
    file: "src/metering/ledger/fold.ts",
    find: " and folded_seq = ",
    replace: " and 0 <= ",
    test: "test/metering/ledger.test.ts",
    named: "the ledger on sqlite the same batch is folded once",
  },
  {
    bug: "a TAKE that was done before is done again",
    file: "src/metering/ledger/take.ts",
    find: "subscription_id = v.column1 and op = v.column2 - 1",
    replace: "subscription_id = v.column1 and op <= v.column2",
    test: "test/metering/ledger.test.ts",
    named: "the ledger on sqlite a TAKE that is repeated takes nothing more",
  },
  {
    bug: "a late call takes from the balance what its lease covered",
    file: "src/metering/ledger/fold.ts",
    find: "const late = credits - (coveredOf.get(subscriptionId) ?? 0);",
    replace: "const late = credits;",
    test: "test/metering/ledger.test.ts",
    named: "the ledger on sqlite an operation is done once",
  },
  {
    bug: "recovery believes what it remembers of a closed journal",
    file: "src/metering/ledger/recovery.ts",
    find: 'if (known && (row === undefined || row.state === "open" || row.folded_seq < known.end)) {',
    replace: "if (known && this.#seen.size < 0) {",
    test: "test/metering/lost-commits.test.ts",
    named: "on sqlite a dead process's journal that was closed is folded again",
  },
  {
    bug: "an idle node does not notice that the database lost its calls",
    file: "src/metering/ledger/journal-applier.ts",
    find: "if (known !== undefined && (await this.#readMark()) < known) await this.fold(known);",
    replace: "if (known !== undefined) await this.#readMark();",
    test: "test/metering/lost-commits.test.ts",
    named: "on sqlite an idle node folds again what is missing",
  },
  {
    bug: "a beat that was there before fences nobody",
    file: "src/leasing/owned-journals.ts",
    find: "        this.compare(journalId, row.beat - 1, known);\n",
    replace: "",
    test: "test/metering/lost-commits.test.ts",
    named: "on sqlite a lost RETURN",
  },
  {
    bug: "a silent journal is expired while its node may still spend",
    file: "src/metering/ledger/reaper.ts",
    find: "const silencePart = 0.9;",
    replace: "const silencePart = 0.7;",
    test: "test/metering/reaper.test.ts",
    named: "a journal is expired when it was silent for nine tenths",
  },
  {
    bug: "credits are spent for ever without the database",
    file: "src/metering/leases/leases.ts",
    find: "return now - this.#reachedMonotonic < staleMs && timing.wall() - this.#reachedWall < staleMs;",
    replace: "return now > 0 || timing.wall() - this.#reachedWall < staleMs;",
    test: "test/metering/leases.test.ts",
    named: "503 where the database is away or the balance on hold",
  },
  {
    bug: "repair forgets the calls that it cannot read",
    file: "src/metering/ledger/repair.ts",
    find: "    gaps.push(gap);\n",
    replace: "",
    test: "test/metering/repair.test.ts",
    named: "on sqlite damage",
  },
  {
    bug: "a rate limit admits one call too many",
    file: "src/limits/rates/rate-bucket.ts",
    find: "if (this.leaving || this.spent >= this.held) return false;",
    replace: "if (this.leaving || this.spent > this.held) return false;",
    test: "test/limits/rates-clocked.test.ts",
    named: "what is told of the rest is true",
  },
  {
    bug: "a quota gives out what another node holds",
    file: "src/limits/quotas/quota-ledger.ts",
    find: "used.calls + others.calls + keep.calls",
    replace: "used.calls + keep.calls",
    test: "test/limits/quotas.test.ts",
    named: "quotas on sqlite 64 callers of two nodes",
  },
  {
    bug: "a 404 is charged whatever the policy says",
    file: "src/calls/lookup-call.ts",
    find: "(status === 404 && grant.policy.chargesMisses)",
    replace: "status === 404",
    test: "test/api/vin-decoder.test.ts",
    named: "sqlite",
  },
];
