import type { Mutant } from "./mutant.ts";

const inbox = "src/management/system/inbox";
const arranged = `${inbox}/arrange.test.ts`;
const kinds = "test/management/inbox.test.ts";
const closing = "test/management/inbox-closing.test.ts";
const plans = "test/management/inbox-plans.test.ts";

/** Bugs in what needs an operator: its bands, its order, its rights, and what is put off and closed. */
export const inboxMutants: readonly Mutant[] = [
  {
    bug: "a deadline within a day is not of today",
    file: `${inbox}/arrange.ts`,
    find: "deadline <= now + dayMs",
    replace: "deadline <= now",
    test: arranged,
    named: "today is what refuses callers, keeps customers waiting or ends within a day",
  },
  {
    bug: "a thousand yen are less than ninety-nine euros",
    file: `${inbox}/arrange.ts`,
    find: "cost.minor / 10 ** digitsOf(cost.currency)",
    replace: "cost.minor",
    test: arranged,
    named: "in a band: refused callers, waiting customers, the nearest deadline, the larger sum, the older",
  },
  {
    bug: "five of a kind are one row",
    file: `${inbox}/arrange.ts`,
    find: "ofKind.length > rowsMost",
    replace: "ofKind.length >= rowsMost",
    test: arranged,
    named: "six of a kind are one row with their number, their sum and the oldest time",
  },
  {
    bug: "each operator receives all rows",
    file: `${inbox}/read-inbox.ts`,
    find: "if (!isPermitted(caller, one.permission)) continue;",
    replace: "",
    test: closing,
    named: "each role receives the rows whose permission it has, and their counts",
  },
  {
    bug: "a row that is put off stays away while it becomes urgent",
    file: `${inbox}/read-inbox.ts`,
    find: 'if (until && bandOf(item, now) === "later")',
    replace: "if (until)",
    test: closing,
    named: "a row that is put off counts again as soon as it is more urgent",
  },
  {
    bug: "a row of today can be put off",
    file: `${inbox}/inbox-endpoints.ts`,
    find: 'if (row.band !== "later")',
    replace: 'if (row.band === "week")',
    test: closing,
    named: "each role receives the rows whose permission it has, and their counts",
  },
  {
    bug: "what a new node has not looked for yet is closed",
    file: `${inbox}/stored-items.ts`,
    find: "if (!isComplete) return;",
    replace: "",
    test: closing,
    named: "nothing is closed while a node has not run the doctor",
  },
  {
    bug: "a finding of each machine has no machine",
    file: `${inbox}/node-findings.ts`,
    find: "same.length === hosts.size ? null : host",
    replace: "same.length > 0 ? null : host",
    test: kinds,
    named: "findings of the doctor, of this and other machines, whichever shows them",
  },
  {
    bug: "one failing API in a hundred calls needs somebody",
    file: "src/management/system/checks/errors-check.ts",
    find: "faults * 100 > calls",
    replace: "faults * 100 >= calls",
    test: kinds,
    named: "APIs of which more than 1% of the calls fail within five minutes",
  },
  {
    bug: "inquiries are searched in all payments",
    file: "src/features/payments/inbox-items.ts",
    find: "union all select id from payment where inquiry = 1 and created_at > 0",
    replace: "union select id from payment where inquiry = 1",
    test: plans,
    named: "a reading of Inbox scans no table that grows",
  },
];
