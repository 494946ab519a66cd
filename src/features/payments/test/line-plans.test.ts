import { afterAll, beforeAll, expect, test } from "bun:test";
import { kinds, startService, type TestService } from "../../../../test/harness.ts";
import { noting, scansOf } from "../../../../test/management/plans.ts";
import { formsOf } from "../../../management/system/search/forms.ts";
import { findLines } from "../lines/find-lines.ts";
import type { LineFilter } from "../lines/line-sources.ts";
import { readLines, sumLines } from "../lines/read-lines.ts";

/** Tables that grow with customers and money. */
const large = [
  "app_user",
  "billing_period",
  "paper",
  "payment",
  "payment_refund",
  "payment_return",
  "payment_transfer",
  "subscription",
];
/** An index of a condition has only the rows that meet it: what is open, or what is summed in a range. */
const ofThose =
  /USING (COVERING )?INDEX (\w+_open|payment_(problem|inquiry|received|uninvoiced|refund_transfers)|paper_correcting|paper_corrects)$/;

let service: TestService;
beforeAll(async () => {
  service = await startService(kinds[0]!);
});
afterAll(() => service.end());

const from = Date.parse("2026-11-01T00:00:00Z");
const filters: readonly LineFilter[] = [
  {},
  { from, to: from + 1 },
  { state: "ended" },
  { account: "ada", from },
  { isNeeding: true },
];

async function scansIn(filter: LineFilter): Promise<readonly string[]> {
  const { noted, sent } = noting(service.app.database);
  await readLines(noted, filter, { limit: 50, offset: 0 });
  await sumLines(noted, filter);
  const scans = await Promise.all(
    sent.map((statement) => scansOf(service.app.database, statement, large, ofThose)),
  );
  return scans.flat();
}

test("a list of money and its sums scan no table that grows", async () => {
  for (const filter of filters) expect([filter, await scansIn(filter)]).toEqual([filter, []]);
});

test("nor does one that a text narrows", async () => {
  for (const text of [
    "Ada Byron",
    "2026-0061",
    "2026-006",
    "99.00",
    "€99",
    "VK7Q2M9XWTA",
    "VK7Q",
    "pi_3N0000",
  ]) {
    const found = await findLines(service.app.database, formsOf(text));
    expect([text, await scansIn({ found })]).toEqual([text, []]);
  }
});
