import type { Mutant } from "../../../../test/mutants/mutant.ts";

const folder = "src/features/payments";
const refunds = `${folder}/test/refund-transfers.test.ts`;
const refused = `${folder}/test/refused-refunds.test.ts`;
const details = `${folder}/test/details.test.ts`;
const formats = `${folder}/test/other-formats.test.ts`;

/** Bugs in refunds by transfer, and in bookings that come in two formats. */
export const refundMutants: readonly Mutant[] = [
  {
    bug: "a refund by transfer of a card is taken back by the provider's next state",
    file: `${folder}/settling/settlement.ts`,
    find: "refundedMinor: seen.refundedMinor + returned",
    replace: "refundedMinor: seen.refundedMinor",
    test: refunds,
    named: "on sqlite what a card paid is returned by transfer",
  },
  {
    bug: "each refund of a payment names its first credit note",
    file: "src/features/papers/paper-rows.ts",
    find: "order by issued_at desc, length(number) desc, number desc limit 1",
    replace: "order by issued_at, length(number), number limit 1",
    test: refunds,
    named: "on sqlite two refunds of a payment",
  },
  {
    bug: "a refund that is sent again has another time",
    file: `${folder}/operations/refund-transfer-endpoints.ts`,
    find: "    if (refund.sentAt !== null) return json((await shownRefunds(tx, [refund]))[0]);\n",
    replace: "",
    test: refunds,
    named: "on sqlite it is open with sum",
  },
  {
    bug: "customers read the refunds of others",
    file: `${folder}/operations/refund-transfer-endpoints.ts`,
    find: 'caller.kind === "user" && !isOperator(caller) ? caller.userId : undefined',
    replace: "undefined as string | undefined",
    test: refunds,
    named: "on sqlite the statement names the refund",
  },
  {
    bug: "a line of another sum closes a refund",
    file: `${folder}/bank/refund-lines.ts`,
    find: "minor === -line.minor && ",
    replace: "",
    test: refunds,
    named: "on sqlite a line that has paid it out",
  },
  {
    bug: "an account is not needed",
    file: `${folder}/settling/refund-transfer.ts`,
    find: "if (to !== null) return { account: to, recipient };",
    replace: 'return { account: to ?? "", recipient };',
    test: refunds,
    named: "on sqlite without an account it is refused",
  },
  {
    bug: "a booking in another format is received twice",
    file: `${folder}/bank/plan-lines.ts`,
    find: "if (other) {",
    replace: "if (other && other.minor < 0) {",
    test: formats,
    named: "on sqlite what was imported as CSV",
  },
  {
    bug: "two equal bookings are the one that was imported in another format",
    file: `${folder}/bank/other-formats.ts`,
    find: "if (found) this.#taken.add(found.id);",
    replace: "",
    test: formats,
    named: "on sqlite of two equal bookings",
  },
  {
    bug: "a refund that is refused later leaves no problem",
    file: `${folder}/settling/refund-payment.ts`,
    find: "error.code, !isRepeated);",
    replace: "error.code, true);",
    test: refused,
    named: "on sqlite a refund that is refused when it is repeated",
  },
  {
    bug: "a key of another account lacks an endpoint only",
    file: `${folder}/providers/stripe-setup.ts`,
    find: "if (error instanceof NotThere) return true;",
    replace: "if (error instanceof NotThere) return false;",
    test: refused,
    named: "on sqlite a key of another account",
  },
  {
    bug: "an address without a city buys",
    file: "src/features/papers/parties/buyer.ts",
    find: "details.address.length > 0 && Boolean(details.city?.trim())",
    replace: "details.address.length > 0",
    test: details,
    named: "on sqlite details of before without a city",
  },
  {
    bug: "an address is entered without its city",
    file: "src/features/papers/parties/buyer.ts",
    find: "address.length === 0 || city?.trim()",
    replace: "address.length === 0 || city !== undefined",
    test: details,
    named: "on sqlite country and address are asked for first",
  },
];
