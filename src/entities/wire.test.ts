import { expect, test } from "bun:test";
import { membersOf, wireOf } from "./wire.ts";

test("members have other names in JSON, and keep their order", () => {
  const row = { id: "a", displayName: "b", isSoldOnce: true, createdAt: null } as const;
  const wire: { id: "a"; display_name: "b"; is_sold_once: true; created_at: null } = wireOf(row);
  expect(Object.entries(wire)).toEqual([
    ["id", "a"],
    ["display_name", "b"],
    ["is_sold_once", true],
    ["created_at", null],
  ]);
  const back: typeof row = membersOf(wire);
  expect(Object.entries(back)).toEqual(Object.entries(row));
  // @ts-expect-error a member that it does not have
  expect(wire.displayName).toBeUndefined();
});
