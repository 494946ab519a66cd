import { expect, test } from "bun:test";
import { auditRecord } from "../../../test/console/dom/records.ts";
import { auditWords } from "./audit-words.ts";

test("an entry without changes is its phrase", () => {
  expect(auditWords(auditRecord())).toBe("updated the user");
});

test("an unknown action is readable", () => {
  expect(auditWords(auditRecord({ action: "widget.turn_on" }))).toBe("widget: turn on");
});

test.each([
  [{ credits: 100, reason: "Refund" }, "added 100 credits, “Refund”"],
  [{ credits: 1 }, "added 1 credit"],
  [{}, "added credits"],
])("added credits %p", (after, words) => {
  expect(auditWords(auditRecord({ action: "subscription.bump", after }))).toBe(words);
});

const changed = (before: unknown, after: unknown) => auditWords(auditRecord({ before, after }));

test("up to three changed members are named", () => {
  const before = { first_name: "Ada", state: "active", note: null, updated_at: "a" };
  const after = { first_name: "Eva", state: "blocked", note: { a: 1 }, updated_at: "b" };
  expect(changed(before, after)).toBe("updated the user: first name is Eva, state is blocked, note changed");
});

test("more than three changes are only counted as an update", () => {
  expect(changed({ a: 1, b: 1, c: 1, d: 1 }, { a: 2, b: 2, c: 2, d: 2 })).toBe("updated the user");
});

test("a new time of update is no change", () => {
  expect(changed({ updated_at: "a" }, { updated_at: "b" })).toBe("updated the user");
});

test.each([
  [null, { state: "active" }],
  [{ state: "active" }, null],
  ["text", { state: "active" }],
])("%p to %p names no member", (before, after) => {
  expect(changed(before, after)).toBe("updated the user");
});

const moved = (before: object, after: object) =>
  auditWords(auditRecord({ action: "subscription.update", before, after }));

test.each([
  [
    { state: "active" },
    { state: "suspended", state_comment: "Unpaid" },
    "suspended a subscription: “Unpaid”",
  ],
  [{ state: "active" }, { state: "suspended" }, "suspended a subscription"],
  [
    { state: "suspended", state_comment: "Unpaid" },
    { state: "active", state_comment: null },
    "resumed a subscription, which was suspended for “Unpaid”",
  ],
  [{ state: "suspended" }, { state: "active" }, "resumed a subscription"],
  [{ state: "submitted" }, { state: "active" }, "approved a subscription"],
  [
    { state: "submitted" },
    { state: "rejected", state_comment: "Unknown" },
    "rejected a subscription: “Unknown”",
  ],
  [{ state: "active" }, { state: "cancelled" }, "cancelled a subscription"],
  [{ state: "active" }, { state: "expired" }, "updated a subscription: state is expired"],
  [{ display_name: "A" }, { display_name: "B" }, "updated a subscription: display name is B"],
])("%p to %p is said with its reason", (before, after, words) => expect(moved(before, after)).toBe(words));

test.each([
  [false, "done", "imported records"],
  [false, "failed", "imported records, which failed"],
  [false, "running", "imported records, which is still running"],
  [false, undefined, "imported records"],
  [true, "done", "validated a file without importing it"],
  [true, "stopped", "validated a file without importing it, which was stopped"],
])("an import, dry run %p, that is %p", (dry_run, state, words) => {
  const entry = auditRecord({ action: "dataset.import", after: { import: "i1", dry_run } });
  expect(auditWords(entry, state)).toBe(words);
});

test("a published offer has its version", () => {
  const after = { version: 2, price_minor: 9900 };
  expect(
    auditWords(
      auditRecord({ action: "product.publish_offer", before: { version: 1, price_minor: 1 }, after }),
    ),
  ).toBe("published version 2 of an offer");
});
